"""The meters of scatter matrices against hand calculations, and broken formulas are seen."""

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s06_multidimensional_distributions import (
    scatter_checks as checks,
)


def test_scatter_and_batches():
    X = np.random.default_rng(0).normal(size=(4, 5, 3))
    np.testing.assert_allclose(checks.scatter(X)[1], sum(np.outer(x, x) for x in X[1]))
    draws = np.random.default_rng(1).normal(size=(4000, 2)) * [1, 3]
    covariance, error = checks.batch_covariance(draws)
    np.testing.assert_allclose(covariance, np.cov(draws.T, bias=True))
    # The variance of a normal sample has the standard error sigma^2 (2 / m)^(1/2).
    np.testing.assert_allclose(np.diag(error), np.array([1, 9]) * np.sqrt(2 / 4000), rtol=0.25)


def test_wishart_claims_at_small_size():
    found = checks.wishart_formulas(1, n_draws=4000)
    assert found["total"] < 1e-4
    assert found["chi"] < 1e-9
    assert max(found["mean_z"], found["mgf_z"]) < 4.5 < found["control"]
    found = checks.wishart_covariances(1, n_draws=20_000)
    assert found["right_z"] < 5
    assert found["printed_z"] > 20
    assert found["cov12_21"] == pytest.approx(5, abs=0.4)


def test_identities_and_a_wrong_vec():
    errors, controls = zip(*(checks.identity_errors(k) for k in range(30)))
    assert np.max(errors) < 1e-10
    assert np.median(controls) > 0.1
    kron, products = checks.kronecker_seconds(12, 0, repeats=3)
    assert kron.shape == products.shape == (3,)


def test_jacobians_readings_and_eigenvectors():
    found = checks.substitution_jacobians(1, n_matrices=20)
    assert found["two_sided"] < 1e-10
    assert min(found["one_sided"], found["asymmetry"]) > 0.01
    readings = checks.gamma_readings(1)
    assert readings["right"] < 1e-9
    # With 2-dimensional gamma functions, a = 5/2: the root of pi times Gamma_2(2) = pi / 2.
    assert readings["literal"] == pytest.approx(np.pi**1.5 / 2 - 1, rel=1e-6)
    found = checks.eigenvector_statements(1, n_matrices=20)
    assert max(found["symmetric"], found["general"]) < 1e-8
    assert min(found["printed"], found["overlap"]) > 0.05
