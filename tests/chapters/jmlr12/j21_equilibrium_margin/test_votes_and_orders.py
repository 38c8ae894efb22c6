"""What the page and its studies compute from votes."""

import numpy as np
import pytest

from mlcompanion.ensemble.equilibrium import emargin
from mlcompanion_chapters.jmlr12.j21_equilibrium_margin.agreement import agrees, order
from mlcompanion_chapters.jmlr12.j21_equilibrium_margin.printed_step import (
    rounding_excess,
    step_shares,
)
from mlcompanion_chapters.jmlr12.j21_equilibrium_margin.random_margins import (
    beta_mixture,
    largest_residual,
    lemma_violations,
    pair_counts,
    positive_margins,
    sharper_counts,
)
from mlcompanion_chapters.jmlr12.j21_equilibrium_margin.sets import SMALL, two_classes
from mlcompanion_chapters.jmlr12.j21_equilibrium_margin.votes import (
    after_rounds,
    boosted,
    five_splits,
    measures,
    programs,
)


@pytest.mark.parametrize("name", SMALL)
def test_sets_have_two_classes(name):
    X, y = two_classes(name)
    assert np.isfinite(X).all()
    assert set(np.unique(y)) == {-1, 1}
    assert len(X) == len(y)


def test_half_of_the_letters():
    _, y = two_classes("Letter")
    assert np.mean(y == 1) == pytest.approx(0.497)  # A to M


def test_five_splits_part_the_rows():
    splits = list(five_splits(23, 0))
    assert sorted(np.concatenate([test for _, test in splits])) == list(range(23))
    for train, test in splits:
        assert len(np.intersect1d(train, test)) == 0
        assert len(train) + len(test) == 23


def test_measures_by_hand():
    X, y = two_classes("Wdbc")
    split = boosted(X, y, next(five_splits(len(X), 0)), "stump")
    found = measures(split, split.alphas, "ada")
    margins = split.train @ (split.alphas / split.alphas.sum())
    assert found["ada_mm"] == pytest.approx(margins.min(), abs=1e-6)
    assert found["ada_em"] == pytest.approx(emargin(margins, np.log(6000)).margin, abs=1e-6)
    assert after_rounds(split, 100) == found
    first = after_rounds(split, 1)
    assert first["ada_em"] == 1
    assert first["ada_ee"] == pytest.approx(np.mean(split.train[:, 0] < 0), abs=1e-6)
    assert found["ada_te"] == pytest.approx(np.mean(split.test @ split.alphas <= 0), abs=1e-6)


def test_the_programs_of_a_split():
    X, y = two_classes("Diabetes")
    found = programs((X, y, next(five_splits(len(X), 0))), "stump")
    assert found["opposite"]
    assert found["merged"] < 0
    assert found["raw"] == pytest.approx(0, abs=1e-9)
    assert found["merged"] > found["ada_mm"]


def test_order_of_runs():
    rng = np.random.default_rng(0)
    base = rng.normal(size=50)
    assert order(base + 1e-3 + 1e-4 * rng.normal(size=50), base) == 1
    assert order(base + 1e-3 + 1e-4 * rng.normal(size=50), base, paired=False) == 0
    assert order(base, base) == 0
    assert order(np.zeros(50), np.ones(50)) == -1


def test_agreement_as_the_paper_tells_it():
    assert agrees(1, 1, 1)
    assert agrees(1, 0, 1)
    assert agrees(0, 1, 1)
    assert agrees(0, 0, 0)
    assert agrees(-1, -1, -1)
    assert not agrees(1, 1, 0)
    assert not agrees(0, 0, 1)
    assert agrees(1, -1, 1) is None


def test_searches_find_no_counterexample_and_a_wrong_bound_would_be_found():
    counts = sharper_counts(60, 0)
    assert counts["bad"] == 0
    pairs = pair_counts(40, 100, 0)
    assert pairs["bad"] == 0
    assert pairs["covered"] > 0
    assert lemma_violations(500, 0) == 0
    assert largest_residual(20, 0) < 1e-9


@pytest.mark.parametrize("kind", ["uniform", "beta", "two points", "ties"])
def test_random_margins(kind):
    rng = np.random.default_rng(0)
    margins = positive_margins(kind, 100, 0.2, rng)
    assert margins.min() == 0.2
    assert margins.max() <= 1
    assert np.abs(beta_mixture(100, rng)).max() <= 1


def test_the_printed_step():
    shares = step_shares()
    assert shares["ok_root"] == 1
    assert shares["ok_plain"] < 0.2
    excess = rounding_excess(300, 0)
    assert excess["largest"] < np.log(2)
    assert 0 < excess["positive"] < 1
