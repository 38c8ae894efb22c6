"""The largest product of two or more lists: McAuley and Caetano (2011), Algorithms 2 and 6."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_flag

from .rows import empty_found, falling_order, search_all, sorted_lists, sorted_rows
from .semirings import check_semiring, enter, leave

__all__ = ["InnerSearch", "ManyLists", "search_many", "sorted_inner"]


class InnerSearch(NamedTuple):
    """Where the largest product of several lists stands.

    Attributes
    ----------
    best : int
        Its index.
    value : float
    steps : int
        How many entries of each list were looked at.
    n_products : int
        How many products were formed: two a step for two lists, else one for each index read.
    """

    best: int
    value: float
    steps: int
    n_products: int


class ManyLists(NamedTuple):
    """Lists of shape (K, N): entries, orders, ranks from 0 on, and sorted entries."""

    values: np.ndarray
    order: np.ndarray
    ranks: np.ndarray
    falling: np.ndarray


def many_lists(lists):
    """Lists with their orders and ranks, from shape (K, N); O(K N log N)."""
    lists = np.array(lists, order="C")
    order, falling = falling_order(lists)
    return ManyLists(lists, order, np.argsort(order, axis=1), falling)


@njit
def _all_of(lists, i, product):
    total = lists[0, i]
    for k in range(1, len(lists)):
        total = total * lists[k, i] if product else total + lists[k, i]
    return total


@njit
def search_many(lists, read, stamp, product, early):
    """Algorithm 6 with a stop that is safe; returns index, value, steps and indices read.

    ``read[i] == stamp`` says that i was read in this call: nobody has to clear the array. The end
    is the smallest, over the indices read, of the worst rank of one index in all lists. (As
    printed, ranks of different indices are compared, and three lists can end too early.)
    """
    n_lists, width = lists.values.shape
    top = -np.inf
    best = 0
    n_read = 0
    end = width
    start = 0
    while start < end:
        # the entries shown at this step bound all products of what was not read
        if early and start > 0:
            bound = lists.falling[0, start]
            for k in range(1, n_lists):
                entry = lists.falling[k, start]
                bound = bound * entry if product else bound + entry
            if bound <= top:
                break
        for k in range(n_lists):
            i = lists.order[k, start]
            if read[i] == stamp:
                continue
            read[i] = stamp
            n_read += 1
            value = _all_of(lists.values, i, product)
            if value > top:
                top = value
                best = i
            # an index that stands within the first steps of all lists bounds how far the search
            # must go
            end = min(end, lists.ranks[:, i].max() + 1)
        start += 1
    return best, top, start, n_read


def sorted_inner(lists, semiring="max-sum", *, early_stop=False):
    """The index at which the product of all lists is largest, and what finding it took.

    Parameters
    ----------
    lists : array_like, shape (K, N)
        Two or more lists of the same length.
    semiring : {"max-sum", "min-sum", "max-product"}
    early_stop : bool
        Stop too when the next entries of all lists together cannot beat what was found
        (section 7.5.1).

    Returns
    -------
    InnerSearch

    Notes
    -----
    Once the lists are sorted: expected O(K N^((K - 1) / K)) if their orders are independent, at
    most N + 2 products for two lists and N for more. Sorting takes O(K N log N) here; it pays where
    an order is used again, as in :class:`TropicalMatrix`.

    Examples
    --------
    >>> sorted_inner([[0.9, 0.5, 0.1], [0.2, 0.8, 0.3]], "max-product")
    InnerSearch(best=1, value=0.4, steps=2, n_products=4)
    """
    kind = check_semiring(semiring)
    lists = enter(kind, lists, "lists", ndim=2, min_rows=2)
    if not lists.shape[1]:
        raise ValueError(f"lists need at least one entry, got shape {lists.shape}")
    early_stop = check_flag(early_stop, "early_stop")
    if len(lists) == 2:
        best, top, steps, n_products = _of_two(lists, kind.product, early_stop)
    else:
        read = np.full(lists.shape[1], -1)
        best, top, steps, n_products = search_many(
            many_lists(lists), read, 0, kind.product, early_stop
        )
    return InnerSearch(int(best), float(leave(kind, top)), int(steps), int(n_products))


def _of_two(lists, product, early_stop):
    rows = sorted_rows(lists[1:])
    found = empty_found(1, 1)
    n_products = search_all(rows, sorted_lists(lists[:1]), found, product, early_stop)
    # each step of two lists forms two products
    return found.best[0, 0], found.top[0, 0], n_products // 2, n_products
