"""Laws far from the usual shapes: singular ends, heavy tails, exact boundaries, one point."""

import inspect
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import IntegrationWarning
from scipy.special import digamma, gammaln, polygamma

from mlcompanion.probability import (
    Bernoulli,
    Beta,
    Binomial,
    Cauchy,
    ChiSquared,
    Dirichlet,
    DiscreteUniform,
    Exponential,
    FDist,
    Gamma,
    Geometric,
    Hypergeometric,
    Laplace,
    NegativeBinomial,
    Normal,
    Poisson,
    StudentT,
    Uniform,
    kl_divergence,
    total_variation,
)
from mlcompanion.probability.law import Law
from mlcompanion.probability.laws.categorical import Categorical
from mlcompanion.probability.laws.further_laws import FivePiece, Logistic, LogNormal
from mlcompanion.probability.laws.grid import GridDistribution
from mlcompanion.stats.intervals import GridPosterior

SHAPES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0, 30.0)

CONTINUOUS = [
    (Uniform(-1, 3), stats.uniform(-1, 4)),
    (Normal(1, 4), stats.norm(1, 2)),
    (Laplace(1, 2), stats.laplace(1, 2)),
    (Cauchy(1, 2), stats.cauchy(1, 2)),
    (Gamma(0.1, 2), stats.gamma(0.1, scale=0.5)),
    (Gamma(30, 2), stats.gamma(30, scale=0.5)),
    (Exponential(3), stats.expon(scale=1 / 3)),
    (ChiSquared(3), stats.chi2(3)),
    (Beta(0.2, 3), stats.beta(0.2, 3)),
    (StudentT(2.5), stats.t(2.5)),
    (FDist(5, 3), stats.f(5, 3)),
    (LogNormal(0.5, 2), stats.lognorm(math.sqrt(2), scale=math.exp(0.5))),
    (Logistic(1, 2), stats.logistic(1, 2)),
]
COUNTS = [
    (Binomial(40, 0.3), stats.binom(40, 0.3)),
    (Poisson(7.5), stats.poisson(7.5)),
    (NegativeBinomial(2.5, 0.2), stats.nbinom(2.5, 0.2)),
    (Geometric(0.1), stats.geom(0.1, loc=-1)),
    (Hypergeometric(60, 25, 20), stats.hypergeom(60, 25, 20)),
    (DiscreteUniform(-3, 8), stats.randint(-3, 9)),
    (Bernoulli(0.3), stats.bernoulli(0.3)),
    (
        Categorical([0.1, 0.2, 0.4, 0.3], start=-1),
        stats.rv_discrete(values=([-1, 0, 1, 2], [0.1, 0.2, 0.4, 0.3])),
    ),
]
#: Laws without a peer, with the tests that hold them.
ELSEWHERE = {
    FivePiece: "test_laws",
    GridDistribution: "test_grid",
    GridPosterior: "test_posterior",
}


def laws_below(kind):
    """All laws of the package."""
    for child in kind.__subclasses__():
        yield from laws_below(child)
        if child.__module__.startswith("mlcompanion.") and not inspect.isabstract(child):
            yield child


def test_every_law_is_listed():
    """A new law enters by itself: this fails until it stands in a table."""
    listed = {type(law) for law, _ in CONTINUOUS + COUNTS}
    assert not listed & ELSEWHERE.keys()
    assert set(laws_below(Law)) == listed | ELSEWHERE.keys()


@pytest.mark.parametrize("a", SHAPES)
def test_expectations_under_a_gamma_law(a):
    law = Gamma(a, 2.0)
    assert law.expect(np.ones_like) == pytest.approx(1, rel=1e-10)
    assert law.expect(lambda x: x) == pytest.approx(a / 2, rel=1e-9)
    assert law.expect(lambda x: x**3) == pytest.approx(law.moment(3), rel=1e-9)
    assert law.moment(3) == pytest.approx(a * (a + 1) * (a + 2) / 8)
    if a >= 0.05:  # of smaller shapes a part of the law lies below the least float
        assert law.expect(np.log) == pytest.approx(digamma(a) - math.log(2), rel=1e-9)


@pytest.mark.parametrize("a", SHAPES)
@pytest.mark.parametrize("b", SHAPES)
def test_expectations_under_a_beta_law(a, b):
    law = Beta(a, b)
    assert law.expect(np.ones_like) == pytest.approx(1, rel=1e-10)
    assert law.expect(lambda x: x) == pytest.approx(a / (a + b), rel=1e-9)
    second = a * (a + 1) / ((a + b) * (a + b + 1))
    assert law.expect(np.square) == pytest.approx(second, rel=1e-9)
    assert law.moment(2) == pytest.approx(second)
    assert law.moment(2, central=True) == pytest.approx(law.var(), rel=1e-8)


@pytest.mark.parametrize("d", [1.01, 1.5, 2.01, 2.5, 4.01, 5.0, 30.0])
def test_moments_of_power_tails_up_to_the_last_that_exists(d):
    law = StudentT(d)
    for k, want in ((2, law.var()), (4, (law.kurtosis() + 3) * law.var() ** 2)):
        if k < d:
            assert law.moment(k, central=True) == pytest.approx(want, rel=1e-9)
        else:
            assert law.moment(k) == math.inf
    wide = FDist(3.0, 2 * d)  # its tail has the same index
    if d > 2:
        assert wide.moment(2, central=True) == pytest.approx(wide.var(), rel=1e-8)
    assert wide.moment(1) == pytest.approx(wide.mean())
    root = StudentT(d).expect(lambda x: np.sqrt(np.abs(x)))
    assert root == pytest.approx(stats.t(d).expect(lambda x: abs(x) ** 0.5), rel=1e-6)


def test_an_expectation_hands_on_its_error_and_says_if_it_is_large():
    value, error = Gamma(0.1, 1.0).expect(np.square, return_error=True)
    assert abs(value - 0.11) <= 10 * error + 1e-15
    assert error < 1e-9
    for law, function in (
        (Cauchy(), np.abs),  # infinite
        (StudentT(2.01), np.square),  # the tail beyond the largest float counts
        (Gamma(0.01, 1.0), np.log),  # a part of the law lies below the least float
        (Beta(0.1, 0.1), lambda x: np.log1p(-x)),  # floats stop 1e-16 below 1
    ):
        with pytest.warns(IntegrationWarning):
            law.expect(function)


@pytest.mark.parametrize(("law", "peer"), CONTINUOUS, ids=lambda x: type(x).__name__)
def test_upper_tails_and_modes_of_densities(law, peer):
    x = peer.isf([0.9, 0.3, 1e-3, 1e-20, 1e-100])
    np.testing.assert_allclose(law.sf(x), peer.sf(x), rtol=1e-9)
    np.testing.assert_allclose(law.sf(x) + law.cdf(x), 1)
    top = law.logpdf(law.mode())
    assert (law.logpdf(law.quantile(np.linspace(0.001, 0.999, 999))) <= top + 1e-12).all()


@pytest.mark.parametrize(("law", "peer"), COUNTS, ids=lambda x: type(x).__name__)
def test_upper_tails_and_modes_of_counts(law, peer):
    x = np.arange(-4, 45)
    np.testing.assert_allclose(law.sf(x), peer.sf(x), rtol=1e-9, atol=1e-300)
    np.testing.assert_allclose(law.cdf(x), peer.cdf(x), rtol=1e-9, atol=1e-300)
    np.testing.assert_allclose(law.sf(x + 0.5), law.sf(x))
    atoms = law.atoms()
    masses = law.pmf(atoms)
    assert law.mode() == atoms[(masses >= masses.max() * (1 - 1e-12)).argmax()]


def exact_levels(masses):
    """The distribution function, in fractions."""
    total = Fraction(0)
    for mass in masses:
        total += mass
        yield total


@pytest.mark.parametrize("n", range(1, 60, 2))
def test_a_binomial_quantile_at_an_exact_boundary(n):
    half = Binomial(n, 0.5)
    masses = [Fraction(math.comb(n, x), 2**n) for x in range(n + 1)]
    levels = np.array([float(level) for level in exact_levels(masses)])
    assert half.quantile(0.5) == (n - 1) / 2
    inner = (levels > 1e-290) & (levels < 1 - 1e-14)
    np.testing.assert_array_equal(half.quantile(levels[inner]), np.arange(n + 1)[inner])


def test_other_quantiles_at_exact_boundaries():
    assert NegativeBinomial(2, 0.5).quantile(0.5) == 1
    assert Geometric(0.5).quantile(0.75) == 1
    for n in (7, 10, 49):
        law = DiscreteUniform(1, n)
        np.testing.assert_array_equal(law.quantile(np.arange(1, n) / n), np.arange(1, n))
    bag = Hypergeometric(12, 5, 4)
    ways = [Fraction(math.comb(5, x) * math.comb(7, 4 - x), math.comb(12, 4)) for x in range(5)]
    levels = [float(level) for level in exact_levels(ways)]
    np.testing.assert_array_equal(bag.quantile(levels[:-1]), range(4))


def test_levels_between_the_boundaries_keep_their_quantile():
    for law, _ in COUNTS:
        atoms = law.atoms()
        levels = law.cdf(atoms)
        inner = (levels > 1e-12) & (levels < 1 - 1e-9)
        np.testing.assert_array_equal(law.quantile(levels[inner] * (1 - 1e-10)), atoms[inner])
        np.testing.assert_array_equal(law.quantile(levels[inner] * (1 + 1e-10)), atoms[inner] + 1)


def test_long_supports_need_no_table():
    assert Geometric(1e-6).quantile(0.5) == math.ceil(math.log(0.5) / math.log1p(-1e-6)) - 1
    assert DiscreteUniform(0, 10**12).quantile(0.5) == 5 * 10**11
    assert Binomial(10**12, 0.5).quantile(0.5) == 5 * 10**11
    assert Poisson(1e12).cdf(1e12) == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize(
    "law", [DiscreteUniform(3, 3), Binomial(5, 0), Binomial(5, 1), Hypergeometric(4, 0, 2),
            NegativeBinomial(2, 1), Geometric(1)]
)  # fmt: skip
def test_one_point_has_no_shape(law):
    assert law.var() == 0
    assert math.isnan(law.skewness())
    assert math.isnan(law.kurtosis())
    (point,) = law.atoms()
    assert law.mean() == law.mode() == law.quantile(0.3) == point
    assert (law.cdf(point), law.sf(point), law.cdf(point - 1)) == (1, 0, 0)


def test_cumulants_do_not_overflow_inside_their_domain():
    assert Binomial(5, 0.3).cgf(1000.0) == pytest.approx(5 * (1000 + math.log(0.3)))
    assert Binomial(5, 0.3).cgf(-1000.0) == pytest.approx(5 * math.log(0.7))
    for law in (Beta(3, 5), Uniform(-1, 2), DiscreteUniform(-3, 4), Hypergeometric(20, 8, 5)):
        for t in (-2000.0, 2000.0):
            end = law.support[t > 0]
            assert 0 <= t * end - law.cgf(t) < 60
            assert law.cgf(t) / t == pytest.approx(end, abs=0.03)


def test_distances_of_densities_that_are_narrow_wide_or_singular():
    assert total_variation(Cauchy(), Cauchy(1)) == pytest.approx(2 / math.pi * math.atan(0.5))
    assert total_variation(Exponential(1e6), Exponential(2e6)) == pytest.approx(0.25)
    cross = np.roots([1, 0, -1])  # the two beta laws cross where x (1 - x) has one value
    assert len(cross) == 2
    p = Beta(0.1, 0.1)
    q = Beta(0.2, 0.2)
    ratio = (stats.beta(0.2, 0.2).pdf(0.5) / stats.beta(0.1, 0.1).pdf(0.5)) ** -10 / 4
    x = 0.5 - math.sqrt(0.25 - ratio)
    assert total_variation(p, q) == pytest.approx(2 * (p.cdf(x) - q.cdf(x)), rel=1e-9)
    grid = np.tan(np.linspace(-math.pi / 2, math.pi / 2, 2_000_001)[1:-1])
    brute = np.trapezoid(np.abs(Cauchy().pdf(grid) - Normal().pdf(grid)), grid) / 2
    assert total_variation(Cauchy(), Normal()) == pytest.approx(brute, abs=1e-6)


def test_parameters_are_pythons_numbers():
    law = Hypergeometric(*np.int32([100_000, 50_000, 60_000]))
    assert law.mean() == 30_000
    assert DiscreteUniform(np.int8(-100), np.int8(100)).var() == (201**2 - 1) / 12
    assert type(Normal(np.float32(0.5), np.int64(2)).mu) is float


def test_no_warning_without_a_reason():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for law, _ in CONTINUOUS:
            law.expect(np.ones_like)
            law.expect(np.arctan)
            law.cdf(np.array([-np.inf, 0.5, np.inf]))


@pytest.mark.parametrize("a", [0.01, 0.015, 0.02, 0.03, 0.05])
def test_an_error_is_told_where_floats_end_before_the_mass(a):
    """Of Ga(.02) a share of 7e-7 lies below the least float: the answer errs, and says by how much.

    So it is at both ends of a beta law, at the upper one already from 1e-16 on.
    """
    cases = [
        (Gamma(a, 1.0), lambda x: (np.log(x) - digamma(a)) ** 2, polygamma(1, a)),
        (Gamma(a, 1.0), np.log, digamma(a)),
        (Beta(a, 2.0), np.log, digamma(a) - digamma(a + 2)),
        (Beta(2.0, a), lambda x: np.log1p(-x), digamma(a) - digamma(a + 2)),
    ]
    for law, function, exact in cases:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntegrationWarning)
            value, told = law.expect(function, return_error=True)
        true = abs(value - exact)
        assert true <= 2 * told + 1e-9 * abs(exact)
        assert told <= 20 * true + 1e-9 * abs(exact)


def test_upper_quantiles_of_a_beta_law_keep_their_digits_near_zero():
    law = Beta(0.01, 2.0)
    for tail in (0.45, 0.3, 0.2):
        x = law._upper_quantile(np.array(tail))
        assert 0 < x < 1e-9
        assert law.sf(x) == pytest.approx(tail, rel=1e-12)


def test_an_expectation_that_diverges_at_a_singular_end_says_so():
    with pytest.warns(IntegrationWarning):
        _, told = Gamma(0.02, 1.0).expect(lambda x: x**-0.03, return_error=True)
    assert told == math.inf


@pytest.mark.parametrize("shape", SHAPES)
def test_divergences_of_gamma_and_beta_laws(shape):
    """Against quadrature in log(x), where the densities are tame."""
    t = np.linspace(-80 / shape, 12.0, 400_001)
    p = Gamma(shape, 2.0)
    q = Gamma(2 * shape, 0.5)
    x = np.maximum(np.exp(t), 1e-300)
    log_ratio = (p.alpha - q.alpha) * t - (p.rate - q.rate) * x
    log_ratio += p.alpha * math.log(p.rate) - q.alpha * math.log(q.rate)
    log_ratio += gammaln(q.alpha) - gammaln(p.alpha)
    log_density = p.alpha * (t + math.log(p.rate)) - p.rate * x - gammaln(p.alpha)
    brute = np.trapezoid(np.exp(log_density) * log_ratio, t)
    assert kl_divergence(p, q) == pytest.approx(brute, rel=1e-6)
    assert kl_divergence(p, p) == 0
    # -log X is exponential
    one = Beta(shape, 1.0)
    two = Beta(3 * shape, 1.0)
    assert kl_divergence(one, two) == pytest.approx(2 - math.log(3), rel=1e-9)
    turned = kl_divergence(Beta(1.0, shape), Beta(1.0, 3 * shape))
    assert turned == pytest.approx(kl_divergence(one, two), rel=1e-9)
    assert kl_divergence(Exponential(1.0), ChiSquared(2)) == pytest.approx(math.log(2) - 0.5)


def test_sums_over_a_long_support_go_in_blocks():
    p = 1e-5  # three million atoms
    law = Geometric(p)
    assert law.ends[1] > 2 * law.BLOCK
    assert law.expect(np.sqrt) == pytest.approx(math.sqrt(math.pi / 4 / p), rel=1e-3)
    want = 3 * (1 - p) * law.moment(2) / p  # E X^3 from the recursion of a geometric law
    want += 3 * (1 - p) * law.moment(1) / p + (1 - p) / p
    assert law.moment(3) == pytest.approx(want, rel=1e-9)
    other = Geometric(2 * p)
    cross = math.ceil(math.log(2) / (math.log1p(-p) - math.log1p(-2 * p)))
    want = other.cdf(cross - 1) - law.cdf(cross - 1)
    assert total_variation(law, other) == pytest.approx(want, rel=1e-9)
    assert total_variation(other, law) == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize(
    ("law", "size"),
    [
        (Geometric(1e-9), "e[+]10 atoms"),
        (DiscreteUniform(0, 10**12), r"1e[+]12 atoms"),
        (NegativeBinomial(2, 1e-7), r"e[+]08 atoms"),
    ],
    ids=repr,
)
def test_sums_that_are_too_long_say_how_long(law, size):
    for call in (
        law.atoms,
        lambda: law.expect(np.sqrt),
        lambda: law.moment(5),
        lambda: law.moment(3, central=True),
        lambda: total_variation(law, law),
    ):
        with pytest.raises(MemoryError, match=size):
            call()


def test_the_logistic_law_s_frequencies_fall_without_overflow():
    law = Logistic(0.0, 1.0)
    with np.errstate(all="raise", under="ignore"):
        far = np.abs(law.cf(np.array([-250.0, 250.0, 1e4])))
        near = law.cf(np.array([-2.0, 1e-9, 2.0])).real
    assert far[:2] == pytest.approx(2 * np.pi * 250 * np.exp(-np.pi * 250), rel=1e-9, abs=1e-300)
    assert far[2] == 0
    assert near == pytest.approx(
        [2 * np.pi / np.sinh(2 * np.pi), 1.0, 2 * np.pi / np.sinh(2 * np.pi)]
    )


@pytest.mark.parametrize("a", [2e5, 1e9, 1e12, 1e15])
def test_densities_of_large_shapes_keep_their_digits(a):
    """At 1e12 the normaliser, a difference of log-gammas, was off by a hundredth."""
    at_mode = -0.5 * math.log(2 * math.pi * (a - 1)) - 1 / (12 * (a - 1))
    assert Gamma(a, 2.0).logpdf((a - 1) / 2) == pytest.approx(at_mode + math.log(2), rel=1e-12)
    n = 2 * a - 2
    in_middle = math.log1p(n) - 0.5 * math.log(math.pi * n / 2) - 1 / (4 * n)
    assert Beta(a, a).logpdf(0.5) == pytest.approx(in_middle, rel=1e-12)
    assert Dirichlet([a, a]).logpdf([0.5, 0.5]) == pytest.approx(in_middle, rel=1e-12)
    width = math.sqrt(1 / (8 * a))
    aside = Beta(a, a).logpdf(0.5 + width) - Beta(a, a).logpdf(0.5)
    assert aside == pytest.approx(-0.5, abs=1e-5 + 1e-17 * a)


def test_densities_of_large_shapes_go_on_from_those_of_small_ones():
    for a in (0.9e5, 1.1e5):
        x = np.array([0.0, 0.9 * a, a, 1.1 * a])
        np.testing.assert_allclose(Gamma(a, 1.0).logpdf(x), stats.gamma.logpdf(x, a), rtol=1e-9)
        p = np.array([0.0, 0.2, 1 / 3, 0.5, 1.0])
        want = stats.beta.logpdf(p, a, 2 * a)
        np.testing.assert_allclose(Beta(a, 2 * a).logpdf(p), want, rtol=1e-9)
        rows = np.column_stack([p, 1 - p])
        np.testing.assert_allclose(Dirichlet([a, 2 * a]).logpdf(rows), want, rtol=1e-9)
        assert Dirichlet([a, 2 * a]).logpdf([0.5, 0.6]) == -np.inf


@pytest.mark.parametrize("variance", [1e-12, 1e-4, 0.5])
def test_a_lognormals_kurtosis_keeps_its_digits_at_small_variances(variance):
    v = Fraction(variance)
    terms = [(4**k + 2 * 3**k + 3 * 2**k) * v**k / math.factorial(k) for k in range(1, 25)]
    assert LogNormal(0.0, variance).kurtosis() == pytest.approx(float(sum(terms)), rel=1e-13)
