r"""Frequent itemsets level by level: Apriori. Hahsler et al. (2011), section 2, name it.

An itemset stands in no more baskets than any part of it: what has an infrequent part need not be
counted.
"""

import numpy as np

from ._bits import count_sets
from .mining import checked_thresholds, itemsets_of
from .prefix_tree import PrefixTree

__all__ = ["apriori"]


def _join(sets):
    """Unite any two sets that agree in all but their last item."""
    k = sets.shape[1]
    fresh = np.ones(len(sets), dtype=bool)
    if k > 1:
        fresh[1:] = (sets[1:, :-1] != sets[:-1, :-1]).any(axis=1)
    else:
        fresh[1:] = False  # all items share the empty prefix
    starts = np.flatnonzero(fresh)
    ends = np.repeat(np.append(starts[1:], len(sets)), np.diff(np.append(starts, len(sets))))
    later = ends - np.arange(len(sets)) - 1
    first = np.repeat(np.arange(len(sets)), later)
    # the partners of a set are the ones that follow it in its group
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(later) - later, later)
    return np.column_stack([sets[first], sets[second, -1]])


def _prune(candidates, tree):
    """Keep the candidates all of whose parts with one item less are frequent."""
    k = candidates.shape[1]
    # without the last or the last but one item they are the two sets that were joined
    for j in range(k - 2):
        candidates = candidates[tree.find(np.delete(candidates, j, axis=1)) >= 0]
    return candidates


def apriori(transactions, support=0.1, *, max_len=10):
    r"""Find all frequent itemsets level by level.

    Sets of k items are counted only if all their parts of k - 1 items are frequent: two frequent
    sets that agree in all but their last item are joined, what has an infrequent part is pruned,
    the rest is counted, by a bitwise and of the items' packed rows.

    Parameters
    ----------
    transactions : Transactions
    support : float
        Least share of baskets, in [0, 1]; a set of exactly that share is frequent. A set that
        stands in no basket never is.
    max_len : int
        Most items of a set.

    Returns
    -------
    Itemsets
        Ordered by length, then by columns. ``n_counted`` is the number of sets counted.

    Raises
    ------
    ValueError
        If ``support`` is outside [0, 1], or ``max_len`` below 1.

    Notes
    -----
    Cost: O(c k m / 64) time for c candidates of k items in m baskets; memory O(f m / 64) for f
    frequent items, and the sets of two levels. Defaults as R's arules.

    Examples
    --------
    >>> from mlcompanion.rules import Transactions
    >>> baskets = Transactions.from_lists([["a", "b"], ["a", "b", "c"], ["a"], ["c"]])
    >>> apriori(baskets, 0.5).names()
    [('a',), ('b',), ('c',), ('a', 'b')]
    """
    least, max_len = checked_thresholds(transactions, support, max_len)
    counts = transactions.item_counts()
    frequent = np.flatnonzero(counts >= least)
    words = transactions.bits(frequent)
    level = np.arange(len(frequent))[:, None]
    found = [(frequent[level], counts[frequent])]
    tree = PrefixTree([level], max(len(frequent), 1))
    n_counted = transactions.n_items
    while len(level) > 1 and level.shape[1] < max_len:
        candidates = _prune(_join(level), tree)
        counted = count_sets(words, candidates)
        n_counted += len(candidates)
        kept = counted >= least
        level = candidates[kept]
        if len(level) == 0:
            break
        found.append((frequent[level], counted[kept]))
        tree.add(level)
    return itemsets_of(transactions, found, n_counted)
