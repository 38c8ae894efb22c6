"""Nodes of a label tree as arrays, and one table of what every node knows about every label.

Choromanska (2014), section 4.4, gives each node two vectors with an entry a label. Most nodes meet
few labels: here all nodes share one open-addressing table with an entry for each pair of a node and
a label that it has met. A tree over k labels needs O(k log k) entries, where vectors need O(k^2).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = []

LEFT, RIGHT = 0, 1
#: Of ``sizes``: nodes in use, inner ones among them, pairs in the table, depth of the deepest node.
NODES, INNER, PAIRS, DEPTH = range(4)
#: Odd numbers near 2^31 times the golden ratio and its like: their multiples spread over all bits.
SPREAD_LABEL = 2654435761
SPREAD_NODE = 2246822519


class NodeArrays(NamedTuple):
    """What is known about every node; a row a node, the root first.

    Attributes
    ----------
    weights : ndarray, shape (capacity, n_weights)
        Of the linear regressor.
    children : ndarray of int, shape (capacity, 2)
        Left and right child; -1 at a leaf.
    parent, depth, label, count, sent : ndarray of int, shape (capacity,)
        Parent (-1 of the root), inner products above the node, the most frequent label and how
        often it came, and which ways the regressor has sent examples: bit 1 left, bit 2 right.
    examples : ndarray of int, shape (capacity,)
        Examples that came, ``n_t``.
    margin : ndarray, shape (capacity,)
        Mean of their clipped margins, ``e_t``.
    """

    weights: np.ndarray
    children: np.ndarray
    parent: np.ndarray
    depth: np.ndarray
    label: np.ndarray
    count: np.ndarray
    sent: np.ndarray
    examples: np.ndarray
    margin: np.ndarray


class PairTable(NamedTuple):
    """Pairs of a node and a label, in a table whose length is a power of two.

    Attributes
    ----------
    node, label, count : ndarray of int, shape (length,)
        The pair, node -1 where the place is free, and its examples, ``n_c(y)``.
    margin : ndarray, shape (length,)
        Mean of their clipped margins, ``e_c(y)``.
    """

    node: np.ndarray
    label: np.ndarray
    count: np.ndarray
    margin: np.ndarray


def empty_nodes(capacity, n_weights):
    """Arrays for so many nodes, of which the first is the root; none has seen anything."""
    return NodeArrays(
        weights=np.zeros((capacity, n_weights)),
        children=np.full((capacity, 2), -1),
        parent=np.full(capacity, -1),
        depth=np.zeros(capacity, dtype=int),
        label=np.zeros(capacity, dtype=int),
        count=np.zeros(capacity, dtype=int),
        sent=np.zeros(capacity, dtype=int),
        examples=np.zeros(capacity, dtype=int),
        margin=np.zeros(capacity),
    )


def empty_pairs(length):
    """A table with so many free places, a power of two."""
    return PairTable(
        node=np.full(length, -1),
        label=np.zeros(length, dtype=int),
        count=np.zeros(length, dtype=int),
        margin=np.zeros(length),
    )


def grown_nodes(nodes, n_nodes):
    """The same nodes in arrays of twice the capacity."""
    wider = empty_nodes(2 * len(nodes.parent), nodes.weights.shape[1])
    for old, new in zip(nodes, wider):
        new[:n_nodes] = old[:n_nodes]
    return wider


def grown_pairs(pairs):
    """The same pairs in a table of four times the length."""
    wider = empty_pairs(4 * len(pairs.node))
    _refill(pairs, wider)
    return wider


@njit
def find_pair(node, label, pairs):
    """Place of a pair, or the free place where it belongs.

    Expected O(1) while at most half of the places are taken.
    """
    last = len(pairs.node) - 1
    spread = label * SPREAD_LABEL + node * SPREAD_NODE
    # multiplied by large odd numbers, near labels and nodes are spread apart
    place = (spread ^ (spread >> 16)) & last
    while pairs.node[place] >= 0 and (pairs.node[place] != node or pairs.label[place] != label):
        place = (place + 1) & last
    return place


@njit
def _refill(pairs, wider):
    for old in range(len(pairs.node)):
        if pairs.node[old] >= 0:
            new = find_pair(pairs.node[old], pairs.label[old], wider)
            wider.node[new] = pairs.node[old]
            wider.label[new] = pairs.label[old]
            wider.count[new] = pairs.count[old]
            wider.margin[new] = pairs.margin[old]


@njit
def has_room(sizes, nodes, pairs):
    """Whether one more example surely fits: a pair at each node of its path, one new couple."""
    # a path has at most depth + 1 nodes and may open one couple more
    path = sizes[DEPTH] + 2
    return sizes[NODES] + 2 <= len(nodes.parent) and 2 * (sizes[PAIRS] + path) <= len(pairs.node)


@njit
def open_children(v, nodes, sizes):
    """Give node v two children, which begin with its label and know nothing else."""
    for side in (LEFT, RIGHT):
        child = sizes[NODES]
        nodes.children[v, side] = child
        nodes.parent[child] = v
        nodes.depth[child] = nodes.depth[v] + 1
        nodes.label[child] = nodes.label[v]
        sizes[NODES] += 1
    sizes[INNER] += 1
    sizes[DEPTH] = max(sizes[DEPTH], nodes.depth[v] + 1)
