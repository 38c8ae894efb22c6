"""The player with a memory: its estimates by enumeration, its two forms, its phases."""

import math

import numpy as np
import pytest

from mlcompanion.bandits.linear import (
    BanditLinear,
    HalvingMaster,
    quadratic_variation,
    run_bandit,
    run_halving,
    tuned_step,
)
from mlcompanion.bandits.linear.engine import estimate_into
from mlcompanion.convex.barriers import BallBarrier, PolytopeBarrier

BODIES = {
    "ball": BallBarrier,
    "cube": PolytopeBarrier.cube,
    "corner": PolytopeBarrier.simplex,
}


def noisy_costs(n_rounds, noise, seed, n=3):
    rng = np.random.default_rng(seed)
    steps = rng.normal(size=(n_rounds, n))
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    return np.full(n, 0.4 / math.sqrt(n)) + noise * steps


@pytest.mark.parametrize("name", BODIES)
def test_estimates_are_unbiased_over_all_outcomes(name):
    barrier = BODIES[name](3)
    rng = np.random.default_rng(0)
    for _ in range(20):
        cost, memory = rng.normal(size=(2, 3)) / 3
        total = 5 * rng.normal(size=3)
        x = barrier.minimize_linear(total)
        plays = []
        estimates = []
        for i in range(3):
            value, vector = barrier.axis(total, x, i)
            for sign in (-1, 1):
                step = sign / math.sqrt(value)
                y = x + step * vector
                plays.append(y)
                estimates.append(np.zeros(3))
                estimate_into(memory, (cost - memory) @ y, step, vector, estimates[-1])
        assert np.mean(plays, axis=0) == pytest.approx(x, abs=1e-12)
        # an estimate is as long as 1 / step: rounding is told in units of the longest
        longest = np.linalg.norm(estimates, axis=1).max()
        assert np.mean(estimates, axis=0) == pytest.approx(cost, abs=1e-12 * max(1.0, longest))
        assert barrier.contains(plays, 1e-12).all()


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("memory", [True, False])
def test_round_by_round_is_the_compiled_run(name, memory):
    costs = noisy_costs(400, 0.3, 1)
    barrier = BODIES[name](3)
    trace = run_bandit(costs, barrier, memory=memory, random_state=7)
    player = BanditLinear(barrier, 400, memory=memory, random_state=7)
    for t, cost in enumerate(costs):
        assert player.x_ == pytest.approx(trace.x[0, t], abs=1e-9)
        play = player.ask()
        assert (player.ask() == play).all()
        assert play == pytest.approx(trace.y[0, t], abs=1e-9)
        player.tell(cost @ play)
        assert player.memory_ == pytest.approx(trace.memory[0, t], abs=1e-12)
        assert player.estimate_ == pytest.approx(trace.estimate[0, t], rel=1e-7, abs=1e-9)
    assert player.instability_ == pytest.approx(trace.instability.sum(), rel=1e-7)
    assert player.n_explored_ == trace.explored.sum()
    assert bool(trace.explored.any()) is memory


def test_the_leader_is_the_centre_under_all_estimates():
    barrier = BODIES["cube"](3)
    costs = noisy_costs(300, 0.3, 2)
    trace = run_bandit(costs, barrier, random_state=0)
    total = trace.estimate[0].sum(axis=0) / 75
    late = run_bandit(np.vstack([costs, costs[:1]]), barrier, k=6, random_state=0).x[0, -1]
    assert late == pytest.approx(barrier.minimize_linear(total), abs=1e-8)


def test_the_memory_holds_the_mean_of_constant_costs():
    costs = np.tile([0.3, -0.1, 0.2], (500, 1))
    trace = run_bandit(costs, BallBarrier(3), random_state=0)
    first = 3 * math.ceil(math.log(500))
    assert trace.explored[0, :first].all()
    assert trace.memory[0, first:] == pytest.approx(costs[first:])
    assert (trace.memory[0, : first - 1] == 0).all()
    np.testing.assert_allclose(trace.estimate[0, first:][~trace.explored[0, first:]], costs[0:1]
                               .repeat((~trace.explored[0, first:]).sum(), axis=0))  # fmt: skip


def test_memory_makes_the_player_steady_on_constant_costs():
    costs = np.tile([0.3, -0.1, 0.2], (3000, 1))
    steady = run_bandit(costs, BallBarrier(3), n_repeats=3, random_state=0)
    shaky = run_bandit(costs, BallBarrier(3), memory=False, n_repeats=3, random_state=0)
    assert steady.instability.sum(axis=1).max() < 8
    assert shaky.instability.sum(axis=1).min() > 20


def test_phases_halve_the_step_and_start_afresh():
    costs = noisy_costs(6000, 0.55, 3)
    trace = run_halving(costs, BallBarrier(3), threshold=0.02, random_state=5)
    phase = trace.phase[0]
    assert phase[0] == 0
    assert (np.diff(phase) >= 0).all()
    assert phase[-1] >= 1
    starts = np.flatnonzero(np.diff(phase)) + 1
    assert (trace.x[0, starts] == 0).all()
    first = 3 * math.ceil(math.log(6000))
    for start in starts:
        assert trace.explored[0, start : start + first].all()
    for number, (start, end) in enumerate(zip([0, *starts], starts)):
        limit = 0.02 * 2 * 75 * 2**number * math.log(6000)
        assert trace.instability[0, start:end].sum() >= limit
        assert trace.instability[0, start : end - 1].sum() < limit
    player = HalvingMaster(BallBarrier(3), 6000, threshold=0.02, random_state=5)
    for t, cost in enumerate(costs):
        assert player.ask() == pytest.approx(trace.y[0, t], abs=1e-9)
        player.tell(cost @ player.ask())
    assert player.n_halvings_ == phase[-1]
    assert player.eta_ == pytest.approx(1 / 75 / 2 ** phase[-1])


def test_tuned_step():
    assert tuned_step(3, 1.0, 1000, 0.0) == 1 / 75
    assert tuned_step(3, 2.0, 1000, 1e6) == pytest.approx(math.sqrt(2 * math.log(1000) / (9 * 1e6)))
    border = 625 * math.log(1000)
    assert tuned_step(3, 1.0, 1000, border * 1.01) < 1 / 75


def test_variation_is_free_of_the_origin():
    costs = noisy_costs(100, 0.3, 4)
    assert quadratic_variation(costs) == pytest.approx(100 * costs.var(axis=0).sum())
    assert quadratic_variation(costs + 1e6) == pytest.approx(quadratic_variation(costs), rel=1e-6)


def test_what_cannot_be_played_is_refused():
    ball = BallBarrier(2)
    with pytest.raises(ValueError, match="length at most 1"):
        run_bandit([[1.0, 1.0]], ball)
    with pytest.raises(ValueError, match="2 columns"):
        run_bandit(np.zeros((3, 3)), ball)
    with pytest.raises(ValueError, match="gamma must leave"):
        BanditLinear(PolytopeBarrier.cube(2), 10, gamma=0.9)
    with pytest.raises(ValueError, match="holds gamma"):
        BanditLinear(PolytopeBarrier([[1.0], [-1.0]], [0.0, 0.9]), 10)
    away = PolytopeBarrier([[1.0], [-1.0]], [0.9, -0.1])
    with pytest.raises(ValueError, match="gamma must be given"):
        BanditLinear(away, 10)
    assert BanditLinear(away, 10, gamma=0.5).x_ == pytest.approx([0.5])
    player = BanditLinear(ball, 10, random_state=0)
    with pytest.raises(ValueError, match="tell must follow ask"):
        player.tell(0.5)
    player.ask()
    with pytest.raises(ValueError, match="cost"):
        player.tell(1.5)
    player.tell(0.5)
    with pytest.raises(ValueError, match="tell must follow ask"):
        player.tell(0.5)
