"""What the page counts by the definitions: digits, thresholds, storage, exchange."""

from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from xml.etree import ElementTree

import numpy as np

from mlcompanion.rules import Transactions, from_pmml, to_pmml

from .agreement import random_baskets
from .definitions import itemsets_by_definition

__all__ = [
    "counts_behind",
    "odd_names",
    "printed_condition",
    "round_trip",
    "storage",
    "two_readings",
]


def _rounds_to(value, printed):
    """Whether a fraction rounds to a number as printed, in its own number of decimals."""
    decimals = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**decimals)


def counts_behind(support, confidence, lift, m):
    """All whole counts (both, left, right) in m baskets that fit three printed numbers.

    Parameters
    ----------
    support, confidence, lift : str
        As printed, with all their zeros.
    m : int

    Returns
    -------
    list of tuples of int
    """
    found = []
    # a window around what each printed number says; the counts in it are tried exactly
    start = float(support) * m
    for both in range(max(0, floor(start) - 2), min(m, ceil(start) + 2) + 1):
        if not _rounds_to(Fraction(both, m), support):
            continue
        middle = both / float(confidence)
        for left in range(max(both, floor(middle) - 2, 1), min(m, ceil(middle) + 2) + 1):
            share = Fraction(both, left)
            if not _rounds_to(share, confidence):
                continue
            near = float(share) * m / float(lift)
            for right in range(max(both, floor(near) - 2, 1), min(m, ceil(near) + 2) + 1):
                if _rounds_to(share * m / right, lift):
                    found.append((both, left, right))
    return found


def storage(table, seed=0):
    """Bytes and entries read of three ways to keep a table, and 500 counts by each.

    Returns
    -------
    dict
        ``full``, ``sparse``, ``packed`` (bytes), ``reads`` (sparse by full), ``wrong``,
        ``wrong_packed``.
    """
    rng = np.random.default_rng(seed)
    X = table.X
    full = X.toarray()
    bits = table.bits()
    reads = [0, 0]
    wrong = 0
    wrong_packed = 0
    for k in range(500):
        columns = rng.choice(table.n_items, 2 + k % 2, replace=False)
        true = int(full[:, columns].all(axis=1).sum())
        lists = [X.indices[X.indptr[j] : X.indptr[j + 1]] for j in columns]
        held = np.bincount(np.concatenate(lists), minlength=len(full)) == len(columns)
        reads[0] += sum(map(len, lists))
        reads[1] += full[:, columns].size
        wrong += int(held.sum()) != true
        together = np.bitwise_and.reduce(bits[columns], axis=0)
        wrong_packed += int(np.bitwise_count(together).sum()) != true
    return {
        "full": full.nbytes,
        "sparse": sum(part.nbytes for part in (X.data, X.indices, X.indptr)),
        "packed": bits.nbytes,
        "reads": reads[0] / reads[1],
        "wrong": wrong,
        "wrong_packed": wrong_packed,
    }


def odd_names(seed=0):
    """A small table whose items have spaces, slashes, ampersands and quotes in their names."""
    X = np.random.default_rng(seed).random((200, 6)) < 0.5
    return Transactions(X, ["white bread", "fruit/juice", "fish & chips", 'a "b"', "<c>", "d'e"])


def round_trip(rules):
    """Write rules as PMML and read them by Python's own parser and by the library.

    Returns
    -------
    dict
        ``n_rules``, ``lost`` (rules whose sides differ, by either reader), ``worst`` (largest
        relative difference of support or confidence).
    """
    text = to_pmml(rules)
    root = ElementTree.fromstring(text.encode())
    names = {e.get("id"): e.get("value") for e in root.iterfind(".//{*}Item")}
    sides = {
        e.get("id"): {names[ref.get("itemRef")] for ref in e}
        for e in root.iterfind(".//{*}Itemset")
    }
    elements = list(root.iterfind(".//{*}AssociationRule"))
    plain = [(sides[e.get("antecedent")], sides[e.get("consequent")]) for e in elements]
    back = from_pmml(text)
    worst = 0.0
    for name in ("support", "confidence"):
        true = rules.quality[name]
        read = np.array([float(e.get(name)) for e in elements])
        worst = max(
            worst, np.abs(read / true - 1).max(), np.abs(back.quality[name] / true - 1).max()
        )
    want = [tuple(map(set, pair)) for pair in rules.pairs()]
    again = [tuple(map(set, pair)) for pair in back.pairs()]
    lost = sum(a != b or a != c for a, b, c in zip(want, plain, again))
    lost += abs(len(want) - len(plain)) + abs(len(want) - len(again))
    return {"n_rules": len(rules), "lost": lost, "worst": float(worst)}


def _every_rule(baskets, n, least):
    """All rules with one or more items on the right: (both, left) counts, by plain counting."""
    counts = itemsets_by_definition(baskets, range(n), least)
    for items, both in counts.items():
        for size in range(1, len(items)):
            for left in combinations(sorted(items), size):
                yield both, counts[frozenset(left)]


def printed_condition(seed):
    """The condition on confidence as printed and as it is meant, in one random database.

    Returns
    -------
    dict
        ``frequent``, ``kept_printed``, ``kept_right`` (numbers of rules), ``below`` (the least
        confidence that the printed form keeps).
    """
    X, baskets = random_baskets(np.random.default_rng(seed), 8, 100)
    rules = list(_every_rule(baskets, X.shape[1], 10))
    of_itself = [left / left for _, left in rules]
    return {
        "frequent": len(rules),
        "kept_printed": sum(share >= 0.8 for share in of_itself),
        "kept_right": sum(Fraction(both, left) >= Fraction(4, 5) for both, left in rules),
        "below": min(both / left for both, left in rules),
    }


def two_readings(seed):
    """ "More than" against "at least" for the support, in one random database.

    Returns
    -------
    dict of bool
        ``differ``: other itemsets for some threshold; ``orphan``: a valid rule whose items
        together are not frequent by the strict reading.
    """
    X, baskets = random_baskets(np.random.default_rng(seed), 8, 100)
    counts = itemsets_by_definition(baskets, range(X.shape[1]), 1)
    differ = False
    orphan = False
    for least in (5, 10, 20):
        at_threshold = {items for items, c in counts.items() if c == least}
        differ |= bool(at_threshold)
        for items in at_threshold:
            left = (items - {y} for y in items)
            orphan |= any(x and Fraction(least, counts[x]) >= Fraction(4, 5) for x in left)
    return {"differ": differ, "orphan": orphan}
