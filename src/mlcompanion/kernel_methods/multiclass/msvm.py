r"""Multiclass support vector machines: Lauer and Guermeur (2011).

Weston and Watkins', Crammer and Singer's, Lee, Lin and Wahba's and Guermeur and Monfrini's machine
are settings of one quadratic programme, Definition 1. Its dual is climbed by steps on working sets;
the ratio of the dual value to a value of the primal says when to stop.
"""

from typing import NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_instance,
    check_real,
    check_square,
)
from mlcompanion.kernels import gram
from mlcompanion.optimize.dual.dual_coordinate_ascent import Factored

from .._machine import KernelEstimator
from .msvm_climbs import Climb, PointClimb
from .msvm_parts import KINDS, Settings, settings

__all__ = ["MSVM", "CrammerSingerSVC", "GenericMSVM", "MSVMSolution", "solve_msvm"]


class MSVMSolution(NamedTuple):
    r"""A point of the dual with its certificate.

    Attributes
    ----------
    alpha : ndarray, shape (m, Q)
    coef : ndarray, shape (m, Q)
        Of the kernels in the scores, :math:`c_{ik}/(2\lambda)`.
    intercept : ndarray, shape (Q,)
    dual, bound : float
        The dual value and the value of the primal at these scores: the optimum is in between.
    n_iter : int
        Steps.
    history : ndarray, shape (n_checks, 3)
        Steps, dual value and bound, at each check.
    duals : ndarray, shape (n_iter + 1,)
        The dual value after each step.
    """

    alpha: np.ndarray
    coef: np.ndarray
    intercept: np.ndarray
    dual: float
    bound: float
    n_iter: int
    history: np.ndarray
    duals: np.ndarray


def solve_msvm(K, y, machine, lam, *, fit_intercept=True, tol=0.98, max_iter=None, check=None):
    r"""Climb the dual of a multiclass machine until dual value over bound is at least ``tol``.

    Parameters
    ----------
    K : array_like, shape (m, m), or Factored
        Gram matrix, or the design of a linear kernel.
    y : array_like of int, shape (m,)
        Classes from 0 to Q - 1, all present.
    machine : Settings
    lam : float
        Weight of :math:`\|\bar h\|^2`, positive.
    fit_intercept : bool
    tol : float
        Between 0 and 1.
    max_iter : int, optional
        Most steps; 10,000 a class, or 100 m if that is more, if left out.
    check : int, optional
        Steps between two bounds. If left out, a tenth of those done so far, but no less than m, or
        5 m of visits to single points.

    Returns
    -------
    MSVMSolution

    Raises
    ------
    ValueError
        If a class is missing, or an argument is malformed.

    Notes
    -----
    Cost: O(mQ) a step, O(mQ²) for Crammer and Singer's machine; O(m²Q) a check. Of a design with d
    columns, Crammer and Singer's machine without intercepts is climbed point by point, in a random
    order of a fixed seed: at most O(dQ) a step, O(mdQ) a check.
    Source: Lauer and Guermeur (2011), section 3.1; Keerthi, Sundararajan, Chang, Hsieh and Lin
    (2008).
    """
    factored = isinstance(K, Factored)
    if not factored:
        K = check_square(K, "K", symmetric=True)
    m = len(K.factor if factored else K)
    y = check_array(y, "y", shape=(m,), dtype=int, low=0)
    if y.max(initial=0) < 1 or len(np.unique(y)) <= y.max():
        raise ValueError("y must hold every class from 0 to its largest, at least two")
    machine = check_instance(machine, "machine", Settings).checked()
    lam = float(check_real(lam, "lam", low=0, open_low=True))
    check_flag(fit_intercept, "fit_intercept")
    check_real(tol, "tol", low=0, high=1, open_low=True, open_high=True)
    n_classes = int(y.max()) + 1
    limit = max(10_000 * n_classes, 100 * m)
    if max_iter is not None:
        limit = check_count(max_iter, "max_iter", low=1)
    by_points = factored and machine.K3 and not fit_intercept
    fewest = (5 * m if by_points else m) if check is None else check_count(check, "check", low=1)
    if by_points:
        climb = PointClimb(K.factor, y, n_classes, machine, lam)
    else:
        # steps that move several classes need whole rows of the kernel
        K = K.factor @ K.factor.T if factored else K
        climb = Climb(K, y, n_classes, machine, lam, fit_intercept)
    done = 0
    history = []
    while True:
        # Both are computed afresh, so that rounding in the steps cannot fake an optimum.
        dual, bound = climb.values()
        history.append((done, dual, bound))
        if dual >= tol * bound or done >= limit:
            break
        # A check costs as much as m steps; so spaced, their number grows like a logarithm.
        pause = max(fewest, done // 10) if check is None else fewest
        taken = climb.steps(min(pause, limit - done))
        done += taken
        if not taken:
            break
    coef = climb.c() / (2 * lam)
    return MSVMSolution(climb.alpha.T.copy(), coef, climb.intercept, dual, bound, done,
                        np.array(history), np.concatenate(climb.duals))  # fmt: skip


class _MulticlassMachine(AllScoresMixin, KernelEstimator):
    """Fit and predict; what differs is the settings."""

    def fit(self, X, y):
        """Solve the dual.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or the Gram matrix
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        lam = self._lam()
        limit = None
        if self.max_iter != -1:
            limit = check_count(self.max_iter, "max_iter", low=1)
        X, y = validate_data(self, X, y, dtype=float)
        self.classes_, codes = class_codes(y)
        machine = self._settings(len(self.classes_))
        # with intercepts, linear scores are free of the origin: near it products keep digits
        centred = self.kernel == "linear" and check_flag(self.fit_intercept, "fit_intercept")
        origin = X.mean(axis=0) if centred else np.zeros(X.shape[1])
        self._find_width(X)
        K = Factored(X - origin) if self.kernel == "linear" else gram(X, **self._kernel())
        found = solve_msvm(K, codes, machine, lam, tol=self.tol, max_iter=limit,
                           fit_intercept=self.fit_intercept)  # fmt: skip
        self.alpha_ = found.alpha
        self.intercept_ = found.intercept
        self.support_ = np.flatnonzero(found.alpha.any(axis=1))
        self.dual_coef_ = found.coef[self.support_]
        if self.kernel != "precomputed":
            self.support_vectors_ = X[self.support_]
        if self.kernel == "linear":
            self.coef_ = self.dual_coef_.T @ (self.support_vectors_ - origin)
            self.intercept_ = found.intercept - self.coef_ @ origin
        self.dual_objective_ = found.dual
        self.upper_bound_ = found.bound
        self.history_, self.n_iter_ = found.history, max(found.n_iter, 1)
        self._warn_unless(found.dual >= self.tol * found.bound)
        return self

    def scores(self, X):
        """Scores h_k(x) of all classes, shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        if self.kernel == "linear":
            return X @ self.coef_.T + self.intercept_
        if self.kernel == "precomputed":
            between = X[:, self.support_]
        else:
            between = gram(X, self.support_vectors_, **self._kernel())
        return between @ self.dual_coef_ + self.intercept_

    def _lam(self):
        return self.lam


class MSVM(_MulticlassMachine):
    r"""One of the four multiclass machines of Table 1.

    Parameters
    ----------
    kind : {"WW", "CS", "LLW", "MSVM2"}
        Weston-Watkins: a hinge for each wrong class against the true one; Crammer-Singer: the
        largest of them; Lee-Lin-Wahba: a hinge on the score of each wrong class; Guermeur-Monfrini:
        squares instead.
    lam : float
        Weight :math:`\lambda` of :math:`\|\bar h\|^2`, positive. Small is hard; there is no C.
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        Of :func:`mlcompanion.kernels.gram`.
    sigma : float or "scale"
        Width of "rbf", in the units of ``X``; "scale" as for :class:`SVC`.
    degree, coef0 : float
        Of "poly".
    fit_intercept : bool
    tol : float
        Ratio of dual value to bound at which to stop, between 0 and 1.
    max_iter : int
        Most steps; -1 leaves it to the solver.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    alpha_ : ndarray, shape (n_samples, n_classes)
        Dual variables, zero at the true classes.
    support_ : ndarray of int
    support_vectors_ : ndarray, shape (n_support, n_features)
        Not with a precomputed kernel.
    dual_coef_ : ndarray, shape (n_support, n_classes)
        Coefficients of the kernels in the scores.
    coef_ : ndarray, shape (n_classes, n_features)
        With the linear kernel.
    intercept_ : ndarray, shape (n_classes,)
        Of mean zero.
    dual_objective_, upper_bound_ : float
        The optimum is in between.
    history_ : ndarray, shape (n_checks, 3)
        Steps, dual value, bound.
    n_iter_ : int

    Raises
    ------
    ValueError
        If ``y`` has one class, or an argument is malformed.

    Notes
    -----
    Cost: O(n^2) kernels and memory, O(n Q) a step, O(n Q^2) for CS.
    Source: Lauer and Guermeur (2011), Definition 1 and Table 1.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> machine = MSVM("CS", lam=0.1).fit(X, y)
    >>> machine.score(X, y) > 0.95, machine.dual_objective_ >= 0.98 * machine.upper_bound_
    (True, True)
    """

    def __init__(self, kind="WW", lam=1.0, *, kernel="rbf", sigma=1.0, degree=3, coef0=0.0,
                 fit_intercept=True, tol=0.98, max_iter=-1):  # fmt: skip
        self.kind = kind
        self.lam = lam
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _settings(self, n_classes):
        return settings(check_in(self.kind, "kind", KINDS), n_classes)


class GenericMSVM(_MulticlassMachine):
    r"""Definition 1 with settings of one's own.

    Parameters
    ----------
    scale : float
        M is ``scale`` times the identity if ``p=1``, and times :math:`M^{(2)}` if ``p=2``.
    p : {1, 2}
        Norm of the slacks; 2 needs ``K1=0``.
    K1 : {0, 1}
        Whether the score of the true class enters the margins.
    K2 : float
        The margin, positive.
    K3 : {0, 1}
        Whether the slacks of a point are equal; 1 needs ``K1=1``.
    lam, kernel, sigma, degree, coef0, fit_intercept, tol, max_iter
        As for :class:`MSVM`.

    Raises
    ------
    ValueError
        If ``y`` has one class, or an argument is malformed.

    Notes
    -----
    Attributes and cost as for :class:`MSVM`, O(n^2) memory.
    """

    def __init__(self, scale=1.0, p=1, K1=1, K2=1.0, K3=0, *, lam=1.0, kernel="rbf", sigma=1.0,
                 degree=3, coef0=0.0, fit_intercept=True, tol=0.98, max_iter=-1):  # fmt: skip
        self.scale = scale
        self.p = p
        self.K1 = K1
        self.K2 = K2
        self.K3 = K3
        self.lam = lam
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _settings(self, n_classes):
        return Settings(self.scale, self.p, self.K1, self.K2, self.K3)


class CrammerSingerSVC(_MulticlassMachine):
    r"""Crammer and Singer's machine in the units of C: half the squared norm plus C times losses.

    It is ``MSVM("CS", 1 / (2 * C), fit_intercept=False)``.

    Parameters
    ----------
    C : float
        Price of a unit of margin error, positive.
    kernel, sigma, degree, coef0, fit_intercept, tol, max_iter
        As for :class:`MSVM`.

    Raises
    ------
    ValueError
        If ``y`` has one class, or an argument is malformed.

    Notes
    -----
    Attributes and cost as for :class:`MSVM`, O(n^2) memory. Source: Sugiyama (2016), section 27.5,
    after Crammer and Singer (2001).
    """

    def __init__(self, C=1.0, *, kernel="rbf", sigma=1.0, degree=3, coef0=0.0,
                 fit_intercept=False, tol=0.98, max_iter=-1):  # fmt: skip
        self.C = C
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _lam(self):
        return 1 / (2 * check_real(self.C, "C", low=0, open_low=True))

    def _settings(self, n_classes):
        return settings("CS", n_classes)
