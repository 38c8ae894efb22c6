"""The chapter's checks on small runs, and that they notice what is wrong."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from mlcompanion.classification import FDA
from mlcompanion.density import GaussianDensity
from mlcompanion_chapters.sugiyama.s12_gaussian_mle import gaussian_mle_checks as checks


def test_log_density_is_scipys():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5, 3))
    means = rng.normal(size=(2, 3))
    A = rng.normal(size=(2, 3, 3))
    S = A @ A.transpose(0, 2, 1) + np.eye(3)
    right = [multivariate_normal(m, C).logpdf(X) for m, C in zip(means, S)]
    np.testing.assert_allclose(checks.log_density(X, means, S), right)


def test_exact_cloud_has_what_was_asked_for():
    S = np.array([[2.0, 1.0], [1.0, 3.0]])
    X = checks.exact_cloud(7, [1.0, -1.0], S, 0)
    np.testing.assert_allclose(X.mean(axis=0), [1, -1])
    np.testing.assert_allclose(np.cov(X.T, ddof=0), S)
    with pytest.raises(ValueError, match="n must"):
        checks.exact_cloud(2, [1.0, -1.0], S)


def test_no_change_beats_the_formulas_and_a_wrong_divisor_is_noticed(monkeypatch):
    found = checks.likelihood_maximum(6, 50, 2, random_state=0)
    assert found["worst"] <= 1e-9
    assert found["opt_gap"] <= 1e-4
    assert len(found["loss"]) == 18
    assert min(found["loss"]) > 0

    class Wider(GaussianDensity):
        def fit(self, X, y=None):
            super().fit(X)
            self.covariance_ = self.covariance_ * len(X) / (len(X) - 1)
            return self

    monkeypatch.setattr(checks, "GaussianDensity", Wider)
    found = checks.likelihood_maximum(6, 50, 1, random_state=0)
    assert found["worst"] > 1e-9
    assert found["opt_gap"] > 1e-4


def test_slopes_and_the_lost_sign(monkeypatch):
    found = checks.gradient_errors(10, random_state=0)
    assert max(found["right"], found["cov"], *found["table"]) <= 1e-5
    assert len(found["table"]) == 5
    assert found["printed"] >= 0.01
    assert found["at_mle"] <= 1e-9
    monkeypatch.setattr(checks, "gaussian_gradients", lambda X, m, S: (m, S))
    found = checks.gradient_errors(3, random_state=0)
    assert min(found["right"], found["cov"], found["at_mle"]) > 1e-5


def test_areas_of_the_listing():
    found = checks.listing_areas(100_000, random_state=0)
    assert found["area_printed"] == pytest.approx(0.3989, abs=1e-3)
    assert found["area_right"] == pytest.approx(1, abs=1e-3)
    assert found["hist0"] == pytest.approx(found["right0"], abs=0.03)
    assert abs(found["hist0"] - found["printed0"]) > 0.2


def test_outer_products_pool_and_inner_products_do_not(monkeypatch):
    found = checks.pooled_formulas(5, 50, random_state=0)
    assert found["average"] < 1e-12
    assert found["worst"] <= 1e-9
    assert found["numbers"] == 1
    assert found["loss"] > 0
    monkeypatch.setattr(checks, "FDA", lambda: FDA(unbiased=True))
    found = checks.pooled_formulas(5, 50, random_state=0)
    assert found["average"] > 1e-3
