"""Densities, responsibilities, bound and slopes of Gaussian mixtures, against SciPy and limits."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize
from scipy.special import logsumexp
from scipy.stats import multivariate_normal

from mlcompanion.density.mixtures import (
    MixtureParameters,
    component_log_densities,
    em_lower_bound,
    m_step,
    match_components,
    mixture_gradients,
    mixture_log_likelihood,
    responsibilities,
    start_from_means,
)
from mlcompanion.manifold.ridges import GaussianMixtureField


def random_mixture(seed, m=3, d=2):
    rng = np.random.default_rng(seed)
    roots = rng.normal(size=(m, d, d)) + 0.5 * np.eye(d)
    covariances = roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(d)
    return MixtureParameters(
        rng.dirichlet(np.ones(m)), rng.normal(scale=2, size=(m, d)), covariances
    )


def scipy_terms(X, theta):
    return np.column_stack(
        [
            np.log(w) + multivariate_normal(mean, S).logpdf(X)
            for w, mean, S in zip(*theta, strict=True)
        ]
    )


@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("n", [1, 7, 600])
def test_densities_are_those_of_scipy(n, d):
    theta = random_mixture(n + d, 4, d)
    X = np.random.default_rng(1).normal(scale=3, size=(n, d))
    want = scipy_terms(X, theta).reshape(n, 4)
    np.testing.assert_allclose(component_log_densities(X, theta), want, rtol=1e-9, atol=1e-9)
    eta, log_density = responsibilities(X, theta)
    np.testing.assert_allclose(log_density, logsumexp(want, axis=1), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(eta, np.exp(want - logsumexp(want, axis=1)[:, None]), atol=1e-10)
    assert mixture_log_likelihood(X, theta) == pytest.approx(log_density.sum(), rel=1e-12)
    field = GaussianMixtureField(*theta)
    np.testing.assert_allclose(field.log_density(X), log_density, rtol=1e-9, atol=1e-9)


def test_beyond_the_floats_X_is_refused():
    theta = MixtureParameters(np.array([0.5, 0.5]), np.array([[0.0], [4.0]]), np.ones((2, 1, 1)))
    assert np.isfinite(responsibilities([[1e150]], theta)[1]).all()
    for answer in (responsibilities, mixture_log_likelihood):
        with pytest.raises(ValueError, match="X has a row so far out"):
            answer([[1e200]], theta)


def test_far_out_nothing_underflows():
    theta = random_mixture(0)
    eta, log_density = responsibilities(np.full((1, 2), 1e5), theta)
    assert np.isfinite(log_density).all()
    assert eta.sum() == pytest.approx(1)


def test_a_component_without_weight_takes_no_part():
    theta = random_mixture(0)._replace(weights=np.array([0.3, 0.7, 0.0]))
    X = np.random.default_rng(0).normal(size=(9, 2))
    eta, log_density = responsibilities(X, theta)
    fewer = MixtureParameters(theta.weights[:2], theta.means[:2], theta.covariances[:2])
    np.testing.assert_allclose(log_density, responsibilities(X, fewer)[1], rtol=1e-12)
    assert not eta[:, 2].any()
    assert em_lower_bound(theta, np.full((9, 3), 1 / 3), X) == -np.inf


def test_the_bound_lies_below_and_touches():
    X = np.random.default_rng(3).normal(scale=2, size=(30, 2))
    here = random_mixture(1)
    eta, _ = responsibilities(X, here)
    assert em_lower_bound(here, eta, X) == pytest.approx(mixture_log_likelihood(X, here), rel=1e-12)
    for seed in range(50):
        there = random_mixture(seed + 10)
        gap = logsumexp(scipy_terms(X, there), axis=1).sum() - em_lower_bound(there, eta, X)
        assert gap > 0


def test_the_m_step_is_the_maximum_of_the_bound():
    X = np.random.default_rng(3).normal(size=(40, 1))
    eta, _ = responsibilities(X, random_mixture(2, 2, 1))

    def negative(free):
        w = np.exp(free[:2]) / np.exp(free[:2]).sum()
        theta = MixtureParameters(w, free[2:4, None], np.exp(free[4:])[:, None, None])
        return -np.sum(eta * (scipy_terms(X, theta) - np.log(eta)))

    best = minimize(negative, np.zeros(6), tol=1e-10).x
    theta = m_step(X, eta)
    np.testing.assert_allclose(theta.means.ravel(), best[2:4], atol=1e-4)
    np.testing.assert_allclose(theta.covariances.ravel(), np.exp(best[4:]), rtol=1e-3)
    np.testing.assert_allclose(
        np.log(theta.weights[0] / theta.weights[1]), best[0] - best[1], atol=1e-4
    )


def test_the_m_step_of_labels_is_the_moments_of_classes():
    X = np.random.default_rng(3).normal(size=(700, 3)) + 1e6
    labels = np.arange(700) % 2
    theta = m_step(X, np.eye(2)[labels], reg_covar=0.25)
    for k in (0, 1):
        part = X[labels == k]
        np.testing.assert_allclose(theta.means[k], part.mean(axis=0), rtol=1e-14)
        want = np.cov(part.T, bias=True) + 0.25 * np.eye(3)
        np.testing.assert_allclose(theta.covariances[k], want, rtol=1e-8, atol=1e-8)


def test_slopes_are_differences_of_scipy_s_log_likelihood():
    X = np.random.default_rng(0).normal(size=(20, 2))
    theta = random_mixture(5)
    logits = np.log(theta.weights)

    def log_likelihood(logits, means, covariances):
        weights = np.exp(logits) / np.exp(logits).sum()
        parts = MixtureParameters(weights, means.reshape(3, 2), covariances.reshape(3, 2, 2))
        return logsumexp(scipy_terms(X, parts), axis=1).sum()

    slopes = mixture_gradients(X, theta)
    want = approx_fprime(logits, lambda g: log_likelihood(g, theta.means, theta.covariances))
    np.testing.assert_allclose(slopes[0], want, atol=1e-4)
    flat = theta.means.ravel()
    want = approx_fprime(flat, lambda v: log_likelihood(logits, v, theta.covariances))
    np.testing.assert_allclose(slopes[1].ravel(), want, rtol=1e-4, atol=1e-4)
    for k in range(3):
        for direction in (np.eye(2), np.diag([1.0, 0.0]), np.array([[0.0, 1.0], [1.0, 0.0]])):
            moved = [theta.covariances.copy(), theta.covariances.copy()]
            moved[0][k] += 1e-6 * direction
            moved[1][k] -= 1e-6 * direction
            up, down = (log_likelihood(logits, theta.means, S) for S in moved)
            found = np.sum(slopes[2][k] * direction)
            assert found == pytest.approx((up - down) / 2e-6, rel=1e-4, abs=1e-4)


def test_components_are_matched_whatever_their_order():
    rng = np.random.default_rng(0)
    truth = rng.normal(scale=10, size=(4, 2))
    order = rng.permutation(4)
    match, distance = match_components(truth, 4.0, truth[order] + [0.0, 2.0])
    np.testing.assert_array_equal(order[match], np.arange(4))
    np.testing.assert_allclose(distance, 1.0)
    match, distance = match_components(truth, np.tile(np.eye(2), (4, 1, 1)), truth[:1])
    assert match.tolist() == [0, -1, -1, -1]
    assert distance[1] == np.inf


def test_what_is_no_mixture_is_refused():
    X = np.random.default_rng(0).normal(size=(9, 2))
    theta = random_mixture(0)
    wrong = {
        "weights": np.array([0.5, 0.5, 0.5]),
        "means": theta.means[:2],
        "covariances": -theta.covariances,
    }
    for name, value in wrong.items():
        with pytest.raises(ValueError, match="theta"):
            responsibilities(X, theta._replace(**{name: value}))
    with pytest.raises(ValueError, match="singular"):
        start_from_means(np.ones((5, 2)), np.ones((2, 2)))
    with pytest.raises(ValueError, match="eta"):
        m_step(X, np.eye(2)[np.zeros(9, dtype=int)])
