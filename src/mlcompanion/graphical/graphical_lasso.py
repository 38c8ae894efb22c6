r"""The graphical lasso: a sparse precision matrix by block coordinate descent on row lassos.

.. math:: \min_{\Theta\succ0}\ \mathrm{tr}(S\Theta)-\log\det\Theta+\lambda\|\Theta\|_1

Chen (2013), section 2.4, equation (2.15); the algorithm is that of Friedman, Hastie and Tibshirani
(2008), run on each connected part of the thresholded covariance (Witten, Friedman and Simon 2011).
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import connected_components
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
    check_square,
)

__all__ = [
    "GraphicalLasso",
    "GraphicalLassoRun",
    "edges_of",
    "graphical_lasso",
    "graphical_lasso_kkt",
    "graphical_lasso_objective",
    "precision_of_rows",
    "row_lasso_sweep",
]


class GraphicalLassoRun(NamedTuple):
    r"""What :func:`graphical_lasso` returns.

    Attributes
    ----------
    precision : ndarray of shape (p, p)
        :math:`\hat\Theta`, symmetric, with exact zeros.
    covariance : ndarray of shape (p, p)
        :math:`W`, the inverse of :math:`\hat\Theta` up to the gap.
    gap : float
        Duality gap: bound on how far the objective is from its minimum.
    n_iter : int
        Sweeps through the rows, of the part that needed most.
    converged : bool
    n_parts : int
        Connected parts that were solved one by one.
    """

    precision: np.ndarray
    covariance: np.ndarray
    gap: float
    n_iter: int
    converged: bool
    n_parts: int


@njit
def row_lasso_sweep(S, W, coefs, lam, tol, max_iter):
    """One pass over the rows: solve the lasso of each, write its covariances into ``W``.

    Parameters
    ----------
    S, W : ndarray of shape (p, p)
        Sample covariance; current estimate, changed in place.
    coefs : ndarray of shape (p, p)
        Row j holds the coefficients of variable j on the others, changed in place; its entry j
        stays 0.
    lam : float
    tol : float
        A row is solved once no coordinate changes the fitted covariances by more.
    max_iter : int
        Largest number of passes through the coordinates of one row.

    Notes
    -----
    Cost: O(p²) a row and pass, less where coefficients do not move.
    Source: Friedman, Hastie and Tibshirani (2008), equations (2.4) and (2.10).
    """
    p = len(S)
    for j in range(p):
        beta = coefs[j]
        fitted = W @ beta  # entry k: covariance of variable k with the fit
        for _ in range(max_iter):
            largest = 0.0
            for k in range(p):
                if k == j:
                    continue
                # the slope as if k were left out; W[k, k] is the curvature of the row's lasso
                pull = S[j, k] - fitted[k] + W[k, k] * beta[k]
                new = (max(pull - lam, 0.0) + min(pull + lam, 0.0)) / W[k, k]
                move = new - beta[k]
                if move != 0.0:
                    beta[k] = new
                    for i in range(p):
                        fitted[i] += move * W[k, i]  # W beta up to date: a visit reads one number
                    largest = max(largest, abs(move) * W[k, k])
            if largest <= tol:
                break
        for k in range(p):
            if k != j:
                # the row of the covariance that these coefficients imply; the diagonal never moves
                W[j, k] = W[k, j] = fitted[k]


def precision_of_rows(W, coefs):
    """Assemble the precision matrix from the regressions of every variable on the others.

    Parameters
    ----------
    W, coefs : ndarray of shape (p, p)
        As :func:`row_lasso_sweep` leaves them.

    Returns
    -------
    ndarray of shape (p, p)
        Symmetric; an entry is 0 unless both its regressions use it.
    """
    W = check_square(W, "W")
    coefs = check_array(coefs, "coefs", shape=W.shape)
    conditional = np.diag(W) - np.einsum("jk,jk->j", W, coefs)  # variance given the others
    precision = -coefs / conditional[:, None]
    np.fill_diagonal(precision, 1 / conditional)
    agree = (precision != 0) & (precision.T != 0)  # rows stop a little apart
    return np.where(agree, 0.5 * (precision + precision.T), 0.0)


def _penalty_matrix(p, lam, penalize_diagonal):
    return lam * (np.ones((p, p)) if penalize_diagonal else 1 - np.eye(p))


def graphical_lasso_objective(S, precision, lam, penalize_diagonal=True):
    r""":math:`\mathrm{tr}(S\Theta)-\log\det\Theta+\lambda\|\Theta\|_1`, infinite off the cone.

    Parameters
    ----------
    S, precision : ndarray of shape (p, p), symmetric
    lam : float
    penalize_diagonal : bool
        Whether the norm counts the diagonal.

    Returns
    -------
    float

    Notes
    -----
    Cost: one Cholesky factorisation. Source: Chen (2013), equation (2.15).
    """
    S, precision, lam = _checked(S, precision, lam, penalize_diagonal)
    return _objective(S, precision, lam, penalize_diagonal)


def _checked(S, precision, lam, penalize_diagonal):
    S = check_square(S, "S")
    check_flag(penalize_diagonal, "penalize_diagonal")
    precision = check_square(precision, "precision", size=len(S))
    return S, precision, check_real(lam, "lam", low=0)


def _objective(S, precision, lam, penalize_diagonal):
    try:
        half = np.linalg.cholesky(precision)
    except np.linalg.LinAlgError:
        return np.inf
    weights = _penalty_matrix(len(S), lam, penalize_diagonal)
    fit = np.vdot(S, precision) - 2 * np.log(np.diag(half)).sum()
    return float(fit + np.vdot(weights, np.abs(precision)))


def _gap(S, W, precision, lam, penalize_diagonal):
    """Primal value at ``precision`` minus the dual value ``logdet W + p``."""
    log_det = 2 * np.log(np.diag(np.linalg.cholesky(W))).sum()
    return _objective(S, precision, lam, penalize_diagonal) - log_det - len(S)


def _drawn_to(S, W, lam, penalize_diagonal):
    """The point between S and W that is nearest to W among those within ``lam`` of S."""
    distance = np.abs(S - W)
    np.fill_diagonal(distance, 0)
    off = distance.max()
    shrink = min(1.0, lam / off) if off > 0 else 1.0
    drawn = (1 - shrink) * S + shrink * W  # dual feasible and positive definite
    np.fill_diagonal(drawn, np.diag(S) + lam * penalize_diagonal)
    return drawn


def _solve_part(S, lam, penalize_diagonal, tol, max_iter, start):
    """Block coordinate descent on one connected part."""
    p = len(S)
    coefs = np.zeros((p, p))
    if start is None:
        off = np.abs(S - np.diag(np.diag(S))).max()
        shrink = min(1.0, lam / off) if off > 0 else 1.0
        W = (1 - shrink) * S  # dual feasible and positive definite
        np.fill_diagonal(W, np.diag(S) + lam * penalize_diagonal)
    else:
        precision, W = start
        W = _drawn_to(S, W, lam, penalize_diagonal)
        # the regressions behind a precision matrix: rows over minus their diagonal entry
        coefs = -precision / np.diag(precision)[:, None]
        np.fill_diagonal(coefs, 0)
    scale = np.abs(S).max()
    inner = min(1e-4, 0.01 * tol) * scale  # rows finer than the gap asked for, in the units of S
    gap = np.inf
    n_iter = 0
    while gap > tol * p and n_iter < max_iter:
        row_lasso_sweep(S, W, coefs, lam, inner, 1000)
        precision = precision_of_rows(W, coefs)
        gap = _gap(S, W, precision, lam, penalize_diagonal)
        n_iter += 1
    return precision, W, gap, n_iter, gap <= tol * p


def graphical_lasso(S, lam, *, penalize_diagonal=True, tol=1e-8, max_iter=1000, start=None):
    r"""Solve :math:`\min_{\Theta\succ0}\mathrm{tr}(S\Theta)-\log\det\Theta+\lambda\|\Theta\|_1`.

    With :math:`W=\Theta^{-1}`, row j of the optimality condition is the lasso
    :math:`\min_\beta\tfrac12\beta^\top W_{-j,-j}\beta-s_j^\top\beta+\lambda\|\beta\|_1`, and
    :math:`W_{-j,j}=W_{-j,-j}\beta`; rows are solved in turn until the duality gap is small.

    Parameters
    ----------
    S : array_like of shape (p, p)
        Sample covariance: symmetric, positive semi-definite.
    lam : float
        Weight of the norm, positive, in the units of ``S``.
    penalize_diagonal : bool
        Whether the norm counts the diagonal, as (2.15) does. Without it, variances are fitted
        exactly.
    tol : float
        Bound on the duality gap per variable.
    max_iter : int
        Largest number of sweeps.
    start : GraphicalLassoRun, optional
        A solution for another penalty, or for a covariance nearby, to begin at: sweeps are saved,
        the result is the same within ``tol``.

    Returns
    -------
    GraphicalLassoRun

    Raises
    ------
    ValueError
        If ``S`` is not symmetric, not finite or has a diagonal that is not positive.

    Notes
    -----
    Cost: O(q³) a sweep for each connected part of q variables of the graph
    :math:`|S_{jk}|>\lambda`; variables of different parts are independent in the solution.
    Source: Chen (2013), equation (2.15); Friedman, Hastie and Tibshirani (2008).
    """
    S = check_square(S, "S", symmetric=True)
    if (np.diag(S) <= 0).any():
        raise ValueError("S must have a positive diagonal")
    penalize_diagonal = check_flag(penalize_diagonal, "penalize_diagonal")
    lam = check_real(lam, "lam", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    if start is not None:
        check_instance(start, "start", GraphicalLassoRun)
        check_square(start.precision, "start", size=len(S))
    # exact: the solution falls apart where the thresholded covariance does
    n_parts, part_of = connected_components(np.abs(S) > lam, directed=False)
    W = np.diag(np.diag(S) + lam * penalize_diagonal)
    precision = np.diag(1 / np.diag(W))
    gap = 0.0
    n_iter = 0
    converged = True
    members = np.split(np.argsort(part_of, kind="stable"), np.cumsum(np.bincount(part_of))[:-1])
    for part in (m for m in members if len(m) > 1):
        block = np.ix_(part, part)
        begin = None
        if start is not None:
            begin = (start.precision[block], start.covariance[block])
        solved = _solve_part(plain_layout(S[block]), lam, penalize_diagonal, tol, max_iter, begin)
        precision[block], W[block] = solved[:2]
        gap = gap + solved[2]
        n_iter = max(n_iter, solved[3])
        converged = converged and bool(solved[4])
    return GraphicalLassoRun(precision, W, float(gap), n_iter, converged, int(n_parts))


def graphical_lasso_kkt(S, precision, lam, penalize_diagonal=True):
    r"""Largest violation of the optimality condition :math:`S-\Theta^{-1}+\lambda G=0`.

    Here :math:`G_{jk}=\mathrm{sign}(\Theta_{jk})` where that is not zero, and anything in
    :math:`[-1,1]` elsewhere.

    Parameters
    ----------
    S, precision : ndarray of shape (p, p)
    lam : float
    penalize_diagonal : bool

    Returns
    -------
    float
        0 at the minimum, in the units of ``S``.

    Raises
    ------
    numpy.linalg.LinAlgError
        If ``precision`` is singular.

    Notes
    -----
    Cost: one inversion.
    """
    S, precision, lam = _checked(S, precision, lam, penalize_diagonal)
    residual = np.linalg.inv(precision) - S
    weights = _penalty_matrix(len(S), lam, penalize_diagonal)
    at_kink = np.maximum(np.abs(residual) - weights, 0)
    smooth = np.abs(residual - weights * np.sign(precision))
    return float(np.where(precision != 0, smooth, at_kink).max())


def edges_of(precision, tol=0.0):
    """Edges j < k of the graph of a precision matrix: the pairs that are not independent.

    Parameters
    ----------
    precision : ndarray of shape (p, p)
    tol : float
        Entries of at most this size count as zero.

    Returns
    -------
    set of (int, int)

    Notes
    -----
    Source: Chen (2013), equation (2.14): an edge is absent exactly where the two variables are
    independent given all others, for a normal law where the precision is 0.
    """
    precision = check_square(precision, "precision")
    tol = check_real(tol, "tol", low=0)
    above = np.argwhere(np.triu(np.abs(precision) > tol, 1))
    return {(int(j), int(k)) for j, k in above}


class GraphicalLasso(BaseEstimator):
    """Sparse inverse covariance of a table of observations.

    Parameters
    ----------
    lam : float
        Weight of the l1 norm of the precision matrix.
    penalize_diagonal : bool
    tol : float
        Bound on the duality gap per variable.
    max_iter : int

    Attributes
    ----------
    location_ : ndarray of shape (n_features,)
    covariance_, precision_ : ndarray of shape (n_features, n_features)
    gap_ : float
    n_iter_ : int
    converged_ : bool
        Whether every part met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_samples n_features²) for the covariance, then that of :func:`graphical_lasso`.
    Source: Chen (2013), section 2.4.
    """

    def __init__(self, lam=0.1, penalize_diagonal=True, tol=1e-8, max_iter=1000):
        self.lam = lam
        self.penalize_diagonal = penalize_diagonal
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y=None):
        """Estimate the precision matrix from the rows of ``X``; ``y`` is ignored."""
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        self.location_ = X.mean(axis=0)
        centred = X - self.location_  # squares of a far mean would hide the covariance
        run = graphical_lasso(
            centred.T @ centred / len(X),
            self.lam,
            penalize_diagonal=self.penalize_diagonal,
            tol=self.tol,
            max_iter=self.max_iter,
        )
        self.precision_ = run.precision
        self.covariance_ = run.covariance
        self.gap_ = run.gap
        self.n_iter_ = run.n_iter
        self.converged_ = run.converged
        if not run.converged:
            warn_stopped(self, run.n_iter)
        return self

    def score(self, X, y=None):
        """Mean log-density of the rows under the fitted normal law; O(n p^2 + p^3)."""
        check_is_fitted(self)
        centred = validate_data(self, X, dtype=float, reset=False) - self.location_
        squares = np.einsum("ij,jk,ik->i", centred, self.precision_, centred, optimize=True)
        log_det = np.linalg.slogdet(self.precision_)[1]
        return float(0.5 * (log_det - squares.mean() - centred.shape[1] * np.log(2 * np.pi)))
