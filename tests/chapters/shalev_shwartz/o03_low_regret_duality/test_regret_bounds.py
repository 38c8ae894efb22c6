"""The searches over Lipschitz streams pass, and fail where the tuning or the bound is wrong."""

import numpy as np
import pytest

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.online import FixedScale
from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality import regret_bounds as search


def test_streams_have_the_slopes_that_they_say():
    streams = search.lipschitz_streams(40, 2.0, 0, 5)
    assert len(streams) == 6  # U exceeds log 5
    assert len(search.lipschitz_streams(40, 1.0, 0, 5)) == 9
    for stream in streams.values():
        vectors, _ = search.comparators(stream.geometry, 2.0, 3, 5, 0)
        scores = stream.X @ vectors[0]
        slopes = stream.loss.derivative(scores, stream.y)
        assert (slopes**2 * stream.geometry.dual_norm(stream.X) ** 2 / 2
                <= stream.half_slopes + 1e-12).all()  # fmt: skip


@pytest.mark.parametrize("geometry", [Euclidean(), Euclidean(2.0), PNorm(4), Entropy()], ids=repr)
def test_comparators_lie_in_the_domain_and_around_the_complexity(geometry):
    vectors, complexity = search.comparators(geometry, 2.0, 60, 5, 0)
    assert complexity == pytest.approx([geometry.value(v) for v in vectors])
    assert np.isfinite(complexity).all()
    if not isinstance(geometry, Entropy):
        assert complexity.min() < 1
        assert (complexity.max() > 2) == (geometry.parameter != 2.0)


def test_totals_are_prefix_sums():
    stream = search.lipschitz_streams(30, 1.0, 0, 4)["hinge"]
    totals = stream.comparator_totals([stream.best], [10, 30])
    by_hand = np.maximum(0, 1 - stream.y * (stream.X @ stream.best))
    assert totals[:, 0] == pytest.approx([by_hand[:10].sum(), by_hand.sum()])


def test_corollary_1_holds_and_its_tuning_matters(monkeypatch):
    checked, violations, regret = search.lipschitz_search((100, 400), range(1), count=5)
    assert violations == 0
    assert checked > 200
    assert ("experts", 400) in regret
    assert len(regret["hinge", 100]) == 1
    monkeypatch.setattr(search, "FixedScale", lambda c: FixedScale(c / 100))
    assert search.lipschitz_search((400,), range(1), count=5)[1] > 0


def test_unknown_horizon_holds_and_sees_a_wrong_constant(monkeypatch):
    found = search.unknown_horizon_search(400, range(1), n_marks=5, count=3)
    assert found["viol2"] == found["viol3"] == found["lemma2_viol"] == 0
    assert found["fixed_fails"] > 0
    assert found["n_checked"] > 500
    bound = search.anytime_lipschitz_bound
    monkeypatch.setattr(search, "anytime_lipschitz_bound", lambda *a: bound(*a) / 20)
    assert search.unknown_horizon_search(400, range(1), n_marks=5, count=3)["viol2"] > 0


def test_random_walks_cost_the_mean_distance():
    found = search.random_walk_regrets((1, 2, 64), 600, 0, batch=100)
    assert found.shape == (5, 3, 600)
    assert found[:, 0].mean(axis=1) == pytest.approx(np.ones(5))  # one step: distance 1
    assert found[3, 1].mean() == pytest.approx(1.0, abs=0.15)
    exact = search.RandomSigns(64).expected_regret
    error = found[:, 2].std(axis=1) / np.sqrt(600)
    assert (np.abs(found[:, 2].mean(axis=1) - exact) < 4 * error).all()
