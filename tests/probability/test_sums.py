"""Sums and averages against brute force, closed forms and SciPy."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.special import ndtr

from mlcompanion.probability import (
    Bernoulli,
    Binomial,
    Cauchy,
    ChiSquared,
    ContinuousLaw,
    Exponential,
    Gamma,
    Geometric,
    NegativeBinomial,
    Normal,
    Poisson,
    Uniform,
    kolmogorov_distance,
)
from mlcompanion.probability.laws.further_laws import FivePiece, LogNormal
from mlcompanion.probability.sums.averages import power_mean, running_mean, standardized_mean
from mlcompanion.probability.sums.convolutions import (
    convolve_pmf,
    nfold,
    reproductive_sum,
    sum_density,
    sum_mass,
)

DIE = np.full(6, 1 / 6)


def test_two_dice():
    np.testing.assert_allclose(36 * convolve_pmf(DIE, DIE), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])


@pytest.mark.parametrize("n", [1, 2, 7, 16])
def test_three_ways_to_one_sum(n):
    g = np.random.default_rng(n).dirichlet(np.ones(4))
    brute = np.ones(1)
    for _ in range(n):
        brute = np.array(
            [sum(brute[i] * g[k - i] for i in range(len(brute)) if 0 <= k - i < 4)
             for k in range(len(brute) + 3)]
        )  # fmt: skip
    for method in ("fft", "squaring", "direct"):
        np.testing.assert_allclose(nfold(g, n, method), brute, atol=1e-15)
    np.testing.assert_allclose(nfold(g, n, "squaring"), brute, rtol=1e-12)


def test_binomial_masses_are_a_power():
    exact = stats.binom(50, 0.3).pmf(range(51))
    np.testing.assert_allclose(nfold([0.7, 0.3], 50, "squaring"), exact, rtol=1e-11)
    assert np.abs(nfold([0.7, 0.3], 50) - exact).max() < 1e-15


PAIRS = [
    (Normal(1.0, 2.0), Normal(-3.0, 0.5), Normal(-2.0, 2.5)),
    (Gamma(0.5, 2.0), Gamma(1.5, 2.0), Gamma(2.0, 2.0)),
    (ChiSquared(1.0), ChiSquared(3.0), ChiSquared(4.0)),
    (Cauchy(1.0, 2.0), Cauchy(-2.0, 0.3), Cauchy(-1.0, 2.3)),
    (Binomial(3, 0.2), Binomial(9, 0.2), Binomial(12, 0.2)),
    (Poisson(0.5), Poisson(7.0), Poisson(7.5)),
    (NegativeBinomial(2, 0.3), NegativeBinomial(5, 0.3), NegativeBinomial(7, 0.3)),
]


@pytest.mark.parametrize(("x", "y", "total"), PAIRS)
def test_table_7_1(x, y, total):
    assert reproductive_sum(x, y) == total
    z = total.quantile([0.1, 0.5, 0.9])
    if isinstance(total, ContinuousLaw):
        np.testing.assert_allclose(sum_density(x, y, z), total.pdf(z), rtol=1e-8)
    else:
        np.testing.assert_allclose(sum_mass(x, y, z), total.pmf(z), rtol=1e-10)
    t = np.linspace(-3, 3, 13)  # characteristic functions of independent variables multiply
    np.testing.assert_allclose(x.cf(t) * y.cf(t), total.cf(t), rtol=1e-12, atol=1e-15)


def test_a_sum_that_leaves_the_family_is_refused():
    with pytest.raises(TypeError, match="one family"):
        reproductive_sum(Exponential(1.0), Exponential(1.0))
    with pytest.raises(TypeError, match="one family"):
        reproductive_sum(Geometric(0.5), Geometric(0.5))
    with pytest.raises(ValueError, match="y must have the rate"):
        reproductive_sum(Gamma(1.0, 1.0), Gamma(1.0, 2.0))
    np.testing.assert_allclose(
        sum_density(Exponential(2.0), Exponential(2.0), [0.3, 1.0]),
        Gamma(2.0, 2.0).pdf([0.3, 1.0]),
    )


def test_densities_with_breaks_and_ends():
    triangle = sum_density(Uniform(), Uniform(), [-0.1, 0.5, 1.0, 1.7, 2.5])
    np.testing.assert_allclose(triangle, [0, 0.5, 1, 0.3, 0], atol=1e-12)
    humps = FivePiece()
    brute = quad(lambda u: float(humps.pdf(u) * humps.pdf(5.5 - u)), 0.5, 5, points=range(1, 5))[0]
    assert sum_density(humps, humps, [5.5])[0] == pytest.approx(brute, rel=1e-8)


def test_power_means_against_scipy():
    x = np.random.default_rng(0).lognormal(0, 1, (3, 20))
    np.testing.assert_allclose(power_mean(x, 0), stats.gmean(x, axis=1), rtol=1e-13)
    np.testing.assert_allclose(power_mean(x, -1), stats.hmean(x, axis=1), rtol=1e-13)
    np.testing.assert_allclose(power_mean(x, 3.5), stats.pmean(x, 3.5, axis=1), rtol=1e-12)
    np.testing.assert_allclose(power_mean(x, np.inf), x.max(axis=1))
    np.testing.assert_allclose(power_mean(x, -np.inf, axis=0), x.min(axis=0))
    np.testing.assert_allclose(power_mean(x, 1e-9), stats.gmean(x, axis=1), rtol=1e-8)
    assert power_mean([1e-200, 1e200], 1e5) == pytest.approx(1e200, rel=1e-4)
    for p in (-300, -2, -1, -0.5, 0.5, 1, 2, 300):  # of 1 and 9, in units at both ends of a float
        exact = float((1 + 9 ** Fraction(p)) / 2) ** (1 / p)
        for unit in (1e-300, 1.0, 1e300):
            found = power_mean([unit, 9 * unit], p)
            assert found == pytest.approx(exact * unit, rel=1e-14 if abs(p) >= 1 else 2e-13)
    with np.errstate(all="raise", under="ignore"):
        assert power_mean([1e-308, 1e308], 2) == pytest.approx(1e308 / np.sqrt(2))
        assert power_mean([1e-308, 1e308], -1) == pytest.approx(2e-308)
    with pytest.raises(ValueError, match="p must be"):
        power_mean([1.0], np.nan)


def test_running_means():
    x = np.random.default_rng(1).normal(size=(2, 30))
    brute = [[row[: k + 1].mean() for k in range(30)] for row in x]
    np.testing.assert_allclose(running_mean(x), brute)
    np.testing.assert_allclose(running_mean(x.T, axis=0), np.transpose(brute))


@pytest.mark.parametrize("n", [1, 4, 64])
def test_the_mean_of_exponential_draws_is_gamma(n):
    mean = standardized_mean(Exponential(2.0), n)
    places, right, _ = mean.cdf()
    exact = stats.gamma(n).cdf(n + places * math.sqrt(n))
    assert np.abs(right - exact).max() < 1e-6
    sup = np.abs(exact - ndtr(places)).max()
    at_end = ndtr(-math.sqrt(n))
    assert mean.distance_to_normal() == pytest.approx(max(sup, at_end), abs=1e-6)


@pytest.mark.parametrize(("shape", "n"), [(1.0, 2), (1.0, 4), (5.0, 30), (0.5, 2), (0.2, 3)])
def test_the_error_of_a_standardized_mean_is_known(shape, n):
    """Gamma draws: a density without a pole, with a kink, with a pole."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mean = standardized_mean(Gamma(shape, 1.0), n)
    places, right, _ = mean.cdf()
    exact = stats.gamma(shape * n).cdf(shape * n + places * math.sqrt(shape * n))
    assert np.abs(right - exact).max() == pytest.approx(mean.error, rel=0.15)
    assert bool(caught) == (mean.error > 1e-4) == (shape < 1)


def test_the_mean_of_coins_jumps():
    mean = standardized_mean(Bernoulli(0.3), 20)
    exact = stats.binom(20, 0.3)
    z = (np.arange(21) - 6) / math.sqrt(4.2)
    gaps = np.concatenate([exact.cdf(range(21)) - ndtr(z), exact.cdf(range(-1, 20)) - ndtr(z)])
    assert mean.distance_to_normal() == pytest.approx(np.abs(gaps).max(), abs=1e-12)
    assert mean.interval_distance_to_normal() == pytest.approx(np.ptp([*gaps, 0]), abs=1e-12)
    assert mean.error == 0


def test_the_tail_of_a_lognormal_draw_does_not_wrap_around():
    mean = standardized_mean(LogNormal(), 8)
    rng = np.random.default_rng(2)
    draws = (rng.lognormal(size=(100_000, 8)).mean(axis=1) - LogNormal().mean()) / (
        LogNormal().std() / math.sqrt(8)
    )
    places, right, _ = mean.cdf()
    found = np.abs(np.searchsorted(np.sort(draws), places) / 1e5 - right).max()
    assert found < 1.95 / math.sqrt(1e5)
    assert mean.masses.sum() == pytest.approx(1, abs=1e-9)


def test_no_variance_no_standardized_mean():
    with pytest.raises(ValueError, match="law must have a finite variance"):
        standardized_mean(Cauchy(), 3)


def test_the_two_humps():
    law = FivePiece()
    assert ContinuousLaw.mean(law) == pytest.approx(law.mean(), abs=1e-12)
    assert law.var() == pytest.approx(1.6927083, abs=1e-7)
    assert law.skewness() == pytest.approx(-0.420, abs=5e-4)
    grid = np.linspace(0, 5, 41)
    brute = [
        quad(law.pdf, 0, x, points=[p for p in (1, 2, 3, 4) if p < x] or None)[0] for x in grid
    ]
    np.testing.assert_allclose(law.cdf(grid), brute, atol=1e-8)
    levels = np.linspace(0, 1, 101)
    np.testing.assert_allclose(law.cdf(law.quantile(levels)), levels, atol=1e-14)
    for draws in (law.rvs(20_000, 0), law.story(20_000, 1)):
        assert kolmogorov_distance(draws, law) < 1.95 / math.sqrt(20_000)


def test_the_lognormal_law_against_scipy():
    law = LogNormal(0.3, 0.5)
    peer = stats.lognorm(math.sqrt(0.5), scale=math.exp(0.3))
    x = np.array([0.1, 1.0, 5.0])
    np.testing.assert_allclose(law.logpdf(x), peer.logpdf(x), rtol=1e-12)
    np.testing.assert_allclose(law.cdf(x), peer.cdf(x), rtol=1e-12)
    np.testing.assert_allclose(law.quantile([0.1, 0.9]), peer.ppf([0.1, 0.9]), rtol=1e-12)
    np.testing.assert_allclose(
        [law.mean(), law.var(), law.skewness(), law.kurtosis()], peer.stats("mvsk"), rtol=1e-10
    )
    for draws in (law.rvs(20_000, 0), law.story(20_000, 1)):
        assert kolmogorov_distance(draws, law) < 1.95 / math.sqrt(20_000)
    assert law.mgf(0.1) == np.inf
