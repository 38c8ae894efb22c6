"""Criteria against closed forms, scikit-learn and their definitions."""

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture
from sklearn.neighbors import KernelDensity

from mlcompanion.density import GaussianDensity
from mlcompanion.stats.selection.criteria import aic, bic, select, takeuchi_penalty, tic

rng = np.random.default_rng(0)
X = rng.laplace(size=(40, 3)) @ [[1.0, 0.8, 0.0], [0.0, 1.0, 0.3], [0.0, 0.0, 1.0]]
MODELS = [GaussianDensity(kind) for kind in ("spherical", "diag", "full")]


def penalty(model):
    return takeuchi_penalty(model.score_matrix(X), model.hessian(X))


@pytest.mark.parametrize("kind", ["full", "diag", "spherical"])
def test_the_criterion_is_half_of_that_of_scikit_learn(kind):
    model = GaussianDensity(kind).fit(X)
    peer = GaussianMixture(1, covariance_type=kind, reg_covar=0).fit(X)
    level = model.score_samples(X).sum()
    assert 2 * aic(level, model.n_params_) == pytest.approx(peer.aic(X))
    assert 2 * bic(level, model.n_params_, len(X)) == pytest.approx(peer.bic(X))


def test_from_eight_samples_on_bic_charges_more_than_aic():
    seven, eight = bic(0.0, 1, [7, 8]) - aic(0.0, 1)
    assert seven < 0 < eight
    found = {name: select(MODELS, X, name).scores for name in ("aic", "bic")}
    n_params = np.array([4, 6, 9])
    want = n_params * (0.5 * np.log(len(X)) - 1) / len(X)
    np.testing.assert_allclose(found["aic"] - found["bic"], want)
    with pytest.raises(ValueError, match="n_samples"):
        bic([1.0, 2.0], 3, [5, 6, 7])


def test_the_penalty_counts_parameters_with_fourth_moments():
    n, d = X.shape
    centred = X - X.mean(axis=0)
    full = np.linalg.solve(np.linalg.cholesky(centred.T @ centred / n), centred.T).T
    fourth = (np.square(full).sum(axis=1) ** 2).mean()
    assert penalty(GaussianDensity().fit(X)) == pytest.approx(d + (fourth - d) / 2)
    fourth = ((centred / centred.std(axis=0)) ** 4).mean(axis=0)
    assert penalty(GaussianDensity("diag").fit(X)) == pytest.approx(d + (fourth.sum() - d) / 2)
    length = np.square(centred).sum(axis=1)
    length /= length.mean() / d
    fourth = np.square(length).mean()
    expected = np.trace(np.cov(centred.T)) * d / np.trace(np.cov(centred.T))
    expected += (fourth - d**2) / (2 * d)
    assert penalty(GaussianDensity("spherical").fit(X)) == pytest.approx(expected)


def test_the_penalty_does_not_depend_on_how_parameters_are_written():
    model = GaussianDensity().fit(X)
    scores = model.score_matrix(X)
    hessian = model.hessian(X)
    A = rng.normal(size=(9, 9))
    rewritten = takeuchi_penalty(scores @ A, A.T @ hessian @ A)
    assert rewritten == pytest.approx(takeuchi_penalty(scores, hessian))
    assert tic(-7.0, scores, hessian) == pytest.approx(7 + rewritten)


def test_the_likelihood_takes_the_largest_and_the_criteria_do_not():
    x = np.random.default_rng(2).normal(size=(12, 3))
    found = {c: select(MODELS, x, c, folds=12) for c in ("likelihood", "aic", "tic", "cv")}
    assert found["likelihood"].best == 2
    assert np.all(np.diff(found["likelihood"].scores) >= 0)
    assert [found[c].best for c in ("aic", "tic", "cv")] == [0, 0, 0]
    chosen = found["aic"]
    assert chosen.model.covariance == "spherical"
    assert chosen.scores[0] == pytest.approx(chosen.model.score(x) - 4 / 12)


def test_models_share_the_folds_and_need_only_what_the_criterion_asks():
    twice = select([KernelDensity(), KernelDensity()], X, "cv", random_state=None)
    assert twice.scores[0] == twice.scores[1]
    assert twice.best == 0
    with pytest.raises(TypeError, match="n_params_"):
        select([KernelDensity()], X, "aic")
    with pytest.raises(TypeError, match="models"):
        select([KernelDensity()], X, "tic")
