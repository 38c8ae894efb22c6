"""The chapter's checks on small runs, and that they notice what is wrong."""

import numpy as np
import pytest
from scipy import stats

from mlcompanion.density import GaussianDensity
from mlcompanion.probability import MultivariateNormal
from mlcompanion.stats.selection.criteria import takeuchi_penalty
from mlcompanion_chapters.sugiyama.s14_model_selection import selection_checks as checks
from mlcompanion_chapters.sugiyama.s14_model_selection.gaussian_choices import spread_among
from mlcompanion_chapters.sugiyama.s14_model_selection.likelihood_chain import (
    chain_curves,
    likelihood_chain,
)


def test_the_likelihood_never_falls_and_a_worse_fit_is_noticed(monkeypatch):
    found = checks.nested_likelihoods(40, 0)
    assert found["drop"] > -1e-8
    assert found["wins"] == 40
    assert found["fresh"] < 36
    fits = checks.three_fits
    monkeypatch.setattr(
        checks, "three_fits", lambda X: (fits(X)[0], fits(X)[1] * [[[1]], [[1]], [[2]]])
    )
    assert checks.nested_likelihoods(40, 0)["wins"] < 40


@pytest.mark.parametrize("law", list(checks.LAWS))
def test_optimism_is_near_its_limit(law):
    found = checks.optimism(law, (50, 200), ((8000, 200),), random_state=0)
    limit = checks.LAWS[law][1]
    assert abs(200 * found["gap"][1] - limit) < 0.05 * limit + 4 * 200 * found["error"][1]
    assert abs(found["penalty"][1] / limit - 1) < 0.1


def test_gaps_and_penalties_are_those_of_the_package():
    x = stats.laplace.rvs(size=(1, 30), random_state=0) + 0.3
    ((gap, penalty),) = checks._gaps(x, [30], [0])
    model = GaussianDensity().fit(x.T)
    sd = np.sqrt(model.covariance_[0, 0])
    expected = -0.5 * np.log(2 * np.pi) - np.log(sd) - 0.5 * (1 + model.mean_[0] ** 2) / sd**2
    noise = 0.5 * (1 - np.mean(x**2))
    assert gap[0] == pytest.approx(model.score(x.T) - expected - noise)
    whole = takeuchi_penalty(model.score_matrix(x.T), model.hessian(x.T))
    assert penalty[0] == pytest.approx(whole)


def test_corrections_picks_and_biases():
    found = checks.aic_corrections((15, 100), repeats=4000, random_state=0)
    np.testing.assert_allclose(found, [15 / 8, 100 / 93], rtol=0.05)
    aic, loo = checks.small_sample_picks((8,), repeats=500, random_state=0)
    assert aic[0, 2] > loo[0, 2] + 0.02
    bias = checks.cross_validation_bias(2, 20, 5, 2000, 0)
    assert bias["naive"] > 0 > bias["folds"]
    assert abs(bias["loo"]) < abs(bias["folds"])
    assert abs(bias["z"]) < 4
    sign = checks.cross_validation_sign(50, fresh=500, random_state=0)
    assert sign["score"] < -1.2 < 1.2 < sign["j"]


def test_axioms_and_the_chain():
    found = checks.divergence_axioms(100, 0)
    assert found["low"] >= 0
    assert found["same"] < 1e-8
    assert found["tri"] > 0
    grid = np.linspace(-20, 20, 1001)
    logs = checks._log_mixture(grid, np.array([0.3, 0.7]), np.array([0.0, 2]), np.array([1.0, 0.5]))
    direct = 0.3 * stats.norm.pdf(grid) + 0.7 * stats.norm.pdf(grid, 2, 0.5)
    np.testing.assert_allclose(np.exp(logs), direct, atol=1e-12)
    chain = likelihood_chain(20, 2, random_state=0)
    assert chain["rises"] == 0
    assert chain["opt_gap"] < 1e-4
    assert chain["counts"].tolist() == [6, 10, 11, 13, 16, 20]
    assert chain["sum_turns"] > 10


def test_chain_curves_are_those_of_the_models():
    law = MultivariateNormal(np.zeros(3), spread_among(2, [1, 2, 3], 0.5))
    counts, losses, far = chain_curves(law, (20, 200), 300, random_state=0)
    assert counts.tolist() == [4, 6, 7, 9]
    assert np.all(np.diff(losses, axis=1) < 0)  # the likelihood never falls
    assert np.all(far > 0)
    assert (losses[1] + counts).argmin() == far[1].argmin() == 2  # the true model
    right = far[1, 2] - losses[1, 2]
    assert right == pytest.approx(7, rel=0.1)  # flattered by its number of parameters
