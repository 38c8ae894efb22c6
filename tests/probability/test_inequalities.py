"""Bounds against exact tails, closed forms, and the laws that attain them."""

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext

import numpy as np
import pytest
from scipy.stats import binom, expon, uniform

from mlcompanion.learning_theory import bernstein_risk_bound
from mlcompanion.probability import ContinuousLaw, StudentT, binary_kl
from mlcompanion.probability.bounds.concentration import (
    bennett,
    bennett_h,
    bennett_log_mgf,
    bennett_t,
    bernstein,
    bernstein_g,
    hoeffding,
    hoeffding_log_mgf,
    hoeffding_t,
    radius,
    sample_size,
)
from mlcompanion.probability.bounds.inequalities import (
    cantelli,
    chebyshev,
    chebyshev_interval,
    chernoff,
    chernoff_t,
    markov,
    union_bound,
)


@dataclass(frozen=True)
class Waiting(ContinuousLaw):
    """An exponential law with rate 1."""

    support = (0.0, math.inf)
    mgf_domain = (-math.inf, 1.0)

    def mean(self):
        return 1.0

    def _logpdf(self, x):
        return -x

    def _cdf(self, x):
        return -np.expm1(-x)

    def _cgf(self, t):
        return -np.log1p(-t)

    def _story(self, size, rng):
        return rng.exponential(size=size)


def coin(p):
    return lambda t: np.log1p(p * np.expm1(t))


def test_the_ladder_of_a_rare_event():
    """Pr(at least 20 of 100), each with probability 0.1: values worked out by hand."""
    bounds = [
        chernoff(coin(0.1), 0.2, 100),
        bennett(0.1, 100, 0.09, 0.9),
        bernstein(0.1, 100, 0.09, 0.9),
        hoeffding(0.1, 100),
        cantelli(0.1, 100, var=0.09),
        chebyshev(0.1, 100, var=0.09),
        markov(0.1, 0.2),
    ]
    expected = [0.0118, 0.0137, 0.0155, 0.1353, 0.0826, 0.0900, 0.5]
    assert [b.value for b in bounds] == pytest.approx(expected, abs=6e-5)
    assert min(b.value for b in bounds) > binom.sf(19, 100, 0.1)


@pytest.mark.parametrize("p", [0.01, 0.1, 0.5])
@pytest.mark.parametrize("n", [1, 10, 300])
def test_no_bound_is_below_the_binomial_tail(p, n):
    k = np.arange(math.floor(n * p) + 1, n + 1)
    eps = k / n - p
    tail = binom.sf(k - 1, n, p)
    a = max(p, 1 - p)
    var = p * (1 - p)
    bounds = [
        markov(p, k / n),
        cantelli(eps, n, var=var),
        hoeffding(eps, n),
        bernstein(eps, n, var, a),
        bennett(eps, n, var, a),
    ]
    for bound in bounds:
        assert (tail <= np.exp(bound.log) * (1 + 1e-9)).all()
    both = tail + binom.cdf(np.floor(n * (p - eps) + 1e-9), n, p)
    for bound in (
        chebyshev(eps, n, var=var),
        *(f(eps, n, var, a, two_sided=True) for f in (bernstein, bennett)),
        hoeffding(eps, n, two_sided=True),
        cantelli(eps, n, var=var, two_sided=True),
    ):
        assert (both <= np.exp(bound.log) * (1 + 1e-9)).all()


def test_laws_that_attain_their_bounds():
    # {0, a}; two points; -1, 0, 1; three points for an interval; events without overlap.
    assert markov(0.3 * 5, 5).value == pytest.approx(0.3, rel=1e-14)
    # 2 with probability v/(v + eps^2), else -v/eps
    eps = 2.0
    var = 3.0
    q = var / (var + eps**2)
    assert q * eps - (1 - q) * var / eps == pytest.approx(0)
    assert q * eps**2 + (1 - q) * (var / eps) ** 2 == pytest.approx(var)
    assert cantelli(eps, var=var).value == pytest.approx(q, rel=1e-14)
    assert chebyshev(1, var=0.4).value == pytest.approx(0.2 + 0.2)
    assert chebyshev_interval(-1, 1, 0.1, 0.39).value == pytest.approx(0.4)  # masses .15, .6, .25
    assert union_bound([0.2, 0.3, 0.1]).value == pytest.approx(0.6)


def test_chebyshev_is_the_interval_around_the_mean():
    inside = chebyshev_interval([0.5, 1.0], 3.5, 2.0, 0.7)
    assert inside.value[0] == pytest.approx(chebyshev(1.5, var=0.7).value)


@pytest.mark.parametrize("p", [0.01, 0.3, 0.5])
def test_chernoff_of_a_coin_is_a_divergence(p):
    for a in (p + 1e-3, p + 0.2, 0.99):
        odds = math.log(a / (1 - a)) - math.log(p / (1 - p))
        assert chernoff_t(coin(p), a) == pytest.approx(odds, rel=1e-5)
        assert chernoff(coin(p), a, 50).log == pytest.approx(-50 * binary_kl(a, p), rel=1e-9)


def test_chernoff_of_waiting_times():
    # log E = -log(1 - t): the best t is 1 - 1/a, and the bound a exp(1 - a) a variable.
    for a in (1.01, 2.0, 50.0, 1e6):
        assert chernoff_t(Waiting(), a) == pytest.approx(1 - 1 / a, rel=1e-5)
        assert chernoff(Waiting(), a, 3).log == pytest.approx(3 * (1 + math.log(a) - a), rel=1e-9)
        assert chernoff(Waiting(), a).log >= expon.logsf(a)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_chernoff_finds_t_in_all_units(scale):
    bound = chernoff(lambda t: 0.5 * (scale * t) ** 2, 3 * scale)  # a normal law
    assert bound.log == pytest.approx(-4.5, rel=1e-10)


def test_chernoff_at_and_beyond_the_ends():
    assert chernoff(coin(0.1), 1.0).value == pytest.approx(0.1, rel=1e-9)  # the largest value
    assert chernoff(coin(0.1), 1.5).value < 1e-100  # never
    for a in (0.1, 0.05):
        below = chernoff(coin(0.1), a, 10)
        assert below.vacuous
        assert below.value == 1
    assert chernoff(Waiting(), 0.5).vacuous
    assert chernoff(StudentT(5), 2.0).vacuous  # no moment-generating function


def test_log_bounds_do_not_underflow():
    bound = hoeffding(0.5, 10_000)
    assert bound.value == 0
    assert bound.log == pytest.approx(-5000)


def test_vacuous_bounds_say_so():
    bounds = chebyshev([0.1, 1.0], var=0.04)
    assert bounds.vacuous.tolist() == [True, False]
    assert bounds.value.tolist() == pytest.approx([1.0, 0.04])
    assert f"{bounds}" == "1 (vacuous), 0.04"
    assert str(markov(0.1, 0.3)) == "0.333"
    assert f"{markov(0.1, 0.3):.1%}" == "33.3%"
    assert union_bound([0.0, 0.0]).value == 0


def test_exponents_of_fig_8_4():
    for u in (1e-9, 1e-4, 0.0099, 0.0101, 1.0, 100.0, 1e6):
        with localcontext(prec=60):
            exact = (1 + Decimal(u)) * (1 + Decimal(u)).ln() - Decimal(u)
        assert bennett_h(u) == pytest.approx(float(exact), rel=1e-12)
        assert bernstein_g(u) <= bennett_h(u) * (1 + 1e-12)
    assert bernstein_g(3.0) == pytest.approx(9 / 4)


def test_formulas_bound_a_moment_generating_function():
    t = np.linspace(0.1, 20, 50)
    exact = np.log(np.expm1(t) / t) - t / 2  # uniform on [0, 1], centred
    assert (exact <= hoeffding_log_mgf(t, 1.0)).all()
    assert (exact <= bennett_log_mgf(t, uniform.var(), 0.5)).all()


def test_printed_t_give_the_printed_bounds():
    eps = 0.07
    n = 40
    var = 0.05
    a = 0.8
    width = 1.3
    t = hoeffding_t(eps, width)
    through = n * (hoeffding_log_mgf(t, width) - t * eps)
    assert through == pytest.approx(hoeffding(eps, n, width).log)
    t = bennett_t(eps, var, a)
    through = n * (bennett_log_mgf(t, var, a) - t * eps)
    assert through == pytest.approx(bennett(eps, n, var, a).log)


def test_without_variance_nothing_deviates():
    assert bennett(0.1, 5, 0.0, 1.0).value == 0
    assert bernstein(0.1, 5, 0.0, 1.0).log == pytest.approx(-0.1 * 5 * 1.5)
    assert cantelli(0.1, var=0.0).value == 0


def test_radius_against_closed_forms():
    n = 70
    delta = 0.03
    var = 0.11
    a = 0.9
    log = math.log(1 / delta)
    assert radius(hoeffding, delta, n=n) == pytest.approx(math.sqrt(log / (2 * n)), rel=1e-10)
    assert radius(chebyshev, delta, n=n, var=var) == pytest.approx(
        math.sqrt(var / (n * delta)), rel=1e-10
    )
    straight = a * log / (3 * n)
    exact = straight + math.sqrt(straight**2 + 2 * var * log / n)
    assert radius(bernstein, delta, n=n, var=var, a=a) == pytest.approx(exact, rel=1e-10)
    assert radius(chebyshev, delta, n=n, var=0.0) == 0
    assert radius(hoeffding, delta, n=1, width=1e6) == pytest.approx(1e6 * math.sqrt(log / 2))


def test_a_looser_radius_is_the_risk_bound_of_online_learning():
    risk = 0.2
    T = 500
    delta = 0.05
    sharp = risk + radius(bernstein, delta, n=T, var=risk, a=1.0)
    assert sharp <= bernstein_risk_bound(risk, T, delta) <= sharp + 0.01


@pytest.mark.parametrize(
    ("bound", "given"),
    [
        (hoeffding, {}),
        (cantelli, {"var": 0.09}),
        (bennett, {"var": 0.09, "a": 0.9, "two_sided": True}),
    ],
)
def test_sample_size_is_the_least(bound, given):
    n = sample_size(bound, 0.05, eps=0.04, **given)
    assert bound(eps=0.04, n=n, **given).value <= 0.05
    assert bound(eps=0.04, n=n - 1, **given).value > 0.05


def test_one_variable_may_be_enough():
    assert sample_size(chebyshev, 0.5, eps=10.0, var=1.0) == 1


@pytest.mark.parametrize("n", range(2, 200))
def test_a_sample_size_at_an_exact_boundary(n):
    """Of a variance of 1/4 and a deviation of 1/2, Chebyshev's bound is 1/n; Cantelli's 1/(n+1)."""
    assert sample_size(chebyshev, 1 / n, eps=0.5, var=0.25) == n
    assert sample_size(cantelli, 1 / (n + 1), eps=0.5, var=0.25) == n
    assert sample_size(chebyshev, 1 / n - 1e-9, eps=0.5, var=0.25) == n + 1


def test_more_variables_than_an_integer_counts():
    n = sample_size(hoeffding, 0.05, eps=1e-12)
    assert n == pytest.approx(math.log(20) / 2e-24, rel=1e-12)


def test_one_number_is_asked_for():
    with pytest.raises(ValueError, match="n must be one number"):
        radius(hoeffding, 0.05, n=[10, 20])
    with pytest.raises(ValueError, match="eps must be one number"):
        sample_size(hoeffding, 0.05, eps=[0.1, 0.2])


def test_the_variance_is_given_by_name():
    with pytest.raises(TypeError):
        cantelli(0.1, 2, 100)


@pytest.mark.parametrize("t", [1e-9, 1e-3, 1.0, 30.0])
def test_bennetts_exponent_keeps_its_digits_at_small_t(t):
    with localcontext() as context:
        context.prec = 60
        expected = (Decimal(t).exp() - 1 - Decimal(t)) / 4
    assert bennett_log_mgf(t, 0.25, 1.0) == pytest.approx(float(expected), rel=1e-13)
