"""Groups of variables from the tree of their correlations.

Chen (2013), section 4.4.3.2.
"""

import numpy as np

from mlcompanion._linear import centred, column_units
from mlcompanion._validation import check_array, check_in, check_real
from mlcompanion.prox import TreeGroups

__all__ = ["correlation_tree"]


def _distances(Y):
    """One minus the absolute correlation of each pair i < j; constant columns are far from all."""
    Z = centred(Y, Y).X
    Z = Z / column_units(Z)  # squares of it neither overflow nor vanish
    sizes = np.linalg.norm(Z, axis=0)
    Z = Z / np.where(sizes > 0, sizes, 1.0)
    r = np.abs(Z.T @ Z)[np.triu_indices(Y.shape[1], 1)]
    return np.maximum(1 - r, 0.0)  # a correlation of 1 may come out above it


def correlation_tree(Y, cut=0.3, linkage_method="average"):
    """Tree of the columns by hierarchical clustering of their correlations, without its top.

    Parameters
    ----------
    Y : array_like of shape (n_samples, n_columns)
    cut : float in [0, 1]
        Merges nearer to the root than this share of the largest distance are dropped: they join
        what is hardly correlated. 0 keeps all.
    linkage_method : "average", "complete" or "single"
        How the distance of two clusters follows from those of their columns.

    Returns
    -------
    TreeGroups
        A forest whose leaves are the columns, in order; the merges that are left stand above them.

    Raises
    ------
    ValueError
        If Y is not a finite matrix or a parameter is out of range.

    Notes
    -----
    The distance of two columns is one minus the absolute correlation, since a group's norm does
    not see signs; the source does not name distance or linkage. Cost: O(n_samples n_columns²).
    Source: Chen (2013), section 4.4.3.2.
    """
    from scipy.cluster.hierarchy import linkage  # dear to import

    Y = check_array(Y, "Y", ndim=2, min_rows=2)
    cut = check_real(cut, "cut", low=0, high=1)
    check_in(linkage_method, "linkage_method", ("average", "complete", "single"))
    p = Y.shape[1]
    if p == 1:
        return TreeGroups.flat(1)
    merges = linkage(_distances(Y), linkage_method)
    heights = np.concatenate([np.zeros(p), merges[:, 2]])
    root = heights[-1]
    # how far below the root a cluster is joined, as a share of the whole height
    share = (root - heights) / root if root > 0 else np.ones(len(heights))
    share[:p] = 1.0  # leaves stay
    kept = np.flatnonzero(share >= cut)
    whole = TreeGroups.from_linkage(merges)
    number = np.full(len(heights), -1)
    number[kept] = np.arange(len(kept))
    above = whole.parent[kept]
    parent = np.where(above >= 0, number[above], -1)  # heights grow upwards: no gap in between
    return TreeGroups(parent, np.arange(p))
