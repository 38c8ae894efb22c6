"""Matrix algebra that several rooms share.

Pivoted incomplete Cholesky decomposition of a Gaussian Gram matrix that is too large to form, as
used by Bach and Jordan (2002, Section 4.2) and, through them, by Shimizu et al. (2011, Section
3.1); and updates of an inverse when its matrix changes by rank one or gains a row and a column
(Sugiyama 2016, Fig. 23.12); a vector with its mean and its scale taken out; matrices stacked into
vectors (Sugiyama 2016, Fig. 6.5).
"""

from functools import cache

import numpy as np
from threadpoolctl import ThreadpoolController

from ._jit import njit, plain_layout
from ._validation import check_array, check_count, check_real

__all__ = [
    "commutation_matrix",
    "incomplete_cholesky",
    "inverse_bordered",
    "inverse_rank_one",
    "one_blas_thread",
    "standardize",
    "vec",
]


@cache
def _thread_pools():
    return ThreadpoolController()


def one_blas_thread():
    """Context with a single BLAS thread: many small products lose time to more of them."""
    return _thread_pools().limit(limits=1, user_api="blas")


@njit
def pivoted_gaussian_factor(X, sigma, tol, max_rank):
    """Rows ``G[:M]`` with ``G.T @ G`` close to the Gram matrix of the rows of ``X``.

    The diagonal ``d`` holds what is left of the Gram matrix; its sum is the error of the trace.
    """
    n, width = X.shape
    G = np.empty((max_rank, n))
    d = np.ones(n)
    rank = 0
    while rank < max_rank:
        left = 0.0
        pivot = 0
        for i in range(n):
            left += d[i]
            if d[i] > d[pivot]:
                pivot = i
        if left <= tol or d[pivot] <= 0.0:
            break
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
            d[i] = max(d[i] - row[i] * row[i], 0.0)
        d[pivot] = 0.0
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


def _inverse_and_vector(A_inv, b):
    b = check_array(b, "b", ndim=1, min_rows=1)
    return check_array(A_inv, "A_inv", shape=(len(b), len(b))), b


def inverse_rank_one(A_inv, b, scale=1.0):
    r"""Inverse of :math:`A+s\,bb^\top` from the inverse of a symmetric ``A``.

    The matrix inversion lemma :math:`A^{-1}-sA^{-1}bb^\top A^{-1}/(1+s\,b^\top A^{-1}b)`.

    Parameters
    ----------
    A_inv : array_like, shape (n, n)
        Inverse of ``A``; symmetric.
    b : array_like, shape (n,)
    scale : float
        The factor s: 1 adds a sample to a Gram matrix, -1 takes it away.

    Returns
    -------
    ndarray, shape (n, n)

    Raises
    ------
    ValueError
        If the updated matrix is singular, or the shapes do not match.

    Notes
    -----
    Cost: O(n^2) instead of O(n^3). Source: Sugiyama (2016), Fig. 23.12.
    """
    A_inv, b = _inverse_and_vector(A_inv, b)
    scale = check_real(scale, "scale")
    v = A_inv @ b
    pivot = 1 + scale * (b @ v)
    if abs(pivot) <= 1e-14 * (1 + abs(scale * (b @ v))):
        raise ValueError("b makes the matrix singular: 1 + scale * b' A_inv b is zero")
    return A_inv - (scale / pivot) * np.outer(v, v)


def inverse_bordered(A_inv, b, c):
    r"""Inverse of :math:`\begin{pmatrix}A&b\\b^\top&c\end{pmatrix}` from that of symmetric ``A``.

    Parameters
    ----------
    A_inv : array_like, shape (n, n)
        Inverse of ``A``; symmetric.
    b : array_like, shape (n,)
        The new column.
    c : float
        The new corner.

    Returns
    -------
    ndarray, shape (n + 1, n + 1)

    Raises
    ------
    ValueError
        If :math:`c=b^\top A^{-1}b`, where the bordered matrix is singular.

    Notes
    -----
    Cost: O(n^2). Source: Sugiyama (2016), Fig. 23.12.
    """
    A_inv, b = _inverse_and_vector(A_inv, b)
    c = check_real(c, "c")
    v = A_inv @ b
    schur = c - b @ v
    if abs(schur) <= 1e-14 * (abs(c) + abs(b @ v)):
        raise ValueError("c makes the matrix singular: c - b' A_inv b is zero")
    n = len(b)
    inverse = np.empty((n + 1, n + 1))
    inverse[:n, :n] = A_inv + np.outer(v, v) / schur
    inverse[:n, n] = inverse[n, :n] = -v / schur
    inverse[n, n] = 1 / schur
    return inverse


def standardize(x, name="x"):
    """Return ``x`` with mean 0 and standard deviation 1.

    Raises
    ------
    ValueError
        If ``x`` is not a finite vector of at least two values, or is constant.
    """
    x = check_array(x, name, ndim=1, min_rows=2)
    centred = x - x.mean()
    scale = np.sqrt(centred @ centred / len(x))
    if scale <= 1e-12 * max(abs(x).max(), 1e-300):
        raise ValueError(f"{name} must not be constant")
    return centred / scale


def vec(A):
    """Stack the columns of a matrix into one vector.

    Parameters
    ----------
    A : array_like, shape (..., m, n)

    Returns
    -------
    ndarray, shape (..., m * n)

    Raises
    ------
    ValueError
        If ``A`` has fewer than two axes or is not finite.

    Notes
    -----
    Then ``vec(A @ B @ C)`` is ``np.kron(C.T, A) @ vec(B)``: the first costs O(n^3) for n by n
    matrices, the second O(n^4). Source: Sugiyama (2016), Fig. 6.5.

    Examples
    --------
    >>> vec([[1, 2], [3, 4]])
    array([1., 3., 2., 4.])
    """
    A = check_array(A, "A")
    if A.ndim < 2:
        raise ValueError(f"A must be a matrix, or several; got shape {A.shape}")
    return np.swapaxes(A, -1, -2).reshape(*A.shape[:-2], -1)


def commutation_matrix(m, n=None):
    """The permutation K with ``K @ vec(A) == vec(A.T)`` for every m by n matrix A.

    Parameters
    ----------
    m, n : int
        At least 1; ``n`` is ``m`` by default.

    Returns
    -------
    ndarray, shape (m * n, m * n)

    Notes
    -----
    Cost: O(m^2 n^2), the size of what is returned. Source: the matrix that the covariance of a
    Wishart matrix needs; Sugiyama (2016), section 6.4, has none.

    Examples
    --------
    >>> commutation_matrix(2) @ vec([[1, 2], [3, 4]])
    array([1., 2., 3., 4.])
    """
    m = check_count(m, "m", low=1)
    n = m if n is None else check_count(n, "n", low=1)
    place = np.arange(m * n).reshape(n, m).T.ravel()  # where vec(A) holds what vec(A.T) asks for
    return np.eye(m * n)[place]
