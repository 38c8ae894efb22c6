"""Cholesky factors: of a covariance in any units, and of a Gram matrix that is too large to form.

The pivoted incomplete decomposition is that of Bach and Jordan (2002, Section 4.2) and, through
them, Shimizu et al. (2011, Section 3.1).
"""

from functools import cache

import numpy as np
from scipy.linalg import cholesky
from threadpoolctl import ThreadpoolController

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real

__all__ = ["incomplete_cholesky", "one_blas_thread", "scaled_cholesky"]


@cache
def _thread_pools():
    return ThreadpoolController()


def one_blas_thread():
    """Context with a single BLAS thread: many small products lose time to more of them."""
    return _thread_pools().limit(limits=1, user_api="blas")


def scaled_cholesky(S):
    """Lower Cholesky factor of a covariance, refused by its correlations: units change nothing.

    Parameters
    ----------
    S : ndarray, shape (d, d)
        Symmetric and finite.

    Returns
    -------
    ndarray, shape (d, d)

    Raises
    ------
    numpy.linalg.LinAlgError
        If the matrix of the correlations is singular to rounding.

    Notes
    -----
    Cost: O(d³).
    """
    sd = np.sqrt(np.diag(S))
    if not sd.all():
        raise np.linalg.LinAlgError("a variance is zero")
    # correlations have diagonal 1: what is left of a pivot is told without units
    L = cholesky(S / np.outer(sd, sd), lower=True)
    if np.diag(L).min() ** 2 <= len(S) * 1e-13:
        raise np.linalg.LinAlgError("the correlations are singular to rounding")
    return sd[:, None] * L


@njit
def pivoted_gaussian_factor(X, sigma, tol, max_rank):
    """Rows ``G[:M]`` with ``G.T @ G`` close to the Gram matrix of the rows of ``X``.

    The diagonal ``d`` holds what is left of the Gram matrix; its sum is the error of the trace.
    """
    n, width = X.shape
    G = np.empty((min(max_rank, 32), n))  # doubled when full: nobody knows the rank beforehand
    d = np.ones(n)
    rank = 0
    while rank < max_rank:
        left = 0.0
        pivot = 0
        for i in range(n):
            left += d[i]
            if d[i] > d[pivot]:  # the largest residue lowers the trace most
                pivot = i
        if left <= tol or d[pivot] <= 0.0:
            break
        if rank == len(G):
            larger = np.empty((min(max_rank, 2 * rank), n))
            larger[:rank] = G
            G = larger
        row = G[rank]
        for i in range(n):  # column `pivot` of the Gram matrix
            square = 0.0
            for c in range(width):
                gap = X[i, c] - X[pivot, c]
                square += gap * gap
            row[i] = np.exp(-square / (2 * sigma * sigma))
        for m in range(rank):  # minus what earlier pivots explain
            weight = G[m, pivot]
            earlier = G[m]
            for i in range(n):
                row[i] -= weight * earlier[i]
        scale = 1 / np.sqrt(d[pivot])
        for i in range(n):
            row[i] *= scale
            d[i] = max(d[i] - row[i] * row[i], 0.0)  # a residue below 0 is rounding
        d[pivot] = 0.0  # exactly: rounding would make it a pivot again
        rank += 1
    return G[:rank].copy()


def incomplete_cholesky(X, *, sigma=1.0, tol=1e-6, max_rank=None):
    r"""Factor the Gaussian Gram matrix of the rows of ``X`` without forming it.

    At each step the row with the largest unexplained diagonal becomes a pivot, until the trace of
    :math:`K-GG^\top` (never negative) is at most ``tol``.

    Parameters
    ----------
    X : array_like, shape (n_samples,) or (n_samples, n_features)
    sigma : float
        Width of the kernel :math:`\exp(-\|x-x'\|^2/(2\sigma^2))`, in the units of ``X``.
    tol : float
        Largest trace of the remainder; the trace of ``K`` itself is ``n_samples``.
    max_rank : int, optional
        Stop at this rank; default ``n_samples``.

    Returns
    -------
    G : ndarray, shape (n_samples, rank)
        ``G @ G.T`` approximates ``K``.

    Raises
    ------
    ValueError
        If ``X`` is empty or not finite, ``sigma`` is not positive, ``tol`` negative or
        ``max_rank`` less than 1.

    Notes
    -----
    Cost: O(n_samples · rank²) time, O(n_samples · rank) memory.
    Source: Bach and Jordan (2002), Section 4.2.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-2, 2, 500)
    >>> incomplete_cholesky(x, sigma=1.0, tol=1e-3).shape
    (500, 9)
    """
    X = check_array(X, "X")
    if X.ndim == 1:
        X = X[:, None]
    X = plain_layout(check_array(X, "X", ndim=2, min_rows=1))
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    n = len(X)
    max_rank = n if max_rank is None else min(check_count(max_rank, "max_rank", low=1), n)
    return pivoted_gaussian_factor(X, sigma, tol, max_rank).T
