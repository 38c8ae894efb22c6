"""What the page counts by, on cases that can be told by hand."""

import numpy as np
import pytest

from mlcompanion.rules import Transactions, association_rules, eclat
from mlcompanion_chapters.jmlr12.j27_arules import checks, tables
from mlcompanion_chapters.jmlr12.j27_arules.definitions import all_sequences, occurrences
from mlcompanion_chapters.jmlr12.j27_arules.planted import PRINTED, M, N, planted_baskets


def test_counts_behind_digits():
    assert checks.counts_behind("0.001931876", "0.9047619", "11.235269", M) == [(19, 21, 792)]
    assert checks.counts_behind("0.5", "0.67", "1.3", 4) == [(2, 3, 2)]
    assert checks.counts_behind("0.001931876", "0.9047619", "11.235269", M + 1) == []


@pytest.mark.parametrize("patterns", [False, True])
def test_planted_counts(patterns):
    table = planted_baskets(3, patterns)
    assert (len(table), table.n_items) == (M, N)
    for rule in PRINTED[:1] if patterns else PRINTED:
        assert table.count(rule.lhs) == rule.lhs_count
        assert table.count([*rule.lhs, rule.rhs]) == rule.count
        assert table.count([rule.rhs]) == rule.rhs_count


def test_all_sequences_of_two_items_of_two():
    want = {((0,),), ((1,),), ((0, 1),), *(((a,), (b,)) for a in (0, 1) for b in (0, 1))}
    assert set(all_sequences(2, 2)) == want


def test_occurrences_are_counted_within_gaps():
    history = {0: {1}, 1: {2}, 3: {1, 2}}
    assert occurrences(history, ((1,), (2,)), (1, 9)) == 2
    assert occurrences(history, ((1,), (2,)), (1, 1)) == 1
    assert occurrences(history, ((1, 2),), (1, 9)) == 1
    assert occurrences(history, ((1,), (1,)), (1, 2)) == 0


def test_storage_counts_agree():
    found = checks.storage(Transactions(np.random.default_rng(0).random((300, 20)) < 0.1))
    assert found["wrong"] == found["wrong_packed"] == 0
    assert found["full"] == 6000


def test_nothing_is_lost_in_exchange():
    rules = association_rules(eclat(checks.odd_names(), 0.1), 0.4)
    found = checks.round_trip(rules)
    assert found["n_rules"] > 50
    assert found["lost"] == 0
    assert found["worst"] == 0


def test_the_printed_condition_keeps_everything():
    found = checks.printed_condition(0)
    assert found["kept_printed"] == found["frequent"] > found["kept_right"]


def test_pairs_kept_are_compared_with_as_many():
    found = tables.adaptive_threshold(0)
    assert 0 <= found["found"] <= 10
    assert found["kept"] >= found["found"]
