"""Dual averaging and forward-backward steps, beside their definitions and printed formulas."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.convex.metrics import BlockMetric, DiagonalMetric, FullMetric
from mlcompanion.optimize.stochastic import (
    ForwardBackward,
    RegularizedDualAveraging,
    metric_point,
)
from mlcompanion.prox import L1, L2Norm, Penalty, SquaredL2
from mlcompanion.prox.norms import L1Ball, L2Ball, LInfBall

RNG = np.random.default_rng(0)
G = RNG.normal(size=(30, 4))
ETA = 0.7


def test_l1_dual_averaging_is_equation_19():
    run = RegularizedDualAveraging(4, L1(0.1), ETA, DiagonalMetric(4, 0.01))
    for t, g in enumerate(G, 1):
        x = run.step(g)
        mean = G[:t].mean(axis=0)  # with the bar that the scan lost
        h = 0.01 + np.linalg.norm(G[:t], axis=0)
        printed = -np.sign(mean) * ETA * t / h * np.maximum(np.abs(mean) - 0.1, 0)
        assert x == pytest.approx(printed, abs=1e-12)


def test_without_a_metric_they_are_those_of_xiao_and_of_gradient_descent():
    dual = RegularizedDualAveraging(4, L1(0.1), ETA)
    plain = ForwardBackward(4, LInfBall(1.0), ETA)
    x = np.zeros(4)
    for t, g in enumerate(G, 1):
        mean = G[:t].mean(axis=0)
        xiao = -np.sign(mean) * ETA * np.sqrt(t) * np.maximum(np.abs(mean) - 0.1, 0)
        assert dual.step(g) == pytest.approx(xiao, abs=1e-12)
        x = np.clip(x - ETA / np.sqrt(t) * g, -1, 1)
        assert plain.step(g) == pytest.approx(x, abs=1e-12)


@pytest.mark.parametrize("penalty", [Penalty(), L2Norm(0.4), SquaredL2(0.3), L2Ball(0.5)])
@pytest.mark.parametrize("kind", [FullMetric, lambda n, d: BlockMetric([3, 1], d)])
def test_steps_in_blocks_minimise_their_objective(kind, penalty):
    run = ForwardBackward(4, penalty, ETA, kind(4, 0.2))
    for g in G[:6]:
        before = run.x_
        after = run.step(g)
        H = run.metric.matrix

        def objective(x, g=g, before=before, H=H):
            move = x - before
            return ETA * (g @ x + penalty.value(x)) + 0.5 * move @ H @ move

        least = objective(after)
        for move in RNG.normal(size=(50, 4)) * RNG.choice([1e-3, 1e-1], (50, 1)):
            other = after + move
            if isinstance(penalty, L2Ball):
                other /= max(1.0, np.linalg.norm(other) / penalty.radius)
            assert objective(other) >= least - 1e-10


def test_a_penalty_that_a_rotation_changes_goes_by_steps():
    metric = FullMetric(4, 0.2)
    for g in G[:6]:
        metric.grow(g)
    v = RNG.normal(size=4)
    for penalty in (L1(0.5), L1Ball(0.6)):
        x = metric_point(metric, v, penalty, 1.0)
        peer = minimize(
            lambda z, p=penalty: min(p.value(z), 1e9) + 0.5 * (z - v) @ metric.matrix @ (z - v),
            x, method="Powell",
        )  # fmt: skip
        own = penalty.value(x) + 0.5 * (x - v) @ metric.matrix @ (x - v)
        assert own <= peer.fun + 1e-9
    with pytest.raises(ValueError, match="delta"):
        metric_point(FullMetric(4), np.zeros(4), L1(0.5), 1.0)


def test_dual_averaging_keeps_its_digits():
    run = RegularizedDualAveraging(1, None, 1.0, DiagonalMetric(1))
    for _ in range(1000):
        run.step([1e8])
        run.step([-1e8])
    assert run.total_[0] == 0
    assert run.x_[0] == 0
