"""Predictions in sequence against posteriors that are solved anew for every row."""

import numpy as np
import pytest
from scipy.integrate import quad

from mlcompanion.gp import Matern, SquaredExponential
from mlcompanion.gp.rates import predictive_kl, rkhs_norm, seeger_bound
from mlcompanion.linalg import cholesky_append


def _anew(K, y, noise, i):
    A = K[:i, :i] + noise * np.eye(i)
    weights = np.linalg.solve(A, K[:i, i])
    return weights @ y[:i], K[i, i] - weights @ K[:i, i]


def test_every_row_is_the_posterior_before_it():
    rng = np.random.default_rng(0)
    x = rng.uniform(size=(40, 1))
    K = Matern(1.5, 0.2)(x)
    f0 = np.sin(9 * x[:, 0])
    y = f0 + 0.3 * rng.normal(size=40)
    told = predictive_kl(K, f0, 0.09, y)
    for i in range(40):
        mean, variance = _anew(K, y, 0.09, i)
        assert told.mean[i] == pytest.approx(mean, abs=1e-10)
        assert told.variance[i] == pytest.approx(variance, abs=1e-10)
    assert (told.risk >= told.divergence).all()


def test_rows_of_the_factor_are_those_appended_one_by_one():
    x = np.linspace(0, 1, 8)[:, None]
    K = Matern(0.5)(x) + 0.3 * np.eye(8)
    L = np.zeros((0, 0))
    for i in range(8):
        L = cholesky_append(L, K[i, :i], K[i, i])
    told = predictive_kl(Matern(0.5)(x), np.zeros(8), 0.3)
    np.testing.assert_allclose(np.diag(L) ** 2 - 0.3, told.variance, atol=1e-12)


def test_divergence_is_the_integral():
    K, f0, y = np.array([[1.0, 0.6], [0.6, 1.0]]), np.array([0.3, -0.4]), np.array([1.0, 0.0])
    told = predictive_kl(K, f0, 0.5, y)

    def log_normal(v, mean, variance):
        return -0.5 * ((v - mean) ** 2 / variance + np.log(2 * np.pi * variance))

    def integrand(v):
        law = log_normal(v, f0[1], 0.5)
        return np.exp(law) * (law - log_normal(v, told.mean[1], told.variance[1] + 0.5))

    assert told.divergence[1] == pytest.approx(quad(integrand, -12, 12)[0], rel=1e-8)


def test_expectation_is_the_mean_over_noise():
    rng = np.random.default_rng(1)
    x = np.linspace(0, 1, 12)[:, None]
    K = SquaredExponential(0.3)(x)
    f0 = np.abs(x[:, 0] - 0.5)
    draws = [
        predictive_kl(K, f0, 0.2, f0 + np.sqrt(0.2) * rng.normal(size=12)) for _ in range(6000)
    ]
    expected = predictive_kl(K, f0, 0.2)
    np.testing.assert_allclose(
        np.mean([d.divergence for d in draws], axis=0), expected.divergence, atol=0.012
    )
    np.testing.assert_allclose(np.mean([d.risk for d in draws], axis=0), expected.risk, atol=0.03)


def test_sum_stays_below_the_bound():
    x = np.random.default_rng(2).uniform(size=(60, 1))
    K = Matern(2.5, 0.5)(x)
    f0 = K @ np.r_[np.ones(5), np.zeros(55)]
    norm = np.sqrt(f0[:5].sum())
    assert norm == pytest.approx(rkhs_norm(K, f0), rel=1e-3)
    for noise in (0.01, 1.0):
        assert predictive_kl(K, f0, noise).divergence.sum() <= seeger_bound(K, noise, norm)


def test_units_change_no_divergence():
    x = np.linspace(0, 1, 9)[:, None]
    K, f0 = Matern(1.5)(x), np.arange(9)
    plain = predictive_kl(K, f0, 2.0)
    for unit in (1e-12, 1e12):
        scaled = predictive_kl(unit * K, np.sqrt(unit) * f0, 2.0 * unit)
        np.testing.assert_allclose(scaled.divergence, plain.divergence, rtol=1e-8)
        assert seeger_bound(unit * K, unit, 3.0) == pytest.approx(seeger_bound(K, 1.0, 3.0))


def test_what_is_refused():
    with pytest.raises(ValueError, match="K must be positive semidefinite"):
        predictive_kl(-np.eye(2), np.zeros(2), 0.5)
    with pytest.raises(ValueError, match="y must have shape"):
        predictive_kl(np.eye(2), np.zeros(2), 0.5, np.zeros(3))
    with pytest.raises(ValueError, match="norm"):
        seeger_bound(np.eye(2), 0.5, -1.0)
