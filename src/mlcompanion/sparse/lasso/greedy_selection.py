r"""Subsets of features by squared error: forward, backward, and all of them.

Sugiyama (2016), section 24.3. All three return, for every size, a subset of that size and its
residual sum of squares :math:`\min_w\|y-X_Sw\|^2`.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import column_units
from mlcompanion._validation import check_array, check_count

__all__ = ["SubsetPath", "backward_elimination", "best_subset", "forward_selection"]


class SubsetPath(NamedTuple):
    """Subsets of growing size.

    Attributes
    ----------
    subsets : list of ndarray of int
        ``subsets[k]`` has k features, in rising order; None where no subset was visited.
    rss : ndarray of shape (len(subsets),)
        Their residual sums of squares.
    """

    subsets: list
    rss: np.ndarray


def _check(X, y):
    """Columns in units of their sizes, which changes no residual, and outputs."""
    X = check_array(X, "X", ndim=2, min_rows=1)
    return X / column_units(X), check_array(y, "y", shape=(len(X),))


def forward_selection(X, y, n_features=None):
    """Add, one at a time, the feature that lowers the squared error most.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_columns)
    y : array_like of shape (n_samples,)
    n_features : int, optional
        Where to stop; default, and at most, the smaller side of X.

    Returns
    -------
    SubsetPath

    Raises
    ------
    ValueError
        If shapes do not fit or ``n_features`` is too large.

    Notes
    -----
    Each column is kept as what the chosen ones leave of it, so a gain is one inner product.
    Cost: O(n_samples n_columns) a feature. Source: Sugiyama (2016), section 24.3.
    """
    X, y = _check(X, y)
    limit = min(X.shape)
    if n_features is not None:
        limit = check_count(n_features, "n_features", high=limit)
    left = X.copy()
    residual = y.copy()
    sizes = np.einsum("ij,ij->j", X, X)
    floor = 1e-12 * sizes  # below it a column depends on the chosen ones
    chosen = []
    subsets = [np.array([], int)]
    rss = [residual @ residual]
    for _ in range(limit):
        sizes = np.einsum("ij,ij->j", left, left)
        usable = sizes > floor
        usable[chosen] = False  # what they leave of themselves is rounding
        if not usable.any():
            break
        gain = np.full(len(sizes), -1.0)
        gain[usable] = (left.T @ residual)[usable] ** 2 / sizes[usable]
        j = int(np.argmax(gain))
        direction = left[:, j] / np.sqrt(sizes[j])
        residual = residual - direction * (direction @ residual)
        # Gram-Schmidt on all columns: the next gains are those beyond the chosen ones
        left -= np.outer(direction, direction @ left)
        chosen.append(j)
        subsets.append(np.sort(chosen))
        rss.append(residual @ residual)
    return SubsetPath(subsets, np.array(rss))


def backward_elimination(X, y):
    r"""Delete, one at a time, the feature whose loss raises the squared error least.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_columns)
        Linearly independent columns.
    y : array_like of shape (n_samples,)

    Returns
    -------
    SubsetPath

    Raises
    ------
    ValueError
        If shapes do not fit or the columns depend on each other.

    Notes
    -----
    Deleting j raises the sum of squares by :math:`w_j^2/(G^{-1})_{jj}`, with G the Gram matrix.
    Cost: O(n_samples n_columns²) once, then O(n_columns²) a feature.
    Source: Sugiyama (2016), section 24.3.
    """
    X, y = _check(X, y)
    if np.linalg.matrix_rank(X) < X.shape[1]:
        raise ValueError("X must have linearly independent columns, no more than rows")
    active = np.arange(X.shape[1])
    inverse = np.linalg.inv(X.T @ X)
    w = inverse @ (X.T @ y)
    subsets = [active]
    rss = [np.sum((y - X @ w) ** 2)]
    while len(active):
        rises = w**2 / np.diag(inverse)
        k = int(np.argmin(rises))
        rss.append(rss[-1] + rises[k])
        column = inverse[:, k]
        pivot = inverse[k, k]
        keep = np.arange(len(active)) != k
        w = (w - column * (w[k] / pivot))[keep]
        # the inverse of the Gram matrix without k, from that with k: O(n^2), no new inversion
        inverse = (inverse - np.outer(column, column) / pivot)[np.ix_(keep, keep)]
        active = active[keep]
        subsets.append(active)
    return SubsetPath(subsets[::-1], np.array(rss[::-1]))


@njit
def _all_subsets(gram, limit):
    """Depth first: a subset is its parent and one pivot on the columns after its last member.

    ``gram`` has y as last column; ``stage[k]`` holds what the first k members leave of it.
    """
    d = len(gram) - 1
    least = np.full(limit + 1, np.inf)
    members = np.zeros(limit + 1, np.int64)
    stage = np.zeros((limit + 1, d + 1, d + 1))
    stage[0] = gram
    least[0] = gram[d, d]
    chosen = np.zeros(limit + 1, np.int64)
    size = 0
    mask = 0
    j = 0
    while True:
        if j < d and size < limit:
            old = stage[size]
            new = stage[size + 1]
            pivot = old[j, j]
            factor = 1 / pivot if pivot > 1e-12 * gram[j, j] else 0.0  # 0: it depends on the others
            # members come in ascending order: columns before j are done with
            for a in range(j + 1, d + 1):
                part = old[j, a] * factor
                for b in range(a, d + 1):  # symmetric: the upper half is enough
                    # one pivot of Gaussian elimination: new[d, d] is what all members leave of y'y
                    new[a, b] = old[a, b] - part * old[j, b]
            chosen[size] = j
            size += 1
            mask |= 1 << j
            if new[d, d] < least[size]:
                least[size] = new[d, d]
                members[size] = mask
            j += 1
        elif size == 0:
            return least, members
        else:
            size -= 1
            j = chosen[size]
            mask ^= 1 << j  # back to the parent, then its next child
            j += 1


def best_subset(X, y, n_features=None):
    """Search all subsets: the best one of every size.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_columns)
        At most 30 columns.
    y : array_like of shape (n_samples,)
    n_features : int, optional
        Largest size; default all columns.

    Returns
    -------
    SubsetPath

    Raises
    ------
    ValueError
        If shapes do not fit or there are more than 30 columns.

    Notes
    -----
    Cost: O(n_samples n_columns²) once; then all ``2**n_columns`` subsets, a few operations each,
    because most of them end in one of the last columns.
    Source: Sugiyama (2016), section 24.3, where only the number of subsets is given.
    """
    X, y = _check(X, y)
    d = X.shape[1]
    if d > 30:
        raise ValueError(f"X must have at most 30 columns (2**30 subsets), got {d}")
    limit = d if n_features is None else check_count(n_features, "n_features", high=d)
    both = np.column_stack([X, y])
    least, members = _all_subsets(plain_layout(both.T @ both), limit)
    subsets = [np.flatnonzero(int(mask) >> np.arange(d) & 1) for mask in members]
    return SubsetPath(subsets, np.maximum(least, 0.0))  # a perfect fit may round below 0
