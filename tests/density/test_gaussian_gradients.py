"""The Gaussian log-likelihood against SciPy's, and its slopes against differences."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from mlcompanion.density import gaussian_gradients, gaussian_log_likelihood


@pytest.fixture(scope="module")
def case():
    rng = np.random.default_rng(0)
    A = rng.normal(size=(3, 3))
    return rng.normal(size=(12, 3)), rng.normal(size=3), A @ A.T + np.eye(3)


def test_value(case):
    X, mean, covariance = case
    right = multivariate_normal(mean, covariance).logpdf(X).sum()
    assert gaussian_log_likelihood(*case) == pytest.approx(right)


def test_slopes_predict_a_small_change(case):
    X, mean, covariance = case
    in_mean, in_covariance = gaussian_gradients(*case)
    rng = np.random.default_rng(1)
    step = rng.normal(size=3)
    turn = rng.normal(size=(3, 3))
    turn += turn.T  # both mirror images move, and the sum over all entries counts both
    t = 1e-5
    ends = [gaussian_log_likelihood(X, mean + s * step, covariance + s * turn) for s in (-t, t)]
    slope = (ends[1] - ends[0]) / (2 * t)
    assert in_mean @ step + np.sum(in_covariance * turn) == pytest.approx(slope, rel=1e-7)


def test_slopes_vanish_at_the_estimates_only(case):
    X = case[0]
    mean = X.mean(axis=0)
    for slope in gaussian_gradients(X, mean, np.cov(X.T, ddof=0)):
        np.testing.assert_allclose(slope, 0, atol=1e-9)
    assert abs(gaussian_gradients(X, mean, np.cov(X.T))[1]).max() > 1e-3
    with pytest.raises(ValueError, match="covariance must be positive definite"):
        gaussian_gradients(X, mean, np.zeros((3, 3)))
