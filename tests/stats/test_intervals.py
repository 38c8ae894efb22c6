"""Intervals for an expectation against SciPy, and against their promise."""

from functools import partial

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student

from mlcompanion.stats import coverage, plug_in_interval, t_interval, z_interval

X = np.random.default_rng(0).normal(1, 2, size=(3, 7))


def normal(repeats, rng, n=5):
    return rng.normal(1, 2, size=(repeats, n))


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.4])
def test_ends_are_those_of_scipy(alpha):
    mean = X.mean(axis=1)
    error = X.std(axis=1, ddof=1) / np.sqrt(7)
    z = norm.interval(1 - alpha, mean, 2 / np.sqrt(7))
    np.testing.assert_allclose(z_interval(X, 2.0, alpha), z, rtol=1e-12)
    np.testing.assert_allclose(
        plug_in_interval(X, alpha), norm.interval(1 - alpha, mean, error), rtol=1e-12
    )
    np.testing.assert_allclose(
        t_interval(X, alpha), student.interval(1 - alpha, 6, mean, error), rtol=1e-10
    )


def test_one_sample_gives_two_numbers():
    low, high = t_interval(X[0])
    assert np.ndim(low) == np.ndim(high) == 0
    np.testing.assert_allclose((low, high), [end[0] for end in t_interval(X)])


@pytest.mark.parametrize(
    ("interval", "truth"),
    [
        (partial(z_interval, sigma=2.0), 0.95),
        (plug_in_interval, 1 - 2 * student.sf(norm.ppf(0.975), 4)),
        (t_interval, 0.95),
    ],
)
def test_coverage_at_five_samples(interval, truth):
    rate = coverage(interval, normal, 1.0, repeats=20_000, random_state=1)
    assert abs(rate.value - truth) <= 4 * np.sqrt(truth * (1 - truth) / 20_000)


def test_two_samples_are_enough_and_one_is_not():
    rate = coverage(t_interval, partial(normal, n=2), 1.0, repeats=20_000, random_state=2)
    assert abs(rate.value - 0.95) <= 4 * rate.error
    with pytest.raises(ValueError, match="x needs at least 2"):
        t_interval([1.0])
    assert z_interval([1.0])[0] < 1 < z_interval([1.0])[1]
