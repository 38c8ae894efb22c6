"""Events, moments and densities on a grid against brute force and closed forms."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import mean_pinball_loss

from mlcompanion.probability import ContinuousLaw, Exponential, Gamma, kolmogorov_distance
from mlcompanion.probability.joint.events import SampleSpace
from mlcompanion.probability.laws.grid import GridDistribution
from mlcompanion.probability.sums.moments import (
    moments_from_mgf,
    moments_to_shape,
    pinball,
    pinball_minimizer,
)


def test_events_are_sets():
    masses = np.array([0.1, 0.2, 0.3, 0.4])
    space = SampleSpace(masses)
    subsets = [set(c) for k in range(5) for c in combinations(range(4), k)]
    for a in subsets:
        mask = space.event(sorted(a))
        assert space.probability(mask) == pytest.approx(masses[sorted(a)].sum())
        assert space.complement(mask) == space.event(sorted(set(range(4)) - a))
        for b in subsets:
            other = space.event(sorted(b))
            assert mask | other == space.event(sorted(a | b))
            assert mask & other == space.event(sorted(a & b))
    assert space.probability(space.whole) == pytest.approx(1)
    assert len(space.events()) == 16
    with pytest.raises(ValueError, match="differ"):
        space.event([1, 1])


def test_pinball_is_scikit_learns():
    rng = np.random.default_rng(0)
    x = rng.normal(size=40)
    for alpha in (0.1, 0.5, 0.8):
        assert pinball(x, 0.3, alpha).mean() == pytest.approx(
            mean_pinball_loss(x, np.full(40, 0.3), alpha=alpha)
        )
        losses = [pinball(x, y, alpha).mean() for y in np.sort(x)]
        assert pinball_minimizer(x, alpha) == np.sort(x)[np.argmin(losses)]
        assert pinball_minimizer(x, alpha) == np.quantile(x, alpha, method="inverted_cdf")


def test_shape_from_moments():
    rng = np.random.default_rng(1)
    x = rng.exponential(size=30)
    variance, skewness, kurtosis = moments_to_shape(*(np.mean(x**k) for k in range(1, 5)))
    assert variance == pytest.approx(x.var())
    assert skewness == pytest.approx(stats.skew(x))
    assert kurtosis == pytest.approx(stats.kurtosis(x))
    with pytest.raises(ValueError, match="mu2 must exceed"):
        moments_to_shape(1.0, 1.0, 1.0, 1.0)


def test_moments_of_an_exponential_law_are_factorials():
    moments = moments_from_mgf(lambda t: 1 / (1 - t), 8)
    np.testing.assert_allclose(moments, [math.factorial(k) for k in range(1, 9)], rtol=1e-9)


GRID = np.array([0.0, 0.5, 1.5, 2.0, 4.0])
VALUES = np.array([0.0, 1.0, 0.2, 0.2, 0.0])


def test_straight_lines_are_integrated_exactly():
    law = GridDistribution.from_values(GRID, VALUES)
    slow = type("Slow", (GridDistribution,), {"expect": ContinuousLaw.expect})(law.x, law.f)
    for k in range(1, 5):
        assert law.moment(k) == pytest.approx(slow.moment(k), rel=1e-9)
    assert law.cf(1.3) == pytest.approx(slow.cf(1.3), rel=1e-8)
    assert law.mgf(-0.7) == pytest.approx(slow.mgf(-0.7), rel=1e-8)
    fine = np.linspace(0, 4, 40_001)
    cumulative = np.concatenate([[0], np.cumsum((law.pdf(fine)[1:] + law.pdf(fine)[:-1]) / 2e4)])
    np.testing.assert_allclose(law.cdf(fine), cumulative, atol=1e-8)
    levels = np.linspace(0, 1, 201)
    np.testing.assert_allclose(law.cdf(law.quantile(levels)), levels, atol=1e-12)
    assert law.mode() == 0.5
    for draws in (law.rvs(20_000, 0), law.story(20_000, 1)):
        assert kolmogorov_distance(draws, law) < 1.95 / math.sqrt(20_000)


def test_a_fine_grid_is_the_law():
    x = np.linspace(0, 40, 8001)
    law = GridDistribution.from_values(x, Gamma(3.0, 1.0).pdf(x))
    exact = Gamma(3.0, 1.0)
    for name in ("mean", "var", "skewness", "kurtosis"):
        assert getattr(law, name)() == pytest.approx(getattr(exact, name)(), abs=2e-4)
    assert kolmogorov_distance(law, exact) < 1e-5


def test_a_transformed_density_needs_its_derivative():
    x = np.linspace(0, 30, 6001)
    law = GridDistribution.from_values(x, Exponential(1.0).pdf(x))
    root = law.transform(np.square, lambda r: 2 * r, np.linspace(0, math.sqrt(30), 4001))
    r = np.array([0.3, 1.0, 2.0])
    np.testing.assert_allclose(root.pdf(r), 2 * r * np.exp(-(r**2)), rtol=1e-3)
    with pytest.raises(ValueError, match="dxi be the derivative"):
        law.transform(np.square, np.ones_like, np.linspace(0, math.sqrt(30), 4001))
    mirrored = law.transform(np.negative, lambda r: -np.ones_like(r), -x[::-1])
    assert mirrored.mean() == pytest.approx(-law.mean())


def test_an_area_that_is_not_one_is_refused():
    with pytest.raises(ValueError, match="area 1"):
        GridDistribution([0.0, 1.0], [2.0, 2.0])
    with pytest.raises(ValueError, match="x must increase"):
        GridDistribution.from_values([0.0, 0.0], [1.0, 1.0])
