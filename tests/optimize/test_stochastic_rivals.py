"""Stochastic rivals beside their papers' formulas and beside exact solutions."""

import numpy as np
import pytest

from mlcompanion.convex.metrics import LinearMetric
from mlcompanion.optimize.stochastic import (
    SAGE,
    ac_rda,
    ac_sa,
    rda,
    sage,
    stochastic_fobos,
)
from mlcompanion.prox import L1, soft_threshold

RNG = np.random.default_rng(1)
CURVATURE = np.array([1.0, 0.5, 2.0])
CENTRE = np.array([3.0, 0.2, -1.0])
SOLUTION = soft_threshold(CENTRE, 0.3 / CURVATURE)
ZERO = np.zeros(3)
LASSO = L1(0.3)


def slope(x):
    return CURVATURE * (x - CENTRE)


RUNS = {
    "rda": lambda: rda(slope, 3, 3000, LASSO, eta=2.0),
    "rda, mu": lambda: rda(slope, 3, 3000, LASSO, mu=0.5),
    "fobos": lambda: stochastic_fobos(slope, 3, 3000, LASSO, eta=0.5),
    "fobos, 1/t": lambda: stochastic_fobos(slope, 3, 3000, LASSO, eta=2.0, decay=1.0),
    "ac_rda": lambda: ac_rda(slope, ZERO, 3000, LASSO, lipschitz=2.0),
    "ac_sa": lambda: ac_sa(slope, ZERO, 3000, LASSO, lipschitz=2.0),
    "ac_sa, mu": lambda: ac_sa(slope, ZERO, 3000, LASSO, lipschitz=2.0, mu=0.5),
    "sage": lambda: sage(slope, ZERO, 3000, LASSO, lipschitz=2.0),
    "sage, mu": lambda: sage(slope, ZERO, 3000, LASSO, lipschitz=2.0, mu=0.5),
}


@pytest.mark.parametrize("name", RUNS)
def test_all_arrive_where_the_gradients_are_exact(name):
    run = RUNS[name]()
    assert run.x == pytest.approx(SOLUTION, abs=0.05)
    assert run.n_iter == 3000


def test_averages_lose_the_zero_that_the_last_prox_has():
    noise = np.random.default_rng(2)
    run = rda(lambda x: slope(x) + noise.normal(size=3), 3, 500, LASSO, eta=0.3)
    assert run.x[1] != 0
    last = stochastic_fobos(lambda x: slope(x), 3, 500, LASSO, eta=0.3)
    assert last.x[1] == 0


def test_rda_with_mu_is_rda_with_the_parabola_in_the_penalty():
    """Xiao's form: the square of an elastic net stands in h, and 1/eta pulls to the start."""
    noise = RNG.normal(size=(60, 3))
    rows = iter(noise)
    run = rda(lambda x: slope(x) + 0.7 * x + next(rows), 3, 60, LASSO, eta=0.5, mu=0.7)
    z = np.zeros(3)
    total = np.zeros(3)
    points = []
    for t, row in enumerate(noise, 1):
        points.append(z)
        total = total + slope(z) + row
        # argmin <total/t, x> + h(x) + x^2 / (2 eta t)
        z = soft_threshold(-total / t, 0.3) / (0.7 + 2.0 / t)
    assert run.z == pytest.approx(z, abs=1e-10)
    assert run.x == pytest.approx(np.mean(points, axis=0), abs=1e-10)


def test_accelerated_dual_averaging_is_xiaos_algorithm_3():
    noise = RNG.normal(size=(50, 3))
    rows = iter(noise)
    start = np.array([0.5, -0.5, 0.0])
    run = ac_rda(lambda x: slope(x) + next(rows), start, 50, LASSO, lipschitz=2.0, c=0.4)
    w, v, total, weights = start, start, np.zeros(3), 0.0
    for t in range(1, 51):
        weights += t
        u = (1 - t / weights) * w + t / weights * v
        total = total + t * (slope(u) + noise[t - 1])
        pull = (2.0 + 0.4 * (t + 1) ** 1.5) / weights
        v = soft_threshold(start - total / weights / pull, 0.3 / pull)
        w = (1 - t / weights) * w + t / weights * v
    assert run.x == pytest.approx(w, abs=1e-12)
    assert run.z == pytest.approx(v, abs=1e-12)


def test_sage_keeps_its_own_invariant():
    """With mu, the next lambda is the square of alpha; without, alpha is 2 / (t + 2)."""
    method = SAGE(ZERO, LASSO, lipschitz=2.0, mu=0.5)
    for _ in range(30):
        method.step(slope(method.query_))
        share = (method.query_ - method.x_) @ (method.z_ - method.x_)
        alpha = share / ((method.z_ - method.x_) @ (method.z_ - method.x_))
        assert 0 < alpha < 1
    method = SAGE(ZERO, None, lipschitz=1.0, c=0.5)
    method.step(np.ones(3))
    # the first step from 0 with L_0 = 1 + 0.5, and z moves by the gradient over L_0
    assert method.x_ == pytest.approx(-1 / 1.5)
    assert method.z_ == pytest.approx(-1 / 1.5)
    method.step(np.ones(3))
    second = 1.0 + 0.5 * 2**1.5
    assert method.x_ == pytest.approx(-1 / 1.5 - 1 / second)
    assert method.z_ == pytest.approx(-1 / 1.5 - 1 / (second * 2 / 3))


def test_accelerated_approximation_is_ghadimi_and_lans():
    noise = RNG.normal(size=(50, 3))
    rows = iter(noise)
    run = ac_sa(lambda x: slope(x) + next(rows), ZERO, 50, LASSO, lipschitz=2.0, mu=0.5)
    x = ag = ZERO
    for t in range(1, 51):
        alpha = 2 / (t + 1)
        gamma = 4 * 2.0 / (t * (t + 1))
        below = gamma + (1 - alpha**2) * 0.5
        md = (1 - alpha) * (0.5 + gamma) / below * ag
        md = md + alpha * ((1 - alpha) * 0.5 + gamma) / below * x
        g = slope(md) + noise[t - 1]
        # argmin alpha (<g, x> + h(x) + mu V(x, md)) + ((1 - alpha) mu + gamma) V(x, x_old)
        held = (1 - alpha) * 0.5 + gamma
        total = alpha * 0.5 + held
        x = soft_threshold((alpha * 0.5 * md + held * x - alpha * g) / total, alpha * 0.3 / total)
        ag = alpha * x + (1 - alpha) * ag
    assert run.x == pytest.approx(ag, abs=1e-12)
    assert run.z == pytest.approx(x, abs=1e-12)


def test_a_metric_that_grows_evenly():
    metric = LinearMetric((2, 2), slope=0.5, delta=1.0)
    for _ in range(4):
        metric.grow(np.ones((2, 2)))
    assert metric.diagonal == pytest.approx(3.0)
    assert metric.solve(np.full((2, 2), 6.0)) == pytest.approx(2.0)
    assert metric.trace == pytest.approx(8.0)
    assert LinearMetric(2).solve([1.0, 1.0]) == pytest.approx(0)
    with pytest.raises(ValueError, match="decay"):
        stochastic_fobos(slope, 3, 10, decay=0.7)
