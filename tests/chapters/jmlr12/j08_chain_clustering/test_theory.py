"""Theorems and misprints: small searches."""

import numpy as np
import pytest

from mlcompanion_chapters.jmlr12.j08_chain_clustering import misprints, theory


def test_the_bound_holds_and_the_gap_is_ordered():
    found = theory.gap_table(40)
    assert found["bad"] == found["not_monotone"] == 0
    assert found["cases"] > 300


def test_simulated_shares():
    assert np.abs(theory.simulated_z([(8, 3)], 20_000)).max() < 4


def test_sums_over_complete_orders():
    assert theory.extension_sums((4, 5), 1) == {"bad_sum": 0, "bad_count": 0, "cases": 7}


def test_descent():
    found = theory.descent(20)
    assert found["rises"] == found["beaten"] == 0
    assert found["off"] <= 0.0005 + 1e-9


def test_rows_bring_the_first_pair_nearer():
    near, far = theory.row_distances(400, 0)
    assert near < far


def test_needed_chains_is_the_least():
    n = misprints.needed_chains(1 / 8)
    assert 2 * np.log(n) / np.sqrt(n) <= 1 / 8 < 2 * np.log(n - 1) / np.sqrt(n - 1)


def test_misprints():
    assert misprints.constants()["q17"] == pytest.approx(30)
    assert misprints.swap_example() == {
        "printed_before": False,
        "right_before": True,
        "right_after": False,
    }
    assert misprints.common_item_sums()["right"] == pytest.approx(1)
