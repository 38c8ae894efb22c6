"""Frequent itemsets as a tree of prefixes, in which sets are looked up many at a time."""

import numpy as np
from scipy import sparse

__all__ = []


def sorted_rows(sets):
    """An order of rows by their first entry, then by their second, and so on."""
    return np.lexsort(sets.T[::-1])


class PrefixTree:
    """Sets of items, level by level; every prefix of a set is a set.

    Parameters
    ----------
    levels : list of ndarray of int, shape (s_k, k)
        Sets of 1, 2, ... items, with rising entries and rows in order.
    n_items : int

    Notes
    -----
    A set is its place among those of its size. It is found from its first item on: the place of
    a prefix and the next item make one number, which is searched among those of the level.
    Cost of finding q sets of k items: O(q k log s).
    """

    def __init__(self, levels, n_items):
        self.n_items = n_items
        self.keys = []
        for level in levels:
            self.add(level)

    def add(self, level):
        """Hang the sets of the next size into the tree."""
        parents = self.find(level[:, :-1])
        self.keys.append(parents * self.n_items + level[:, -1])

    def find(self, sets):
        """Places of sets of one size among those of that size; -1 where there is none.

        Parameters
        ----------
        sets : ndarray of int, shape (q, k)
            With rising entries.

        Returns
        -------
        ndarray of int, shape (q,)
        """
        places = np.zeros(len(sets), dtype=np.int64)
        for keys, items in zip(self.keys, sets.T):
            wanted = places * self.n_items + items
            found = np.searchsorted(keys, wanted)
            found[found == len(keys)] = 0
            known = (places >= 0) & (keys[found] == wanted if len(keys) else False)
            places = np.where(known, found, -1)
        if sets.shape[1] > len(self.keys):
            places[:] = -1
        return places


def levels_of(members):
    """The sets of 1, 2, ... items and their rows: a list of pairs of arrays.

    Parameters
    ----------
    members : csr_array, shape (s, n)

    Returns
    -------
    list of (ndarray of int of shape (s_k, k), ndarray of int of shape (s_k,))
        In the tree's order; the sets of a size that is missing are an empty array.
    """
    sizes = np.diff(members.indptr)
    levels = []
    for k in range(1, sizes.max(initial=0) + 1):
        rows = np.flatnonzero(sizes == k)
        entries = members.indptr[rows][:, None] + np.arange(k)
        sets = np.sort(members.indices[entries].astype(np.int64).reshape(-1, k), axis=1)
        order = sorted_rows(sets)
        levels.append((sets[order], rows[order]))
    return levels


def incidence(levels, n_items):
    """Rows of items, level by level, as a boolean CSR array.

    Parameters
    ----------
    levels : list of ndarray of int, shape (s_k, k)
    n_items : int

    Returns
    -------
    csr_array, shape (sum of s_k, n_items)
    """
    sizes = np.concatenate([[0], *(np.full(len(sets), sets.shape[1]) for sets in levels)])
    indices = np.concatenate([np.empty(0, dtype=np.int64), *(sets.ravel() for sets in levels)])
    ones = np.ones(len(indices), dtype=bool)
    shape = (len(sizes) - 1, n_items)
    return sparse.csr_array((ones, indices, np.cumsum(sizes)), shape=shape)
