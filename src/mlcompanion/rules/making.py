"""Rules from frequent itemsets (Hahsler et al. 2011, section 1), and what more conditions add."""

import numpy as np

from mlcompanion._validation import check_count, check_instance, check_real

from .associations import Itemsets, Rules, rule_measures
from .mining import least_counts
from .prefix_tree import PrefixTree, incidence, levels_of

__all__ = ["association_rules", "improvement"]


def _parts(itemsets):
    """Sets level by level, each with its counts and the places of its parts.

    Yields, for sets of k items, the sets (s, k), their rows and counts (s,), and the places (s, k)
    of what is left without each item among the sets of k - 1; at k = 1 that is the empty set.
    """
    levels = levels_of(itemsets.members)
    tree = PrefixTree([], max(len(itemsets.items), 1))
    for sets, rows in levels:
        k = sets.shape[1]
        parts = np.zeros(sets.shape, dtype=np.int64)
        for j in range(k if k > 1 else 0):
            parts[:, j] = tree.find(np.delete(sets, j, axis=1))
        if (parts < 0).any():
            raise ValueError("itemsets must hold every part of its sets; were some taken out?")
        tree.add(sets)
        yield sets, rows, itemsets.quality["count"][rows], parts


def association_rules(itemsets, confidence=0.8, *, min_len=1, max_len=10):
    r"""All rules X => {y} that frequent itemsets allow (section 1).

    .. math:: \mathrm{conf}(X\Rightarrow Y)=\mathrm{supp}(X\cup Y)/\mathrm{supp}(X)\ge\delta

    Parameters
    ----------
    itemsets : Itemsets
        As mined: with every part of its sets.
    confidence : float
        The threshold delta, in [0, 1]; a rule that reaches it is kept.
    min_len : int
        Fewest items of a rule, both sides together. 1 allows ``{} => y``, whose confidence is the
        support of y.
    max_len : int
        Most items of a rule.

    Returns
    -------
    Rules
        With one item on the right, in the order of their itemsets, then of the item on the right.

    Raises
    ------
    ValueError
        If ``confidence`` is outside [0, 1], or a part of an itemset is missing.

    Notes
    -----
    Cost: O(s k^2 log s) time for s itemsets of k items, O(s k) memory: nothing is counted anew.
    Defaults as R's arules.

    Examples
    --------
    >>> from mlcompanion.rules import Transactions, eclat
    >>> baskets = Transactions.from_lists([["a", "b"], ["a", "b", "c"], ["a"], ["c"]])
    >>> print(association_rules(eclat(baskets, 0.5), 0.9).inspect())
    {b} => {a}  2 baskets, supp 0.500000000, conf 1.0000000, lift 1.333333
    """
    check_instance(itemsets, "itemsets", Itemsets)
    confidence = check_real(confidence, "confidence", low=0, high=1)
    min_len = check_count(min_len, "min_len", low=1)
    max_len = check_count(max_len, "max_len", low=1)
    m = itemsets.n_baskets
    n = len(itemsets.items)
    single = np.zeros(n, dtype=np.int64)
    shorter = np.array([m])  # the empty set stands in every basket
    left = []
    right = []
    counts = []
    for sets, _, count, parts in _parts(itemsets):
        k = sets.shape[1]
        if k == 1:
            single[sets[:, 0]] = count
        of_left = shorter[parts]
        kept = count[:, None] >= least_counts(confidence, of_left)
        if min_len <= k <= max_len:
            rows, places = np.nonzero(kept)
            others = np.arange(k) != places[:, None]
            left.append(sets[rows][others].reshape(len(rows), k - 1))
            right.append(sets[rows, places])
            counts.append((count[rows], of_left[rows, places]))
        shorter = count
    rhs = np.concatenate([np.empty(0, dtype=np.int64), *right])
    count, lhs_count = np.hstack([np.empty((2, 0), dtype=np.int64), *counts])
    return Rules(
        items=itemsets.items,
        n_baskets=m,
        quality=rule_measures(count, lhs_count, single[rhs], m),
        lhs=incidence(left, n),
        rhs=incidence([rhs[:, None]], n),
    )


def improvement(rules, itemsets):
    r"""Confidence of a rule minus the largest one of a more general rule.

    .. math::
        \mathrm{conf}(X\Rightarrow y)-\max_{X'\subsetneq X}\mathrm{conf}(X'\Rightarrow y)

    Parameters
    ----------
    rules : Rules
        With one item on the right, made of ``itemsets``.
    itemsets : Itemsets
        As mined.

    Returns
    -------
    ndarray, shape (number of rules,)
        Zero or less where fewer conditions tell at least as much; the confidence itself where
        the left side is empty.

    Raises
    ------
    ValueError
        If the two speak of different items, a rule has several items on the right, or its items
        are not among the itemsets.

    Notes
    -----
    Cost: O(s k^2 log s) time, O(s k) memory for s itemsets of k items: the best of all parts of X
    is the best of those that lack one item, and of the best below them.
    """
    check_instance(rules, "rules", Rules)
    check_instance(itemsets, "itemsets", Itemsets)
    if rules.items != itemsets.items:
        raise ValueError("rules and itemsets must have the same items")
    if (np.diff(rules.rhs.indptr) != 1).any():
        raise ValueError("rules must have one item on the right")
    answers = np.full(len(rules), np.nan)
    whole = levels_of(rules.lhs + rules.rhs)
    right = rules.rhs.indices
    n = max(len(itemsets.items), 1)
    tree = PrefixTree([], n)
    shorter = np.array([itemsets.n_baskets])
    best_below = np.empty((1, 0))
    for sets, _, count, parts in _parts(itemsets):
        tree.add(sets)
        k = sets.shape[1]
        own = count[:, None] / shorter[parts]
        below = np.zeros(sets.shape)
        for j in range(k):  # the item on the right
            for d in range(k):  # the item on the left that is dropped
                if d != j:
                    place = j - (d < j)
                    best = best_below[parts[:, d], place]
                    below[:, j] = np.maximum(below[:, j], best)
        if k <= len(whole):
            wanted, rows = whole[k - 1]
            at = tree.find(wanted)
            place = np.argmax(wanted == right[rows][:, None], axis=1)
            gain = own[at, place] - below[at, place]
            answers[rows] = np.where(at >= 0, gain, np.nan)
        best_below = np.maximum(own, below)
        shorter = count
    if np.isnan(answers).any():
        raise ValueError("itemsets must hold the items of every rule")
    return answers
