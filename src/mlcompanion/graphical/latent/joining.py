r"""Neighbour joining: the classical tree from distances, two nodes at a time.

.. math:: Q_{ij}=(r-2)\,d_{ij}-\sum_kd_{ik}-\sum_kd_{jk}

The source names it (sections 1.1 and 6.4); the formulas are Saitou and Nei (1987), Durbin and
others (1999), section 7.3.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_real

from .distances import check_distances
from .tree import LatentTree

__all__ = ["join_neighbors", "neighbor_joining"]


@njit
def join_neighbors(D, floor, edges, lengths):
    """Fill in the edges of the tree from the active part of ``D``, which is used up.

    The r active nodes stand in the first r rows; a new one takes the place of the first of the two
    that it joins, the last that of the second.
    """
    m = len(D)
    names = np.arange(m)
    sums = np.zeros(m)
    for i in range(m):
        for j in range(m):
            sums[i] += D[i, j]  # kept up to date below: a round costs O(r^2), not O(r^3)
    r = m
    made = 0
    while r > 2:
        i = 0
        j = 1
        least = np.inf
        for a in range(r):
            for b in range(a + 1, r):
                q = (r - 2) * D[a, b] - sums[a] - sums[b]
                if q < least:
                    least = q
                    i = a
                    j = b
        first = 0.5 * D[i, j] + 0.5 * (sums[i] - sums[j]) / (r - 2)
        edges[made, 0] = names[i]
        edges[made + 1, 0] = names[j]
        lengths[made] = first
        lengths[made + 1] = D[i, j] - first
        hidden = m + made // 2
        edges[made, 1] = hidden
        edges[made + 1, 1] = hidden
        made += 2
        names[i] = hidden
        apart = D[i, j]
        sums[i] = 0.0
        for k in range(r):
            if k != i and k != j:
                # from the branching point of i and j, which takes the place of i
                new = 0.5 * (D[i, k] + D[j, k] - apart)
                sums[k] += new - D[i, k] - D[j, k]  # two nodes leave, one comes
                sums[i] += new
                D[i, k] = new
                D[k, i] = new
        r -= 1
        if j != r:
            names[j] = names[r]
            sums[j] = sums[r]
            for k in range(r):
                D[j, k] = D[r, k]
                D[k, j] = D[k, r]
            D[j, j] = 0.0
    if r == 2:
        edges[made, 0] = names[0]
        edges[made, 1] = names[1]
        lengths[made] = D[0, 1]
        made += 1
    for e in range(made):
        lengths[e] = max(lengths[e], floor)
    return made


def neighbor_joining(D, *, floor=0.0):
    """Build the binary tree whose leaves are the observed nodes, by neighbour joining.

    Parameters
    ----------
    D : array_like, shape (m, m)
        Distances: symmetric, not negative, zeros on the diagonal.
    floor : float
        Shorter edges, also negative ones from noisy distances, are given this length.

    Returns
    -------
    LatentTree
        With 2 m - 3 edges. Where the true tree has an observed inner node or more than three
        neighbours at a hidden one, edges of (almost) no length stand: see
        :func:`~mlcompanion.graphical.latent.contract_edges`.

    Notes
    -----
    From distances that add up along a tree the tree is found exactly, up to such edges.
    Cost: O(m³) time, O(m²) memory. Source: Saitou and Nei (1987); section 6.4.

    Examples
    --------
    >>> tree = neighbor_joining([[0, 3, 6, 7], [3, 0, 7, 8], [6, 7, 0, 5], [7, 8, 5, 0]])
    >>> tree.edges.tolist(), tree.lengths.tolist()
    ([[0, 4], [1, 4], [4, 5], [3, 5], [5, 2]], [1.0, 2.0, 3.0, 3.0, 2.0])
    """
    D = check_distances(D, "D")
    floor = check_real(floor, "floor", low=0)
    m = len(D)
    size = max(2 * m - 3, m - 1)
    edges = np.empty((size, 2), dtype=np.int64)
    lengths = np.empty(size)
    join_neighbors(plain_layout(D.copy()), floor, edges, lengths)
    return LatentTree(m, edges, lengths)
