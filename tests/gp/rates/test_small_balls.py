"""Band probabilities against the transfer operator of a chain, series and plain sampling."""

import numpy as np
import pytest

from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.rates import (
    GaussianSampler,
    MarkovSampler,
    brownian_small_ball,
    psi_inverse,
    small_ball,
)


def chain_small_ball(n_points, carry, step, start, eps, nodes=200):
    """Exact: the density of a chain that has not left the band, carried from point to point."""
    x, weight = np.polynomial.legendre.leggauss(nodes)
    x, weight = eps * x, eps * weight
    first = (carry * start) ** 2 + step**2
    density = np.exp(-(x**2) / (2 * first)) / np.sqrt(2 * np.pi * first)
    move = np.exp(-((x[:, None] - carry * x) ** 2) / (2 * step**2)) / np.sqrt(2 * np.pi) / step
    exponent = 0.0
    for k in range(n_points):
        if k:
            density = move @ (weight * density)
        mass = density @ weight
        exponent -= np.log(mass)
        density = density / mass
    return exponent


def test_splitting_is_the_transfer_operator():
    m = 64
    eps = np.array([0.8, 0.4, 0.25])
    carry = np.exp(-1 / m)
    step = np.sqrt(1 - carry**2)
    exact = [chain_small_ball(m, carry, step, 1.0, e) for e in eps]
    found = [
        small_ball(MarkovSampler(m, carry, step, 1.0), eps, n_paths=2000, random_state=s)
        for s in range(4)
    ]
    np.testing.assert_allclose(np.mean(found, axis=0), exact, rtol=0.06)


def test_the_two_samplers_have_one_law():
    m, carry = 32, 0.9
    step = np.sqrt(1 - carry**2)
    K = carry ** np.abs(np.subtract.outer(np.arange(m), np.arange(m)))
    rng = np.random.default_rng(0)
    for sampler in (MarkovSampler(m, carry, step, 1.0), GaussianSampler(K)):
        draws = sampler(40_000, rng)
        np.testing.assert_allclose(draws.T @ draws / 40_000, K, atol=0.04)


def test_a_turn_keeps_the_law():
    K = SquaredExponential(0.2)(np.linspace(0, 1, 12)[:, None])
    sampler, rng = GaussianSampler(K), np.random.default_rng(1)
    paths = sampler(40_000, rng)
    turned = sampler.turned(paths, 0.3, rng)
    np.testing.assert_allclose(turned.T @ turned / 40_000, K, atol=0.03)
    moved = np.sqrt(np.mean((turned - paths) ** 2, axis=0))
    assert 0.1 < moved.min() < moved.max() < 1.2


def test_a_wide_band_is_plain_sampling():
    K = SquaredExponential(0.5)(np.linspace(0, 1, 30)[:, None])
    draws = GaussianSampler(K)(100_000, np.random.default_rng(1))
    share = np.mean(np.abs(draws).max(axis=1) < 1.2)
    found = small_ball(GaussianSampler(K), 1.2, n_paths=20_000, random_state=2)
    assert found == pytest.approx(-np.log(share), rel=0.03)


def test_an_analytic_prior_by_its_few_directions():
    # two directions only: P is the mass of a parallelogram under two normals
    sampler = GaussianSampler(np.array([[1.0, 0.5], [0.5, 1.0]]))
    from scipy.stats import multivariate_normal

    law = multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]])
    exact = -np.log(law.cdf([0.05, 0.05], lower_limit=[-0.05, -0.05]))
    found = [small_ball(sampler, 0.05, n_paths=2000, random_state=s) for s in range(4)]
    assert np.mean(found) == pytest.approx(exact, rel=0.03)


def test_brownian_series_is_the_limit_of_chains():
    for eps in (0.5, 1.0, 2.0):
        coarse, fine = (chain_small_ball(m, 1.0, m**-0.5, 0.0, eps, 500) for m in (400, 1600))
        # the discrete path sees a band that is wider by .5826 steps
        limit = fine + (fine - coarse)
        assert brownian_small_ball(eps) == pytest.approx(limit, rel=0.01)


def test_brownian_series_joins_and_reaches_far():
    left, right = brownian_small_ball([1.5 * (1 - 1e-12), 1.5])
    assert left == pytest.approx(right, rel=1e-9)
    assert brownian_small_ball(1e-3) == pytest.approx(np.pi**2 / 8e-6 - np.log(4 / np.pi))
    assert 0 <= brownian_small_ball(50.0) < 1e-300
    assert (np.diff(brownian_small_ball(np.linspace(0.05, 5, 200))) < 0).all()


def test_psi_inverse_of_powers():
    n = np.array([10.0, 1e4, 1e9])
    np.testing.assert_allclose(psi_inverse(lambda e: e**-2, n), n**-0.25, rtol=1e-9)
    np.testing.assert_allclose(psi_inverse(lambda e: 7.0, n), np.sqrt(7 / n), rtol=1e-9)
    # a wall: below 0.3 nothing can be reached
    assert psi_inverse(lambda e: np.inf if e < 0.3 else 0.0, 5.0) == pytest.approx(0.3)
    assert psi_inverse(lambda e: 1e-40 * e**-2, 1.0) == pytest.approx(1e-10)


def test_what_is_refused():
    sampler = GaussianSampler(np.eye(2))
    with pytest.raises(ValueError, match="eps"):
        small_ball(sampler, [0.1, -1.0])
    with pytest.raises(ValueError, match="sampler"):
        small_ball(lambda n, rng: np.zeros((3, 2)), 0.1)
    with pytest.raises(ValueError, match="n_paths = 100 are too few"):
        small_ball(GaussianSampler(np.eye(40)), 1e-2, n_paths=100, random_state=0)
    with pytest.raises(ValueError, match="phi must give"):
        psi_inverse(lambda e: -1.0, 10)
    with pytest.raises(ValueError, match="phi stays"):
        psi_inverse(lambda e: 0.0, 10)
    with pytest.raises(ValueError, match="K must have no negative"):
        GaussianSampler(-np.eye(2))
