"""Basket tables that are mined, halved, thinned and classified: what the studies run."""

import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from mlcompanion.datasets import load_mushroom, load_reuters, load_wisconsin, make_baskets
from mlcompanion.rules import (
    CBAClassifier,
    Transactions,
    association_rules,
    eclat,
    improvement,
    interest,
    nb_frequent,
)

from .planted import M, N

__all__ = [
    "SETS",
    "adaptive_threshold",
    "classified",
    "edge_and_shrinkage",
    "of_interest",
    "pattern_baskets",
    "story_words",
]

#: What is classified.
SETS = ("iris", "wine", "wisconsin", "mushroom")


def pattern_baskets(seed):
    """A table of the source's size, of patterns with noise; the package's defaults."""
    made = make_baskets(M, N, random_state=seed)
    return Transactions(made.data)


def story_words():
    """395 Reuters stories as baskets of words, without words in more than a fifth of them."""
    stories = load_reuters(as_csr=True)
    held = stories.data > 0
    usual = np.asarray(held.sum(axis=0)).ravel() <= 0.2 * held.shape[0]
    names = [word for word, keep in zip(stories.feature_names, usual) if keep]
    return Transactions(held[:, np.flatnonzero(usual)], names)


def edge_and_shrinkage(table, least, seed, max_len=10):
    """Where the rules of largest lift stand, and what becomes of their lift on other baskets.

    Parameters
    ----------
    table : Transactions
    least : int
        Least count of a rule in all baskets; in a half it is half of that.
    seed : int
        Of the halves.
    max_len : int

    Returns
    -------
    dict
        ``edge``, ``middle``: median count of the ten rules of largest lift and of all, by the
        least; ``shrink``, ``shrink_all``: mean lift on the kept half by that on the other.
    """
    m = len(table)
    rules = association_rules(eclat(table, least / m, max_len=max_len), 0.5)
    top = rules.sort("lift").head(10)
    order = np.random.default_rng(seed).permutation(m)
    first = table.take(order[: m // 2])
    kept = table.take(order[m // 2 :])
    mined = association_rules(eclat(first, (least / 2) / len(first), max_len=max_len), 0.5)
    mined = mined.sort("lift")
    known, lift = _lift_on(mined, kept)
    then = mined.quality["lift"]
    shrink = {}
    for name, rows in (("shrink", np.arange(len(mined)) < 10), ("shrink_all", known)):
        # a rule whose left side never comes again has no lift there
        rows = rows & known
        shrink[name] = float(lift[rows].mean() / then[rows].mean()) if rows.any() else 0.0
    return {
        "edge": float(np.median(top.quality["count"]) / least),
        "middle": float(np.median(rules.quality["count"]) / least),
        "n_rules": len(rules),
        **shrink,
    }


def _lift_on(rules, table):
    """Of rules, on other baskets: whether the left side occurs there, and the lift."""
    X = table.X.astype(np.float32)
    known = np.zeros(len(rules), dtype=bool)
    lift = np.zeros(len(rules))
    of_item = table.item_counts() / len(table)
    for start in range(0, len(rules), 2000):
        part = slice(start, start + 2000)
        left = rules.lhs[part]
        held = (X @ left.T.astype(np.float32)).toarray() == left.sum(axis=1)
        right = rules.rhs[part].indices
        both = held & (table.X[:, right].toarray() > 0)
        counts = held.sum(axis=0)
        known[part] = counts > 0
        base = np.maximum(counts, 1) * np.maximum(of_item[right], 1 / len(table))
        lift[part] = both.sum(axis=0) / base
    return known, lift


def of_interest(table, least, confidence=0.2, max_len=10):
    """How many rules there are, and which share departs from independence and adds something.

    Returns
    -------
    dict
        ``n_rules``, ``share``: chance below 0.01 by the number of rules, and more confident than
        every more general rule.
    """
    itemsets = eclat(table, least / len(table), max_len=max_len)
    rules = association_rules(itemsets, confidence)
    clear = interest(rules, "p_value") < 0.01 / max(len(rules), 1)
    adds = improvement(rules, itemsets) > 0
    return {"n_rules": len(rules), "share": float(np.mean(clear & adds))}


def adaptive_threshold(seed, n_pairs=10):
    """Planted pairs of rare items: found by the model's threshold, and by as high a support.

    Returns
    -------
    dict
        ``found``, ``found_support``, ``kept``.
    """
    rng = np.random.default_rng(seed)
    chances = np.sort(rng.gamma(1.0, 0.02, 100))
    X = rng.random((5000, 100)) < chances
    planted = rng.permutation(50)[: 2 * n_pairs].reshape(n_pairs, 2)
    for pair in planted:
        X[np.ix_(rng.choice(5000, 15, replace=False), pair)] = True
    table = Transactions(X)
    truth = {frozenset(f"i{j}" for j in pair) for pair in planted.tolist()}
    sets = nb_frequent(table, 0.9, max_len=2)
    kept = {frozenset(names) for names in sets.names() if len(names) == 2}
    pairs = eclat(table, 0.0, max_len=2)
    pairs = pairs.take(pairs.lengths() == 2).sort("count")
    counts = pairs.quality["count"]
    # the least count that leaves no more pairs than the model keeps
    beyond = counts[len(kept)] if len(kept) < len(counts) else 0
    largest = {frozenset(names) for names in pairs.take(counts > beyond).names()}
    return {
        "found": len(kept & truth),
        "found_support": len(largest & truth),
        "kept": len(kept),
    }


def _labelled(name):
    if name == "iris":
        return load_iris(return_X_y=True)
    if name == "wine":
        return load_wine(return_X_y=True)
    data = load_wisconsin() if name == "wisconsin" else load_mushroom()
    if name == "wisconsin":
        return data.data, data.target
    rows = np.random.default_rng(0).choice(len(data.data), 1500, replace=False)
    return data.data[rows], data.target[rows]


def classified(name, fold):
    """Accuracy of the rules and of a tree on one of ten folds, and how many rules were kept."""
    X, y = _labelled(name)
    folds = list(StratifiedKFold(10, shuffle=True, random_state=0).split(X, y))
    train, test = folds[fold]
    rules = CBAClassifier().fit(X[train], y[train])
    tree = DecisionTreeClassifier(random_state=0).fit(X[train], y[train])
    return {
        "rules": rules.score(X[test], y[test]),
        "tree": tree.score(X[test], y[test]),
        "n_rules": len(rules.rules_),
    }
