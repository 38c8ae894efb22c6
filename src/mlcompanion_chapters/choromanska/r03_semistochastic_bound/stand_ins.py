"""Six data sets in the place of the source's, split and scaled as its experiments are."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion.datasets import (
    load_magic,
    load_mnist_5k,
    load_mushroom,
    load_ring,
    load_spambase,
    load_splice,
)
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.newton_cg import newton_cg

__all__ = [
    "DENSE",
    "PRINTED_RATES",
    "SETS",
    "SETS_OF_FIGURE",
    "Split",
    "least_value",
    "rates",
    "split",
]

DENSE = ("magic", "spambase", "ring")
SETS = (*DENSE, "mushroom", "splice", "mnist 4/9")
#: The source's sets: rows, share for training, growth of gradient and curvature batches.
SETS_OF_FIGURE = {
    "rcv1": (20_242, 0.9, 0.005, 0.0003),
    "adult": (32_561, 0.9, 0.05, 0.001),
    "sido": (12_678, 0.5, 0.01, 0.0008),
    "covtype": (581_012, 0.9, 0.0005, 0.0003),
    "protein": (145_751, 0.5, 0.005, 0.001),
    "quantum": (50_000, 0.9, 0.001, 0.0008),
}
PRINTED_RATES = tuple(numbers[2:] for numbers in SETS_OF_FIGURE.values())

_LOADERS = {
    "magic": load_magic,
    "spambase": load_spambase,
    "ring": load_ring,
    "mushroom": load_mushroom,
    "splice": load_splice,
    "mnist 4/9": load_mnist_5k,
}


class Split(NamedTuple):
    """Training sum with its least value, and the rows that test."""

    problem: FiniteSum
    least: float
    X_test: object
    y_test: np.ndarray

    def test_cost(self, w):
        """Mean logistic loss of the test rows."""
        return float(np.mean(np.logaddexp(0, -self.y_test * (self.X_test @ w))))

    def test_error(self, w):
        """Share of test rows on the wrong side."""
        return float(np.mean(self.y_test * (self.X_test @ w) <= 0))


def rows_of(name):
    """Columns as they come, and labels -1 and 1: telescope's gammas, spam, 4, a splice site."""
    data = _LOADERS[name]()
    X = data.data
    if name == "mnist 4/9":
        kept = np.isin(data.target, (4, 9))
        return X[kept] / 255, np.where(data.target[kept] == 4, 1.0, -1.0)
    if name == "splice":
        return X, np.where(data.target == 2, -1.0, 1.0)
    return X, np.where(data.target == np.unique(data.target)[0], 1.0, -1.0)


@lru_cache(maxsize=12)
def split(name, seed, scaling="standard", share=0.9):
    """Nine rows of ten for training, with a constant column and the penalty 1 / T.

    Parameters
    ----------
    name : str
        One of ``SETS``.
    seed : int
    scaling : "standard" or "largest"
        Real columns of the dense sets about 0 with deviation 1, or divided by their largest
        absolute value. Indicators and pixels stay as they are, in sparse rows.
    share : float
        For training.

    Returns
    -------
    Split
    """
    X, y = rows_of(name)
    order = np.random.default_rng([3, seed]).permutation(len(y))
    train, test = np.split(order, [round(share * len(y))])
    if name in DENSE:
        centre = X[train].mean(axis=0) if scaling == "standard" else 0.0
        unit = X[train].std(axis=0) if scaling == "standard" else np.abs(X[train]).max(axis=0)
        X = (X - centre) / np.where(unit > 0, unit, 1.0)
    X = np.column_stack([X, np.ones(len(y))])
    if name not in DENSE:
        X = sparse.csr_array(X)
    problem = FiniteSum(X[train], y[train], Logistic(), 1 / len(train))
    return Split(problem, least_value(problem), X[test], y[test])


def least_value(problem):
    """The least value of a logistic sum, by Newton's method with conjugate gradients."""
    squares = problem.X.multiply(problem.X) if sparse.issparse(problem.X) else problem.X**2
    place = {}

    def function(w):
        place["w"] = w
        return problem.value_and_gradient(w)

    def hessian():
        w = place["w"]
        bends = problem.loss.second_derivative(problem.X @ w, problem.y)
        return problem.hessian_product(w), problem.weight * (squares.T @ bends) + problem.lam

    return newton_cg(function, hessian, np.zeros(problem.n_features), 1e-9, 100).objective


def rates(pair, n_samples):
    """Growth rates in rows an iteration, from fractions of the training set."""
    return pair[0] * n_samples, pair[1] * n_samples
