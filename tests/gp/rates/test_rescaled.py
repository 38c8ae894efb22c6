"""Mixtures over scales, truths and proof tools against plain computations."""

import numpy as np
import pytest
from scipy.stats import gamma, multivariate_normal

from mlcompanion.gp import Matern
from mlcompanion.gp.rates import (
    ball_test_error,
    gamma_scale_weights,
    log_evidence_ratio,
    posterior_risk,
    rescaled_posterior,
    sobolev_function,
    unit_squared_exponential,
)


def test_mixture_is_bayes_rule_over_scales():
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(size=15))[:, None]
    y = np.sin(8 * x[:, 0]) + 0.3 * rng.normal(size=15)
    scales, prior = np.array([1.0, 3.0, 9.0]), np.array([0.2, 0.5, 0.3])
    found = rescaled_posterior(x, y, scales, 0.09, weights=prior)
    grams = [unit_squared_exponential(a)(x) for a in scales]
    noisy = [K + 0.09 * np.eye(15) for K in grams]
    log_marginal = [multivariate_normal(np.zeros(15), A).logpdf(y) for A in noisy]
    np.testing.assert_allclose(found.log_marginal[:, 0], log_marginal, rtol=1e-9)
    joint = prior * np.exp(log_marginal)
    np.testing.assert_allclose(found.weights[:, 0], joint / joint.sum(), rtol=1e-8)
    for s, (K, A) in enumerate(zip(grams, noisy)):
        np.testing.assert_allclose(found.means[s, :, 0], K @ np.linalg.solve(A, y), atol=1e-8)
        covariance = K - K @ np.linalg.solve(A, K)
        np.testing.assert_allclose(found.variances[s], np.diag(covariance), atol=1e-9)
    assert found.best[0] == int(np.argmax(log_marginal))
    first = np.einsum("s,sn->n", found.weights[:, 0], found.means[:, :, 0])
    second = np.einsum("s,sn->n", found.weights[:, 0], found.variances + found.means[:, :, 0] ** 2)
    np.testing.assert_allclose(found.variance[:, 0], second - first**2, atol=1e-9)


def test_errors_in_expectation_are_the_exact_risk():
    x = np.linspace(0, 1, 20)[:, None]
    f0 = sobolev_function(1.0, random_state=1)(x)
    y = f0[:, None] + 0.5 * np.random.default_rng(2).normal(size=(20, 20_000))
    found = rescaled_posterior(x, y, [4.0], 0.25)
    exact = posterior_risk(unit_squared_exponential(4.0)(x), f0, 0.25).total
    assert found.errors(f0).mean() == pytest.approx(exact, rel=0.01)
    assert (found.weights == 1).all()


def test_units_and_other_covariances():
    x = np.linspace(0, 1, 8)[:, None]
    y = np.arange(8)
    plain = rescaled_posterior(x, y, [1.0, 2.0], 0.5, weights=[1, 1])
    hours = rescaled_posterior(3600 * x, y, [1 / 3600, 2 / 3600], 0.5, weights=[7, 7])
    np.testing.assert_allclose(hours.mean, plain.mean, rtol=1e-8)
    rough = rescaled_posterior(x, y, [2.0], 0.5, covariance=Matern(0.5))
    K = np.exp(-2 * np.abs(x - x.T))
    np.testing.assert_allclose(
        rough.mean[:, 0], K @ np.linalg.solve(K + 0.5 * np.eye(8), y), rtol=1e-9
    )


def test_weights_are_those_of_the_gamma_law():
    scales = np.geomspace(0.01, 300, 400)
    for dimension in (1, 2):
        weights = gamma_scale_weights(scales, 2.0, 10.0, dimension=dimension)
        assert weights.sum() == pytest.approx(1.0, abs=1e-12)
        mean = weights @ scales**dimension
        assert mean == pytest.approx(gamma(2.0, scale=10.0).mean(), rel=0.01)
    assert (weights >= 0).all()


def test_sobolev_function_is_its_series():
    f0 = sobolev_function(0.7, 300, random_state=3)
    x = np.array([0.0, 0.123, 0.5, 0.999])
    k = np.arange(1, 301)
    series = np.cos(2 * np.pi * np.outer(x, k) + f0.phases) @ k**-1.2
    np.testing.assert_allclose(f0(x), series, atol=1e-10)
    np.testing.assert_array_equal(f0(x[:, None]), f0(x))
    assert f0(0.123) == pytest.approx(series[1])
    assert f0(x + 1) == pytest.approx(f0(x), abs=1e-8)


def test_ball_test_errs_as_simulated():
    rng = np.random.default_rng(4)
    y = rng.normal(size=400_000)
    for distance in (1.0, 4.0):
        drawn = np.mean(y > distance / 4)
        assert ball_test_error(distance) == pytest.approx(drawn, rel=0.02)
        at_edge = np.mean(y + distance / 2 <= distance / 4)
        assert ball_test_error(distance) == pytest.approx(at_edge, rel=0.02)
    distances = np.linspace(0, 60, 100)
    assert (ball_test_error(distances) <= np.exp(-(distances**2) / 32)).all()


def test_evidence_ratio_is_the_quotient_of_densities():
    rng = np.random.default_rng(5)
    theta0, atoms, weights = rng.normal(size=3), rng.normal(size=(4, 3)), [1.0, 2.0, 0.0, 1.0]
    y = rng.normal(size=3)
    density = [multivariate_normal(a, np.eye(3)).pdf(y) for a in atoms]
    wanted = np.dot(weights, density) / 4 / multivariate_normal(theta0, np.eye(3)).pdf(y)
    assert log_evidence_ratio(y, theta0, atoms, weights) == pytest.approx(np.log(wanted))
    assert log_evidence_ratio(np.array([y, y]), theta0, atoms).shape == (2,)
    assert np.isfinite(log_evidence_ratio(y, theta0, atoms + 1e3))


def test_what_is_refused():
    with pytest.raises(ValueError, match="y must have 2 rows"):
        rescaled_posterior([[0.0], [1.0]], [1.0], [1.0], 0.5)
    with pytest.raises(ValueError, match="weights must not all be zero"):
        rescaled_posterior([[0.0]], [1.0], [1.0], 0.5, weights=[0.0])
    with pytest.raises(ValueError, match="scales must rise"):
        gamma_scale_weights([2.0, 1.0])
    with pytest.raises(ValueError, match="atoms"):
        log_evidence_ratio([0.0], [0.0], [[1.0, 2.0]])
    with pytest.raises(ValueError, match="distance"):
        ball_test_error(-1.0)
