"""Closed-form powers against simulation and SciPy; the likelihood-ratio test against all others."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.probability import ContinuousLaw, DiscreteLaw
from mlcompanion.stats import lr_test, rejection_rate, t_test_ind, t_test_paired
from mlcompanion.stats.tests.null_laws import ALTERNATIVES
from mlcompanion.stats.tests.power import paired_shift, t_power, unpaired_shift, z_power


class Shifted(ContinuousLaw):
    """N(mu, 1)."""

    support = (-np.inf, np.inf)

    def __init__(self, mu):
        self.mu = mu

    def _logpdf(self, x):
        return -((x - self.mu) ** 2) / 2 - np.log(2 * np.pi) / 2

    def _cdf(self, x):
        return stats.norm.cdf(x - self.mu)

    def _rvs(self, size, rng):
        return rng.normal(self.mu, 1, size)

    def _story(self, size, rng):
        return rng.normal(self.mu, 1, size)


class Pair(DiscreteLaw):
    """0 and 1, or 1 and 2."""

    support = None

    def __init__(self, low):
        self.support = (low, low + 1)

    def mean(self):
        return self.support[0] + 0.5

    def var(self):
        return 0.25

    def _logpmf(self, x):
        return np.full(x.shape, np.log(0.5))

    def _story(self, size, rng):
        return self.support[0] + rng.integers(2, size=size)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_powers_at_no_shift_are_the_level_and_are_noncentral_tails(alternative):
    for level in (0.01, 0.05):
        assert z_power(0, level, alternative) == pytest.approx(level)
        assert t_power(0, 7, level, alternative) == pytest.approx(level)
    shift = np.array([-1.0, 0.5, 2.5])
    c = stats.t.isf(0.05, 7)
    if alternative == "greater":
        wanted = stats.nct.sf(c, 7, shift)
        np.testing.assert_allclose(t_power(shift, 7, alternative=alternative), wanted, rtol=1e-6)
    np.testing.assert_allclose(t_power(shift, 1e7), z_power(shift), atol=1e-5)


def test_power_at_a_large_shift_is_one():
    np.testing.assert_allclose(t_power([9, 12, 40, -40], 39), 1)
    np.testing.assert_allclose(t_power([12, 40], 39, alternative="less"), 0, atol=1e-15)
    assert np.all(np.diff(t_power(np.linspace(0, 12, 60), 39)) >= -1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.7])
def test_power_of_the_paired_and_unpaired_t_test(rho):
    def sample(m, rng):
        x = rng.normal(size=(m, 8))
        return 0.8 + x, rho * x + np.sqrt(1 - rho**2) * rng.normal(size=(m, 8))

    paired = rejection_rate(t_test_paired, sample, random_state=1)
    assert abs(paired.value - t_power(paired_shift(0.8, 8, rho), 7)) < 4 * paired.error
    if rho == 0:
        unpaired = rejection_rate(t_test_ind, sample, random_state=1)
        assert abs(unpaired.value - t_power(unpaired_shift(0.8, 8), 14)) < 4 * unpaired.error


def test_unequal_sizes():
    assert unpaired_shift(2.0, 4, 12) == pytest.approx(2 / np.sqrt(1 / 4 + 1 / 12))
    assert unpaired_shift(2.0, 4) == paired_shift(2.0, 4, 0)


def test_likelihood_ratio_of_two_normals_is_the_test_of_the_average():
    x = np.random.default_rng(0).normal(0.6, 1, size=(50, 5))
    found = lr_test(x, Shifted(0.0), Shifted(1.0), n_draws=50_000, random_state=1)
    np.testing.assert_allclose(found.statistic, 2.5 - x.sum(axis=1))
    wanted = stats.norm.sf(np.sqrt(5) * x.mean(axis=1))
    np.testing.assert_allclose(found.pvalue, wanted, atol=0.012)


def test_likelihood_ratio_when_a_sample_is_impossible_under_one_law():
    surely_other = lr_test([1, 2, 1], Pair(0), Pair(1), n_draws=999, random_state=0)
    assert surely_other.statistic == -np.inf
    assert surely_other.pvalue == 1 / 1000
    with pytest.raises(ValueError, match="x holds"):
        lr_test([0, 2], Pair(0), Pair(1))
