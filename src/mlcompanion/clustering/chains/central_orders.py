"""A cluster's centre as one complete order, and Spearman's distance to it.

Re-implementations from memory of the two rivals that Ukkonen (2011) runs, after Kamishima and
Akaho (2006, 2009): expected Borda counts (EBC) and Thurstone's model fitted by least squares
(TMSE). The numbers of the source come from those authors' programs.
"""

import numpy as np
from scipy.special import ndtri

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_in

from .collection import check_chains
from .pair_orders import group_counts

__all__ = ["borda_order", "order_error", "thurstone_order"]

#: Rules for the centre of a cluster.
CENTERS = ("ebc", "tmse")


@njit
def _expected_places(items, lengths, m, labels, k):
    """Sums of expected places in a complete order, minus the middle, one row a group."""
    sums = np.zeros((k, m))
    for j in range(items.shape[0]):
        step = (m + 1.0) / (lengths[j] + 1.0)
        for p in range(lengths[j]):
            sums[labels[j], items[j, p]] += (p + 1.0) * step - (m + 1.0) / 2.0
    return sums


def _thurstone_means(counts):
    """Mean normal score of each item, larger for earlier ones; counts of shape (k, m, m)."""
    back = np.swapaxes(counts, 1, 2)
    return ndtri((counts + 0.5) / (counts + back + 1.0)).mean(axis=2)


def group_orders(chains, labels, k, center):
    """Centres of k groups as ranks, shape (k, m): rank[c, u] is the place of item u."""
    parts = chains.items, chains.lengths, chains.n_items, labels, k
    if center == "ebc":
        scores = _expected_places(*parts)
    else:
        scores = -_thurstone_means(group_counts(*parts))
    # Scores that differ by rounding alone are equal: the item of the smaller number goes first.
    largest = np.maximum(np.abs(scores).max(axis=1, keepdims=True), np.finfo(float).tiny)
    scores = np.round(scores / largest, 12)
    return np.argsort(np.argsort(scores, axis=1, kind="stable"), axis=1)


def borda_order(chains):
    r"""Complete order by expected Borda counts: mean expected places, smallest first.

    .. math:: \frac1n\sum_\pi\begin{cases}\pi(u)\frac{m+1}{l+1}&u\in\pi\\\frac{m+1}2&u\notin\pi
        \end{cases}

    Parameters
    ----------
    chains : Chains

    Returns
    -------
    ndarray of int, shape (m,)
        Items, the first one first; of equals, the smaller number.

    Notes
    -----
    The expected place of u in a random complete order that agrees with a chain: by Theorem 5 it
    sorts a sum of the vectors of :func:`hypersphere_map`, unnormalised and each times
    (m + 1) / (l + 1). Cost O(n l + m log m). Source: EBC, after Kamishima and Akaho (2006).
    """
    return _one_order(chains, "ebc")


def thurstone_order(chains):
    r"""Complete order by Thurstone's model: mean normal scores of pairwise shares, largest first.

    .. math:: \mu_u=\frac1m\sum_v\Phi^{-1}\Bigl(\frac{C(u,v)+\frac12}{C(u,v)+C(v,u)+1}\Bigr)

    Parameters
    ----------
    chains : Chains

    Returns
    -------
    ndarray of int, shape (m,)
        Items, the first one first; of equals, the smaller number.

    Notes
    -----
    Cost O(n l^2 + m^2). Source: TMSE, after Kamishima and Akaho (2006).
    """
    return _one_order(chains, "tmse")


def _one_order(chains, center):
    check_chains(chains)
    return np.argsort(group_orders(chains, np.zeros(len(chains), dtype=np.int64), 1, center)[0])


@njit
def spearman_distances(items, lengths, ranks):
    """One minus Spearman's rho of each chain with each of k orders, shape (n, k).

    The rank of an item among the chain's own is counted; cost O(n k l^2).
    """
    n = items.shape[0]
    k = ranks.shape[0]
    distances = np.empty((n, k))
    for j in range(n):
        length = lengths[j]
        for c in range(k):
            rank = ranks[c]
            total = 0
            for p in range(length):
                own = rank[items[j, p]]
                place = 0
                for q in range(length):
                    if rank[items[j, q]] < own:
                        place += 1
                total += (place - p) * (place - p)
            distances[j, c] = 6.0 * total / (length * (length**2 - 1.0))
    return distances


def order_error(chains, labels, center="tmse"):
    """Error of a clustering around complete orders: Spearman distances, summed.

    Parameters
    ----------
    chains : Chains
    labels : array_like of int, shape (n,)
        Clusters from 0; a number may be left out.
    center : {"tmse", "ebc"}
        How each cluster's order is found.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If ``labels`` has another length or a negative entry, or the centre is unknown.

    Notes
    -----
    Cost O(n l^2 + k m^2). Source: Ukkonen (2011), equation 1, with the distance of the rivals.
    """
    check_chains(chains)
    check_in(center, "center", CENTERS)
    labels = check_array(labels, "labels", shape=(len(chains),), dtype=np.int64, low=0)
    _, labels = np.unique(labels, return_inverse=True)
    ranks = group_orders(chains, labels, int(labels.max()) + 1, center)
    distances = spearman_distances(chains.items, chains.lengths, ranks)
    return float(distances[np.arange(len(chains)), labels].sum())
