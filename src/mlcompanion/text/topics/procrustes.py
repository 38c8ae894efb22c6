r"""The nearest matrix with orthonormal columns (Chen 2013, Theorem 9.1)."""

import numpy as np
from scipy.linalg import qr, svd

from mlcompanion._validation import check_array

__all__ = ["procrustes_orthonormal"]


def procrustes_orthonormal(V, near=None):
    r"""Matrix with orthonormal columns that agrees most with ``V``.

    With the thin singular value decomposition :math:`V=P\Delta Q`, the product

    .. math:: U=PQ

    maximises :math:`\mathrm{tr}(U^\top V)` over :math:`U^\top U=I`; the maximum is the sum of the
    singular values. ``Q`` is what :func:`numpy.linalg.svd` returns last: it is not transposed.

    Parameters
    ----------
    V : array_like, shape (n, d)
        At least as many rows as columns.
    near : array_like, shape (n, d), optional
        Where V has lost rank there are many maximisers: the one that agrees most with ``near`` is
        returned. Default: any.

    Returns
    -------
    ndarray, shape (n, d)

    Raises
    ------
    ValueError
        If there are more columns than rows, or shapes do not fit.

    Notes
    -----
    Cost: O(n d²). Source: Chen (2013), Theorem 9.1; for lost rank the source puts a tiny number
    for a singular value that is zero, which leaves open where its column points.

    Examples
    --------
    >>> procrustes_orthonormal([[3.0, 0.0], [0.0, 0.5], [0.0, 0.0]])
    array([[1., 0.],
           [0., 1.],
           [0., 0.]])
    """
    V = check_array(V, "V", ndim=2, min_rows=1)
    n, d = V.shape
    if not 1 <= d <= n:
        raise ValueError(f"V must have between 1 and n columns, got shape {V.shape}")
    if near is not None:
        near = check_array(near, "near", shape=V.shape)
    return orthonormal_factor(V, near)[0]


def orthonormal_factor(V, near=None):
    """The maximiser and the maximum, the sum of the singular values, of a checked matrix."""
    P, sizes, Q = svd(V, full_matrices=False, check_finite=False)
    rank = int(np.sum(sizes > sizes[0] * max(V.shape) * np.finfo(float).eps))
    total = float(sizes.sum())
    if near is None or rank == V.shape[1]:
        return P @ Q, total
    # of the directions that V leaves open, those that turn `near` least
    kept = P[:, :rank]
    open_part = near @ Q[rank:].T
    basis = qr(np.hstack([kept, open_part]), mode="economic", check_finite=False)[0][:, rank:]
    left, _, right = svd(basis.T @ open_part, check_finite=False)
    return kept @ Q[:rank] + basis @ left @ right @ Q[rank:], total
