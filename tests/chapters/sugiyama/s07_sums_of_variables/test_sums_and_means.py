"""The checks of the chapter on sums see what they should."""

import numpy as np
import pytest

from mlcompanion.probability import Cauchy, Exponential, Geometric, Normal, Uniform
from mlcompanion.probability.sums.convolutions import TABLE_7_1
from mlcompanion_chapters.sugiyama.s07_sums_of_variables import families_of_sums
from mlcompanion_chapters.sugiyama.s07_sums_of_variables import sums_and_means as experiment


def test_averages_in_batches():
    rng = np.random.default_rng(0)
    found = experiment.averages_of(Uniform(), 300_000, 5, rng)
    assert found.shape == (5,)
    assert np.abs(found - 0.5).max() < 5 / np.sqrt(12 * 300_000)


def test_spread_shrinks_for_normal_draws_alone():
    sizes = (10, 1000)
    normal = experiment.running_spread(Normal(), sizes, 200, 0).std(axis=0)
    np.testing.assert_allclose(normal, [10**-0.5, 1000**-0.5], rtol=0.2)
    low, high = np.quantile(
        experiment.running_spread(Cauchy(), sizes, 400, 1), [0.25, 0.75], axis=0
    )
    np.testing.assert_allclose(high - low, 2, rtol=0.35)


def test_normal_histograms_are_right_from_the_start():
    assert experiment.binned_distance(Normal(2.0, 3.0), 1, 50_000, 0) < 0.02
    assert experiment.binned_distance(Exponential(), 1, 50_000, 0) > 0.15


def test_the_constant_factor():
    assert experiment.constant_factor([1.0, 4.0]) == pytest.approx(2.0, abs=1e-12)


@pytest.mark.parametrize("family", TABLE_7_1)
def test_rows_of_the_table(family):
    gap, wrong = families_of_sums.reproduction_gaps(family, 3, 0)
    assert gap < 1e-6 < 1e-3 < wrong


@pytest.mark.parametrize("law", [Exponential(2.0), Geometric(0.3)])
def test_sums_leave_the_family(law):
    distance, match = families_of_sums.nearest_in_family(law)
    assert distance > 0.05
    assert match < 1e-6


def test_the_weak_law():
    shares = experiment.shares_within(experiment.NO_VARIANCE, (10, 10_000), repeats=100)
    assert shares[0] < 0.5 < shares[1]


def test_limits():
    found = experiment.limit_laws((16, 256))
    for name, (before, after) in found.items():
        assert after < before / 2.5, name


def test_means_keep_their_order():
    found = experiment.mean_inequalities(300, 0)
    assert found["bad"] == 0
    assert found["strict"] > 0 and max(found["limits"]) < 1e-3  # noqa: PT018


def test_failures_before_a_success():
    z, beyond = families_of_sums.failure_frequencies(0.5, 20_000, 0)
    assert z < 4
    assert beyond == pytest.approx(0.25, abs=0.02)
