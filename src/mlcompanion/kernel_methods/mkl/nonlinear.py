"""Products of kernels with weights: the quadratic combination.

Source: Gönen and Alpaydın (2011), Section 3.9, Eqs. (12) to (14), after Cortes et al. (2010b).
"""

import numpy as np

from mlcompanion._validation import check_count, check_in, check_real
from mlcompanion.prox import project_simplex

from ._base import MKLClassifier, combined
from .descent import projected_descent

__all__ = ["NonlinearMKL"]


class NonlinearMKL(MKLClassifier):
    r"""A machine on :math:`\sum_m\sum_h\eta_m\eta_hK_m\odot K_h`, the weights by descent.

    The combined kernel is the square, entry by entry, of :math:`\sum_m\eta_mK_m`: it also holds the
    products of features of different kernels.

    Parameters
    ----------
    p : {1, 2}
        The weights are nonnegative with :math:`\|\eta\|_p` at most ``radius``.
    radius : float
    C : float
        Bound of the dual variables, one a row.
    tol : float
        Least relative fall of the objective in five steps.
    max_iter : int
        Most steps.
    kernels : None, "precomputed" or callable
        As for :class:`RuleMKL`.

    Attributes
    ----------
    weights_ : ndarray, shape (P,)
    support_, dual_coef_, intercept_ : ndarray, ndarray, float
        The machine.
    objective_ : float
        Value of its dual.
    history_ : list of float
        The same at the start and after each step.
    n_svm_calls_, n_iter_ : int

    Notes
    -----
    Cost: one machine and O(P s^2) a step or little more, for s support vectors, and O(P n^2)
    memory. Not convex: the result is where the descent from equal weights ends. The slope is
    :math:`-\alpha^\top Y[(\sum_h\eta_hK_h)\odot K_m]Y\alpha`. The paper's centre of the set,
    :math:`\eta_0`, is 0 here as in its experiments; it takes a support vector machine where Cortes
    et al. have ridge regression.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> round(float(NonlinearMKL(p=1).fit(X, y).weights_.sum()), 6)
    1.0
    """

    def __init__(self, p=1, radius=1.0, *, C=1.0, tol=0.01, max_iter=100, kernels=None):
        self.p = p
        self.radius = radius
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.kernels = kernels

    def _check_parameters(self):
        check_in(self.p, "p", (1, 2))
        check_real(self.radius, "radius", low=0, open_low=True)
        check_count(self.max_iter, "max_iter", low=1)

    def _learn(self, Ks, calls):
        found = {}

        def look(weights):
            total = combined(Ks, weights)
            # the search returns weights alone: their machine is found again by their bytes
            machine = found[weights.tobytes()] = calls(total**2)
            on = machine.support
            # without a dual variable nothing is added; the square's 2 cancels the dual's half
            pairs = np.outer(machine.coef[on], machine.coef[on]) * total[np.ix_(on, on)]
            slope = -(Ks[:, on[:, None], on] * pairs).sum(axis=(1, 2))
            return machine.value, slope

        start = np.full(len(Ks), self.radius * len(Ks) ** (-1 / self.p))
        self.weights_, self.history_, self.converged_ = projected_descent(
            look, self._project, start, self.tol, self.max_iter
        )
        self._warn_unless(self.converged_)
        self.n_iter_ = len(self.history_)
        return found[self.weights_.tobytes()]

    def _project(self, weights):
        """The nearest nonnegative weights within the radius."""
        weights = np.maximum(weights, 0)
        size = np.linalg.norm(weights, self.p)
        if size <= self.radius:
            return weights
        if self.p == 2:
            return weights * (self.radius / size)
        # outside the ball and without negatives: the nearest point has norm equal to the radius
        return project_simplex(weights, self.radius)

    def _mix(self, Ks):
        return combined(Ks, self.weights_) ** 2
