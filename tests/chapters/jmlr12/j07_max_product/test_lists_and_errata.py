import numpy as np
import pytest

from mlcompanion.graphical.messages import steps_beyond
from mlcompanion_chapters.jmlr12.j07_max_product import errata, lists


def test_correlated_lists_have_their_correlation():
    pair = lists.correlated_pair(50_000, -0.5, np.random.default_rng(0))
    assert np.corrcoef(pair)[0, 1] == pytest.approx(-0.5, abs=0.02)
    assert lists.correlated_steps(100, 1.0, 5, 0).max() == 1
    assert set(lists.correlated_steps(100, -1.0, 5, 0)) == {51}


@pytest.mark.parametrize("family", lists.FAMILIES)
def test_families_are_lists_without_negative_numbers(family):
    drawn = lists.drawn(family, 3, 20, np.random.default_rng(1))
    assert drawn.shape == (3, 20)
    assert (drawn >= 0).all()
    if family == "reversed":
        assert (np.diff(drawn[0]) > 0).all()
        assert (np.diff(drawn[1]) < 0).all()


def test_a_broken_search_would_be_found(monkeypatch):
    assert lists.counterexamples(300, 0) == (0, 0)
    right = lists.sorted_inner

    def stops_at_once(lines, semiring):
        found = right(lines, semiring)
        return found._replace(value=lists.best_value(lines[:, :1], semiring))

    monkeypatch.setattr(lists, "sorted_inner", stops_at_once)
    assert lists.counterexamples(300, 0)[0] > 100


def test_signed_numbers_are_missed():
    assert lists.signed_misses(200, 0) > 20


def test_all_orders_of_eight():
    orders = errata.all_orders(8)
    steps = lists.steps_of_orders(orders)
    assert lists.searched_products(orders) == 2 * steps.sum()
    assert steps.max() == 5
    assert (steps > 2).mean() == pytest.approx(float(steps_beyond(2, 8)))


def test_the_printed_rule_fails_where_the_safe_one_does_not():
    values = errata.built_example()
    assert errata.by_printed_rule(values) < 0.01
    assert errata.by_safe_rule(values) == pytest.approx(0.97**3)
    printed, safe = errata.failures(3, 20_000, 0)
    assert printed > 0 == safe
    assert errata.failures(2, 500, 0)[0] == 0


def test_strip():
    right, printed = errata.strip_gaps(5)
    assert right < 1e-12 < 0.01 < printed


def test_additional_stop_and_standard_errors():
    plain, early = lists.early_stops("exponential", 500, 30, 0)
    assert early < 0.6 * plain
    steps, reads = lists.random_runs(2, 400, 60, 0)
    assert (reads == 2 * steps).all()
    assert abs(lists.standard_errors(steps, 400)) < 4
