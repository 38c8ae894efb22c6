"""The laws of counting against SciPy, exact fractions, their sums and their experiments."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import special, stats

from mlcompanion.probability import (
    Bernoulli,
    Binomial,
    DiscreteUniform,
    Geometric,
    Hypergeometric,
    NegativeBinomial,
    Poisson,
)
from mlcompanion.probability.discrete_law import DiscreteLaw
from mlcompanion.probability.laws._log_masses import stirling_remainder
from mlcompanion.probability.laws.bags import draw_from_bag
from mlcompanion.probability.laws.discrete import generalized_binom

PEERS = [
    (DiscreteUniform(-2, 9), stats.randint(-2, 10)),
    (Binomial(12, 0.3), stats.binom(12, 0.3)),
    (Bernoulli(0.2), stats.bernoulli(0.2)),
    (Hypergeometric(100, 90, 85), stats.hypergeom(100, 90, 85)),
    (Hypergeometric(30, 12, 8), stats.hypergeom(30, 12, 8)),
    (Poisson(3.7), stats.poisson(3.7)),
    (NegativeBinomial(4, 0.35), stats.nbinom(4, 0.35)),
    (NegativeBinomial(2.5, 0.6), stats.nbinom(2.5, 0.6)),
    (Geometric(0.25), stats.geom(0.25, loc=-1)),
]
CERTAIN = [
    (Binomial(5, 0.0), 0),
    (Binomial(5, 1.0), 5),
    (Binomial(0, 0.4), 0),
    (Bernoulli(1.0), 1),
    (Hypergeometric(7, 3, 7), 3),
    (Hypergeometric(7, 0, 4), 0),
    (Hypergeometric(1, 1, 1), 1),
    (DiscreteUniform(4, 4), 4),
    (NegativeBinomial(3, 1.0), 0),
    (Geometric(1.0), 0),
]


@pytest.mark.parametrize(("law", "peer"), PEERS)
def test_a_law_is_scipys(law, peer):
    x = np.arange(-3, 60)
    np.testing.assert_allclose(law.pmf(x), peer.pmf(x), rtol=1e-11, atol=1e-30)
    np.testing.assert_allclose(law.cdf(x + 0.5), peer.cdf(x), rtol=1e-12)
    q = np.linspace(0.001, 0.999, 37)
    np.testing.assert_array_equal(law.quantile(q), peer.ppf(q))
    moments = (law.mean(), law.var(), law.skewness(), law.kurtosis())
    np.testing.assert_allclose(moments, peer.stats("mvsk"), rtol=1e-9, atol=1e-12)
    assert law.support == peer.support()


@pytest.mark.parametrize("law", [law for law, _ in PEERS])
def test_closed_forms_are_the_sums(law):
    for name in ("mean", "var", "skewness", "kurtosis"):
        generic = {"mean": lambda law: law.moment(1), "var": lambda law: law.moment(2, True)}
        by_sum = generic.get(name, getattr(DiscreteLaw, name))
        assert getattr(law, name)() == pytest.approx(by_sum(law), rel=1e-9, abs=1e-9)
    t = np.array([-1.0, -0.3, 0.05, 0.1])
    np.testing.assert_allclose(law.cgf(t), DiscreteLaw._cgf(law, t), rtol=1e-10)
    np.testing.assert_allclose(law.cf(t), DiscreteLaw._cf(law, t), rtol=1e-10)


@pytest.mark.parametrize("law", [law for law, _ in PEERS])
def test_draws_and_experiment_have_the_law(law):
    # Pearson's statistic over cells that expect at least 10 of 20,000 draws.
    n = 20_000
    for draws in (law.rvs(n, 3), law.story((n // 10, 10), 4).ravel()):
        assert draws.dtype.kind == "i"
        values, counts = np.unique(draws, return_counts=True)
        expected = n * law.pmf(values)
        seen = counts[expected >= 10]
        wanted = expected[expected >= 10]
        rest = n - wanted.sum()
        statistic = np.sum((seen - wanted) ** 2 / wanted)
        cells = len(wanted) - 1
        if rest > 1:
            statistic += (n - seen.sum() - rest) ** 2 / rest
            cells += 1
        assert stats.chi2.sf(statistic, cells) > 1e-4


@pytest.mark.parametrize(("law", "value"), CERTAIN)
def test_a_certain_outcome(law, value):
    assert law.pmf(value) == pytest.approx(1, abs=1e-14)
    np.testing.assert_allclose(law.pmf([value - 1, value + 1]), 0, atol=1e-300)
    np.testing.assert_array_equal(law.pmf(value + np.arange(1, 60)), 0)
    assert law.support == (value, value)
    assert law.mean() == value
    assert law.var() == 0
    assert law.cdf(value) == 1
    assert (law.rvs(5, 0) == value).all()
    assert (law.story(5, 0) == value).all()
    assert law.mgf(0.5) == pytest.approx(math.exp(0.5 * value))


@pytest.mark.parametrize(("law", "peer"), PEERS)
def test_masses_do_not_depend_on_what_was_asked_before(law, peer):
    """A law keeps log-masses from one call to the next, and looks only where it has some."""
    short = np.arange(2.0, 6)
    shifted = np.arange(-3.0, 30)
    wide = np.array([0, 1e6, -1e300])
    halves = np.array([[2, 2.5, 3], [3.5, 4, 1e-9]])
    scattered = np.array([1, 50.0, 7])
    for x in (short, halves, scattered, shifted, 4, short, wide, np.arange(5000), halves, 4.5):
        expected = np.where(np.floor(x) == x, peer.logpmf(x), -np.inf)
        np.testing.assert_allclose(law.logpmf(x), expected, rtol=1e-10, atol=1e-13)
        assert np.shape(law.logpmf(x)) == np.shape(x)
    law.logpmf(short)[:] = 0  # what is returned is not what is kept
    np.testing.assert_allclose(law.logpmf(short), peer.logpmf(short), rtol=1e-10, atol=1e-13)


def test_masses_keep_their_digits_in_large_experiments():
    """Three log-factorials of ten million lose nine digits; exact integers say what is right."""
    n = 10**7
    x = 10**3
    p = Fraction(1e-4)
    log_exact = float(
        sum(math.log(n - i) - math.log(i + 1) for i in range(x))  # one rounding a factor
        + x * math.log(p)
    )
    log_exact += (n - x) * math.log1p(-1e-4)
    assert Binomial(n, 1e-4).logpmf(x) == pytest.approx(log_exact, abs=2e-11)
    few = math.prod(Fraction(n - i, i + 1) for i in range(5)) * Fraction(3e-7) ** 5
    right = float(few) * math.exp((n - 5) * math.log1p(-3e-7))
    assert Binomial(n, 3e-7).pmf(5) == pytest.approx(right, rel=1e-13)
    textbook = special.gammaln(n + 1) - special.gammaln(6) - special.gammaln(n - 4)
    textbook += 5 * math.log(3e-7) + (n - 5) * math.log1p(-3e-7)
    assert abs(math.exp(textbook) / right - 1) > 1e-10
    # The middle of a million fair coins, by Wallis' product in its asymptotic form.
    half = 500_000
    wallis = -0.5 * math.log(math.pi * half) - 1 / (8 * half) + 1 / (192 * half**3)
    assert Binomial(2 * half, 0.5).logpmf(half) == pytest.approx(wallis, abs=1e-13)
    # A rare success: the geometric law at a million failures.
    assert Geometric(1e-6).logpmf(10**6) == pytest.approx(
        math.log(1e-6) + 10**6 * math.log1p(-1e-6), abs=1e-13
    )


def test_hypergeometric_masses_against_integers():
    N = 1000
    M = 310
    n = 400
    law = Hypergeometric(N, M, n)
    x = np.arange(90, 160)
    exact = [float(Fraction(math.comb(M, k) * math.comb(N - M, n - k), math.comb(N, n))) for k in x]
    np.testing.assert_allclose(law.pmf(x), exact, rtol=1e-12)


def test_stirlings_remainder():
    n = np.array([0, 0.5, 1, 15, 16, 17, 40])
    expected = special.gammaln(n + 1) - special.xlogy(n, n) + n
    np.testing.assert_allclose(stirling_remainder(n), expected, rtol=2e-13, atol=2e-14)
    counts = np.array([0, 3, 15, 16, 17, 40, 1023, 1024, 10**9])
    for some in (counts, counts[:-2], counts[:4]):  # from the table, and where it ends
        beside = stirling_remainder(some + 1e-9 * (some + 1))  # no counts: by the series
        np.testing.assert_allclose(stirling_remainder(some), beside, rtol=1e-7, atol=1e-7)


def test_generalized_coefficients():
    np.testing.assert_allclose(
        generalized_binom(-3.5, np.arange(8)),
        [math.prod((-3.5 - i) / (i + 1) for i in range(x)) for x in range(8)],
    )
    assert generalized_binom(5, 2) == 10
    assert generalized_binom(5, 6) == 0
    t = -0.4
    x = np.arange(200)
    assert np.sum(generalized_binom(-2.5, x) * t**x) == pytest.approx((1 + t) ** -2.5, rel=1e-13)


def test_a_bag_of_a_thousand_million_balls():
    """Draws cost memory for the draws alone, and equal the law's mean and variance."""
    law = Hypergeometric(10**9, 3 * 10**8, 50)
    balls = draw_from_bag(law.N, law.M, law.n, 4000, 0)
    assert balls.shape == (50, 4000)
    assert balls.dtype == bool
    for counts in (balls.sum(axis=0), law.rvs(4000, 1)):
        assert abs(counts.mean() - law.mean()) < 4 * law.std() / math.sqrt(4000)
        assert abs(counts.var() / law.var() - 1) < 4 * math.sqrt(2 / 4000)


def test_a_bag_that_is_emptied():
    assert (draw_from_bag(9, 4, 9, 20, 0).sum(axis=0) == 4).all()
    back = draw_from_bag(9, 4, 9, 4000, 0, replace=True).sum(axis=0)
    assert abs(back.mean() - 4) < 4 * math.sqrt(9 * 20 / 81 / 4000)
    assert back.std() > 1
    assert draw_from_bag(9, 4, 0, 3, 0).shape == (0, 3)


def test_where_the_sum_diverges():
    law = Geometric(0.3)
    edge = -math.log(0.7)
    assert law.mgf_domain == (-math.inf, pytest.approx(edge))
    assert law.mgf(edge + 1e-9) == math.inf
    assert np.isfinite(law.mgf(edge - 1e-9))


def test_relations_of_the_laws():
    x = np.arange(30)
    np.testing.assert_allclose(Geometric(0.3).pmf(x), NegativeBinomial(1, 0.3).pmf(x))
    np.testing.assert_allclose(Bernoulli(0.3).pmf([0, 1]), Binomial(1, 0.3).pmf([0, 1]))
    assert Hypergeometric(10, 4, 3).with_replacement() == Binomial(3, 0.4)
    signs = (-1.0) ** x * generalized_binom(-4, x) * 0.3**4 * 0.7**x
    np.testing.assert_allclose(NegativeBinomial(4, 0.3).pmf(x), signs, rtol=1e-12)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Binomial(10, 1.1), "p must be"),
        (lambda: Binomial(-1, 0.5), "n must be"),
        (lambda: Hypergeometric(10, 11, 3), "M must be"),
        (lambda: Hypergeometric(10, 5, 11), "n must be"),
        (lambda: Poisson(0.0), "rate must be"),
        (lambda: NegativeBinomial(0, 0.5), "k must be"),
        (lambda: Geometric(0.0), "p must be"),
        (lambda: DiscreteUniform(3, 2), "b must be"),
        (lambda: generalized_binom(-2, -1), "x must hold"),
    ],
)
def test_bad_parameters_are_named(make, named):
    with pytest.raises(ValueError, match=named):
        make()
