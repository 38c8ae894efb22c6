"""All shortest paths, three ways: McAuley and Caetano (2011), section 7.5.2.

Products of matrices over (min, +), which the sorted search takes fewer sums for, give the closure
of a graph block by block (the transformation of Aho, Hopcroft and Ullman). Beside it stand the two
methods that the source compares with: Floyd and Warshall's, and the hidden paths of Karger, Koller
and Phillips (1993).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import fmin, njit
from mlcompanion._validation import check_count, check_flag, check_in, check_square

from .hidden_paths import hidden_paths
from .rows import empty_found, search_all, sorted_lists, sorted_rows

__all__ = ["PathLengths", "all_pairs_shortest_paths"]

METHODS = ("floyd-warshall", "hidden-paths", "products")


class PathLengths(NamedTuple):
    """Lengths of all shortest paths.

    Attributes
    ----------
    lengths : ndarray, shape (N, N)
        Infinite where there is no path.
    n_products : int
        How many sums of two lengths were formed.
    """

    lengths: np.ndarray
    n_products: int


def all_pairs_shortest_paths(D, method="products", *, block=16, early_stop=False):
    """Lengths of the shortest paths between all pairs of nodes of a directed graph.

    Parameters
    ----------
    D : array_like, shape (N, N)
        Length of the edge from row to column, from 0 on; infinite where there is none. The diagonal
        counts as 0.
    method : {"products", "floyd-warshall", "hidden-paths"}
    block : int
        Size from which on "products" leaves a block to Floyd and Warshall.
    early_stop : bool
        See :class:`TropicalMatrix`; for "products".

    Returns
    -------
    PathLengths

    Notes
    -----
    With edges of independent order: "products" expected O(N^2 sqrt(N)), against N^3 of Floyd and
    Warshall, and N^2 log^2 N for the hidden paths with a binary heap. In the worst case N^3 each
    (times log N for the last one). Lengths agree to rounding: the order of summation differs.

    Examples
    --------
    >>> all_pairs_shortest_paths([[0, 5, 1], [1, 0, 9], [9, 2, 0]]).lengths.tolist()
    [[0.0, 3.0, 1.0], [1.0, 0.0, 2.0], [3.0, 2.0, 0.0]]
    """
    D = check_square(D, "D", finite=False, low=0)
    check_in(method, "method", METHODS)
    block = check_count(block, "block", low=1)
    early_stop = check_flag(early_stop, "early_stop")
    D = np.array(D, order="C")
    np.fill_diagonal(D, 0.0)
    if method == "hidden-paths":
        return PathLengths(*hidden_paths(D))
    if method == "floyd-warshall":
        return PathLengths(D, relax(D))
    lengths, n_products = _closure(-D, block, early_stop)
    return PathLengths(np.abs(lengths), n_products)  # negated lengths: -0.0 becomes 0.0


@njit
def relax(D):
    """Floyd and Warshall: allow one more node on the way at a time; returns the sums formed."""
    n = len(D)
    for k in range(n):
        for i in range(n):
            through = D[i, k]
            if through < np.inf and i != k:  # no way over k: the row costs nothing
                for j in range(n):
                    D[i, j] = fmin(D[i, j], through + D[k, j])
    return n * n * n


class _Block:
    """A block of negated lengths; its rows and columns are sorted when they are first needed."""

    def __init__(self, values):
        self.values = values
        self._rows = None
        self._columns = None

    def rows(self):
        if self._rows is None:
            self._rows = sorted_rows(self.values)
        return self._rows

    def columns(self):
        if self._columns is None:
            self._columns = sorted_lists(self.values.T)
        return self._columns


class _Products:
    """Products of blocks, and how many sums they took."""

    def __init__(self, early_stop):
        self.early_stop = early_stop
        self.n_products = 0

    def __call__(self, left, right):
        found = empty_found(right.values.shape[1], len(left.values))
        self.n_products += search_all(left.rows(), right.columns(), found, False, self.early_stop)
        return found.top.T


def _closure(lengths, block, early_stop):
    """Negated lengths of all paths, from those of the edges, and the sums formed."""
    times = _Products(early_stop)
    return _close(lengths, block, times), times.n_products


def _close(matrix, block, times):
    """Closure of ((A, B), (C, D)): paths that leave the first half only through B D* C."""
    n = len(matrix)
    if n <= block:
        positive = np.array(-matrix, order="C")
        times.n_products += relax(positive)
        return -positive
    half = n // 2
    B = _Block(matrix[:half, half:])
    C = _Block(matrix[half:, :half])
    D = _Block(_close(matrix[half:, half:], block, times))
    BD = _Block(times(B, D))
    E = _Block(_close(np.maximum(matrix[:half, :half], times(BD, C)), block, times))
    DC = _Block(times(D, C))
    G = _Block(times(DC, E))
    H = np.maximum(D.values, times(G, BD))
    return np.block([[E.values, times(E, BD)], [G.values, H]])
