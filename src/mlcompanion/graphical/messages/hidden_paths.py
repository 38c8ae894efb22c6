"""All shortest paths from shortest edges up: Karger, Koller and Phillips (1993).

Pairs of nodes leave a heap in the order of their distance. A new path is only tried if it begins
with an edge that is itself a shortest path, and goes on with a path that is known.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = ["hidden_paths"]


class _Heap(NamedTuple):
    """A binary heap of pairs, numbered as in the flat matrix of their lengths."""

    lengths: np.ndarray
    items: np.ndarray
    place: np.ndarray


@njit
def rise(heap, p):
    """Move an item up until its parent is no longer than it."""
    item = heap.items[p]
    length = heap.lengths[item]
    while p > 0:
        parent = (p - 1) // 2
        other = heap.items[parent]
        if heap.lengths[other] <= length:
            break
        heap.items[p] = other
        heap.place[other] = p
        p = parent
    heap.items[p] = item
    heap.place[item] = p


@njit
def sink(heap, p, size):
    """Move an item down until its children are no shorter than it."""
    item = heap.items[p]
    length = heap.lengths[item]
    while True:
        child = 2 * p + 1
        if child >= size:
            break
        if child + 1 < size and (
            heap.lengths[heap.items[child + 1]] < heap.lengths[heap.items[child]]
        ):
            child += 1
        other = heap.items[child]
        if heap.lengths[other] >= length:
            break
        heap.items[p] = other
        heap.place[other] = p
        p = child
    heap.items[p] = item
    heap.place[item] = p


@njit
def try_path(heap, pair, length):
    """Note a path between a pair that has not left the heap, if it is the shortest so far."""
    # place -1: the pair has left the heap, and its length is final
    if heap.place[pair] >= 0 and length < heap.lengths[pair]:
        heap.lengths[pair] = length
        rise(heap, heap.place[pair])
        return True
    return False


@njit
def hidden_paths(D):
    """Lengths of all shortest paths and the sums formed, from lengths with a diagonal of 0.

    O(m N + N^2 log N) with m the number of edges that are shortest paths themselves, about N log N
    in a complete graph with uniform lengths, times a log for the binary heap; 24 N^2 bytes.
    """
    n = len(D)
    lengths = D.copy().ravel()
    heap = _Heap(lengths, np.empty(n * n, np.int64), np.full(n * n, -1))
    size = 0
    for pair in range(n * n):
        if pair // n != pair % n:
            heap.items[size] = pair
            heap.place[pair] = size
            size += 1
    for p in range(size // 2 - 1, -1, -1):  # from the last parent up: a heap in linear time
        sink(heap, p, size)
    is_edge = np.full(n * n, True)
    # by node: heads of shortest edges that leave it, and nodes with a known path to it
    heads = np.empty((n, n), np.int64)
    n_heads = np.zeros(n, np.int64)
    known = np.empty((n, n), np.int64)
    n_known = np.zeros(n, np.int64)
    n_sums = 0
    while size > 0:
        pair = heap.items[0]
        length = lengths[pair]
        if length == np.inf:  # all that is left is out of reach
            break
        size -= 1
        heap.place[pair] = -1
        if size > 0:
            heap.items[0] = heap.items[size]
            sink(heap, 0, size)
        u = pair // n
        v = pair % n
        # a longer path u, w, ... v is found from its first edge and the rest
        for k in range(n_known[u] if is_edge[pair] else 0):
            t = known[u, k]
            n_sums += 1
            if try_path(heap, t * n + v, lengths[t * n + u] + length):
                # a detour is shorter: the edge itself is no shortest path
                is_edge[t * n + v] = False
        known[v, n_known[v]] = u
        n_known[v] += 1
        if is_edge[pair]:
            heads[u, n_heads[u]] = v
            n_heads[u] += 1
        for k in range(n_heads[v]):
            w = heads[v, k]
            n_sums += 1
            if w != u and try_path(heap, u * n + w, length + lengths[v * n + w]):
                is_edge[u * n + w] = False
    return lengths.reshape(n, n), n_sums
