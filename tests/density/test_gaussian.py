"""The normal density and cross validation of likelihoods against SciPy, refits and definitions."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.density import GaussianDensity, likelihood_cv, loo_gaussian
from mlcompanion.resampling import fold_labels

rng = np.random.default_rng(0)
X = rng.normal(size=(60, 3)) @ [[1.0, 0.4, 0.0], [0.0, 2.0, 0.3], [0.0, 0.0, 0.1]]


@parametrize_with_checks([GaussianDensity(ridge=1e-3)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize(("kind", "n_params"), [("full", 9), ("diag", 6), ("spherical", 4)])
def test_log_density_is_that_of_scipy_and_no_scale_is_likelier(kind, n_params):
    model = GaussianDensity(kind).fit(X)
    law = multivariate_normal(model.mean_, model.covariance_)
    np.testing.assert_allclose(model.score_samples(X), law.logpdf(X), rtol=1e-10)
    assert model.n_params_ == n_params
    best = model.score(X)
    for mean, factor in [(0.03, 1), (0, 0.95), (0, 1.05)]:
        worse = multivariate_normal(model.mean_ + mean, factor * model.covariance_)
        assert worse.logpdf(X).mean() < best


def test_units_change_the_log_density_by_the_volume_of_a_unit_only():
    scales = np.array([1e-9, 1.0, 1e9])
    for kind in ("full", "diag"):
        here = GaussianDensity(kind).fit(X).score_samples(X)
        there = GaussianDensity(kind).fit(X * scales).score_samples(X * scales)
        np.testing.assert_allclose(there, here - np.log(scales).sum(), rtol=1e-7)


def test_samples_have_the_fitted_moments():
    model = GaussianDensity().fit(X)
    drawn = model.sample(20_000, random_state=1)
    np.testing.assert_allclose(drawn.mean(axis=0), model.mean_, atol=0.05)
    np.testing.assert_allclose(np.cov(drawn.T, bias=True), model.covariance_, atol=0.1)


@pytest.mark.parametrize(
    ("rows", "word"),
    [(X[:3], "at least 4"), (np.column_stack([X, X[:, 0] * 2]), "singular")],
    ids=["too few", "a multiple"],
)
def test_what_has_no_covariance_is_refused_unless_there_is_a_ridge(rows, word):
    with pytest.raises(ValueError, match=word):
        GaussianDensity().fit(rows)
    assert np.isfinite(GaussianDensity(ridge=0.1).fit(rows).score_samples(rows)).all()


def test_constant_feature_is_refused_by_every_kind_that_needs_its_variance():
    rows = X.copy()
    rows[:, 1] = 2.0
    for kind in ("full", "diag"):
        with pytest.raises(ValueError, match="X is singular"):
            GaussianDensity(kind).fit(rows)


@pytest.mark.parametrize("folds", [4, 60])
def test_held_out_likelihood_is_that_of_refits(folds):
    labels = fold_labels(60, folds, 5)
    ours = likelihood_cv(GaussianDensity(), X, folds, 5)
    for fold in range(folds):
        kept = X[labels != fold]
        out = X[labels == fold]
        law = multivariate_normal(kept.mean(axis=0), np.cov(kept.T, bias=True))
        np.testing.assert_allclose(ours[labels == fold], law.logpdf(out), rtol=1e-9)


def parameters(model):
    """The fitted numbers in the order of the score matrix, and the law that they give."""
    d = len(model.mean_)
    rows, columns = np.tril_indices(d)

    def law(theta):
        covariance = np.diag(np.broadcast_to(theta[d:], d)) if model.covariance != "full" else None
        if covariance is None:
            covariance = np.zeros((d, d))
            covariance[rows, columns] = covariance[columns, rows] = theta[d:]
        return multivariate_normal(theta[:d], covariance)

    free = {
        "full": model.covariance_[rows, columns],
        "diag": np.diag(model.covariance_),
        "spherical": model.covariance_[0, :1],
    }
    return np.concatenate([model.mean_, free[model.covariance]]), law


@pytest.mark.parametrize("kind", ["full", "diag", "spherical"])
def test_derivatives_are_differences(kind):
    theirs = X[:25] / [1, 2, 0.1]
    other = X[25:] / [1, 2, 0.1]
    model = GaussianDensity(kind).fit(theirs)
    theta, law = parameters(model)
    steps = 1e-5 * np.eye(len(theta))
    slopes = [(law(theta + s).logpdf(other) - law(theta - s).logpdf(other)) / 2e-5 for s in steps]
    np.testing.assert_allclose(model.score_matrix(other), np.transpose(slopes), atol=1e-6)

    def slope(shifted):
        """At other parameters the score comes from a model that is told them."""
        told = GaussianDensity(kind).fit(theirs)
        told.mean_, told.covariance_ = law(shifted).mean, law(shifted).cov
        told._factor = np.linalg.cholesky(told.covariance_)
        return told.score_matrix(other).mean(axis=0)

    bends = [(slope(theta + s) - slope(theta - s)) / 2e-5 for s in steps]
    np.testing.assert_allclose(model.hessian(other), bends, atol=1e-6)


def test_at_the_fit_the_likelihood_is_flat_and_bends_down():
    for kind in ("full", "diag", "spherical"):
        model = GaussianDensity(kind).fit(X)
        slopes = model.score_matrix(X)
        np.testing.assert_allclose(slopes.mean(axis=0), 0, atol=1e-10 * abs(slopes).max())
        assert np.linalg.eigvalsh(model.hessian(X))[-1] < 0


@pytest.mark.parametrize("kind", ["full", "diag", "spherical"])
def test_leaving_one_out_is_refitting(kind):
    refitted = likelihood_cv(GaussianDensity(kind), X[:12], folds=12, random_state=0)
    np.testing.assert_allclose(loo_gaussian(X[:12], kind), refitted, rtol=1e-8)
    several = loo_gaussian(X.reshape(5, 12, 3), kind)
    np.testing.assert_allclose(several[0], refitted, rtol=1e-8)
    here = loo_gaussian(X[:9], kind)
    there = loo_gaussian(1e9 * X[:9] - 3, kind)
    np.testing.assert_allclose(there, here - 3 * np.log(1e9), rtol=1e-6)


def test_a_sample_that_alone_fills_a_direction_cannot_be_left_out():
    flat = np.column_stack([X[:9, 0], np.eye(9)[0]])
    for kind in ("full", "diag"):
        with pytest.raises(ValueError, match="singular"):
            loo_gaussian(flat, kind)
