"""Likelihood and posterior on a grid against conjugate closed forms."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta as beta_law
from scipy.stats import multivariate_normal, norm

from mlcompanion.probability import Bernoulli, Normal
from mlcompanion.stats import credible_interval, grid_posterior, log_likelihood, z_interval
from mlcompanion.stats.intervals.posterior import GridPosterior
from mlcompanion.stats.likelihood.maximum_likelihood import maximum_likelihood

X = np.array([3.2, -0.4, 1.1, 2.6, -1.0])
GRID = np.linspace(-6, 8, 4001)


def unit_normal(mu):
    return Normal(mu, 1.0)


def test_flat_prior_gives_the_interval_with_known_sigma():
    posterior = grid_posterior(GRID, log_likelihood(unit_normal, X, GRID))
    np.testing.assert_allclose(credible_interval(posterior), z_interval(X, 1.0), atol=1e-5)
    assert posterior.mean() == pytest.approx(X.mean(), abs=1e-9)
    assert posterior.var() == pytest.approx(1 / 5, rel=1e-4)
    assert posterior.mode() == pytest.approx(X.mean(), abs=GRID[1] - GRID[0])


def test_conjugate_prior_and_its_evidence():
    prior = Normal(0.0, 0.25)
    posterior = grid_posterior(GRID, log_likelihood(unit_normal, X, GRID), prior.logpdf(GRID))
    precision = 5 + 4
    assert posterior.mean() == pytest.approx(X.sum() / precision, abs=1e-9)
    exact = norm(X.sum() / precision, precision**-0.5).interval(0.9)
    np.testing.assert_allclose(credible_interval(posterior, 0.1), exact, atol=2e-5)
    covariance = np.eye(5) + 0.25  # samples share the drawn expectation
    evidence = multivariate_normal(np.zeros(5), covariance).logpdf(X)
    assert posterior.log_evidence == pytest.approx(evidence, abs=1e-9)


@pytest.mark.parametrize(
    "grid",
    [np.linspace(9, 13, 40), np.linspace(-60, -50, 11), np.linspace(-48, 52, 11)],
    ids=["above", "below", "too coarse"],
)
def test_a_grid_that_misses_the_mass(grid):
    with pytest.raises(ValueError, match="grid misses the mass"):
        grid_posterior(grid, log_likelihood(unit_normal, X, grid))


def test_a_parameter_may_end_where_the_posterior_is_largest():
    grid = np.linspace(0, 1, 201)
    posterior = grid_posterior(grid, 20 * np.log(np.maximum(grid, 1e-300)))
    assert posterior.mean() == pytest.approx(21 / 22, abs=1e-4)


def test_a_closed_form_posterior_is_a_law_too():
    np.testing.assert_allclose(
        credible_interval(Normal(2.0, 9.0), 0.2), norm(2, 3).interval(0.8), rtol=1e-12
    )


def test_coin_with_impossible_ends():
    grid = np.linspace(0, 1, 2001)
    heads = np.array([1.0, 1, 0, 1])
    with np.errstate(divide="ignore"):
        by_hand = 3 * np.log(grid) + np.log1p(-grid)
    by_model = log_likelihood(Bernoulli, heads, grid[1:-1])
    np.testing.assert_allclose(by_model, by_hand[1:-1])
    posterior = grid_posterior(grid, by_hand)
    np.testing.assert_allclose(
        credible_interval(posterior), beta_law(4, 2).interval(0.95), atol=1e-6
    )
    assert maximum_likelihood(Bernoulli, heads, 0.01, 0.99) == pytest.approx(0.75, abs=1e-7)


def test_quantile_inverts_the_distribution_function():
    law = GridPosterior([0.0, 1.0, 2.0, 4.0], [0.0, 0.5, 0.0, 0.5])
    q = np.linspace(0, 1, 101)
    np.testing.assert_allclose(law.cdf(law.quantile(q)), q, atol=1e-12)
    at = np.array([0.3, 1.5, 3.0])
    areas = [quad(law.pdf, 0, a, points=(1, 2))[0] for a in at]
    np.testing.assert_allclose(law.cdf(at), areas, atol=1e-9)
    draws = law.rvs(4000, random_state=0)
    assert abs(draws.mean() - law.mean()) < 4 * law.std() / np.sqrt(4000)


def test_many_samples_do_not_underflow():
    many = np.tile(X, 4000)
    posterior = grid_posterior(GRID, log_likelihood(unit_normal, many, GRID))
    assert posterior.mean() == pytest.approx(X.mean(), abs=1e-4)
    assert posterior.log_evidence < -20_000


def test_maximum_likelihood_of_a_variance():
    found = maximum_likelihood(lambda v: Normal(1.1, v), X, 0.1, 20)
    assert found == pytest.approx(np.mean((X - 1.1) ** 2), rel=1e-6)
    with pytest.raises(ValueError, match="x is impossible"):
        maximum_likelihood(Bernoulli, [0.5], 0.1, 0.9)
