"""A law that knows little answers all questions: two toy laws with closed forms."""

import itertools
import math
from dataclasses import dataclass

import numpy as np
import pytest

from mlcompanion.probability import ContinuousLaw, DiscreteLaw


@dataclass(frozen=True)
class Ramp(ContinuousLaw):
    """Density 2x on (0, 1): the larger of two uniform numbers."""

    support = (0.0, 1.0)

    def _logpdf(self, x):
        return np.log(2 * x)

    def _cdf(self, x):
        return x**2

    def _story(self, size, rng):
        return rng.random((*size, 2)).max(axis=-1)


@dataclass(frozen=True)
class Halving(DiscreteLaw):
    """Masses 2^-(x+1) on 0, 1, ...: heads before the first tail."""

    support = (0, math.inf)

    def mean(self):
        return 1.0

    def var(self):
        return 2.0

    def _logpmf(self, x):
        return -(x + 1) * math.log(2)

    def _story(self, size, rng):
        return rng.geometric(0.5, size) - 1


def test_a_density_and_its_function_answer_the_rest():
    law = Ramp()
    assert law.mean() == pytest.approx(2 / 3, abs=1e-12)
    assert law.var() == pytest.approx(1 / 18, abs=1e-12)
    assert law.skewness() == pytest.approx(-2 * math.sqrt(2) / 5, abs=1e-9)
    assert law.kurtosis() == pytest.approx(-3 / 5, abs=1e-9)
    assert law.moment(5) == pytest.approx(2 / 7, abs=1e-12)
    np.testing.assert_allclose(law.quantile([0, 0.25, 1]), [0, 0.5, 1], atol=1e-15)
    np.testing.assert_allclose(law.pdf([-1, 0, 0.5, 2]), [0, 0, 1, 0])
    np.testing.assert_allclose(law.cdf([-1.0, 0.5, 2.0]), [0, 0.25, 1])
    t = 1.5
    assert law.mgf(t) == pytest.approx(2 * (math.exp(t) * (t - 1) + 1) / t**2, rel=1e-12)
    assert law.mgf(0) == 1
    assert law.cf(t) == pytest.approx(2 * (np.exp(1j * t) * (1 - 1j * t) - 1) / t**2, rel=1e-10)


@dataclass(frozen=True)
class Reciprocal(ContinuousLaw):
    """Density index / 2 |x|^(index - 1) in the unit interval, and its mirror image beyond: singular
    at its centre, with power tails."""

    index: float

    support = (0.0, math.inf)

    def _logpdf(self, x):
        return math.log(self.index / 2) + np.where(
            x < 1, (self.index - 1) * np.log(x), -(self.index + 1) * np.log(x)
        )

    def _cdf(self, x):
        small = np.minimum(x, 1) ** self.index / 2
        return np.where(x < 1, small, 1 - np.maximum(x, 1) ** -self.index / 2)

    def _sf(self, x):
        large = np.maximum(x, 1) ** -self.index / 2
        return np.where(x > 1, large, 1 - np.minimum(x, 1) ** self.index / 2)

    def _story(self, size, rng):
        power = rng.random(size) ** (1 / self.index)
        return np.where(rng.random(size) < 0.5, power, 1 / power)


@pytest.mark.parametrize("index", [0.4, 1.0, 2.5])
def test_expectations_miss_neither_a_singular_end_nor_a_power_tail(index):
    law = Reciprocal(index)
    assert law.moment(0) == pytest.approx(1, abs=1e-9)
    assert law.expect(lambda x: x ** (index / 2)) == pytest.approx(4 / 3, rel=1e-8)


def test_masses_answer_the_rest():
    law = Halving()
    x = np.arange(12)
    np.testing.assert_allclose(law.cdf(x), 1 - 0.5 ** (x + 1), rtol=1e-14)
    np.testing.assert_allclose(law.cdf(x + 0.5), law.cdf(x))
    np.testing.assert_array_equal(law.quantile(law.cdf(x)), x)
    np.testing.assert_allclose(law.pmf([-1, 0.5, 2]), [0, 0, 0.125], rtol=1e-14)
    assert law.expect(lambda x: x) == pytest.approx(1, abs=1e-12)
    assert law.moment(2, central=True) == pytest.approx(2, abs=1e-12)
    assert law.skewness() == pytest.approx(1.5 * math.sqrt(2), abs=1e-10)
    assert law.kurtosis() == pytest.approx(6.5, abs=1e-9)
    assert law.mgf(0.3) == pytest.approx(0.5 / (1 - 0.5 * math.exp(0.3)), rel=1e-9)
    assert law.cf(0.3) == pytest.approx(0.5 / (1 - 0.5 * np.exp(0.3j)), rel=1e-12)


def test_many_repeated_counts_have_the_masses_of_few():
    law = Halving()
    few = np.array([-2, -1, 0, 0.5, 3, 7, 7.25, 20])
    many = np.random.default_rng(0).choice(few, (40, 30))
    expected = {x: law.logpmf(x) for x in few}
    np.testing.assert_array_equal(law.logpmf(many), [[expected[x] for x in row] for row in many])
    spread = np.arange(500.0)  # nothing repeats
    np.testing.assert_array_equal(law.logpmf(spread), [law.logpmf(x) for x in spread])
    assert law.pmf(np.empty(0)).shape == (0,)


@pytest.mark.parametrize("law", [Ramp(), Halving()])
def test_shapes_follow_the_argument(law):
    x = np.array([[0.2, 0.4, 0.6], [0.1, 0.3, 0.5]])
    for method in (law.cdf, law.quantile, law.cgf, law.mgf, law.cf):
        assert method(x).shape == x.shape
        assert np.ndim(method(0.5)) == 0
    assert law.rvs((2, 3), 0).shape == law.story((2, 3), 0).shape == (2, 3)
    assert law.rvs(4, 0).shape == (4,)


@pytest.mark.parametrize("law", [Ramp(), Halving()])
def test_draws_and_story_have_the_law(law):
    for draws in (law.rvs(20_000, 1), law.story(20_000, 2)):
        assert abs(draws.mean() - law.mean()) < 4 * law.std() / math.sqrt(20_000)


@pytest.mark.parametrize("law", [Ramp(), Halving()])
def test_bad_arguments_are_named(law):
    density = law.logpdf if isinstance(law, ContinuousLaw) else law.logpmf
    for question, place in itertools.product((law.cdf, law.sf, density), range(3)):
        x = np.array([0.25, 0.5, 0.75])
        x[place] = np.nan
        with pytest.raises(ValueError, match="x contains NaN"):
            question(x)
    np.testing.assert_array_equal(law.cdf([-np.inf, np.inf]), [0, 1])
    np.testing.assert_array_equal(law.sf([-np.inf, np.inf]), [1, 0])
    np.testing.assert_array_equal(density([-np.inf, np.inf]), -np.inf)
    for question in (law.cdf, density):
        assert question(np.empty((0, 2))).shape == (0, 2)
        assert question([]).shape == (0,)
    with pytest.raises(ValueError, match="q must hold"):
        law.quantile(1.5)
    with pytest.raises(ValueError, match="size"):
        law.rvs(-1)
    with pytest.raises(ValueError, match="k must be"):
        law.moment(-1)
    with pytest.raises(TypeError, match="function"):
        law.expect(3)
