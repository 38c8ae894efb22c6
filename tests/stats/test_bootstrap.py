"""The bootstrap against SciPy's with the same resamples, and against its own definition."""

from functools import partial

import numpy as np
import pytest
from scipy import stats as scipy_stats

from mlcompanion.resampling import bootstrap_indices
from mlcompanion.stats import bootstrap_interval
from mlcompanion.stats.intervals import bootstrap
from mlcompanion.stats.intervals.bootstrap import (
    STATISTICS,
    bca_interval,
    percentile_interval,
    skewness,
)

X = np.random.default_rng(0).exponential(size=(5, 30))


def test_skewness_is_that_of_scipy_and_zero_without_spread():
    np.testing.assert_allclose(skewness(X), scipy_stats.skew(X, axis=1))
    assert skewness([2.0, 2.0]) == 0
    assert skewness([0.1, 0.1, 0.1]) == 0  # their average is not 0.1 to the last digit


@pytest.mark.parametrize("name", STATISTICS)
def test_named_statistics_are_those_of_the_resamples(name):
    places = bootstrap_indices(30, 200, random_state=4)
    for shift in (0.0, 1e4):  # far from zero no digits are lost
        rows = np.sort(X + shift, axis=1)
        draws = bootstrap(rows, name, 200, random_state=4)
        assert draws.shape == (5, 200)
        expected = STATISTICS[name](rows[:, places])
        np.testing.assert_allclose(draws, expected, rtol=1e-7, atol=1e-9)
        alone = bootstrap(rows[0], name, 200, random_state=4)  # one row goes another way
        np.testing.assert_allclose(alone, draws[0], rtol=1e-7, atol=1e-9)


def test_a_function_sees_the_same_resamples():
    by_function = bootstrap(X, partial(np.mean, axis=1), 50, random_state=1)
    np.testing.assert_allclose(by_function, bootstrap(X, n_draws=50, random_state=1))
    assert bootstrap(X[0], partial(np.median, axis=1), 50).shape == (50,)


@pytest.mark.parametrize("n", [6, 7])
def test_median_is_that_of_numpy(n):
    np.testing.assert_allclose(STATISTICS["median"](X[:, :n]), np.median(X[:, :n], axis=1))


@pytest.mark.parametrize("n", [4, 5])
def test_order_does_not_matter_to_medians(n):
    draws = bootstrap(X[0, :n], "median", 300, random_state=1)
    np.testing.assert_array_equal(
        draws, bootstrap(np.sort(X[0, :n]), "median", 300, random_state=1)
    )
    assert np.isin(draws, X[0, :n]).all() == (n % 2 == 1)


def test_tiny_samples_whose_resamples_have_no_spread():
    draws = bootstrap([0.1, 0.2, 0.7], "skewness", 500, random_state=0)
    assert np.isfinite(draws).all()
    assert (draws == 0).any()
    assert bootstrap([0.1, 0.2, 0.7], "std", 500, random_state=0).min() < 1e-15


@pytest.mark.parametrize("method", ["percentile", "BCa"])
@pytest.mark.parametrize("statistic", [np.mean, np.median])
def test_ends_are_those_of_scipy_with_equal_resamples(method, statistic):
    ours = {"percentile": bootstrap_interval, "BCa": bca_interval}[method]
    low, high = ours(X[0], partial(statistic, axis=-1), 0.1, 999, random_state=3)
    theirs = scipy_stats.bootstrap(
        (X[0],),
        statistic,
        n_resamples=999,
        confidence_level=0.9,
        method=method,
        random_state=np.random.default_rng(3),
    ).confidence_interval
    np.testing.assert_allclose((low, high), theirs, rtol=1e-9)


def test_bca_of_many_samples_row_by_row():
    rows = bca_interval(X, "skewness", n_draws=200, random_state=0)
    for i in range(5):
        alone = bca_interval(X[i], "skewness", n_draws=200, random_state=0)
        np.testing.assert_allclose([end[i] for end in rows], alone)


def test_middle_mass_of_the_draws():
    low, high = percentile_interval(np.arange(101.0), 0.2)
    assert (low, high) == (10.0, 90.0)


def test_a_statistic_of_another_shape_is_named():
    with pytest.raises(ValueError, match="statistic's result"):
        bootstrap(X, np.mean)
    with pytest.raises(ValueError, match="statistic must be one of"):
        bootstrap(X, "mode")
