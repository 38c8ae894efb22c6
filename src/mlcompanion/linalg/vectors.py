"""A vector with its mean and scale taken out; matrices as vectors; distances between rows.

Matrices are stacked into vectors as in Sugiyama (2016), Fig. 6.5.
"""

import numpy as np
from scipy.spatial.distance import cdist

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
    Cost O(n m d), in one matrix product of the rows about the mean of ``Z``. Its rounding is that
    of the largest square; pairs so near that it would leave less than eight digits are computed
    from their differences.

    Examples
    --------
    >>> squared_distances([[1e8 + 1]], [[1e8 + 2], [1e8 + 4]])
    array([[1., 9.]])
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Z = check_array(Z, "Z", shape=(None, X.shape[1]), min_rows=1)
    # about their centre, rows are short, and expanded squares round less
    centre = Z.mean(axis=0)
    rows = X - centre
    others = Z - centre
    distances = expanded_squares(rows, others)
    # distances that rounding might have spoilt are taken again, by differences
    near = distances <= 1e8 * rounding_of_squares(rows, others)[:, None]
    count = np.count_nonzero(near)
    if count * X.shape[1] > distances.size:  # too many to take one by one
        return cdist(X, Z, "sqeuclidean")
    if count:
        i, j = np.nonzero(near)
        distances[i, j] = np.square(X[i] - Z[j]).sum(axis=1)
    return distances


def expanded_squares(X, Z):
    """Squared distances of checked rows as ``|x|^2 - 2 <x, z> + |z|^2``, never negative."""
    distances = X @ (-2 * Z.T)
    distances += np.einsum("ij,ij->i", X, X)[:, None]
    distances += np.einsum("ij,ij->i", Z, Z)
    return np.maximum(distances, 0, out=distances)


def rounding_of_squares(X, Z):
    """A bound of the rounding of :func:`expanded_squares`, for each row of ``X``."""
    largest = np.einsum("ij,ij->i", Z, Z).max()
    lengths = np.einsum("ij,ij->i", X, X)
    return 2 * (X.shape[1] + 2) * np.finfo(float).eps * (lengths + largest)


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
    # vec(A) runs down columns: entry (i, j) of A stands at j m + i
    place = np.arange(m * n).reshape(n, m).T.ravel()  # where vec(A) holds what vec(A.T) asks for
    return np.eye(m * n)[place]
