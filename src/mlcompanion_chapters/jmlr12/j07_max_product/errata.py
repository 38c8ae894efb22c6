"""What is printed and what is right: Algorithm 6, and two lines of Appendix A.

The range and the strip are enumerated without any code of the search.
"""

from itertools import permutations

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.graphical.messages.inner import ManyLists, many_lists, search_many

from .lists import two_level


@njit
def printed_search(values, order, ranks):
    """Algorithm 6 as it is printed: ranks of different indices are compared (lines 3 and 18)."""
    n_lists, n = values.shape
    top = -np.inf
    best = 0
    end = np.full(n_lists, n)
    start = 0
    while start < end.max():
        for k in range(n_lists):
            i = order[k, start]
            value = 1.0
            for x in range(n_lists):
                value *= values[x, i]
            if value > top:
                top = value
                best = i
        for k in range(n_lists):
            # the largest rank in list k of the entries that now head the lists
            worst = 0
            for q in range(n_lists):
                worst = max(worst, ranks[k, order[q, start]] + 1)
            end[k] = min(end[k], worst)
        start += 1
    return best, top


def by_printed_rule(values):
    """The largest product that the printed rule finds."""
    lists = many_lists(values)
    return printed_search(lists.values, lists.order, lists.ranks)[1]


def by_safe_rule(values):
    """The largest product that the library's search of many lists finds."""
    read = np.full(values.shape[1], -1)
    return search_many(many_lists(values), read, 0, True, False)[1]


def built_example():
    """Seven indices: the last is fourth in all three lists, three others second or third in two."""
    heads = ([0, 3, 4, 6], [3, 1, 5, 6], [4, 5, 2, 6])
    values = np.empty((3, 7))
    for row, order in zip(values, heads):
        row[:] = 0.01 - 1e-4 * np.arange(7)
        row[order] = [1.0, 0.99, 0.98, 0.97]
    return values


@njit
def count_failures(values, order, ranks, falling):
    """Wrong answers of the printed rule and of the safe one, for many instances at once."""
    n_instances, n_lists, n = values.shape
    read = np.full(n, -1)
    printed = 0
    safe = 0
    for t in range(n_instances):
        best = 0.0
        for i in range(n):
            value = 1.0
            for k in range(n_lists):
                value *= values[t, k, i]
            best = max(best, value)
        limit = best * (1 - 1e-12)
        printed += printed_search(values[t], order[t], ranks[t])[1] < limit
        lists = ManyLists(values[t], order[t], ranks[t], falling[t])
        safe += search_many(lists, read, t, True, False)[1] < limit
    return printed, safe


def failures(n_lists, n_instances, seed):
    """Wrong answers of the printed rule and of the safe one, among random two-level lists."""
    ladder = two_level(1, 7, np.random.default_rng(0))
    rng = np.random.default_rng(seed)
    values = rng.permuted(np.tile(ladder, (n_instances, n_lists, 1)), axis=2)
    order = np.argsort(-values, axis=2).astype(np.int32)
    falling = np.take_along_axis(values, order, axis=2)
    printed, safe = count_failures(values, order, np.argsort(order, axis=2), falling)
    return int(printed), int(safe)


def all_orders(n):
    """All orders of n indices as rows of ranks from 1 on."""
    return np.array(list(permutations(range(1, n + 1))))


def strip_gaps(n, width=2):
    """Largest error of the product to m - 1 and of the printed one to m, for a strip.

    The event: none of the first m entries has a rank within the width.
    """
    orders = all_orders(n)
    right = 0.0
    printed = 0.0
    for m in range(1, n - width + 1):
        exact = (orders[:, :m] > width).all(axis=1).mean()
        factors = 1 - width / (n - np.arange(m + 1))
        right = max(right, abs(exact - factors[:m].prod()))
        printed = max(printed, abs(exact - factors.prod()))
    return right, printed
