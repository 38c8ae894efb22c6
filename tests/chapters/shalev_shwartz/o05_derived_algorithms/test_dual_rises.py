"""Rises of the dual are in order, the printed scales fail, and the searches notice a wrong step."""

import numpy as np
import pytest

from mlcompanion.datasets import make_noisy_separator, make_r_of_k
from mlcompanion.online import SelfTunedWinnow
from mlcompanion_chapters.shalev_shwartz.o05_derived_algorithms import dual_rises as dr


def small_state(seed=0, t=6):
    stream = make_noisy_separator(t, 3, flip=0.3, random_state=seed)
    alpha = np.append(np.random.default_rng(seed).random(t - 1), 0.0)
    return stream.data, stream.target.astype(float), alpha


def test_single_step_is_the_best_of_a_grid():
    X, y, alpha = small_state()
    gains = dr.gains_from_state(X, y, alpha, 0.7, [1, 2])
    before = dr.dual_value(X, y, alpha, 0.7)
    grid = [dr.dual_value(X, y, np.append(alpha[:-1], a), 0.7) for a in np.linspace(0, 1, 2001)]
    assert gains["single"] == pytest.approx(max(grid) - before, abs=1e-6)
    assert list(gains.values()) == sorted(gains.values())


def test_gains_are_in_order_and_a_wrong_step_is_seen(monkeypatch):
    found = dr.gain_search(60, 0)
    assert found["viol"] == 0 < found["strict"]
    assert found["n_quiet"] > 5
    assert found["least_gain"] > 0
    monkeypatch.setattr(dr, "best_coordinate", lambda *a: 0.0)
    assert dr.gain_search(60, 0)["viol"] > 0


def test_order_along_paths_is_not_promised():
    assert 0 < dr.paths_out_of_order(6) < 6


def test_grid_rises():
    rises, promised = dr.grid_rises(60, 1.0, 0, grid=501)
    assert (rises[5:] < promised[5:]).all()
    rises, promised = dr.grid_rises(60, 10.0, 0, grid=501)
    assert (rises > promised - 1e-4).all()


def test_winnow_by_hand_is_the_learner():
    stream = make_r_of_k(200, 15, random_state=0)
    model = SelfTunedWinnow(balanced=False, fit_intercept=False).fit(stream.data, stream.target)
    wrong = dr.winnow_by_hand(stream.data.tolist(), stream.target.tolist())
    assert wrong == model.run_.mistakes.tolist()


def test_one_huge_instance():
    found = dr.huge_first_instance(150, [0], n_features=30)
    assert found["first_mistake"] == 0
    assert found["with_huge"][0] > 3 * found["without"][0]


def test_real_streams():
    streams = dr.real_streams()
    assert len(streams) == 4
    X, y = streams["8 or not"]
    assert (y > 0).sum() == 174
    assert (X[:, -1] == 1).all()
    assert np.linalg.norm(X[:, :-1], axis=1) == pytest.approx(np.ones(len(X)))
    made = dr.stream_mistakes("breast cancer", 0, [10])
    assert set(made) == {"conservative", "aggressive", "mini"}
    assert len(made["mini"]) == 1
