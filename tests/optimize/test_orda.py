"""Optimal regularised dual averaging beside its printed sums, and its bounds beside theirs."""

import math

import numpy as np
import pytest

from mlcompanion.optimize.stochastic import (
    LossConstants,
    Stage,
    follow,
    multistage_budget,
    multistage_orda,
    orda,
    orda_bound,
    orda_sum_bound,
    orda_tail_bound,
    orda_variance_bound,
    stage_schedule,
)
from mlcompanion.prox import L1, soft_threshold

RNG = np.random.default_rng(0)
CURVATURE = RNG.uniform(0.5, 2.0, 6)
CENTRE = RNG.normal(size=6)
START = RNG.normal(size=6)
NOISE = RNG.normal(size=(40, 6))


def noisy_gradients():
    """Gradients of a parabola at the points asked for, with the next row of the noise each."""
    rows = iter(NOISE)
    return lambda y: CURVATURE * (y - CENTRE) + next(rows)


def printed(Gamma, c, mu, lam, n_steps):
    """Algorithm 5.1 to the letter: all gradients kept, all sums taken anew."""

    def theta(t):
        return 2 / (t + 2)

    def nu(t):
        return 2 / (t + 1)

    def gamma(t):
        return c * (t + 1) ** 1.5 + Gamma

    ask = noisy_gradients()
    x = z = START
    points, gradients = [], []
    for t in range(n_steps):
        below = theta(t) ** 2 * gamma(t) + (1 - theta(t) ** 2) * mu
        of_x = (1 - theta(t)) * (mu + theta(t) ** 2 * gamma(t)) / below
        of_z = ((1 - theta(t)) * theta(t) * mu + theta(t) ** 3 * gamma(t)) / below
        y = of_x * x + of_z * z
        points.append(y)
        gradients.append(ask(y))
        weight = theta(t) * nu(t)
        g = weight * sum(G / nu(i) for i, G in enumerate(gradients))
        pulls = weight * mu * sum(y / nu(i) for i, y in enumerate(points))
        curvature = weight * (mu * sum(1 / nu(i) for i in range(t + 1)) + gamma(t + 1))
        z = soft_threshold((pulls + weight * gamma(t + 1) * START - g) / curvature, lam / curvature)
        step = mu / theta(t) ** 2 + gamma(t)
        x = soft_threshold(y - gradients[-1] / step, lam / step)
    return x, z


@pytest.mark.parametrize(("mu", "c", "Gamma"), [(0, 0.3, 2), (0.5, 0, 2), (0.5, 0, 9), (0.5, 1, 2)])
def test_the_steps_are_those_of_algorithm_5_1(mu, c, Gamma):
    run = orda(noisy_gradients(), START, 40, L1(0.1), lipschitz=Gamma, c=c, mu=mu)
    x, z = printed(Gamma, c, mu, 0.1, 40)
    assert run.x == pytest.approx(x, abs=1e-12)
    assert run.z == pytest.approx(z, abs=1e-12)
    assert run.n_iter == 40


def test_kinks_alone_with_strong_convexity_need_no_lipschitz_constant():
    # |x - 1| + x^2 / 2 has its minimum where the slope jumps over 0
    run = orda(lambda x: x + np.sign(x - 1), np.zeros(1), 4000, lipschitz=0, mu=1)
    assert run.x == pytest.approx([1.0], abs=2e-2)
    with pytest.raises(ValueError, match="c must be positive"):
        orda(lambda x: x, np.zeros(1), 10, lipschitz=0)


def test_without_noise_the_gap_is_below_the_bound_and_the_stages_halve_it():
    curvature = np.geomspace(0.01, 1.0, 8)
    gap = float(0.5 * curvature @ np.ones(8))
    for N in (10, 100, 1000):
        run = orda(lambda x: curvature * x, np.ones(8), N, lipschitz=1.0)
        bound = orda_bound(N, LossConstants(lipschitz=1.0, distance=4.0))
        assert 0.5 * curvature @ run.x**2 <= bound
    found = []
    ends = np.cumsum([s.length for s in stage_schedule(8, lipschitz=1, mu=0.01, gap=gap)])

    def note(t, method):
        if t in ends:
            found.append(0.5 * curvature @ method.x_**2)

    stages = stage_schedule(8, lipschitz=1, mu=0.01, gap=gap)
    run = multistage_orda(lambda x: curvature * x, np.ones(8), stages, lipschitz=1, mu=0.01,
                          callback=note)  # fmt: skip
    assert run.n_iter == ends[-1]
    assert (np.array(found) <= gap / 2.0 ** np.arange(1, 9)).all()


def test_stages_are_those_of_algorithm_5_2():
    quiet = stage_schedule(3, lipschitz=100.0, mu=1.0, gap=5.0)
    assert quiet == [Stage(40, 0.0)] * 3
    noisy = stage_schedule(3, lipschitz=1.0, mu=0.5, gap=4.0, sigma=3.0, jump=1.0)
    lengths = [2 ** (k + 9) * 10 / 2 for k in (1, 2, 3)]
    assert [s.length for s in noisy] == lengths
    for k, stage in enumerate(noisy, 1):
        slowdown = stage.length**1.5 * math.sqrt(2 ** (k - 1) * 0.5 * 10 / 4)
        assert stage.slowdown == pytest.approx(slowdown)
    assert noisy[2].slowdown == pytest.approx(4 * noisy[1].slowdown)
    used = LossConstants(lipschitz=1.0, distance=1.0, sigma=3.0, jump=1.0, mu=0.5)
    assert sum(lengths) <= multistage_budget(4.0 / 8, 4.0, used)
    with pytest.raises(ValueError, match="pairs"):
        multistage_orda(lambda x: x, np.ones(2), [(3, 0.0, 1)], lipschitz=1, mu=1)


@pytest.mark.parametrize("mu", [0.0, 0.5])
def test_the_mean_gap_is_below_the_bound(mu):
    """Constant noise on 300 parabolas at once; without mu the curvature is left untold."""
    rng = np.random.default_rng(3)
    start = np.ones((300, 4))
    curvature = np.array([0.5, 0.6, 0.8, 1.0])
    constants = LossConstants(lipschitz=1.0, distance=2.0, sigma=2.0, mu=mu)
    run = orda(
        lambda x: curvature * x + rng.normal(size=x.shape),
        start,
        200,
        lipschitz=1.0,
        c=constants.best_c,
        mu=mu,
    )
    gap = 0.5 * (curvature * run.x**2).sum(axis=1)
    bound = orda_bound(200, constants)
    assert 0.01 * bound < gap.mean() < bound
    assert gap.var() < orda_variance_bound(200, constants, 10.0)
    assert np.quantile(gap, 0.95) < orda_tail_bound(200, 0.05, constants, 10.0)


GRID = [
    LossConstants(L, 2.0, sigma, jump, mu, tau)
    for L in (0.0, 10.0)
    for sigma, jump in ((1.0, 0.0), (0.5, 2.0))
    for mu in (0.0, 0.3)
    for tau in (1.0, 8.0)
]


@pytest.mark.parametrize("constants", GRID)
def test_closed_bounds_lie_above_their_sums(constants):
    for N in (1, 2, 7, 100, 3000):
        assert orda_sum_bound(N, constants) <= orda_bound(N, constants)
        weight, _, gamma, nu, eta = constants.sums(N)
        spread = (constants.sigma**4 + constants.jump**4) * np.sum(1 / (eta * nu)) ** 2
        wander = 9.0 * constants.sigma**2 * np.sum(1 / nu**2)
        variance = 3 * weight**2 * ((gamma * constants.distance) ** 2 + 2 * spread + wander)
        assert variance <= orda_variance_bound(N, constants, 3.0)
        for delta in (0.5, 1e-6):
            exact = orda_tail_bound(N, delta, constants, 3.0, exact=True)
            assert exact <= orda_tail_bound(N, delta, constants, 3.0)


def test_bounds_ask_for_what_they_need():
    convex = LossConstants(1.0, 1.0, 1.0)
    with pytest.raises(ValueError, match="positive mu"):
        multistage_budget(0.1, 1.0, convex)
    with pytest.raises(ValueError, match="distance must be positive"):
        _ = LossConstants(1.0, 0.0, 1.0).best_c
    assert LossConstants(1.0, 0.0, 1.0, mu=1.0).best_c == 0
    assert orda_sum_bound(9, LossConstants(1.0, 1.0)) == pytest.approx(4 / (11 * 10))
    assert orda_tail_bound(9, 0.1, LossConstants(1.0, 1.0), 1.0, exact=True) <= 4 / 81
    with pytest.raises(TypeError, match="method"):
        follow(3.5, lambda x: x, 10)
