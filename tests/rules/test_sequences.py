"""cSPADE against a direct search in every customer's baskets, with all limits."""

import numpy as np
import pytest

from mlcompanion.rules import Transactions, cspade, least_count
from mlcompanion_chapters.jmlr12.j27_arules.definitions import all_sequences, occurrences


def histories(seed, span=8):
    rng = np.random.default_rng(seed)
    rows, customers, times = [], [], []
    for customer in rng.choice(1000, rng.integers(8, 20), replace=False):
        for time in rng.choice(span, rng.integers(2, 6), replace=False):
            rows.append(rng.random(4) < 0.45)
            customers.append(customer)
            times.append(time)
    return np.array(rows), np.array(customers), np.array(times)


LIMITS = [
    {},
    {"max_gap": 1},
    {"max_gap": 2},
    {"min_gap": 2},
    {"window": 3},
    {"window": 0},
    {"min_gap": 2, "max_gap": 3, "window": 4},
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_sequences_are_those_of_the_definition(seed, limits):
    rows, customers, times = histories(seed)
    own = {c: {} for c in customers}
    for row, customer, time in zip(rows, customers, times):
        own[customer][time] = set(np.flatnonzero(row))
    gaps = limits.get("min_gap", 1), limits.get("max_gap", np.inf)
    window = limits.get("window", np.inf)
    least = least_count(0.3, len(own))
    want = {}
    for sequence in all_sequences(4, 3):
        count = sum(occurrences(h, sequence, gaps, window) > 0 for h in own.values())
        if count >= least:
            want[tuple(tuple(f"i{j}" for j in e) for e in sequence)] = count
    found = cspade(Transactions(rows), customers, times, 0.3, max_len=3, **limits)
    assert dict(zip(found.patterns, found.quality["count"].tolist())) == want
    assert len(set(found.patterns)) == len(found)


def test_the_origin_and_the_unit_of_time_change_nothing():
    rows, customers, times = histories(0)
    baskets = Transactions(rows)
    want = cspade(baskets, customers, times, 0.3, max_gap=2)
    far = cspade(baskets, customers, times + 10**9, 0.3, max_gap=2)
    days = cspade(baskets, customers, 86_400 * times, 0.3, min_gap=86_400, max_gap=2 * 86_400)
    assert want.patterns == far.patterns == days.patterns


def test_two_baskets_at_one_time_are_one():
    baskets = Transactions.from_lists([["a"], ["b"], ["a", "b"]])
    found = cspade(baskets, [1, 1, 2], [5, 5, 1], 1.0)
    assert (("a", "b"),) in found.patterns
    assert (("a",), ("b",)) not in found.patterns


def test_a_customer_counts_once():
    baskets = Transactions.from_lists([["a"], ["b"], ["a"], ["b"], ["c"]])
    found = cspade(baskets, [1, 1, 1, 1, 2], [1, 2, 3, 4, 1], 0.0)
    counts = dict(zip(found.patterns, found.quality["count"].tolist()))
    assert counts[("a",), ("b",)] == 1
    assert found.sort("support").lengths().tolist() == sorted(found.lengths().tolist())


def test_times_too_far_apart_are_refused():
    baskets = Transactions.from_lists([["a"], ["b"]])
    with pytest.raises(ValueError, match="times must span less"):
        cspade(baskets, [1, 2], [0, 2**61], 0.5)
