r"""Graphical lassos at falling penalties, each begun at the last: Chen (2013), section 6.3.1."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_array, check_count, check_flag, check_real, check_square

from .graphical_lasso import row_lasso_sweep
from .refit import log_determinant, row_precision

__all__ = ["GraphicalLassoPath", "graphical_lasso_path", "walk_path"]


@njit
def _draw_towards(S, W, lam, penalize_diagonal):
    """Draw W, within an older penalty of S, to within ``lam``: dual feasible, positive definite."""
    p = len(S)
    off = 0.0
    for j in range(p):
        for k in range(p):
            if k != j:
                off = max(off, abs(S[j, k] - W[j, k]))
    shrink = min(1.0, lam / off) if off > 0 else 1.0
    for j in range(p):
        for k in range(p):
            W[j, k] = S[j, k] + shrink * (W[j, k] - S[j, k])
        W[j, j] = S[j, j] + (lam if penalize_diagonal else 0.0)


@njit
def _objective(S, precision, lam, penalize_diagonal, L):
    """Penalised negative log-likelihood; ``L`` is room for a factor."""
    p = len(S)
    value = -log_determinant(precision, L)
    for j in range(p):
        for k in range(p):
            weight = lam if penalize_diagonal or k != j else 0.0
            value += S[j, k] * precision[j, k] + weight * abs(precision[j, k])
    return value


@njit
def walk_path(S, lams, penalize_diagonal, tol, max_iter):
    """Graphical lassos at falling penalties, each begun at the solution before.

    Returns precisions (m, p, p), duality gaps (m,) and numbers of sweeps (m,).
    """
    p = len(S)
    m = len(lams)
    precisions = np.zeros((m, p, p))
    gaps = np.full(m, np.inf)
    sweeps = np.zeros(m, np.int64)
    W = np.zeros((p, p))
    coefs = np.zeros((p, p))
    L = np.empty((p, p))
    scale = np.abs(S).max()
    inner = min(1e-4, 0.01 * tol) * scale
    for i in range(m):
        # a smaller penalty asks W to be nearer to S: the last solution is drawn there, not dropped
        _draw_towards(S, W, lams[i], penalize_diagonal)
        while gaps[i] > tol * p and sweeps[i] < max_iter:
            row_lasso_sweep(S, W, coefs, lams[i], inner, 1000)
            sweeps[i] += 1
            # early sweeps may explain a variable wholly: then there is no gap to judge yet
            if row_precision(W, coefs, precisions[i]):
                value = _objective(S, precisions[i], lams[i], penalize_diagonal, L)
                # any positive definite W within lam of S is dual feasible
                gaps[i] = value - log_determinant(W, L) - p  # the dual value is log|W| + p
    return precisions, gaps, sweeps


class GraphicalLassoPath(NamedTuple):
    """What :func:`graphical_lasso_path` returns.

    Attributes
    ----------
    lams : ndarray of shape (m,)
        Falling.
    precisions : ndarray of shape (m, p, p)
    gaps : ndarray of shape (m,)
        Duality gaps.
    n_iter : ndarray of int, shape (m,)
        Sweeps.
    converged : bool
    """

    lams: np.ndarray
    precisions: np.ndarray
    gaps: np.ndarray
    n_iter: np.ndarray
    converged: bool


def graphical_lasso_path(S, lams=20, *, ratio=0.02, penalize_diagonal=True, tol=1e-7, max_iter=200):
    """Graphical lassos at falling penalties, each begun at the solution before.

    Parameters
    ----------
    S : array_like of shape (p, p)
        Sample covariance: symmetric, positive semi-definite.
    lams : int or array_like of shape (m,)
        Penalties; or how many, in equal ratios down from the least one without an edge.
    ratio : float
        The last penalty over the first, if a number is given.
    penalize_diagonal : bool
        As for :func:`graphical_lasso`.
    tol : float
        Bound on the duality gap per variable.
    max_iter : int
        Largest number of sweeps for a penalty; reaching it warns.

    Returns
    -------
    GraphicalLassoPath

    Notes
    -----
    Cost: O(p³) a sweep; a penalty near the last takes few.
    Source: Chen (2013), section 6.3.1.

    Examples
    --------
    >>> S = [[1.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 1.0]]
    >>> path = graphical_lasso_path(S, [0.3, 0.15])
    >>> (path.precisions[:, [0, 1, 0], [1, 2, 2]] != 0).tolist()
    [[True, False, False], [True, True, False]]
    """
    S = check_square(S, "S", symmetric=True)
    if (np.diag(S) <= 0).any():
        raise ValueError("S must have a positive diagonal")
    ratio = check_real(ratio, "ratio", low=0, high=1, open_low=True)
    if np.ndim(lams) == 0:
        count = check_count(lams, "lams", low=1)
        top = np.abs(S - np.diag(np.diag(S))).max()
        lams = (top or np.diag(S).max()) * ratio ** np.linspace(0, 1, count)
    lams = np.sort(check_array(lams, "lams", ndim=1, min_rows=1, low=0, open_low=True))[::-1]
    penalize_diagonal = check_flag(penalize_diagonal, "penalize_diagonal")
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    lams = lams.copy()
    made = walk_path(plain_layout(S), lams, penalize_diagonal, tol, max_iter)
    precisions, gaps, n_iter = made
    converged = bool((gaps <= tol * len(S)).all())
    if not converged:
        warn_stopped("graphical_lasso_path", max_iter)
    return GraphicalLassoPath(lams, precisions, gaps, n_iter, converged)
