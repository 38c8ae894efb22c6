"""Closed forms and misprints at small sizes; laws by moments; the mixed dictionary."""

import numpy as np
import pytest

from mlcompanion.ensemble.aggregation import hull_aggregate, segment_aggregate, star_weights
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation import closed_forms, mixed_dictionary
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation.finite_dictionaries import (
    KINDS,
    Dictionary,
    excesses,
    worst_quantiles,
)
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation.stacking import stacking_gains


def test_segments_agree_with_the_grid():
    found = closed_forms.segment_checks(300, points=2001)
    assert sum(found["regimes"]) == 300
    assert min(found["regimes"]) > 0
    assert found["lam_err"] <= 2.6e-4
    assert max(found["min_err"], found["val_err"]) < 1e-10
    assert closed_forms.star_excess(5) <= 1e-9


def test_a_wrong_share_is_seen(monkeypatch):
    right = closed_forms.segment_minimum

    def turned(f, g, d):
        return right(g, f, d)

    monkeypatch.setattr(closed_forms, "segment_minimum", turned)
    assert closed_forms.segment_checks(50, points=2001)["lam_err"] > 0.1


def test_moments_of_the_corollary_are_exact():
    rng = np.random.default_rng(0)
    b, delta, sigma = 2.0, 0.5, 0.3
    exact = delta**2 * (4 * sigma**2 + (2 * b - delta) ** 2)
    found = closed_forms._constant_moment(b, delta, sigma, 100_000, rng)
    assert found == pytest.approx(exact, rel=0.02)
    checks = closed_forms.corollary_checks(20_000, 20)
    assert checks["right"] <= 1 < checks["const"]


def test_largest_squares():
    assert closed_forms.largest_square(1) == pytest.approx(2)  # of one: the second moment
    assert closed_forms.largest_square(2, b=3.0) == pytest.approx(9 * (1.5**2 + 1.25))
    assert closed_forms.denominator_checks((3,), 10)["best"] > 1
    assert closed_forms.lost_squares((10.0,))["residual"] == pytest.approx(40)


@pytest.mark.parametrize("kind", KINDS)
def test_laws_have_their_moments(kind):
    law = Dictionary(kind, 4, 0.02)
    F, y = law.sample(60_000, np.random.default_rng(1))
    G, c = law.moments()
    np.testing.assert_allclose(F @ F.T / 60_000, G, atol=0.02)
    np.testing.assert_allclose(F @ y / 60_000, c, atol=0.02)
    assert np.abs(F).max() <= 1
    risks = np.diagonal(G) - 2 * c
    assert np.sort(risks)[1] - risks[0] == pytest.approx(0.04)  # two of the leads in moments


def test_aggregates_from_moments_are_those_of_the_library():
    law = Dictionary("agree 0.9", 6, 0.05)
    n = 40
    F, y = law.sample(2 * n, np.random.default_rng(5))
    G, c = law.moments()
    base = (np.diagonal(G) - 2 * c).min()
    found = excesses(law, n, np.random.default_rng(5), factors=(1e9,))

    def excess(theta):
        return theta @ G @ theta - 2 * c @ theta - base

    halves = (F[:, n:], y[n:])
    star = star_weights(*halves, P1=F[:, :n], y1=y[:n]).weights(6)
    assert found["star", 1e9] == pytest.approx(excess(star), abs=1e-9)
    pair = segment_aggregate(*halves).weights(6)
    assert found["seg", 1e9] == pytest.approx(excess(pair), abs=1e-9)
    assert found["hull", 1e9] == pytest.approx(excess(hull_aggregate(*halves).weights), abs=1e-7)
    assert found["erm"] >= 0


def test_quantiles_have_a_number_for_each_method():
    worst = worst_quantiles(2, 16, 3)
    methods = {"star", "seg", "hull"}
    assert set(worst) == {"erm", *methods, *(f"{m}_theory" for m in methods)}
    assert all(worst[f"{m}_theory"] <= worst[m] for m in methods)
    assert all(np.isfinite(list(worst.values())))


def test_the_mixed_dictionary_holds_all_kinds():
    rows = mixed_dictionary.thirds(0)
    assert [len(r) for r in rows] == [221, 111, 110]
    assert len(np.unique(np.concatenate(rows))) == 442
    row = mixed_dictionary.one_split(0)
    assert row["oracle"] <= row["chosen"]
    assert row["hull_count"] >= 1


def test_gains_of_star_and_hull_are_those_of_the_split():
    row = mixed_dictionary.one_split(2)
    gains = stacking_gains(2, n_trees=50)
    assert gains[0] == pytest.approx(100 * (1 - row["star"] / row["chosen"]))
    assert gains[1] == pytest.approx(100 * (1 - row["hull"] / row["chosen"]))
