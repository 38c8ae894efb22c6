"""Laplace's approximation against closed forms, quadrature, and other units."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import betaln, gammaln
from scipy.stats import multivariate_normal, norm
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.bayes.evidence import laplace_approximation, laplace_evidence


def two_widths(theta):
    return np.logaddexp(norm.logpdf(theta[0]), norm.logpdf(theta[0], scale=2))


@pytest.mark.parametrize("start", [0.0, 0.7, -3.0, 20.0, 1e-9])
def test_the_source_s_illustration_from_anywhere(start):
    found = laplace_approximation(two_widths, [start])
    assert found.mode[0] == pytest.approx(0, abs=1e-6)
    assert found.hessian[0, 0] == pytest.approx(-0.75, abs=1e-7)
    assert math.exp(found.log_height) == pytest.approx(3 / (2 * math.sqrt(2 * math.pi)))
    assert math.exp(found.log_integral) == pytest.approx(math.sqrt(3), rel=1e-8)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize(("origin", "unit"), [(0, 1), (1e6, 1), (0, 1e-12), (3, 1e8), (-1e6, 0.1)])
def test_bumps_of_normal_shape_in_any_unit(d, origin, unit):
    rng = np.random.default_rng(d)
    root = rng.normal(size=(d, d)) + 0.2 * np.eye(d)
    covariance = unit**2 * root @ root.T
    mean = origin + unit * rng.normal(size=d)
    precision = np.linalg.inv(covariance)

    def log_density(theta):
        return 7.0 - 0.5 * (theta - mean) @ precision @ (theta - mean)

    found = laplace_approximation(log_density, mean + 3 * unit * rng.normal(size=d))
    want = 7.0 + d / 2 * math.log(2 * math.pi) + 0.5 * np.linalg.slogdet(covariance)[1]
    # a point at the origin is rounded by so much in units of the bump; differences of second order
    # make some hundreds of it
    rounding = np.finfo(float).eps * abs(origin) / unit
    assert found.log_integral == pytest.approx(want, abs=1e-6 + 1e3 * rounding)
    np.testing.assert_allclose(found.covariance / covariance, 1, atol=2e-4)
    np.testing.assert_allclose((found.mode - mean) / unit, 0, atol=1e-4)
    np.testing.assert_allclose(found.hessian @ found.covariance, -np.eye(d), atol=1e-8)
    given = laplace_approximation(log_density, found.mode + unit, hessian=lambda t: -precision)
    np.testing.assert_allclose(given.hessian * covariance[0, 0], -precision * covariance[0, 0])
    assert given.log_integral == pytest.approx(want, abs=1e-6)


def test_correlation_near_one():
    rho = 1 - 1e-9
    covariance = np.array([[1.0, rho], [rho, 1.0]])
    precision = np.linalg.inv(covariance)
    found = laplace_approximation(lambda t: -0.5 * t @ precision @ t, [0.3, -0.2])
    want = math.log(2 * math.pi) + 0.5 * math.log((1 - rho) * (1 + rho))
    assert found.log_integral == pytest.approx(want, abs=1e-5)


@pytest.mark.parametrize("nu", [1, 3, 10, 100])
def test_student_s_integral(nu):
    found = laplace_approximation(lambda t: -(nu + 1) / 2 * math.log1p(t[0] ** 2 / nu), [5.0])
    assert found.log_integral == pytest.approx(
        0.5 * math.log(2 * math.pi * nu / (nu + 1)), abs=1e-6
    )


def test_its_law_and_its_density():
    def log_density(t):
        return -math.cosh(t[0]) - (t[1] - t[0]) ** 2

    found = laplace_approximation(log_density, [1.0, 1.0])
    want = np.linalg.inv([[3.0, -2.0], [-2.0, 2.0]])
    np.testing.assert_allclose(found.covariance, want, atol=1e-6)
    points = np.array([[0.0, 0.0], [0.3, -0.2]])
    np.testing.assert_allclose(
        np.exp(found.log_density(points) - found.log_integral),
        multivariate_normal(np.zeros(2), want).pdf(points),
        rtol=1e-5,
    )
    np.testing.assert_allclose(found.law().cov(), want, atol=1e-6)
    with pytest.raises(ValueError, match="read-only"):
        found.mode[0] = 3


def test_a_saddle_is_left():
    found = laplace_approximation(
        lambda t: np.logaddexp(norm.logpdf(t[0], -3), norm.logpdf(t[0], 3)), [0.0]
    )
    assert abs(found.mode[0]) == pytest.approx(3, abs=1e-3)
    assert math.exp(found.log_integral) == pytest.approx(1, rel=1e-3)


@pytest.mark.parametrize(
    ("log_density", "told"),
    [
        (lambda t: 0.0, "does not depend on parameter 0"),
        (lambda t: -abs(t[0]), "kink"),
        (lambda t: -(t[0] ** 4), "kink, or flat"),
        (lambda t: t[0], "rises"),
        (lambda t: -t[0] if t[0] >= 0 else -math.inf, "flat, or rises"),
        (lambda t: math.inf, "inf"),
        (lambda t: -math.inf, "start must have positive density"),
        (lambda t: t, None),
    ],
)
def test_without_a_peak_it_says_why(log_density, told):
    with pytest.raises(ValueError, match=told or "rises"):
        laplace_approximation(log_density, [1.0])
    with pytest.raises(ValueError, match="flat, or rises"):
        laplace_approximation(lambda t: -((t[0] + t[1]) ** 2), [1.0, 2.0])
    with pytest.raises(ValueError, match="log_density must return a number"):
        laplace_approximation(lambda t: t, [1.0, 2.0])


def test_too_few_steps_are_told():
    with pytest.warns(ConvergenceWarning, match="max_iter = 1"):
        laplace_approximation(lambda t: -math.cosh(t[0]), [0.5], max_iter=1)


def coin(n, heads):
    def log_likelihood(p):
        if not 0 < p[0] < 1:
            return -math.inf
        return heads * math.log(p[0]) + (n - heads) * math.log1p(-p[0])

    def log_prior(p):  # Beta(2, 2)
        return math.log(6 * p[0] * (1 - p[0])) if 0 < p[0] < 1 else -math.inf

    return log_likelihood, log_prior


def test_the_evidence_of_a_coin_term_by_term():
    found = laplace_evidence(*coin(10, 3), [0.5])
    p = 4 / 12  # the MAP estimate
    H = -4 / p**2 - 8 / (1 - p) ** 2  # the prior's part included
    assert found.posterior.mode[0] == pytest.approx(p, abs=1e-6)
    assert found.posterior.hessian[0, 0] == pytest.approx(H, rel=1e-6)
    assert found.log_prior == pytest.approx(math.log(6 * p * (1 - p)))
    assert found.log_likelihood == pytest.approx(3 * math.log(p) + 7 * math.log(1 - p))
    assert found.log_volume == pytest.approx(0.5 * math.log(2 * math.pi / -H), abs=1e-6)
    terms = found.log_prior + found.log_likelihood + found.log_volume
    assert found.log_evidence == pytest.approx(terms)


@pytest.mark.parametrize("n", [100, 10_000, 10_000_000])
def test_its_error_falls_like_one_over_n(n):
    exact = betaln(0.3 * n + 2, 0.7 * n + 2) - betaln(2, 2)
    gap = laplace_evidence(*coin(n, 0.3 * n), [0.5]).log_evidence - exact
    assert gap * n == pytest.approx(0.68, abs=0.02 if n < 1e6 else 1.5)


def test_exact_for_a_normal_mean():
    x = np.random.default_rng(0).normal(1e3, 2.0, size=40)
    found = laplace_evidence(
        lambda t: norm.logpdf(x, t[0], 2.0).sum(), lambda t: norm.logpdf(t[0], 990, 5.0), [0.0]
    )
    covariance = 4 * np.eye(40) + 25
    want = multivariate_normal(np.full(40, 990.0), covariance).logpdf(x)
    assert found.log_evidence == pytest.approx(want, abs=1e-6)


def test_a_poisson_rate_by_quadrature():
    counts = np.array([3, 5, 4, 6])

    def log_f(rate):
        return counts.sum() * math.log(rate) - 4 * rate - gammaln(counts + 1).sum()

    found = laplace_approximation(lambda t: log_f(t[0]) if t[0] > 0 else -math.inf, [1e-3])
    area = quad(lambda r: math.exp(log_f(r)), 0, 30)[0]
    assert math.exp(found.log_integral) == pytest.approx(area, rel=0.01)
