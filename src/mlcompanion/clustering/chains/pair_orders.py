"""A cluster's centre as a table of pairs: how often its chains put one item before another.

Ukkonen (2011), section 2.3, equations 1 to 4. "Before" means anywhere before, not directly before.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array

from .collection import check_chains

__all__ = ["chain_error", "nearest_order", "pair_counts", "probabilistic_order"]


@njit
def group_counts(items, lengths, m, labels, k):
    """How many chains of each group put u before v, shape (k, m, m)."""
    counts = np.zeros((k, m, m))
    for j in range(items.shape[0]):
        table = counts[labels[j]]
        for p in range(lengths[j]):
            u = items[j, p]
            for q in range(p + 1, lengths[j]):
                table[u, items[j, q]] += 1.0
    return counts


def pair_counts(chains):
    r"""Count, for each pair of items, the chains that put the one before the other.

    Parameters
    ----------
    chains : Chains

    Returns
    -------
    ndarray of int, shape (m, m)
        :math:`C_D(u,v)`: chains with u somewhere before v.

    Notes
    -----
    Cost O(n l^2 + m^2). Source: Ukkonen (2011), section 2.3.

    Examples
    --------
    >>> from mlcompanion.clustering.chains import Chains
    >>> pair_counts(Chains([[0, 1, 2], [2, 1]])).tolist()
    [[0, 1, 1], [0, 0, 1], [0, 1, 0]]
    """
    check_chains(chains)
    everyone = np.zeros(len(chains), dtype=np.int64)
    counts = group_counts(chains.items, chains.lengths, chains.n_items, everyone, 1)
    return counts[0].astype(np.int64)


def probabilistic_order(counts):
    r"""Centre of a cluster: the share of its chains that put u before v, for every pair.

    .. math:: X^*(u,v)=\frac{C(u,v)}{C(u,v)+C(v,u)}

    Parameters
    ----------
    counts : array_like, shape (m, m) or (k, m, m)
        :math:`C(u,v)` of one cluster or of several.

    Returns
    -------
    ndarray, same shape
        A pair that no chain compares has 1/2 both ways (our choice), and so has the diagonal.

    Raises
    ------
    ValueError
        If ``counts`` is malformed or negative.

    Notes
    -----
    Among all X with X(u,v) + X(v,u) = 1 it minimises the sum of the chains' distances.
    Cost O(k m^2). Source: Ukkonen (2011), equation 4.
    """
    counts = check_array(counts, "counts", low=0)
    if counts.ndim not in (2, 3) or counts.shape[-1] != counts.shape[-2] or not counts.size:
        raise ValueError(f"counts must have shape (m, m) or (k, m, m), got {counts.shape}")
    both = counts + np.swapaxes(counts, -1, -2)
    return np.divide(counts, both, out=np.full(counts.shape, 0.5), where=both > 0)


def pair_error(counts):
    """Least error of clusters with these counts: a b / (a + b) summed over pairs, one a cluster."""
    there = np.triu(counts)
    back = np.triu(np.swapaxes(counts, -1, -2))
    both = there + back
    return np.divide(there * back, both, out=np.zeros(both.shape), where=both > 0).sum((-1, -2))


def squared_reverse(centroids):
    """Table T[u, v, c] = X_c(v, u)^2: what a chain pays in cluster c for putting u before v."""
    return np.ascontiguousarray(np.moveaxis(centroids, 0, -1).transpose(1, 0, 2) ** 2)


@njit
def order_distances(items, lengths, paid):
    """Distances of chains to k centres, shape (n, k), from :func:`squared_reverse`."""
    n = items.shape[0]
    k = paid.shape[2]
    distances = np.zeros((n, k))
    for j in range(n):
        row = distances[j]
        for p in range(lengths[j]):
            u = items[j, p]
            for q in range(p + 1, lengths[j]):
                cell = paid[u, items[j, q]]
                for c in range(k):  # side by side in memory
                    row[c] += cell[c]
    return distances


def nearest_order(chains, centroids):
    r"""Find each chain's nearest centre.

    .. math:: d(\pi,X)=\sum_{(u,v)\in\pi}X(v,u)^2

    Parameters
    ----------
    chains : Chains
    centroids : array_like, shape (k, m, m)
        Each with entries in [0, 1].

    Returns
    -------
    labels : ndarray of int, shape (n,)
        The first of equals.
    distances : ndarray, shape (n,)
        To that centre. If its entries are 0 and 1, this is Kendall's tau distance.

    Raises
    ------
    ValueError
        If ``centroids`` is malformed or of another number of items.

    Notes
    -----
    Cost O(n k l^2 + k m^2). A chain pays for the weight of the direction that it violates:
    X(v, u) where it puts u before v. Source: Ukkonen (2011), equation 2.
    """
    m = check_chains(chains).n_items
    centroids = check_array(centroids, "centroids", shape=(None, m, m), min_rows=1, low=0, high=1)
    all_distances = order_distances(chains.items, chains.lengths, squared_reverse(centroids))
    labels = all_distances.argmin(axis=1)
    return labels, all_distances[np.arange(len(chains)), labels]


def chain_error(chains, labels):
    r"""Reconstruction error of a clustering, each cluster around its best centre.

    .. math:: \sum_i\sum_{\pi\in D_i}d(\pi,X_i^*)=\sum_i\sum_{\{u,v\}}
        \frac{C_i(u,v)\,C_i(v,u)}{C_i(u,v)+C_i(v,u)}

    Parameters
    ----------
    chains : Chains
    labels : array_like of int, shape (n,)
        Clusters from 0; a number may be left out.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``labels`` has another length or a negative entry.

    Notes
    -----
    Cost O(n l^2 + k m^2). Source: Ukkonen (2011), equations 1, 3 and 4.
    """
    check_chains(chains)
    labels = check_array(labels, "labels", shape=(len(chains),), dtype=np.int64, low=0)
    _, labels = np.unique(labels, return_inverse=True)
    k = int(labels.max()) + 1
    counts = group_counts(chains.items, chains.lengths, chains.n_items, labels, k)
    return float(pair_error(counts).sum())
