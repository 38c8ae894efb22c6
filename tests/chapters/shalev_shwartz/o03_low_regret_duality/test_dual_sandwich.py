"""The offline solver agrees with others, and the sandwich search can fail on either side."""

import numpy as np
import pytest

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.losses import Huber
from mlcompanion.online import FixedScale, best_in_hindsight, dual_ascent
from mlcompanion.online.core.regret import hindsight_objective
from mlcompanion_chapters.checks.search import supremum
from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality import dual_sandwich as sandwich


@pytest.mark.parametrize("name", ["separator", "squared"])
def test_offline_optimum_is_that_of_the_hindsight_solver(name):
    X, y, loss = sandwich.sandwich_streams(80, 0, 5)[name]
    u = best_in_hindsight(X, y, loss, l2=3.0)
    found = sandwich.offline_optimum(X, y, Euclidean(), loss, 3.0)
    assert found.value == pytest.approx(hindsight_objective(u, X, y, loss, 3.0), rel=1e-6)


@pytest.mark.parametrize("geometry", [Euclidean(), Entropy(), PNorm(4)], ids=repr)
@pytest.mark.parametrize("name", ["separator", "squared", "absolute", "opposed"])
def test_offline_optimum_is_certified(geometry, name):
    X, y, loss = sandwich.sandwich_streams(60, 1, 5)[name]
    value, certificate = sandwich.offline_optimum(X, y, geometry, loss, 4.0)
    assert certificate - 1e-9 <= value <= certificate + 1e-5 * (1 + abs(value))


def test_offline_optimum_refuses_other_losses():
    X, y, _ = sandwich.sandwich_streams(10, 0, 3)["squared"]
    with pytest.raises(ValueError, match="loss"):
        sandwich.offline_optimum(X, y, Euclidean(), Huber(1.0), 1.0)


@pytest.mark.parametrize("geometry", [Euclidean(), Entropy(), PNorm(4)], ids=repr)
def test_any_rule_never_lowers_the_dual_below_its_bound(geometry):
    for X, y, loss in sandwich.sandwich_streams(40, 2, 4).values():
        losses, slopes2, dual = sandwich.any_rule_run(X, y, geometry, loss, 5.0, 0)
        assert losses.sum() - slopes2.sum() / 10 <= dual + 1e-9
        assert dual <= sandwich.offline_optimum(X, y, geometry, loss, 5.0).value + 1e-6


def test_revisits_raise_the_dual():
    X, y, loss = sandwich.sandwich_streams(60, 3, 4)["separator"]
    top = sandwich.offline_optimum(X, y, Euclidean(), loss, 2.0).value
    run = dual_ascent(X, y, scale=FixedScale(2.0), trace_dual=True)[1]
    duals = [sandwich.any_rule_run(X, y, Euclidean(), loss, 2.0, s)[2] for s in range(3)]
    assert run.duals[-1] < min(duals)
    assert max(duals) < top


def test_search_passes_and_each_side_can_fail(monkeypatch):
    settings = [(40, 0, 1.0, True)]
    found = sandwich.sandwich_search(settings)
    assert found.n_runs == 36
    assert found.left_viol <= 1e-8
    assert found.right_viol <= 1e-6
    assert found.euclid_gap <= 1e-8
    right = sandwich.dual_lower_bound
    monkeypatch.setattr(sandwich, "dual_lower_bound", lambda g, s, c: right(g, s / 4, c))
    assert sandwich.sandwich_search(settings).left_viol > 1e-3
    monkeypatch.setattr(sandwich, "offline_optimum", lambda *_: sandwich.Optimum(0.0, 0.0))
    assert sandwich.sandwich_search(settings).right_viol > 0.1


def test_supremum_of_parabolas():
    slopes = np.array([-1.0, 0.5, 30.0])
    best = supremum(lambda w: slopes * w - w**2 / 2, -np.full(3, 10.0), np.full(3, 10.0))
    assert best == pytest.approx([0.5, 0.125, 250.0], abs=1e-9)  # the last at the end


def test_squared_loss_has_unit_curvature():
    X, y, loss = sandwich.sandwich_streams(30, 0, 3)["squared"]
    value, certificate = sandwich.offline_optimum(X, y, Euclidean(), loss, 1.0)
    assert value == pytest.approx(certificate, abs=1e-8)
