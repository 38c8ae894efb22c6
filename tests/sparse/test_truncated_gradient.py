"""Truncated stochastic gradient: the update by hand, and the lasso it approximates."""

import numpy as np
import pytest

from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.prox import soft_threshold
from mlcompanion.sparse import truncated_sgd

RNG = np.random.default_rng(0)
PHI = RNG.normal(size=(60, 10))
Y = PHI[:, :2] @ [2.0, -1.5] + 0.1 * RNG.normal(size=60)


def test_updates_are_those_of_the_book():
    run = truncated_sgd(PHI, Y, 0.7, 0.05, every=3, n_epochs=1, random_state=5)
    theta = np.zeros(10)
    for t, i in enumerate(np.random.default_rng(5).integers(60, size=60), start=1):
        theta = theta + 0.05 * PHI[i] * (Y[i] - theta @ PHI[i])
        if t % 3 == 0:
            theta = soft_threshold(theta, 0.7 * 0.05)
    np.testing.assert_allclose(run.theta, theta, atol=1e-12)
    assert len(run.zeros) == 20
    assert run.zeros[-1] == np.count_nonzero(run.theta == 0)


def test_it_approaches_the_lasso_with_the_scaled_penalty():
    every = 5
    lam = 2.0
    run = truncated_sgd(PHI, Y, lam, (0.05, 1e-4), every=every, n_epochs=2000, random_state=0)
    want = coordinate_descent(PHI, Y, 60 * lam / every, tol=1e-12).w
    np.testing.assert_allclose(run.theta, want, atol=0.02)
    other = coordinate_descent(PHI, Y, lam, tol=1e-12).w
    assert np.abs(run.theta - want).max() < 0.1 * np.abs(run.theta - other).max()


def test_without_truncation_nothing_is_zero():
    run = truncated_sgd(PHI, Y, 0.0, 0.01, random_state=0)
    assert not run.zeros.any()


def test_a_seed_repeats_the_run():
    runs = [truncated_sgd(PHI, Y, 1.0, 0.01, n_epochs=3, random_state=7) for _ in range(2)]
    np.testing.assert_array_equal(runs[0].theta, runs[1].theta)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: truncated_sgd(PHI, Y[:-1], 1.0, 0.01), "y"),
        (lambda: truncated_sgd(PHI, Y, -1.0, 0.01), "lam"),
        (lambda: truncated_sgd(PHI, Y, 1.0, 0.0), "steps"),
        (lambda: truncated_sgd(PHI, Y, 1.0, 10.0), "steps"),
        (lambda: truncated_sgd(PHI, Y, 1.0, 0.01, every=0), "every"),
        (lambda: truncated_sgd(PHI, Y, 1.0, 0.01, n_epochs=0), "n_epochs"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
