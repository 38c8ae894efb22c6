"""Moments, averages, tables and densities on a grid, far from the usual numbers."""

import math
from decimal import Decimal, localcontext
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from mlcompanion.probability import JointTable, Multinomial, Normal, Poisson
from mlcompanion.probability.joint.events import SampleSpace
from mlcompanion.probability.laws.categorical import Categorical
from mlcompanion.probability.laws.grid import GridDistribution
from mlcompanion.probability.sums.averages import running_mean
from mlcompanion.probability.sums.convolutions import nfold, sum_density, sum_mass
from mlcompanion.probability.sums.moments import moments_to_shape, sample_moments
from mlcompanion.probability.sums.portfolio import minimum_variance_share


@pytest.mark.parametrize(
    ("origin", "unit"), [(0, 1), (1e6, 1), (-1e9, 1e3), (0, 1e-170), (0, 1e150)]
)
def test_moments_of_a_sample(origin, unit):
    x = np.random.default_rng(0).gamma(2.0, size=(3, 400))
    found = sample_moments(origin + unit * x)
    digits = 1e-12 + 1e-14 * abs(origin) / unit
    np.testing.assert_allclose(found.mean, origin + unit * x.mean(axis=1), rtol=1e-14)
    np.testing.assert_allclose(found.skewness, stats.skew(x, axis=1), rtol=digits)
    np.testing.assert_allclose(found.kurtosis, stats.kurtosis(x, axis=1), rtol=digits, atol=digits)
    if unit > 1e-100:
        np.testing.assert_allclose(found.variance, unit**2 * x.var(axis=1), rtol=digits)


def test_equal_values_have_no_shape():
    found = sample_moments(np.full(10, 0.1))
    assert (found.mean, found.variance) == (0.1, 0)
    assert math.isnan(found.skewness)
    x = np.full(10, 0.1)
    with pytest.raises(ValueError, match="mu2 must exceed"):
        moments_to_shape(*((x**k).mean() for k in (1, 2, 3, 4)))
    table = JointTable.from_pairs(np.arange(6), np.full(6, 0.1))
    assert table.var("y") == 0
    assert math.isnan(table.corr())


def test_moments_of_a_table_far_from_zero():
    rng = np.random.default_rng(1)
    P = rng.dirichlet(np.ones(6)).reshape(2, 3)
    near = JointTable(P, [0.0, 1.0], [0.0, 1.0, 3.0])
    far = JointTable(P, [1e9, 1e9 + 1], [-1e9, -1e9 + 1, -1e9 + 3])
    assert far.corr() == pytest.approx(near.corr(), rel=1e-6)


def test_running_means_far_from_zero():
    rng = np.random.default_rng(0)
    x = 1e8 + rng.normal(size=10**6)
    found = running_mean(x)
    assert abs(found[-1] - math.fsum(x) / len(x)) < 3e-8
    assert abs(found[999] - math.fsum(x[:1000]) / 1000) < 3e-8


def test_a_share_between_tiny_risks():
    assert minimum_variance_share(1e-170, 2e-170, 0.0) == pytest.approx(0.8)
    assert minimum_variance_share(1e200, 2e200, 0.0) == pytest.approx(0.8)


def log_factorial(n):
    """Stirling's series in forty digits: what it leaves out is below n^-5."""
    n = Decimal(n)
    pi = Decimal("3.14159265358979323846264338327950288420")
    return n * n.ln() - n + (2 * pi * n).ln() / 2 + 1 / (12 * n) - 1 / (360 * n**3)


def test_masses_of_many_throws():
    n = 10**9
    x = 300_005_000
    with localcontext() as context:
        context.prec = 40
        ways = log_factorial(n) - log_factorial(x) - log_factorial(n - x)
        want = float(ways + x * Decimal("0.3").ln() + (n - x) * Decimal("0.7").ln())
    assert Multinomial(n, [0.3, 0.7]).logpmf([x, n - x]) == pytest.approx(want, abs=1e-6)


def test_masses_in_single_precision():
    masses = np.float32([0.1, 0.2, 0.7])
    assert Categorical(masses).mean() == pytest.approx(1.6)
    assert SampleSpace(masses).probability(7) == pytest.approx(1)
    table = JointTable(np.outer(masses, masses).astype(np.float32))
    assert table.rvs(5, 0).shape == (5, 2)
    with pytest.raises(ValueError, match="sum to 1"):
        Categorical(np.float64(masses) + 1e-7)


@pytest.mark.parametrize("start", [-2, 0, 10**6])
def test_given_masses(start):
    masses = [0.0, 0.2, 0.0, 0.3, 0.5, 0.0]
    law = Categorical(masses, start)
    peer = stats.rv_discrete(values=(range(6), masses))
    x = np.arange(-1, 8)
    np.testing.assert_allclose(law.pmf(start + x), peer.pmf(x))
    np.testing.assert_allclose(law.cdf(start + x), peer.cdf(x))
    np.testing.assert_array_equal(law.quantile([0, 0.2, 0.5, 0.51, 1]) - start, [1, 1, 3, 4, 4])
    assert law.mean() - start == pytest.approx(peer.mean())
    assert law.var() == pytest.approx(peer.var(), rel=1e-9)
    assert law.mode() == start + 4
    assert set(np.unique(law.story(500, 0))) == set(np.unique(law.rvs(500, 0)))
    assert Categorical([0, 1.0]).var() == 0


@pytest.mark.parametrize("width", [1e-6, 1.0, 50.0])
def test_transforms_of_straight_lines(width):
    x = width * np.array([-1.0, 0.0, 0.5, 3.0])
    law = GridDistribution.from_values(x, [0.0, 2.0, 1.0, 0.5])
    for t in (-7.0, 0.001, 2.0, 11.0):
        parts = [
            quad(lambda u, f=f, t=t: f(t * u) * law.pdf(u), a, b, epsabs=1e-13, limit=500)[0]
            for f in (np.cos, np.sin)
            for a, b in pairwise(x)
        ]
        assert law.cf(t) == pytest.approx(sum(parts[:3]) + 1j * sum(parts[3:]), abs=1e-8)
        top = max(t * x[0], t * x[-1])
        mean = sum(
            quad(lambda u, t=t, top=top: math.exp(t * u - top) * law.pdf(u), a, b, points=None)[0]
            for a, b in pairwise(x)
        )
        assert law.cgf(t) == pytest.approx(top + math.log(mean), rel=1e-6, abs=1e-12)
    assert math.isfinite(law.cgf(1e6 / width))
    assert law.sf(0.7 * width) == pytest.approx(1 - law.cdf(0.7 * width))


def test_points_of_any_shape():
    z = np.array([[0.0, 1.0], [2.0, 3.0]])
    np.testing.assert_allclose(sum_density(Normal(), Normal(1, 3), z), Normal(1, 4).pdf(z))
    np.testing.assert_allclose(sum_mass(Poisson(1), Poisson(2), z), Poisson(3).pmf(z))
    assert sum_density(Normal(), Normal(1, 3), 0.5) == pytest.approx(Normal(1, 4).pdf(0.5))


def test_a_sum_of_one_is_a_copy():
    masses = np.array([0.5, 0.5])
    nfold(masses, 1, "direct")[0] = 9
    np.testing.assert_array_equal(masses, 0.5)
