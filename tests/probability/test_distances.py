"""Distances against closed forms and SciPy."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln, ndtr, ndtri

from mlcompanion.probability import (
    ContinuousLaw,
    DiscreteLaw,
    kolmogorov_distance,
    total_variation,
)


@dataclass(frozen=True)
class Shifted(ContinuousLaw):
    """A normal law with unit variance."""

    centre: float

    support = (-math.inf, math.inf)

    def _logpdf(self, x):
        return -((x - self.centre) ** 2) / 2 - math.log(2 * math.pi) / 2

    def _cdf(self, x):
        return ndtr(x - self.centre)

    def _quantile(self, q):
        return self.centre + ndtri(q)

    def _story(self, size, rng):
        return rng.normal(self.centre, 1, size)


@dataclass(frozen=True)
class Counts(DiscreteLaw):
    """A Poisson law."""

    rate: float

    support = (0, math.inf)

    def mean(self):
        return self.rate

    def var(self):
        return self.rate

    def _logpmf(self, x):
        return x * math.log(self.rate) - self.rate - gammaln(x + 1)

    def _story(self, size, rng):
        return rng.poisson(self.rate, size)


@pytest.mark.parametrize("shift", [0.1, 1.0, 5.0])
def test_normal_laws_a_shift_apart(shift):
    # The densities cross half way: both distances are 2 Phi(shift / 2) - 1.
    expected = 2 * ndtr(shift / 2) - 1
    assert total_variation(Shifted(0.0), Shifted(shift)) == pytest.approx(expected, abs=1e-9)
    assert kolmogorov_distance(Shifted(0.0), Shifted(shift)) == pytest.approx(expected, abs=1e-12)


def test_counts_against_scipy():
    x = np.arange(80)
    p = stats.poisson(3).pmf(x)
    q = stats.poisson(4.5).pmf(x)
    assert total_variation(Counts(3.0), Counts(4.5)) == pytest.approx(np.abs(p - q).sum() / 2)
    assert kolmogorov_distance(Counts(3.0), Counts(4.5)) == pytest.approx(
        np.abs(np.cumsum(p - q)).max()
    )
    assert total_variation(p, q) == pytest.approx(np.abs(p - q).sum() / 2)


def test_samples_against_scipy():
    rng = np.random.default_rng(0)
    x = rng.normal(size=200)
    y = rng.normal(0.3, 1, size=150)
    assert kolmogorov_distance(x, Shifted(0.0)) == pytest.approx(
        stats.kstest(x, "norm").statistic, abs=1e-14
    )
    assert kolmogorov_distance(x, y) == pytest.approx(stats.ks_2samp(x, y).statistic, abs=1e-14)


def test_a_jump_counts_from_both_sides():
    # All mass of a nearly certain count sits at 0, where the normal law has half of its own.
    assert kolmogorov_distance(Counts(1e-9), Shifted(0.0)) == pytest.approx(0.5, abs=1e-6)
    assert kolmogorov_distance(Shifted(0.0), np.zeros(5)) == pytest.approx(0.5, abs=1e-12)


def test_bad_laws_are_named():
    with pytest.raises(TypeError, match="one kind"):
        total_variation(Counts(3.0), Shifted(0.0))
    with pytest.raises(ValueError, match="p must sum to 1"):
        total_variation([0.5, 0.4], [0.5, 0.5])
    with pytest.raises(ValueError, match="q must have shape"):
        total_variation([0.5, 0.5], [1.0])
    with pytest.raises(ValueError, match="p needs at least 1"):
        kolmogorov_distance([], [1.0])
