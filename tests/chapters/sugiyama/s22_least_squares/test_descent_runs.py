import numpy as np
import pytest

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression.networks.backprop import network_output
from mlcompanion_chapters.sugiyama.s22_least_squares.descent_runs import (
    WINDOW,
    error_levels,
    kernel_designs,
    kernel_walk,
    network_run,
    settle_network,
    walk_errors,
)


def test_a_walk_is_the_program_of_the_book():
    sample = make_sinc_trend(50, 0.05, random_state=4)
    rng = np.random.default_rng([4, 1])
    K, K_window = kernel_designs()
    w = rng.normal(size=50)
    picks = rng.integers(50, size=4096)
    path = [w]
    for i in picks[:600]:
        w = w + 0.1 * K[i] * (sample.y[i] - K[i] @ w)
        path.append(w)
    found = kernel_walk(4, early=200, max_iter=600)
    assert found["steps"] == 600
    assert not found["stopped"]
    for name, at in (("start", 0), ("left", 200)):
        gap = K_window @ (path[at] - path[600])
        np.testing.assert_allclose(found[name], np.sqrt(np.mean(gap**2)), rtol=1e-9)
    truth = np.sinc(WINDOW) + 0.1 * WINDOW
    error = np.sqrt(np.mean((K_window @ path[200] - truth) ** 2))
    np.testing.assert_allclose(walk_errors(4, (200,))[0], error, rtol=1e-9)


def test_a_loose_rule_stops_early_and_zero_has_nothing_to_forget():
    assert kernel_walk(0, tol=1e-4)["stopped"]
    assert kernel_walk(0, tol=1e-4)["steps"] < kernel_walk(0, tol=1e-7, max_iter=200_000)["steps"]
    assert walk_errors(0, (200,), zero=True)[0] < walk_errors(0, (200,))[0] / 2


def test_network_learns():
    errors, steps = network_run(0, (0, 20_000), max_iter=20_000)
    assert steps == 20_000
    assert errors[0] > 2
    assert errors[1] == errors[2] < 0.3


def test_settled_networks_are_stationary():
    sample = make_sinc_trend(50, 0.05, random_state=0)
    beta = np.random.default_rng([0, 2]).normal(size=(2, 2))
    end = settle_network(sample.x, sample.y, np.ones(2), beta)
    fit = network_output(sample.x[:, None], end.alpha, end.beta)
    np.testing.assert_allclose(end.error, 0.5 * np.sum((sample.y - fit) ** 2), rtol=1e-9)
    rng = np.random.default_rng(0)
    if end.accepted:
        for _ in range(50):
            near = network_output(
                sample.x[:, None],
                end.alpha + 1e-3 * rng.normal(size=2),
                end.beta + 1e-3 * rng.normal(size=(2, 2)),
            )
            assert 0.5 * np.sum((sample.y - near) ** 2) >= end.error - 1e-9
    places = -end.beta[:, 1] / end.beta[:, 0]
    assert np.all(np.diff(places) >= 0)
    stopped = settle_network(sample.x, sample.y, np.ones(2), beta, max_iter=1)
    assert not stopped.accepted
    assert stopped.error > end.error


@pytest.mark.parametrize(
    ("errors", "levels"), [([1.0], 1), ([1.0, 1.005, 1.02, 2.0], 3), ([2.0, 1.0, 1.0], 2)]
)
def test_levels_are_counted_once(errors, levels):
    assert error_levels(errors) == levels
