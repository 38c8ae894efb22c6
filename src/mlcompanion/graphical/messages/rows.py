"""The search of Algorithm 2 for many lists at once: McAuley and Caetano (2011), section 3.

One list is held against each row of a matrix. All rows take their steps together: step s reads the
s-th best entry of the list in all rows, which are neighbours in memory, and the s-th best entry of
each row. Row by row the same reads would miss the cache: at 2,048 states that takes five times as
long.

No ranks are kept. An index that was read from the list is also seen in a row as soon as its entry
there is no smaller than the one that the row shows at this step; with equal entries that may be
a step before its rank says so, and is still right.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = ["Found", "SortedLists", "SortedRows", "search_rows"]


class SortedRows(NamedTuple):
    """A matrix of n rows of N entries, sorted, with the rows side by side.

    Attributes
    ----------
    across : ndarray, shape (N, n)
        Entries by column.
    order : ndarray of int, shape (N, n)
        ``order[s, q]`` is the column of the s-th best entry of row q.
    falling : ndarray, shape (N, n)
        Those entries.
    """

    across: np.ndarray
    order: np.ndarray
    falling: np.ndarray


class SortedLists(NamedTuple):
    """Lists that are held against the rows, each of shape (p, N): entries, order, sorted."""

    values: np.ndarray
    order: np.ndarray
    falling: np.ndarray


class Found(NamedTuple):
    """Largest product of each list with each row and its index, shape (p, n)."""

    top: np.ndarray
    best: np.ndarray


def falling_order(values):
    """Permutations that sort rows in falling order, ties by index, and the sorted rows."""
    order = np.argsort(-values, axis=1)
    falling = np.take_along_axis(values, order, axis=1)
    # the fast sort orders ties as the processor likes
    tied = (falling[:, 1:] == falling[:, :-1]).any(axis=1)
    if tied.any():
        order[tied] = np.argsort(-values[tied], axis=1, kind="stable")
    return order.astype(np.int32), falling


def sorted_lists(values):
    """Lists with their orders, from shape (p, N); O(p N log N)."""
    values = np.array(values, order="C")
    order, falling = falling_order(values)
    return SortedLists(values, order, falling)


def sorted_rows(matrix):
    """A matrix with the orders of its rows, O(n N log N) time and 20 n N bytes."""
    order, falling = falling_order(matrix)
    return SortedRows(
        np.array(matrix.T, order="C"), np.array(order.T, order="C"), np.array(falling.T, order="C")
    )


def empty_found(p, n):
    """Room for the answers of p lists and n rows."""
    return Found(np.full((p, n), -np.inf), np.zeros((p, n), dtype=np.int32))


@njit
def search_rows(rows, lists, which, live, found, product, early):
    """Algorithm 2 for list ``which`` and the rows ``live``; returns the number of products.

    ``live`` is used up: it holds the rows that are not finished. With ``early``, a row ends too
    when the next two entries together are no better than what it has (section 7.5.1).
    """
    values = lists.values[which]
    top = found.top[which]
    best = found.best[which]
    n_products = 0
    # of what the list has shown so far, the best entry in each row
    ahead = np.full(len(top), -np.inf)
    n_live = len(live)
    for start in range(len(values)):
        i = lists.order[which, start]
        value = lists.falling[which, start]
        column = rows.across[i]
        order = rows.order[start]
        falling = rows.falling[start]
        n_left = 0
        for k in range(n_live):
            q = live[k]
            shown = falling[q]
            if early and start > 0:
                # both lists fall from here on: nothing later can be larger
                bound = value * shown if product else value + shown
                if bound <= top[q]:
                    continue
            j = order[q]
            from_list = value * column[q] if product else value + column[q]
            from_row = shown * values[j] if product else shown + values[j]
            n_products += 2
            if from_list > top[q]:
                top[q] = from_list
                best[q] = i
            if from_row > top[q]:
                top[q] = from_row
                best[q] = j
            ahead[q] = max(ahead[q], column[q])
            # a row stays while nothing of the list stands among what it has shown itself
            live[n_left] = q
            n_left += ahead[q] < shown  # written always, counted only if it stays: no branch
        n_live = n_left
        if n_live == 0:
            break
    return n_products


@njit
def search_all(rows, lists, found, product, early):
    """Each list against each row; returns the number of products."""
    n = rows.across.shape[1]
    live = np.empty(n, dtype=np.int32)
    n_products = 0
    for which in range(len(lists.values)):
        for q in range(n):
            live[q] = q
        n_products += search_rows(rows, lists, which, live, found, product, early)
    return n_products


@njit
def read_all(matrix, values, found, product):
    """The plain loop of Algorithm 1: each list against each row, entry by entry."""
    n, width = matrix.shape
    for which in range(len(values)):
        for q in range(n):
            top = -np.inf
            best = 0
            for j in range(width):
                a = matrix[q, j]
                b = values[which, j]
                term = a * b if product else a + b
                if term > top:
                    top = term
                    best = j
            found.top[which, q] = top
            found.best[which, q] = best
    return len(values) * n * width
