"""Exp3 against its formula, the barrier player on arms by enumeration."""

import math

import numpy as np
import pytest

from mlcompanion.bandits.arms import BarrierBandit, Exp3, exp3_mixing, run_arms, run_exp3

COSTS = np.random.default_rng(0).random((600, 4))


def test_exp3_is_its_formula():
    arms, scores = run_exp3(COSTS, mixing=0.2, random_state=3)
    weights = np.ones(4)
    draws = np.random.default_rng(3).random(600)
    for t in range(600):
        law = 0.8 * weights / weights.sum() + 0.05
        arm = int(np.searchsorted(np.cumsum(law), draws[t], side="right"))
        assert arm == arms[0, t]
        weights[arm] *= math.exp(0.05 * (1 - COSTS[t, arm]) / law[arm])
    np.testing.assert_allclose(scores[0], np.log(weights), rtol=1e-10)


def test_exp3_round_by_round():
    arms, scores = run_exp3(COSTS, mixing=0.2, random_state=3)
    player = Exp3(4, 0.2, random_state=3)
    for t in range(600):
        arm = player.ask()
        assert arm == player.ask() == arms[0, t]
        player.tell(COSTS[t, arm])
    np.testing.assert_allclose(player.scores_, scores[0], rtol=1e-12)
    with pytest.raises(ValueError, match="tell must follow ask"):
        player.tell(0.5)


def test_exp3_survives_long_games():
    player = Exp3(2, 0.5, random_state=0)
    player.scores_[0] = 1e5
    assert player.law == pytest.approx([0.75, 0.25])


def test_mixing():
    assert exp3_mixing(4, 1) == 1.0
    assert exp3_mixing(4, 10_000) == pytest.approx(
        math.sqrt(4 * math.log(4) / ((math.e - 1) * 1e4))
    )


def test_barrier_player_round_by_round():
    trace = run_arms(COSTS, random_state=4)
    player = BarrierBandit(4, 600, random_state=4)
    for t in range(600):
        arm = player.ask()
        assert arm == player.ask() == trace.arm[0, t]
        if not trace.explored[0, t]:
            assert player.law == pytest.approx(trace.law[0, t], abs=1e-9)
        player.tell(COSTS[t, arm])
    assert trace.law.sum(axis=2) == pytest.approx(1)
    with pytest.raises(ValueError, match="tell must follow ask"):
        player.tell(0.5)


def test_barrier_players_estimate_is_unbiased():
    """Over the axes, signs and drawn arms, the estimate averages to the cost differences."""
    rng = np.random.default_rng(5)
    barrier = BarrierBandit(4, 10).barrier
    cost, memory = rng.random((2, 4))
    total = rng.normal(size=3)
    x = barrier.minimize_linear(total)
    mean = np.zeros(3)
    for i in range(3):
        value, vector = barrier.axis(total, x, i)
        for sign in (-1, 1):
            end = x + sign / math.sqrt(value) * vector
            law = np.append(end, 1 - end.sum())
            assert law.min() >= -1e-12
            surprise = law @ (cost - memory)
            mean += (3 * surprise * sign * math.sqrt(value) * vector) / 6
    mean += memory[:3] - memory[3]
    assert mean == pytest.approx(cost[:3] - cost[3], abs=1e-10)


def test_barrier_player_finds_the_best_arm():
    costs = np.tile([0.9, 0.2, 0.9, 0.9], (4000, 1))
    trace = run_arms(costs, n_repeats=2, random_state=0)
    assert trace.law[:, -1].argmax(axis=1).tolist() == [1, 1]


def test_bad_tables_are_refused():
    for bad in (COSTS[:, :1], COSTS + 1, COSTS[0]):
        with pytest.raises(ValueError, match="costs"):
            run_arms(bad)
        with pytest.raises(ValueError, match="costs"):
            run_exp3(bad)
