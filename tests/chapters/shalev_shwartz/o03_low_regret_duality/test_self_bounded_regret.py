"""The searches over self-bounded losses pass, and fail with a wrong scale or constant."""

import numpy as np
import pytest

from mlcompanion.online import FixedScale
from mlcompanion.online.bounds.duality import root_increment_sides
from mlcompanion_chapters.shalev_shwartz.o03_low_regret_duality import self_bounded_regret as search


def test_regression_streams():
    X, y, u = search.regression_stream(50, 0.0, 0, kind="shifted", norm=2.0)
    assert np.linalg.norm(X, axis=1) == pytest.approx(np.ones(50))
    assert np.linalg.norm(u) == pytest.approx(2)
    assert y == pytest.approx(np.r_[X[:25] @ u, -X[25:] @ u])
    assert (np.diff(search.regression_stream(50, 0.5, 0, kind="sorted")[1]) >= 0).all()
    with pytest.raises(ValueError, match="kind"):
        search.regression_stream(5, 0.0, 0, kind="odd")


def test_theorem_1_is_flat_where_the_other_tuning_grows(monkeypatch):
    checked, violations, flat, slow = search.self_bounded_search([200, 800, 3200], range(2))
    assert (checked, violations) == (36, 0)
    assert flat[:, -1] == pytest.approx(flat[:, 0], rel=0.2)
    assert (slow[:, -1] > 2 * slow[:, 0]).all()
    monkeypatch.setattr(search, "FixedScale", lambda c: FixedScale(c / 10))
    assert search.self_bounded_search([200], range(2))[1] > 0


def test_self_tuning_holds_and_a_smaller_constant_fails(monkeypatch):
    found = search.self_tuned_search([200, 800], range(1), count=4)
    assert found["viol_cor4"] == found["viol_thm2"] == 0
    assert found["quiet"].shape == (1, 2)
    assert found["n_checked"] == 2 * 5 * (26 + 2)
    bound = search.bounded_loss_bound
    monkeypatch.setattr(search, "bounded_loss_bound", lambda *a: bound(*a) / 100)
    assert search.self_tuned_search([200, 800], range(1), count=4)["viol_cor4"] > 0


def test_sum_lemma_needs_its_factor():
    worst, worst_short = search.sum_lemma_ratios(2000, 0)
    assert 0.5 < worst <= 1 + 1e-9
    assert worst_short > 1.5
    left, right = root_increment_sides([24.0], 1.0)
    assert left / (right / 5) == pytest.approx(3)  # one jump, by hand
    left, right = root_increment_sides(np.full(50, 1e-12).cumsum(), 1000.0)
    assert 1 - 1e-9 < left / right <= 1 + 1e-12  # nearly an integral, and no cancellation


def test_quarter_power():
    regret, bound = search.quarter_power_runs([400, 1600], range(2))
    assert (regret <= bound).all()
    assert bound[:, 1] / bound[:, 0] == pytest.approx(np.full(2, np.sqrt(2)), rel=0.15)
