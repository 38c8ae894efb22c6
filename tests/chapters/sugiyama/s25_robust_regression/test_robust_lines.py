import numpy as np
import pytest

from mlcompanion.losses import Huber, Tukey
from mlcompanion.optimize import irls
from mlcompanion.regression import LADRegressor
from mlcompanion.teaching import repeat
from mlcompanion_chapters.sugiyama.s25_robust_regression.robust_lines import (
    bound_gaps,
    gradient_steps,
    huber_balance,
    lad_lines,
    local_optima,
    reweight_together,
    spoilt_lines,
    step_from_zeros,
    svd_update,
)


def test_draws_differ_in_the_last_output_only():
    Phi, clean, spoilt = spoilt_lines(5, last=-10.0)
    assert Phi.shape == (10, 2)
    np.testing.assert_array_equal(clean[:, :-1], spoilt[:, :-1])
    assert (spoilt[:, -1] == -10).all()


@pytest.mark.parametrize("loss", [Huber(1.0), Tukey(3.0)])
def test_together_is_one_by_one(loss):
    Phi, _, spoilt = spoilt_lines(6)
    runs = reweight_together(Phi, spoilt, loss, tol=0, n_steps=8)
    for k, y in enumerate(spoilt):
        alone = irls(Phi, y, loss, tol=0, max_iter=8)
        np.testing.assert_allclose(runs.path[:, k], alone.path, atol=1e-10)
    short = reweight_together(Phi, spoilt, loss, tol=1e-2)
    moves = np.linalg.norm(np.diff(short.path, axis=0), axis=2)
    assert all(moves[s - 1, k] < 1e-2 for k, s in enumerate(short.steps))


def test_nobody_within_reach_ends_at_zero():
    Phi, _, spoilt = spoilt_lines(6, last=-40.0)
    runs = reweight_together(Phi, spoilt, Tukey(1.0))
    assert (runs.theta == 0).all()


def test_absolute_lines_are_those_of_the_estimator():
    Phi, _, spoilt = spoilt_lines(3)
    alone = [LADRegressor(fit_intercept=False).fit(Phi, y).coef_ for y in spoilt]
    np.testing.assert_allclose(lad_lines(Phi, spoilt), alone, atol=1e-9)


def test_a_larger_threshold_trades_safety_for_precision():
    sd, bias = huber_balance((0.05, 5.0), n_draws=200)
    assert sd[0] > sd[1]
    assert bias[0] < bias[1] / 3


def test_two_valleys_need_a_threshold():
    assert local_optima(20, 30).any()
    assert not local_optima(20, 30, eta=100.0).any()


def test_misprints_miss_their_equations():
    updates = repeat(svd_update, 10)
    assert updates["printed"].min() > 1e-4
    assert max(updates["right"].max(), updates["equal"].max()) < 1e-8
    steps = repeat(gradient_steps, 30)
    assert steps["up"].mean() > 0.9
    assert steps["down"].mean() > 0.9
    assert steps["same"].max() < 1e-3
    assert all(step_from_zeros(seed) > 1e-6 for seed in range(5))


def test_bound_holds_from_the_threshold_on():
    gaps = bound_gaps()
    assert gaps["valid"] < 1e-12
    assert min(gaps["below"], gaps["touch"]) > 0.01
