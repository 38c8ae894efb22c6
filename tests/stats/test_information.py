"""Scores, information, bound, scoring and Wald's interval, against textbooks and SciPy."""

import warnings

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize_scalar
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.probability import Cauchy, Gamma, Laplace, Normal, kolmogorov_distance
from mlcompanion.probability.laws.further_laws import Logistic
from mlcompanion.stats.likelihood.information import (
    SmoothModel,
    cramer_rao_bound,
    fisher_information,
    sample_information,
    sample_score,
    wald_interval,
)
from mlcompanion.stats.likelihood.scoring import fisher_scoring
from mlcompanion.stats.likelihood.smooth_models import (
    BERNOULLI,
    CAUCHY,
    EXPONENTIAL,
    GAMMA,
    LAPLACE,
    LOGISTIC,
    NORMAL,
    NORMAL_MEAN,
    POISSON,
)

MODELS = [
    (NORMAL, (0.5, 2.0), [[0.25, 0], [0, 0.5]]),
    (NORMAL_MEAN, (0.5,), [[1]]),
    (BERNOULLI, (0.3,), [[1 / 0.21]]),
    (POISSON, (3.0,), [[1 / 3]]),
    (EXPONENTIAL, (2.0,), [[0.25]]),
    (GAMMA, (2.0, 1.0), [[np.pi**2 / 6 - 1, -1], [-1, 2]]),
    (CAUCHY, (0.5,), [[0.5]]),
    (LOGISTIC, (0.5,), [[1 / 3]]),
]
FLASHES = Cauchy(2.0, 1.0).rvs(21, random_state=3)


def test_three_routes_to_the_textbook_values():
    for model, theta, F in MODELS:
        for form in ("score", "hessian"):
            np.testing.assert_allclose(fisher_information(model, theta, form), F, atol=1e-8)
        np.testing.assert_allclose(model.information(*theta), F, rtol=1e-12)


def test_derivatives_against_differences_of_the_law():
    x = np.array([0.0, 1.0, 1.0, 0.0])
    for model, theta, _ in MODELS:
        by_law = SmoothModel.from_law(model.law)
        points = x if model is BERNOULLI else x + 1
        args = points, theta
        np.testing.assert_allclose(
            sample_score(model, *args), sample_score(by_law, *args), atol=1e-9
        )
        exact, near = (sample_information(m, *args) for m in (model, by_law))
        np.testing.assert_allclose(exact, near, atol=1e-7)


def test_a_kink_breaks_the_second_form_only():
    assert fisher_information(LAPLACE, 0.0) == pytest.approx(1, abs=1e-8)
    assert fisher_information(LAPLACE, 0.0, "hessian") == 0
    by_law = SmoothModel.from_law(lambda c: Laplace(c, 1.0))
    np.testing.assert_allclose(sample_score(by_law, [1.0, 2.0, -1.0], 0.0), 1 / 3, atol=1e-9)


def test_the_bound_is_met_by_the_mean_and_missed_by_the_median():
    bound = cramer_rao_bound(1.0, 9)
    assert bound.shape == (1, 1)
    x = np.random.default_rng(0).normal(size=(40_000, 9))
    assert x.mean(axis=1).var() == pytest.approx(bound[0, 0], rel=0.03)
    assert np.median(x, axis=1).var() > 1.3 * bound[0, 0]


def test_scoring_finds_the_peak_by_both_informations():
    peak = minimize_scalar(
        lambda c: np.log1p((FLASHES - c) ** 2).sum(), bounds=(0, 4), method="bounded",
        options={"xatol": 1e-11},
    ).x  # fmt: skip
    by_law = SmoothModel.from_law(lambda c: Cauchy(c, 1.0))
    for model, kind in ((CAUCHY, "expected"), (CAUCHY, "sample"), (by_law, "expected")):
        fit = fisher_scoring(model, FLASHES, np.median(FLASHES), kind)
        assert fit.parameters[0] == pytest.approx(peak, abs=1e-6)
        assert sample_score(CAUCHY, FLASHES, fit.parameters) == pytest.approx(0, abs=1e-7)
        assert np.all(np.diff([np.log1p((FLASHES - c) ** 2).sum() for c in fit.path[:, 0]]) < 1e-9)
    assert fit.covariance[0, 0] == pytest.approx(1 / fit.information[0, 0] / 21)


def test_scoring_against_scipys_gamma_fit():
    x = Gamma(2.0, 1.5).rvs(200, random_state=0)
    shape, _, scale = stats.gamma.fit(x, floc=0)
    for start in ((1.0, 1.0), (8.0, 0.5)):  # the second steps out of the model, and halves
        fit = fisher_scoring(GAMMA, x, start)
        np.testing.assert_allclose(fit.parameters, [shape, 1 / scale], rtol=1e-5)
    assert fit.log_likelihood == pytest.approx(stats.gamma.logpdf(x, shape, scale=scale).sum())


def test_scoring_says_what_stops_it():
    with pytest.warns(ConvergenceWarning):
        fisher_scoring(GAMMA, [0.5, 1.5, 2.5], (8.0, 0.5), max_iter=1)
    with pytest.raises(ValueError, match="impossible under the model"):
        fisher_scoring(EXPONENTIAL, [1.0, -1.0], 1.0)
    with pytest.raises(ValueError, match="positive definite"):
        fisher_scoring(CAUCHY, [0.0, 0.1], 5.0, information="sample")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fisher_scoring(NORMAL_MEAN, [1.0, 3.0], 0.0).parameters[0] == pytest.approx(2)


def test_wald_is_the_z_interval_for_a_mean_and_takes_stacks():
    low, high = wald_interval([2.0], [[1.0]], 25, alpha=0.1)
    np.testing.assert_allclose([low[0], high[0]], 2 + 1.644854 / 5 * np.array([-1, 1]), rtol=1e-6)
    theta = np.array([[1.0, 2.0], [3.0, 4.0]])
    F = np.array([np.diag([1.0, 4.0]), [[2, 1], [1, 2]]])
    low, high = wald_interval(theta, F, 9)
    for row in range(2):
        one = wald_interval(theta[row], F[row], 9)
        np.testing.assert_allclose([low[row], high[row]], one)
    with pytest.raises(ValueError, match="information must hold a square matrix"):
        wald_interval(theta, F[0], 9)


def test_the_logistic_law_against_scipy():
    law = Logistic(0.3, 0.5)
    peer = stats.logistic(0.3, 0.5)
    x = np.array([-2.0, 0.1, 5.0])
    np.testing.assert_allclose(law.logpdf(x), peer.logpdf(x), rtol=1e-12)
    np.testing.assert_allclose(law.cdf(x), peer.cdf(x), rtol=1e-12)
    np.testing.assert_allclose(law.quantile([0.1, 0.9]), peer.ppf([0.1, 0.9]), rtol=1e-12)
    moments = [law.mean(), law.var(), law.skewness(), law.kurtosis()]
    np.testing.assert_allclose(moments, peer.stats("mvsk"), atol=1e-12)
    assert law.mgf(0.7) == pytest.approx(law.expect(lambda t: np.exp(0.7 * t)), rel=1e-7)
    assert law.cf(0.7).real == pytest.approx(law.expect(lambda t: np.cos(0.7 * t)))
    assert law.cf(0.7).imag == pytest.approx(law.expect(lambda t: np.sin(0.7 * t)))
    assert law.cf(0.0) == 1
    for draws in (law.rvs(20_000, 0), law.story(20_000, 1)):
        assert kolmogorov_distance(draws, law) < 1.95 / np.sqrt(20_000)


def test_a_model_is_made_of_functions_from_parameters_to_laws():
    with pytest.raises(TypeError, match="law that model returns must be a"):
        sample_score(SmoothModel.from_law(lambda m: m), [1.0], 0.5)
    assert isinstance(NORMAL.law(0.0, 2.0), Normal)
