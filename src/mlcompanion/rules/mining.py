r"""Frequent itemsets branch by branch: Eclat. Hahsler et al. (2011), section 2, name it.

It rests, as Apriori does, on one fact: an itemset stands in no more baskets than any part of it,
so that nothing that grows from an infrequent set is frequent.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_count, check_instance, check_real

from ._bits import count_bits
from .associations import Itemsets
from .prefix_tree import incidence, sorted_rows
from .transactions import Transactions

__all__ = ["EclatBranch", "eclat", "eclat_branches", "least_count"]

#: What rounding may have added to a threshold: 0.07 * 100 is 7.000000000000001.
_ROUNDING = 1e-12


def least_count(share, total):
    r"""The smallest whole number that is at least a share of a total (section 1).

    Parameters
    ----------
    share : float
        In [0, 1].
    total : int

    Returns
    -------
    int
        At least 1: what stands in no basket is never frequent.

    Notes
    -----
    Counts are compared, not shares: rounding of a product would decide which sets are frequent
    at the threshold. A product above a whole number by less than 1e-12 of itself counts as it.

    Examples
    --------
    >>> least_count(0.001, 9835)
    10
    >>> least_count(0.07, 100)
    7
    """
    share = check_real(share, "share", low=0, high=1)
    return int(least_counts(share, check_count(total, "total", low=1)))


def least_counts(share, totals):
    """:func:`least_count` for many totals, unchecked."""
    return np.maximum(np.ceil(share * totals * (1 - _ROUNDING)), 1)


def checked_thresholds(transactions, support, max_len):
    """The least count and the longest set, checked."""
    check_instance(transactions, "transactions", Transactions)
    support = check_real(support, "support", low=0, high=1)
    least = least_count(support, transactions.n_baskets)
    return least, check_count(max_len, "max_len", low=1)


def itemsets_of(transactions, found, n_counted):
    """The table of the sets that were found: pairs of sets and counts, one a size."""
    levels = []
    counts = [np.empty(0, dtype=np.int64)]
    for sets, count in found:
        order = sorted_rows(sets)
        levels.append(sets[order])
        counts.append(count[order])
    count = np.concatenate(counts)
    return Itemsets(
        items=transactions.items,
        n_baskets=transactions.n_baskets,
        quality={"count": count, "support": count / transactions.n_baskets},
        members=incidence(levels, transactions.n_items),
        n_counted=int(n_counted),
    )


@dataclass(frozen=True, eq=False)
class EclatBranch:
    """One branch of Eclat: a set, and the items that may join it.

    Parameters
    ----------
    prefix : tuple of int
        Columns of the set's items, the rarest first; empty at the root.
    tried : ndarray of int, shape (c,)
        Columns of the items whose baskets were cut with the set's.
    counts : ndarray of int, shape (c,)
        Baskets with the set and each of these.
    frequent : ndarray of bool, shape (c,)
        Which of them are kept.
    words : ndarray of uint64, shape (number kept, w)
        For each item kept, the baskets with the set and that item, as packed bits. Words in
        which the set has no basket are left out.
    """

    prefix: tuple
    tried: np.ndarray
    counts: np.ndarray
    frequent: np.ndarray
    words: np.ndarray

    def kept(self):
        """Columns of the items that are kept, shape (number kept,)."""
        return self.tried[self.frequent]


def _branch(prefix, tried, words, least):
    """Count the candidates of a branch and keep the frequent ones."""
    counts = count_bits(words)
    frequent = counts >= least
    return EclatBranch(prefix, tried, counts, frequent, words[frequent])


def _below(branch, kept, k, least):
    """The branch in which the k-th of the items that were kept has joined the set."""
    own = branch.words[k]
    # no basket of a larger set lies in a word where this one has none
    held = own.nonzero()[0]
    later = branch.words[k + 1 :]
    if len(held) < len(own):
        own = own[held]
        later = later.take(held, axis=1)
    return _branch((*branch.prefix, int(kept[k])), kept[k + 1 :], later & own, least)


def _branches_to_enter(branch, max_len):
    """A branch, the items that it keeps and the place of each that is to join, the last first."""
    n_kept = len(branch.words)
    # an item needs another after it, and the set room for both
    if n_kept < 2 or len(branch.prefix) + 2 > max_len:
        return []
    kept = branch.kept()
    return [(branch, kept, k) for k in reversed(range(n_kept - 1))]


def eclat_branches(transactions, support=0.1, *, max_len=10):
    """Run Eclat depth first, and look in at every branch.

    Parameters
    ----------
    transactions : Transactions
    support : float
        Least share of baskets, in [0, 1].
    max_len : int
        Most items of a set.

    Yields
    ------
    EclatBranch
        The root first, whose candidates are all items, from the rarest to the commonest. A set
        with an item kept is one frequent set; each is met once.

    Raises
    ------
    ValueError
        If ``support`` is outside [0, 1], or ``max_len`` below 1.

    Notes
    -----
    Cost of a branch: O(c w) for c candidates and w words in which its set has a basket, at most
    m / 64 and at most the set's count. Memory: O(L f m / 64), L the depth, f frequent items.
    """
    least, max_len = checked_thresholds(transactions, support, max_len)
    order = np.argsort(transactions.item_counts(), kind="stable")
    root = _branch((), order, transactions.bits(order), least)
    yield root
    waiting = _branches_to_enter(root, max_len)
    while waiting:
        branch = _below(*waiting.pop(), least)
        yield branch
        waiting.extend(_branches_to_enter(branch, max_len))


def eclat(transactions, support=0.1, *, max_len=10):
    r"""Find all frequent itemsets depth first, by cutting sets of baskets.

    .. math:: T(X\cup\{i\})=T(X)\cap T(i)

    with :math:`T(X)` the baskets that hold all of X, as packed bits: 64 baskets a step.

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
        The same table as that of Apriori, but for ``n_counted``.

    Raises
    ------
    ValueError
        If ``support`` is outside [0, 1], or ``max_len`` below 1.

    Notes
    -----
    Cost: as :func:`eclat_branches`, summed over the branches. Defaults as R's arules.

    Examples
    --------
    >>> baskets = Transactions.from_lists([["a", "b"], ["a", "b", "c"], ["a"], ["c"]])
    >>> eclat(baskets, 0.5).counts()[frozenset("ab")]
    2
    """
    prefixes = {}
    tails = {}
    counts = {}
    n_counted = 0
    for branch in eclat_branches(transactions, support, max_len=max_len):
        n_counted += len(branch.tried)
        # most branches keep nothing
        if len(branch.words) == 0:
            continue
        size = len(branch.prefix) + 1
        prefixes.setdefault(size, []).append(branch.prefix)
        tails.setdefault(size, []).append(branch.kept())
        counts.setdefault(size, []).append(branch.counts[branch.frequent])
    found = []
    for size in sorted(tails):
        last = np.concatenate(tails[size])
        # each prefix once for every item that its branch keeps
        first = np.repeat(np.array(prefixes[size], dtype=int), list(map(len, tails[size])), axis=0)
        sets = np.sort(np.column_stack([first, last]), axis=1)
        found.append((sets, np.concatenate(counts[size])))
    return itemsets_of(transactions, found, n_counted)
