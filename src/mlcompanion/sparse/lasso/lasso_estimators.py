r"""The lasso and the elastic net: one problem, by ADMM as in the book and by coordinate descent.

:math:`\min_w\tfrac12\|y-Aw\|^2+\lambda\|w\|_1+\tfrac\eta2\|w\|^2`, without a factor of n_samples.
Sugiyama (2016), sections 24.1, 24.2 and 24.4.3.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._linear import (
    LinearRegressor,
    column_means,
    counted_rows,
    note_run,
    warn_stopped,
)
from mlcompanion._validation import check_array, check_count, check_flag, check_real
from mlcompanion.optimize import least_squares_step
from mlcompanion.optimize.proximal import admm, coordinate_descent
from mlcompanion.optimize.proximal.coordinate_descent import CentredFeatures, as_features
from mlcompanion.prox import L1, GroupNorm

__all__ = ["ElasticNet", "Lasso", "LassoPath", "admm_lasso", "lasso_path"]


def admm_lasso(
    Phi, y, lam, *, rho=1.0, F=None, eta=0.0, groups=None, rule="step", tol=1e-4, max_iter=1000
):
    r"""Sparse least squares by the alternating direction method of multipliers.

    Minimises :math:`\tfrac12\|y-\Phi\theta\|^2+\tfrac\eta2\|\theta\|^2+\lambda\|F\theta\|_1`, or
    with ``groups`` the sum of the groups' l2 norms in place of the l1 norm.

    Parameters
    ----------
    Phi : array_like of shape (n_samples, n_features), or None for the identity
    y : array_like of shape (n_samples,)
    lam : float
        Weight of the norm, not negative.
    rho : float
        Weight of the coupling; the book has 1.
    F : ndarray or sparse matrix of shape (n_rows, n_features), optional
        Default the identity.
    eta : float
        Weight of half the squared norm.
    groups : array_like of shape (n_rows,), int, optional
        Group of each row of F: 0, 1, ...
    rule : "step" or "residuals"
        The book stops when theta moves by less than ``tol``; see :func:`admm`.
    tol : float
    max_iter : int

    Returns
    -------
    ADMMRun
        ``theta`` is smooth, ``z`` is sparse: count zeros there.

    Raises
    ------
    ValueError
        If a shape does not fit or a parameter is out of range.

    Notes
    -----
    Cost: one factorisation, then O(b²) a step, O(n b) if F is None and b > n, O(b) for total
    variation (``Phi=None`` with a sparse F).
    Source: Sugiyama (2016), Figs. 24.3 and 24.4, sections 24.4.1, 24.4.3 and 24.4.4.
    """
    y = check_array(y, "y", ndim=1, min_rows=1)
    solve = least_squares_step(Phi, y, F=F, rho=rho, ridge=check_real(eta, "eta", low=0))
    n_features = len(y) if Phi is None else np.shape(Phi)[1]
    n_rows = n_features if F is None else np.shape(F)[0]
    if groups is None:
        penalty = L1(check_real(lam, "lam", low=0))
    else:
        penalty = GroupNorm(check_array(groups, "groups", shape=(n_rows,)), lam)
    return admm(solve, penalty, n_rows, F=F, rho=rho, rule=rule, tol=tol, max_iter=max_iter)


class LassoPath(NamedTuple):
    """What :func:`lasso_path` returns.

    Attributes
    ----------
    lams : ndarray of shape (n_lams,)
        Penalties, falling.
    coefs : ndarray of shape (n_lams, n_features)
    gaps : ndarray of shape (n_lams,)
        Duality gaps.
    """

    lams: np.ndarray
    coefs: np.ndarray
    gaps: np.ndarray


def lasso_path(A, y, lams=None, eta=0.0, *, n_lams=100, ratio=1e-3, tol=1e-6, max_iter=10_000):
    r"""Solve for many penalties, each from its neighbour's solution.

    Parameters
    ----------
    A : array_like or sparse matrix of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    lams : array_like, optional
        Positive; sorted here. Default ``n_lams`` values, in even ratios, from
        :math:`\lambda_{\max}=\|A^\top y\|_\infty`, where the solution is zero, down to
        ``ratio`` times it.
    eta : float
        Weight of half the squared norm.
    n_lams : int
    ratio : float
    tol, max_iter : float, int
        For each problem, as in :func:`coordinate_descent`.

    Returns
    -------
    LassoPath

    Raises
    ------
    ValueError
        If a shape does not fit, or a penalty is not positive.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended one of the problems before its gap met ``tol``.

    Notes
    -----
    Cost: O(n_samples n_features) a penalty and working-set round.
    Source: Friedman, Hastie and Tibshirani (2010), section 2.5.
    """
    A = as_features(A)
    y = check_array(y, "y", shape=A.shape[:1])
    if isinstance(A, CentredFeatures):
        correlations = A.slopes(y)
    else:
        A = np.asfortranarray(A)  # the sweeps want features as rows: made once for the path
        correlations = A.T @ y
    ratio = check_real(ratio, "ratio", low=0, high=1, open_low=True, open_high=True)
    n_lams = check_count(n_lams, "n_lams", low=1)
    if lams is None:
        lams = (np.abs(correlations).max(initial=0.0) or 1.0) * np.geomspace(1, ratio, n_lams)
    lams = np.sort(check_array(lams, "lams", ndim=1, min_rows=1, low=0, open_low=True))[::-1]
    w = np.zeros(A.shape[1])
    coefs = []
    gaps = []
    for lam in lams:
        run = coordinate_descent(A, y, lam, eta, start=w, tol=tol, max_iter=max_iter)
        w = run.w
        coefs.append(w)
        gaps.append(run.gap)
        if not run.converged:
            warn_stopped(f"lasso_path at lam={lam:.3g}", run.n_iter)
    return LassoPath(lams, np.array(coefs), np.array(gaps))


def _sparse_means(X, weights):
    """Means of the columns of a sparse matrix, right to the last digit."""
    if weights is None:
        weights = np.ones(X.shape[0])
    shares = weights / weights.sum()
    X = X.tocoo()
    b = X.shape[1]
    first = np.bincount(X.col, shares[X.row] * X.data, b)
    # a second pass about the first mean: what rounding left of it is small, and so is its own
    left = np.bincount(X.col, shares[X.row] * (X.data - first[X.col]), b)
    # share of the rows in which nothing is stored: there the value 0 misses the mean by -first
    of_empty = shares.sum() - np.bincount(X.col, shares[X.row], b)
    return first + left - first * of_empty


class ElasticNet(LinearRegressor):
    r"""Least squares penalised by :math:`\lambda\|w\|_1+\tfrac\eta2\|w\|^2`.

    Parameters
    ----------
    lam : float
        Weight of the l1 norm, positive; n_samples times scikit-learn's ``alpha * l1_ratio``.
    eta : float
        Weight of half the squared norm, not negative. The book's penalty has no half: its eta is
        half of this one.
    fit_intercept : bool
        Add a free constant. The book's models have none: its chapter passes False.
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int
        Largest number of sweeps over working sets.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    gap_ : float
        Duality gap: the objective is no further than this from its minimum.
    n_iter_ : int
    converged_ : bool
        Whether the gap met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_samples n_features) for each working set, O(n_samples) a coordinate; one copy of X.
    X may be sparse: it stays so but for the features of a working set, see
    :func:`~mlcompanion.optimize.proximal.coordinate_descent`.
    Source: Sugiyama (2016), section 24.4.3.
    """

    def __init__(self, lam=1.0, eta=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.lam = lam
        self.eta = eta
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    _accept_sparse = ("csc", "csr")

    def _fit_rows(self, X, y, weights):
        """Fit to rows that have been checked; sparse ones are never centred as a whole."""
        if not sparse.issparse(X):
            return super()._fit_rows(X, y, weights)
        X, y, weights, _ = counted_rows(weights, X.tocsr(), y)
        roots = None if weights is None else np.sqrt(weights)
        centre = np.zeros(X.shape[1])
        level = 0.0
        if check_flag(self.fit_intercept, "fit_intercept"):
            centre = _sparse_means(X, weights)
            level = column_means(y, weights)
        outputs = y - level if roots is None else roots * (y - level)
        # roots of the weights on rows and outputs make weighted squares plain ones
        self.coef_ = self._solve(CentredFeatures(X, centre, roots), outputs)
        self.intercept_ = float(level - self.coef_ @ centre)
        return self

    def _solve(self, A, y):
        options = {"tol": self.tol, "max_iter": self.max_iter}
        run = coordinate_descent(A, y, self.lam, getattr(self, "eta", 0.0), **options)
        self.gap_ = run.gap
        note_run(self, run)
        return run.w


class Lasso(ElasticNet):
    r"""Least squares penalised by :math:`\lambda\|w\|_1`, the Lagrangian form of (24.1).

    Parameters
    ----------
    lam : float
        Weight of the l1 norm, positive; n_samples times scikit-learn's ``alpha``.
    fit_intercept, tol, max_iter
        As in :class:`ElasticNet`.

    Attributes
    ----------
    coef_, intercept_, gap_, n_iter_, converged_
        As in :class:`ElasticNet`.

    Notes
    -----
    Source: Sugiyama (2016), section 24.1.
    """

    def __init__(self, lam=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
