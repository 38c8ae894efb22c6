"""A vector with its mean and scale taken out; matrices as vectors; distances between rows.

Matrices are stacked into vectors as in Sugiyama (2016), Fig. 6.5.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count

__all__ = ["commutation_matrix", "squared_distances", "standardize", "vec"]


def squared_distances(X, Z):
    """Return all squared distances between two sets of rows, never negative.

    Parameters
    ----------
    X : array_like, shape (n, d)
    Z : array_like, shape (m, d)

    Returns
    -------
    ndarray, shape (n, m)
        In the squared units of the data.

    Notes
    -----
    Cost O(n m d), in one matrix product; rounding is relative to the largest squared norm, and
    what it would make negative is zero.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Z = check_array(Z, "Z", shape=(None, X.shape[1]), min_rows=1)
    distances = X @ (-2 * Z.T)
    distances += np.einsum("ij,ij->i", X, X)[:, None]
    distances += np.einsum("ij,ij->i", Z, Z)
    return np.maximum(distances, 0, out=distances)


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
