r"""The maximum-likelihood precision matrix of a given graph: the lasso's bias taken away.

.. math:: \max_{\Theta\succ0}\ \log\det\Theta-\mathrm{tr}(S\Theta)\quad
   \text{with }\Theta_{jk}=0\text{ off the graph}

Chen (2013), section 6.3.1. Every variable is regressed on its neighbours in turn (Hastie and others
2009, Algorithm 17.1): the graphical lasso without a penalty on the graph.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_count, check_real, check_square

__all__ = [
    "Refit",
    "log_determinant",
    "refit_in_place",
    "refit_precision",
    "refit_sweep",
    "row_precision",
]


@njit
def log_determinant(A, L):
    """Log-determinant of a symmetric matrix by its Cholesky factor, written to the lower ``L``.

    Minus infinity if the matrix is not positive definite beyond rounding. Cost: O(p³ / 3).
    """
    p = len(A)
    total = 0.0
    for i in range(p):
        for j in range(i):
            rest = A[i, j]
            for k in range(j):
                rest -= L[i, k] * L[j, k]
            L[i, j] = rest / L[j, j]
        rest = A[i, i]
        for k in range(i):
            rest -= L[i, k] * L[i, k]
        if not rest > 1e-12 * A[i, i]:  # also refuses NaN
            return -np.inf
        L[i, i] = np.sqrt(rest)
        total += 2 * np.log(L[i, i])
    return total


@njit
def row_precision(W, coefs, precision):
    """The precision matrix of every variable's regression on the others, in place.

    False if a variable is explained to the last digit, so that there is none.
    """
    p = len(W)
    for j in range(p):
        rest = W[j, j]
        for k in range(p):
            rest -= W[j, k] * coefs[j, k]
        if not rest > 1e-12 * W[j, j]:
            return False
        precision[j, j] = 1 / rest
    for j in range(p):
        for k in range(j):
            both = coefs[j, k] != 0.0 and coefs[k, j] != 0.0  # rows stop a little apart
            pull = -0.5 * (coefs[j, k] * precision[j, j] + coefs[k, j] * precision[k, k])
            precision[j, k] = precision[k, j] = pull if both else 0.0
    return True


@njit
def refit_sweep(S, edges, W, coefs, A, L):
    """Regress every variable on its neighbours, and write its covariances into ``W``.

    Parameters
    ----------
    S, W, coefs : ndarray of shape (p, p)
        As for ``row_lasso_sweep``.
    edges : ndarray of bool, shape (p, p)
    A, L : ndarray of shape (p, p)
        Room to work in.

    Returns
    -------
    float
        Largest change of a covariance, in standard deviations; infinite if neighbours are
        collinear.

    Notes
    -----
    Cost: O(k³ + p k) for a variable with k neighbours.
    """
    p = len(S)
    largest = 0.0
    near = np.empty(p, dtype=np.int64)
    x = np.empty(p)
    for j in range(p):
        # the neighbours of variable j
        m = 0
        for k in range(p):
            if edges[j, k]:
                near[m] = k
                m += 1
        for a in range(m):
            for b in range(a + 1):
                A[a, b] = W[near[a], near[b]]
        # Cholesky factor of the neighbours' covariances
        if log_determinant(A[:m, :m], L) == -np.inf:
            return np.inf
        # forward, then backward substitution: coefficients of the regression
        for a in range(m):
            x[a] = S[j, near[a]]
            for b in range(a):
                x[a] -= L[a, b] * x[b]
            x[a] /= L[a, a]
        for a in range(m - 1, -1, -1):
            for b in range(a + 1, m):
                x[a] -= L[b, a] * x[b]
            x[a] /= L[a, a]
        for a in range(m):
            coefs[j, near[a]] = x[a]
        # covariances that these coefficients imply with all others
        for k in range(p):
            if k == j:
                continue
            fitted = 0.0
            for a in range(m):
                fitted += W[k, near[a]] * x[a]
            move = abs(fitted - W[j, k]) / np.sqrt(S[j, j] * S[k, k])  # as a correlation
            largest = max(largest, move)
            W[j, k] = W[k, j] = fitted
    return largest


@njit
def refit_in_place(S, edges, tol, max_iter, precision):
    """Sweeps until nothing moves; minus the number of sweeps if they stopped, 0 if they failed."""
    p = len(S)
    A = np.empty((p, p))
    L = np.empty((p, p))
    W = S.copy()
    if log_determinant(S, L) == -np.inf:  # fewer rows than variables: begin a little inside
        for j in range(p):
            for k in range(p):
                if j != k:
                    W[j, k] *= 0.9  # a share of the identity makes a singular matrix definite
    coefs = np.zeros((p, p))
    for sweep in range(max_iter):
        move = refit_sweep(S, edges, W, coefs, A, L)
        if move == np.inf:
            return 0
        if move <= tol:
            return sweep + 1 if row_precision(W, coefs, precision) else 0
    return -max_iter if row_precision(W, coefs, precision) else 0


class Refit(NamedTuple):
    """What :func:`refit_precision` returns.

    Attributes
    ----------
    precision : ndarray of shape (p, p)
        Symmetric, zero off the graph.
    n_iter : int
    converged : bool
    """

    precision: np.ndarray
    n_iter: int
    converged: bool


def refit_precision(S, adjacency, *, tol=1e-10, max_iter=10_000):
    r"""Maximum-likelihood precision matrix with zeros off a given graph.

    Parameters
    ----------
    S : array_like of shape (p, p)
        Sample covariance, symmetric.
    adjacency : array_like of bool, shape (p, p)
        The graph; a precision matrix counts as one, its diagonal is not looked at.
    tol : float
        Largest change of a covariance in the last sweep, in standard deviations.
    max_iter : int
        Largest number of sweeps; reaching it warns.

    Returns
    -------
    Refit

    Raises
    ------
    ValueError
        If the graph is not symmetric, or if there is no maximum: with few rows a variable may be
        explained by its neighbours to the last digit.

    Notes
    -----
    The inverse has the entries of S on the diagonal and on the graph. Cost: a sweep is O(k³ + pk)
    for each variable with k neighbours; a graph without chordless cycles takes few.
    Source: Chen (2013), section 6.3.1; Hastie, Tibshirani and Friedman (2009), Algorithm 17.1.

    Examples
    --------
    >>> S = [[2.0, 1.0, 0.5], [1.0, 2.0, 1.0], [0.5, 1.0, 2.0]]
    >>> chain = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    >>> np.linalg.inv(refit_precision(S, chain).precision).round(6).tolist()
    [[2.0, 1.0, 0.5], [1.0, 2.0, 1.0], [0.5, 1.0, 2.0]]
    """
    S = check_square(S, "S", symmetric=True)
    if (np.diag(S) <= 0).any():
        raise ValueError("S must have a positive diagonal")
    edges = check_square(adjacency, "adjacency", size=len(S)) != 0
    np.fill_diagonal(edges, False)
    if (edges != edges.T).any():
        raise ValueError("adjacency must be symmetric")
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    units = np.sqrt(np.diag(S))
    precision = np.zeros_like(S)
    R = plain_layout(S / np.outer(units, units))
    n_iter = refit_in_place(R, edges, tol, max_iter, precision)
    if n_iter == 0:
        raise ValueError("S has too few rows behind it for this adjacency: no maximum")
    if n_iter < 0:
        warn_stopped("refit_precision", max_iter)
    return Refit(precision / np.outer(units, units), abs(n_iter), n_iter > 0)
