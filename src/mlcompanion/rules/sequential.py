"""Frequent sequences of baskets, by cSPADE: Hahsler et al. (2011), section 2, after Zaki (2001)."""

from dataclasses import dataclass, replace

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .associations import Associations
from .mining import least_count
from .transactions import Transactions

__all__ = ["Sequences", "cspade"]


@dataclass(frozen=True, eq=False)
class Sequences(Associations):
    """Frequent sequences with the number of customers who share them.

    Parameters
    ----------
    items : tuple of str
        Names of all items.
    n_baskets : int
        Here the number of customers.
    quality : dict of str to ndarray, each of shape (s,)
        ``count``, the customers who have the sequence, and ``support``, their share.
    patterns : tuple of tuples of tuples of str
        Each sequence: its elements in order, each a tuple of items bought at once.
    """

    patterns: tuple

    def _tables(self):
        return []

    def lengths(self):
        """Items in each sequence, shape (s,)."""
        return np.array([sum(map(len, pattern)) for pattern in self.patterns], dtype=int)

    def take(self, rows):
        """Some of the sequences, in the order of ``rows``.

        Parameters
        ----------
        rows : array_like of int or of bool

        Returns
        -------
        Sequences
        """
        numbered = {**self.quality, "row": np.arange(len(self))}
        cut = Associations(self.items, self.n_baskets, numbered).take(rows)
        chosen = cut.quality.pop("row")
        patterns = tuple(self.patterns[k] for k in chosen)
        return replace(self, quality=cut.quality, patterns=patterns)


@dataclass(frozen=True)
class _Limits:
    """What a sequence must obey: gaps of neighbours, and the time from its start to its end."""

    min_gap: int
    max_gap: int
    window: int


@dataclass(frozen=True, eq=False)
class _IdList:
    """Where a sequence ends: keys of (customer, time), rising, and the latest start for each.

    A key is the customer times the stride, plus the time: keys of one customer lie closer
    together than any gap reaches.
    """

    keys: np.ndarray
    starts: np.ndarray

    def n_customers(self, stride):
        """How many customers have the sequence."""
        return len(np.unique(self.keys // stride))


def _after(pattern, event, limits):
    """The list of a sequence to which an item is added as a new, later element."""
    low = np.searchsorted(pattern.keys, event.keys - limits.max_gap, side="left")
    high = np.searchsorted(pattern.keys, event.keys - limits.min_gap, side="right")
    kept = np.flatnonzero(high > low)
    if kept.size == 0:
        return _IdList(kept, kept)
    # reduceat takes the maximum between an even entry and the odd one after it
    ends = np.column_stack([low[kept], high[kept]]).ravel()
    padded = np.append(pattern.starts, 0)
    starts = np.maximum.reduceat(padded, ends)[::2]
    keys = event.keys[kept]
    return _within(keys, starts, limits)


def _at_once(pattern, event, limits):
    """The list of a sequence to whose last element an item is added."""
    keys, ours, _ = np.intersect1d(
        pattern.keys, event.keys, assume_unique=True, return_indices=True
    )
    return _within(keys, pattern.starts[ours], limits)


def _within(keys, starts, limits):
    inside = keys - starts <= limits.window
    return _IdList(keys[inside], starts[inside])


def _events(transactions, customers, times):
    """For each item its list of (customer, time), and the stride of the keys."""
    first = int(times.min())
    last = int(times.max())
    stride = 2 * (last - first) + 2  # a gap of the whole range leads to no neighbour
    if (int(customers.max()) + 1) * stride >= 2**62:
        raise ValueError(f"times must span less: {last - first} for so many customers")
    keys = customers * stride + (times - first)
    X = transactions.X
    lists = []
    for j in range(transactions.n_items):
        own = np.unique(keys[X.indices[X.indptr[j] : X.indptr[j + 1]]])
        lists.append(_IdList(own, own))
    return lists, stride


class _Search:
    """The depth-first search: what every branch of it needs."""

    def __init__(self, events, stride, least, max_len, limits):
        self.events = events
        self.stride = stride
        self.least = least
        self.max_len = max_len
        self.limits = limits
        #: a longest gap may forbid to leave out an element in the middle
        self.free = limits.max_gap >= stride // 2 - 1

    def frequent(self, lists):
        """Those that enough customers have, with their numbers of customers."""
        counted = ((j, found, found.n_customers(self.stride)) for j, found in lists)
        return [(j, found, count) for j, found, count in counted if count >= self.least]

    def grow(self):
        """Yield every frequent sequence, as elements of columns, with its number of customers."""
        singles = self.frequent(enumerate(self.events))
        alone = [j for j, _, _ in singles]
        waiting = [
            (((j,),), found, count, alone, [i for i in alone if i > j])
            for j, found, count in reversed(singles)
        ]
        while waiting:
            pattern, found, count, later, same = waiting.pop()
            yield pattern, count
            if sum(map(len, pattern)) == self.max_len:
                continue
            next_ones = self.frequent(
                (j, _after(found, self.events[j], self.limits)) for j in later
            )
            joined = self.frequent((j, _at_once(found, self.events[j], self.limits)) for j in same)
            follow = [j for j, _, _ in next_ones]
            beside = [j for j, _, _ in joined]
            after = follow if self.free else alone
            for j, longer, times in reversed(next_ones):
                larger = [i for i in follow if i > j]
                waiting.append(((*pattern, (j,)), longer, times, after, larger))
            for j, longer, times in reversed(joined):
                element = (*pattern[-1], j)
                rest = [i for i in beside if i > j]
                waiting.append(((*pattern[:-1], element), longer, times, follow, rest))


def cspade(transactions, customers, times, support=0.1, *, max_len=10, min_gap=1, max_gap=None,
           window=None):  # fmt: skip
    r"""Find all sequences of itemsets that enough customers share in the right order.

    A sequence :math:`\langle e_1,\dots,e_q\rangle` is in a customer's history if there are baskets
    at times :math:`\tau_1<\dots<\tau_q` with :math:`e_j` in the j-th of them. Lists of (customer,
    time) at which a sequence ends are joined with those of an item, at a later time or at once.

    Parameters
    ----------
    transactions : Transactions
        Baskets of all customers.
    customers : array_like of int, shape (m,)
        Whose basket it is.
    times : array_like of int, shape (m,)
        When; two baskets of one customer at one time count as one.
    support : float
        Least share of customers, in [0, 1]. A customer counts once, however often.
    max_len : int
        Most items of a sequence, all elements together.
    min_gap, max_gap : int
        Bounds of the time between neighbouring elements; ``max_gap`` None means no bound.
    window : int, optional
        Longest time from the first element to the last.

    Returns
    -------
    Sequences
        Ordered by length, then by number of elements, then by the items' columns.

    Raises
    ------
    ValueError
        If an argument is out of its range, or the lengths differ.

    Notes
    -----
    Cost: for each frequent sequence O(n l log l), l the length of its list, at most m. With a
    longest gap the search may not reuse what a shorter sequence ruled out, and tries all items.

    Examples
    --------
    >>> baskets = Transactions.from_lists([["a"], ["b"], ["a"], ["b", "c"], ["b"], ["a"]])
    >>> found = cspade(baskets, [1, 1, 2, 2, 3, 3], [1, 2, 1, 2, 1, 2], 0.6)
    >>> found.patterns
    ((('a',),), (('b',),), (('a',), ('b',)))
    """
    check_instance(transactions, "transactions", Transactions)
    shape = (transactions.n_baskets,)
    customers = check_array(customers, "customers", shape=shape, dtype=np.int64)
    times = check_array(times, "times", shape=shape, dtype=np.int64)
    support = check_real(support, "support", low=0, high=1)
    max_len = check_count(max_len, "max_len", low=1)
    names, codes = np.unique(customers, return_inverse=True)
    events, stride = _events(transactions, codes, times)
    reach = stride // 2 - 1  # no two baskets are further apart
    limits = _Limits(
        min(check_count(min_gap, "min_gap", low=1), reach + 1),
        reach if max_gap is None else min(check_count(max_gap, "max_gap", low=1), reach),
        reach if window is None else min(check_count(window, "window"), reach),
    )
    least = least_count(support, len(names))
    found = list(_Search(events, stride, least, max_len, limits).grow())
    found.sort(key=lambda pair: (sum(map(len, pair[0])), len(pair[0]), pair[0]))
    count = np.array([count for _, count in found], dtype=np.int64)
    words = transactions.items
    patterns = tuple(tuple(tuple(words[j] for j in e) for e in p) for p, _ in found)
    return Sequences(words, len(names), {"count": count, "support": count / len(names)}, patterns)
