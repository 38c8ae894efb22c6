"""Miners against the definitions, on one small random database at a time."""

from fractions import Fraction

import numpy as np

from mlcompanion.rules import Transactions, apriori, association_rules, cspade, eclat, least_count

from .definitions import all_sequences, itemsets_by_definition, occurrences, rules_by_definition

__all__ = ["random_baskets", "sequences_agree", "sets_agree"]


def random_baskets(rng, n, m, always=False):
    """Baskets as Python sets; with ``always`` the first item is in all and the second in none."""
    chances = rng.uniform(0.1, 0.9, n)
    X = rng.random((m, n)) < chances
    if always:
        X[:, 0] = True
        X[:, 1] = False
        X[0] = False
    return X, [frozenset(np.flatnonzero(row).tolist()) for row in X]


def _as_columns(counts):
    return {frozenset(int(name[1:]) for name in names): c for names, c in counts.items()}


def _rules_differ(rules, want, m):
    """Whether a set of rules or a measure differs from the definition's."""
    found = {}
    for k, (left, right) in enumerate(rules.pairs()):
        key = frozenset(int(name[1:]) for name in left), int(right[0][1:])
        found[key] = [rules.quality[name][k] for name in ("support", "confidence", "lift")]
    if found.keys() != want.keys():
        return True
    for key, (both, left, right) in want.items():
        true = both / m, both / left, both * m / (left * right)
        if any(abs(a - b) > 1e-12 * max(1, b) for a, b in zip(found[key], true)):
            return True
    return False


def sets_agree(seed):
    """Apriori, Eclat and the rules against all subsets of one random database.

    Returns
    -------
    dict
        ``bad_sets``, ``bad_rules``, ``edge`` (sets with exactly the least count), ``work`` (sets
        counted level by level at a support of 0.3, by all non-empty subsets).
    """
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 11))
    m = int(rng.integers(10, 61))
    X, baskets = random_baskets(rng, n, m, always=seed % 3 == 0)
    every = itemsets_by_definition(baskets, range(n), 1)
    table = Transactions(X)
    numbers = {"bad_sets": 0, "bad_rules": 0, "edge": 0, "work": np.nan}
    # one threshold more is a support that occurs
    occurring = rng.choice(sorted(every.values())) / m
    for sigma in (0.05, 0.1, 0.3, occurring):
        least = min(c for c in range(1, m + 1) if Fraction(c, m) >= Fraction(str(sigma)) - 1e-12)
        want = {items: c for items, c in every.items() if c >= least}
        numbers["edge"] += sum(c == least for c in want.values())
        mined = apriori(table, sigma)
        others = eclat(table, sigma)
        same = _as_columns(mined.counts()) == want == _as_columns(others.counts())
        numbers["bad_sets"] += not same
        if sigma == 0.3:
            numbers["work"] = mined.n_counted / (2**n - 1)
        all_rules = rules_by_definition(want, m, lambda c, left: True)
        confidences = [c / left for c, left, _ in all_rules.values()]
        for delta in (0.5, 0.8, 1.0, rng.choice(confidences) if confidences else 0.7):
            enough = rules_by_definition(want, m, lambda c, left, d=delta: c / left >= d - 1e-12)
            numbers["bad_rules"] += _rules_differ(association_rules(mined, delta), enough, m)
    return numbers


def sequences_agree(seed):
    """cSPADE against a direct search in one random database of customers.

    Returns
    -------
    dict of bool
        ``bad``, ``bad_gap`` (at most 1 between neighbours), ``gap_matters``, ``repeats_matter``.
    """
    rng = np.random.default_rng(seed)
    rows, customers, times = [], [], []
    histories = []
    for customer in range(rng.integers(8, 21)):
        history = {}
        for time in rng.choice(6, rng.integers(2, 6), replace=False).tolist():
            bought = rng.random(4) < 0.45
            history[time] = set(np.flatnonzero(bought).tolist())
            rows.append(bought)
            customers.append(customer)
            times.append(time)
        histories.append(history)
    least = least_count(0.3, len(histories))
    frequent = {}
    for gap in (10**6, 1):
        numbers = {}
        for sequence in all_sequences(4, 3):
            each = [occurrences(history, sequence, (1, gap)) for history in histories]
            numbers[sequence] = sum(c > 0 for c in each), sum(each)
        frequent[gap] = numbers
    answers = {}
    table = Transactions(np.array(rows))
    for name, gap in (("bad", 10**6), ("bad_gap", 1)):
        found = cspade(table, customers, times, 0.3, max_len=3, max_gap=gap)
        mined = {
            tuple(tuple(int(i[1:]) for i in element) for element in pattern): count
            for pattern, count in zip(found.patterns, found.quality["count"].tolist())
        }
        true = {s: c for s, (c, _) in frequent[gap].items() if c >= least}
        answers[name] = mined != true
        frequent[gap, "sets"] = set(true)
    often = {s for s, (_, total) in frequent[10**6].items() if total >= least}
    answers["gap_matters"] = frequent[10**6, "sets"] != frequent[1, "sets"]
    answers["repeats_matter"] = often != frequent[10**6, "sets"]
    return answers
