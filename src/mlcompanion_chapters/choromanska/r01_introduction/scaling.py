"""The classical majorizers beside L-BFGS on multiclass logistic models without a penalty."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion import datasets
from mlcompanion.losses import MultinomialLogit
from mlcompanion.optimize import DataFit
from mlcompanion.optimize.finite_sums import lbfgs, newton
from mlcompanion.optimize.majorising import FixedCurvature, ScalingBound, with_slack

__all__ = ["SCALED", "FlatLogit", "scaled_set", "scaling_passes"]

#: Sets that no linear rule separates.
SCALED = ("phoneme", "magic", "vehicle")


def scaled_set(name):
    """Columns in [0, 1] with the slack column, and labels 0, 1, ..."""
    data = getattr(datasets, f"load_{name}")()
    X = np.asarray(data.data, float)
    X = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    return with_slack(X), np.unique(data.target, return_inverse=True)[1]


class FlatLogit:
    """The mean multiclass log loss, the last class as reference, of a weight vector.

    Column k of the weights, one of c - 1, stands at ``w[k * d : (k + 1) * d]``.
    """

    def __init__(self, X, labels):
        self.n_classes = int(labels.max()) + 1
        self.X = X
        self.fit = DataFit(X, labels, MultinomialLogit(self.n_classes))
        self.size = X.shape[1] * (self.n_classes - 1)

    def _matrix(self, w):
        return w.reshape(self.n_classes - 1, -1).T

    def value_and_gradient(self, w):
        """Both, per sample."""
        value, gradient = self.fit.value_and_gradient(self._matrix(w))
        return value / len(self.X), gradient.T.ravel() / len(self.X)

    def hessian(self, w):
        """The Hessian, for Newton's method, which finds the optimum here."""
        scores = np.column_stack([self.X @ self._matrix(w), np.zeros(len(self.X))])
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p = (p / p.sum(axis=1, keepdims=True))[:, :-1]
        blocks = []
        for k in range(p.shape[1]):
            row = []
            for m in range(p.shape[1]):
                weight = p[:, k] * ((k == m) - p[:, m])
                row.append(self.X.T @ (weight[:, None] * self.X) / len(self.X))
            blocks.append(row)
        return np.block(blocks)

    def uniform_curvature(self):
        """Böhning and Lindsay's matrix, above every Hessian."""
        c = self.n_classes
        between = 0.5 * (np.eye(c - 1) - 1 / c)
        return np.kron(between, self.X.T @ self.X / len(self.X))


def _passes(surrogate, w, goal, limit):
    """Steps of a majorizer until the value meets the goal; each is a pass."""
    for k in range(limit):
        touch = surrogate.touch(w)
        if touch.value <= goal:
            return k + 1
        w = touch.target
    return limit


def _quasi_newton_passes(flat, start, goal):
    """Passes of L-BFGS until the value meets the goal, its line search's evaluations counted."""
    for limit in (100, 1000, 10_000):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            made = lbfgs(flat, start, tol=1e-10, max_iter=limit)
        met = np.flatnonzero(made.objective <= goal)
        if met.size:
            return int(made.passes[met[0]])
    return int(made.passes[-1])


def scaling_passes(name, limit=100_000):
    """Passes of iterative scaling, the uniform bound and L-BFGS to 1e-4 of the gap at zero."""
    X, labels = scaled_set(name)
    flat = FlatLogit(X, labels)
    start = np.zeros(flat.size)
    best = newton(flat, start, tol=1e-9).objective.min()
    first = flat.value_and_gradient(start)[0]
    goal = best + 1e-4 * (first - best)
    wide = ScalingBound(X, labels)
    uniform = FixedCurvature(flat, flat.uniform_curvature())
    return {
        "scaling": _passes(wide, np.zeros((X.shape[1], flat.n_classes)), goal, limit),
        "uniform": _passes(uniform, start, goal, limit),
        "lbfgs": _quasi_newton_passes(flat, start, goal),
        "optimum": float(best),
    }
