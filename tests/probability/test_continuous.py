"""The ten continuous laws against SciPy, quadrature and their own stories."""

import math
import warnings

import numpy as np
import pytest
from scipy import integrate, stats

from mlcompanion.probability import (
    Beta,
    Cauchy,
    ChiSquared,
    ContinuousLaw,
    Exponential,
    FDist,
    Gamma,
    Laplace,
    Normal,
    StudentT,
    Uniform,
    kolmogorov_distance,
)

PAIRS = [
    (Uniform(-1, 3), stats.uniform(-1, 4)),
    (Normal(2, 9), stats.norm(2, 3)),
    (Laplace(-1, 2), stats.laplace(-1, 2)),
    (Gamma(3, 2), stats.gamma(3, scale=1 / 2)),
    (Gamma(0.4, 5), stats.gamma(0.4, scale=1 / 5)),
    (Exponential(0.5), stats.expon(scale=2)),
    (ChiSquared(5), stats.chi2(5)),
    (Beta(3, 5), stats.beta(3, 5)),
    (Beta(0.5, 0.7), stats.beta(0.5, 0.7)),
    (Cauchy(1, 2), stats.cauchy(1, 2)),
    (StudentT(4), stats.t(4)),
    (StudentT(9.5), stats.t(9.5)),
    (FDist(3, 7), stats.f(3, 7)),
    (FDist(2, 11), stats.f(2, 11)),
]
LAWS = [law for law, _ in PAIRS]
STORIES = [law for law in LAWS if law not in (Gamma(0.4, 5), Beta(0.5, 0.7), StudentT(9.5))]


@pytest.mark.parametrize(("law", "theirs"), PAIRS)
def test_density_function_and_quantile_are_scipys(law, theirs):
    q = np.concatenate([np.linspace(0.001, 0.999, 41), [1e-9, 1 - 1e-9]])
    x = theirs.ppf(q)
    np.testing.assert_allclose(law.logpdf(x), theirs.logpdf(x), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(law.cdf(x), theirs.cdf(x), rtol=1e-10)
    np.testing.assert_allclose(law.quantile(q), x, rtol=1e-6, atol=1e-9)
    assert law.support == pytest.approx(theirs.support())
    low, high = law.support
    outside = np.array([low - 1, high + 1])
    outside = outside[np.isfinite(outside)]
    np.testing.assert_array_equal(law.pdf(outside), 0)


@pytest.mark.parametrize(("law", "theirs"), PAIRS)
def test_moments_are_scipys(law, theirs):
    with warnings.catch_warnings(action="ignore"):
        expected = [float(m) for m in theirs.stats("mvsk")]
    ours = [law.mean(), law.var(), law.skewness(), law.kurtosis()]
    finite = np.isfinite(ours)
    assert finite[0] or isinstance(law, Cauchy)
    np.testing.assert_allclose(np.array(ours)[finite], np.array(expected)[finite], rtol=1e-10)


@pytest.mark.parametrize("law", LAWS)
def test_transforms_are_those_of_the_density(law):
    """The closed forms against the quadratures that every density has."""
    t = np.array([-0.4, -0.1, 0.05, 0.3])
    low, high = law.mgf_domain
    inside = t[(t > low) & (t < high)]
    if inside.size:
        np.testing.assert_allclose(law.cgf(inside), ContinuousLaw._cgf(law, inside), atol=1e-8)
    assert np.all(np.isinf(law.mgf(t[(t <= low) | (t >= high)])))
    assert law.mgf(0.0) == 1
    if not isinstance(law, (Cauchy, StudentT, FDist)):
        np.testing.assert_allclose(law.cf(t), ContinuousLaw._cf(law, t), atol=1e-8)
    assert law.cf(0.0) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("law", [Cauchy(1, 2), StudentT(1), StudentT(4), FDist(3, 7), FDist(1, 3)])
def test_characteristic_functions_of_power_tails_are_those_of_draws(law):
    t = np.array([-1.0, 0.3, 2.0])
    draws = law.rvs(100_000, 0)
    empirical = np.exp(1j * np.multiply.outer(t, draws)).mean(axis=1)
    np.testing.assert_allclose(law.cf(t), empirical, atol=4 / math.sqrt(100_000))
    np.testing.assert_allclose(StudentT(1).cf(t), np.exp(-abs(t)), atol=1e-8)


def test_beta_transform_stands_far_arguments():
    law = Beta(3, 5)
    t = np.array([-500.0, -60.0, 60.0, 500.0])
    tail = {-500.0: (3, 5), -60.0: (3, 5), 60.0: (5, 3), 500.0: (5, 3)}
    for s in t:
        a, b = tail[s]
        x = np.linspace(0, 1, 400_001)
        weights = stats.beta(a, b).pdf(x) * np.exp(-abs(s) * x)
        expected = max(s, 0) + math.log(integrate.trapezoid(weights, x))
        assert law.cgf(s) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("law", STORIES)
def test_the_story_is_the_law(law):
    assert kolmogorov_distance(law.story(40_000, 3), law) < 2.2 / math.sqrt(40_000)
    assert law.story((2, 3), 0).shape == (2, 3)


@pytest.mark.parametrize("law", LAWS)
def test_draws_have_the_law(law):
    assert kolmogorov_distance(law.rvs(40_000, 4), law) < 2.2 / math.sqrt(40_000)


def test_a_wrong_parameter_is_seen_by_the_distance():
    assert kolmogorov_distance(Gamma(3, 2).story(40_000, 0), Gamma(3, 0.5)) > 0.1
    assert kolmogorov_distance(StudentT(4).story(40_000, 0), StudentT(2)) > 0.02


@pytest.mark.parametrize(
    ("law", "mean", "var", "skewness", "kurtosis"),
    [
        (Cauchy(), "nan", "nan", "nan", "nan"),
        (StudentT(1), "nan", "nan", "nan", "nan"),
        (StudentT(2), 0, "inf", "nan", "nan"),
        (StudentT(3), 0, 3, "nan", "inf"),
        (StudentT(4), 0, 2, 0, "inf"),
        (FDist(3, 2), "inf", "nan", "nan", "nan"),
        (FDist(3, 4), 2, "inf", "nan", "nan"),
        (FDist(3, 6), 1.5, 21 / 4, "inf", "inf"),
    ],
)
def test_moments_that_do_not_exist_are_not_invented(law, mean, var, skewness, kurtosis):
    found = [law.mean(), law.var(), law.skewness(), law.kurtosis()]
    np.testing.assert_allclose(found, [float(m) for m in (mean, var, skewness, kurtosis)])


def test_raw_moments_follow_the_tail():
    assert StudentT(4).moment(2) == pytest.approx(2, rel=1e-8)
    assert StudentT(4).moment(4) == math.inf
    assert math.isnan(StudentT(4).moment(5))
    assert FDist(3, 7).moment(3) == pytest.approx(7**3 * 3 * 5 * 7 / (27 * 5 * 3 * 1), rel=1e-4)
    assert FDist(3, 6).moment(3) == math.inf
    assert Cauchy(5, 1).moment(0) == pytest.approx(1)
    assert Cauchy().moment(2) == math.inf
    assert math.isnan(Cauchy().moment(2, central=True))


def test_families_contain_each_other():
    x = np.linspace(0.01, 6, 60)
    np.testing.assert_allclose(Exponential(3).logpdf(x), Gamma(1, 3).logpdf(x), rtol=1e-14)
    np.testing.assert_allclose(ChiSquared(4).cdf(x), Gamma(2, 0.5).cdf(x), rtol=1e-14)
    np.testing.assert_allclose(StudentT(1).pdf(x), Cauchy().pdf(x), rtol=1e-13)
    np.testing.assert_allclose(FDist(1, 5).cdf(x**2), 2 * StudentT(5).cdf(x) - 1, rtol=1e-12)
    np.testing.assert_allclose(Beta(1, 1).pdf(x[x < 1]), 1, rtol=1e-14)
    assert Normal(0, 9).sigma == 3
    assert Cauchy().cdf(-1e20) == pytest.approx(1e-20 / math.pi, rel=1e-12)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: Uniform(1, 1), "high"),
        (lambda: Normal(0, 0), "variance"),
        (lambda: Gamma(0, 1), "alpha"),
        (lambda: Gamma(1, -1), "rate"),
        (lambda: Beta(1, math.nan), "beta"),
        (lambda: Gamma(2.5, 1).story(), "alpha"),
        (lambda: ChiSquared(2.5).story(), "n must be an integer"),
        (lambda: Beta(1, 0.5).story(), "beta"),
    ],
)
def test_bad_parameters_are_named(make, name):
    with pytest.raises(ValueError, match=name):
        make()
