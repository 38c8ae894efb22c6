"""Pairs of points known to be alike or different, as a sparse matrix of signs.

Shared by clustering and by kernel learning: the matrix T of Zhuang, Tsang and Hoi (2011),
Equation 7, with 1 for a must-link, -1 for a cannot-link, both (i, j) and (j, i) stored.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from mlcompanion._validation import check_square

__all__ = ["check_pairs", "linked_groups"]


def check_pairs(T, name="T", *, size=None):
    """Return a matrix of pairs as CSR with sorted indices, or say what is wrong with it.

    Parameters
    ----------
    T : array_like or sparse matrix, shape (n, n)
        Symmetric, entries -1, 0 and 1, nothing on the diagonal.
    name : str
    size : int, optional
        Required number of points.

    Returns
    -------
    csr_array of float, shape (n, n)
        Without stored zeros.

    Raises
    ------
    ValueError
        If a pair is called both same and different, an entry is not -1, 0 or 1, the matrix is not
        symmetric, or a point is paired with itself.
    """
    if sparse.issparse(T):
        _refuse_both(T, name)
    # what stands twice is added up, so that the same pair twice is refused as a 2
    T = check_square(T, name, size=size, accept_sparse=True)
    T = sparse.csr_array(T, dtype=float, copy=True)
    T.sum_duplicates()
    T.eliminate_zeros()
    check_square(T, name, accept_sparse=True, symmetric=True, among=(-1, 0, 1))
    if T.diagonal().any():
        raise ValueError(f"{name} must pair different points, got an entry on its diagonal")
    T.sort_indices()
    return T


def _refuse_both(T, name):
    """A sparse matrix may store an entry twice: once as 1 and once as -1 is no zero."""
    entries = sparse.coo_array(T)
    rows, columns = entries.coords
    codes = rows.astype(np.int64) * T.shape[1] + columns
    clash = np.intersect1d(codes[entries.data > 0], codes[entries.data < 0])
    if clash.size:
        i, j = (int(part) for part in divmod(clash[0], T.shape[1]))
        raise ValueError(f"{name} calls the pair ({i}, {j}) both same and different")


def linked_groups(T):
    """Number of groups that must-links hold together, and the group of each point.

    Parameters
    ----------
    T : csr_array, shape (n, n)
        As :func:`check_pairs` returns it.

    Returns
    -------
    n_groups : int
    groups : ndarray of int, shape (n,)
    """
    # scipy takes a stored entry for an edge, whatever its sign
    same = sparse.csr_array(T.maximum(0))
    same.eliminate_zeros()
    n_groups, groups = connected_components(same, directed=False)
    return int(n_groups), groups
