"""A normal mean with a normal prior, and the width that the evidence chooses."""

import numpy as np
import pytest
from scipy import stats
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.bayes.conjugate import (
    GaussianMeanBayes,
    empirical_bayes,
    evidence_width,
    log_evidence_gaussian_mean,
)

RNG = np.random.default_rng(8)
X = RNG.normal([0.5, -1.0, 0.2], 1.0, (7, 3))


def test_estimator_passes_the_checks():
    check_estimator(GaussianMeanBayes(), on_skip=None)
    check_estimator(GaussianMeanBayes(beta="evidence"), on_skip=None)


@pytest.mark.parametrize("noise", [1.0, 0.3, 1e-6, 1e6])
def test_evidence_is_the_joint_normal_density(noise):
    x = noise * X[:, 0]
    for beta in (0.05 * noise, noise, 20 * noise):
        joint = noise**2 * np.eye(7) + beta**2 * np.ones((7, 7))
        peer = stats.multivariate_normal(np.zeros(7), joint, allow_singular=True).logpdf(x)
        found = log_evidence_gaussian_mean(x, beta, noise=noise)
        assert found == pytest.approx(peer, abs=1e-9)
    columns = [log_evidence_gaussian_mean(noise * c, noise, noise=noise) for c in X.T]
    assert log_evidence_gaussian_mean(noise * X, noise, noise=noise) == pytest.approx(sum(columns))


def test_evidence_far_out_keeps_its_digits():
    # The prior is centred at zero: the mean's own term is exact, and the scatter is that of X.
    x = np.array([0.0, 1.0, 2.0, 5.0])
    there = log_evidence_gaussian_mean(x + 1e6, 1e6)
    growth = 1 + 4 * 1e12
    own = -2 * np.log(2 * np.pi) - 0.5 * (np.log(growth) + 14.0 + 4 * (1e6 + 2) ** 2 / growth)
    assert there == pytest.approx(own, rel=1e-13)


def test_the_predictive_is_the_next_ratio_of_evidences():
    model = GaussianMeanBayes(beta=0.7, noise=0.8).fit(X[:6])
    ratio = log_evidence_gaussian_mean(X, 0.7, noise=0.8) - model.log_evidence_
    assert model.score_samples(X[6:])[0] == pytest.approx(ratio, abs=1e-10)


def test_the_three_densities():
    points = RNG.normal(size=(5, 3))
    model = GaussianMeanBayes(beta=0.7).fit(X)
    np.testing.assert_allclose(model.map_, X.sum(axis=0) / (7 + 0.7**-2), rtol=1e-13)
    spread = np.eye(3)
    for kind, mean, cov in (
        ("map", model.map_, spread),
        ("mle", model.mle_, spread),
        ("predictive", model.map_, (1 + 1 / (7 + 0.7**-2)) * spread),
    ):
        peer = stats.multivariate_normal(mean, cov).logpdf(points)
        found = GaussianMeanBayes(beta=0.7, density=kind).fit(X).score_samples(points)
        np.testing.assert_allclose(found, peer, atol=1e-11)


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_the_width_is_the_maximizer(unit):
    width = evidence_width(unit * X, noise=unit)
    choice = empirical_bayes(
        lambda b: log_evidence_gaussian_mean(unit * X, b, noise=unit), unit * np.geomspace(0.05, 20)
    )
    assert choice.value == pytest.approx(width, rel=1e-6)
    model = GaussianMeanBayes("evidence", noise=unit).fit(unit * X)
    assert model.beta_ == width
    assert model.log_evidence_ == pytest.approx(choice.log_evidence, abs=1e-9)


def test_no_width_at_all_where_noise_explains_the_mean():
    quiet = X - X.mean(axis=0) + 0.01
    model = GaussianMeanBayes("evidence").fit(quiet)
    assert model.beta_ == 0
    np.testing.assert_array_equal(model.map_, 0)
    assert model.posterior_variance_ == 0
    limit = log_evidence_gaussian_mean(quiet, 1e-9)
    assert model.log_evidence_ == pytest.approx(limit, abs=1e-9)
    with pytest.warns(ConvergenceWarning, match="end of the grid"):
        choice = empirical_bayes(
            lambda b: log_evidence_gaussian_mean(quiet, b), np.arange(1, 301) / 100
        )
    assert choice.at_end
    assert choice.value == 0.01


def test_the_listing_takes_a_point_of_the_grid():
    grid = np.arange(1, 301) / 100
    choice = empirical_bayes(lambda b: -((b - 0.4567) ** 2), grid, polish=False)
    assert choice.value == 0.46
    assert len(choice.values) == 300


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: empirical_bayes(lambda b: b * np.nan, [1.0, 2.0]), "finite numbers or -inf"),
        (lambda: empirical_bayes(lambda b: b * np.inf, [1.0, 2.0]), "finite numbers or -inf"),
        (lambda: empirical_bayes(lambda b: b * -np.inf, [1.0, 2.0]), "whole grid"),
        (lambda: empirical_bayes(lambda b: b[:1], [1.0, 2.0]), "must return 2 values"),
        (lambda: empirical_bayes(np.log, [2.0, 1.0]), "grid must increase"),
        (lambda: GaussianMeanBayes(beta="cv").fit(X), "beta must"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
