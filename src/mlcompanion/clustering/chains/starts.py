"""Clusters to begin with: random orders, or ordinary k-means on one of the vector maps.

Ukkonen (2011), sections 2.1 and 5. Each is also a clustering of its own.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_memory, check_rng
from mlcompanion.clustering.kmeans import kmeans_plusplus, lloyd, nearest_centers

from .collection import check_chains
from .pair_orders import nearest_order
from .vector_maps import agreement_graph, hypersphere_map

__all__ = ["initial_labels"]

#: Kinds of start.
STARTS = ("graph", "hypersphere", "k-means++", "partition", "random")


def initial_labels(chains, n_clusters, init="hypersphere", random_state=None):
    """Cluster chains before the first round of chain k-means.

    Parameters
    ----------
    chains : Chains
    n_clusters : int
        ``k``, at most the number of chains.
    init : {"hypersphere", "graph", "k-means++", "random", "partition"}
        Lloyd's algorithm on the points of the sphere, or on the rows of the graphs, from k random
        ones of them (the source's HS and GR); the nearest of k points of the sphere drawn far from
        one another; the nearest of k random complete orders (its RND); labels drawn at random.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of int, shape (n,)
        From 0; a number may be left out.

    Raises
    ------
    ValueError
        If there are more clusters than chains, or ``init`` is unknown.
    MemoryError
        If the graphs are larger than the machine's memory.

    Notes
    -----
    Cost: O(n k m) a sweep on the sphere, O(n^2 (l + k)) on the graphs, O(n k l^2 + k m^2) at
    random. Source: Ukkonen (2011), section 5.
    """
    k = check_count(n_clusters, "n_clusters", low=1, high=len(check_chains(chains)))
    check_in(init, "init", STARTS)
    rng = check_rng(random_state)
    if init == "partition":
        return rng.integers(k, size=len(chains))
    if init == "random":
        return nearest_order(chains, _random_orders(k, chains.n_items, rng))[0]
    if init == "graph":
        check_memory(9 * len(chains) ** 2, "k-means on the graphs of all pairs of chains")
        points = agreement_graph(chains).astype(float)
    else:
        points = hypersphere_map(chains)
    seeded = init == "k-means++"
    centers = kmeans_plusplus(points, k, rng) if seeded else lloyd(points, k, random_state=rng)
    return nearest_centers(points, centers)[0]


def _random_orders(k, m, rng):
    """Complete orders as tables of 0 and 1, shape (k, m, m)."""
    # Not by rng.permuted, as make_chains: one seed for both would start at the planted orders.
    places = np.argsort(rng.random((k, m)), axis=1)
    return (places[:, :, None] < places[:, None, :]).astype(float)


def told_labels(init, n, k):
    """Labels that the caller gives to begin with."""
    labels = check_array(init, "init", shape=(n,), dtype=np.int64, low=0)
    if labels.max() >= k:
        raise ValueError(f"init must hold labels from 0 to {k - 1}, got {labels.max()}")
    return labels
