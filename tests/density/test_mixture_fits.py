"""EM and gradient ascent for Gaussian mixtures, against scikit-learn and against each other."""

import warnings
from itertools import islice

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.clustering import kmeans_plusplus
from mlcompanion.datasets import make_two_bells
from mlcompanion.density.mixtures import (
    GaussianMixtureEM,
    GaussianMixtureGD,
    MixtureParameters,
    em_rounds,
    m_step,
    match_components,
    mixture_gradients,
    mixture_log_likelihood,
    plain_ascent,
    responsibilities,
    start_from_means,
)

BELLS = make_two_bells(random_state=0)
X = BELLS.data
FAR = [X[3], X[120]]


@parametrize_with_checks(
    [GaussianMixtureEM(), GaussianMixtureEM(2, reg_covar=1e-6), GaussianMixtureGD(2, max_iter=50)]
)
def test_scikit_learn_contract(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        check(estimator)


@pytest.mark.parametrize("n_rounds", [1, 2, 5, 100])
def test_rounds_are_those_of_scikit_learn(n_rounds):
    uniform = np.random.RandomState(0).uniform(size=(len(X), 3))
    start = uniform / uniform.sum(axis=1, keepdims=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = GaussianMixture(
            3, init_params="random", reg_covar=0, max_iter=n_rounds, tol=0, random_state=0
        ).fit(X)
    state = list(islice(em_rounds(X, start), n_rounds + 1))[-1]
    np.testing.assert_allclose(state.theta.weights, peer.weights_, atol=1e-9)
    np.testing.assert_allclose(state.theta.means, peer.means_, atol=1e-8)
    np.testing.assert_allclose(state.theta.covariances, peer.covariances_, atol=1e-7)


def test_two_bells_are_found_and_answers_are_those_of_the_parameters():
    model = GaussianMixtureEM(2, init="samples", n_init=3, tol=1e-9, random_state=0).fit(X)
    assert model.converged_
    assert not model.singular_
    match, distance = match_components(BELLS.means, BELLS.covariances, model.means_)
    assert distance.max() < 0.5
    assert (match[BELLS.target] == model.predict(X)).mean() > 0.95
    eta, log_density = responsibilities(X, model.parameters())
    np.testing.assert_allclose(model.predict_proba(X), eta)
    np.testing.assert_allclose(model.score_samples(X), log_density)
    assert model.log_likelihoods_[-1] == pytest.approx(log_density.sum(), rel=1e-12)
    assert (np.diff(model.log_likelihoods_) >= -1e-9).all()
    assert model.n_params_ == 11
    drawn = model.sample(20_000, random_state=1)
    np.testing.assert_allclose(drawn.mean(axis=0), X.mean(axis=0), atol=0.1)
    np.testing.assert_allclose(np.cov(drawn.T), np.cov(X.T, bias=True), rtol=0.06, atol=0.1)


def listing(X, e):
    """The source's program, line by line, with densities that are not logarithms."""
    old = None
    for rounds in range(1, 10_001):
        e = e / e.sum(axis=1, keepdims=True)
        g = e.sum(axis=0)
        w = g / len(X)
        mu = (e.T @ X) / g[:, None]
        S = []
        e = e.copy()
        for k in range(len(g)):
            t = X - mu[k]
            S.append((t * e[:, [k]]).T @ t / g[k])
            squares = np.sum(t @ np.linalg.inv(S[k]) * t, axis=1)
            e[:, k] = w[k] * np.linalg.det(S[k]) ** -0.5 * np.exp(-squares / 2)
        if old is not None:
            moved = [np.linalg.norm(a - b) for a, b in [(w, old[0])]]
            moved += [np.linalg.norm(a - b, 2) for a, b in [(mu, old[1]), (S[-1], old[2])]]
            if sum(moved) < 0.001:
                return w, mu, rounds
        old = w, mu, S[-1]


def test_the_listing_s_program_ends_where_ours_does():
    rng = np.random.default_rng(5)
    model = GaussianMixtureEM(5, stop="parameters", tol=1e-3, random_state=5).fit(X)
    w, mu, n_rounds = listing(X, rng.random((len(X), 5)))
    assert model.n_iter_ == n_rounds
    np.testing.assert_allclose(model.weights_, w, atol=1e-6)
    np.testing.assert_allclose(model.means_, mu, atol=1e-5)


def test_one_component_is_the_normal_law():
    model = GaussianMixtureEM(tol=0).fit(X)
    np.testing.assert_allclose(model.means_[0], X.mean(axis=0))
    np.testing.assert_allclose(model.covariances_[0], np.cov(X.T, bias=True))


def test_a_round_is_a_gradient_step_with_a_metric():
    theta = start_from_means(X, FAR)
    eta, _ = responsibilities(X, theta)
    masses = eta.sum(axis=0)
    new = m_step(X, eta)
    in_logits, in_means, _ = mixture_gradients(X, theta)
    np.testing.assert_allclose(new.weights, theta.weights + in_logits / len(X))
    step = (theta.covariances @ in_means[:, :, None])[:, :, 0] / masses[:, None]
    np.testing.assert_allclose(new.means, theta.means + step)


def test_a_collapse_is_told_and_the_last_regular_state_kept():
    points = np.vstack([X, [[60.0, 60.0], [60.0, 60.0]]])
    with pytest.warns(ConvergenceWarning, match="too few samples"):
        model = GaussianMixtureEM(2, means_init=[[0.0, 0.0], [60.0, 60.0]], tol=0).fit(points)
    assert model.singular_
    assert model.n_singular_ == 1
    assert not model.converged_
    assert np.isfinite(model.score_samples(points)).all()
    guarded = GaussianMixtureEM(2, means_init=[[0.0, 0.0], [60.0, 60.0]], reg_covar=0.1)
    assert guarded.fit(points).converged_
    np.testing.assert_allclose(guarded.covariances_[1], 0.1 * np.eye(2), atol=1e-6)


def test_singular_starts_are_passed_over():
    points = np.random.default_rng(0).normal(size=(14, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = GaussianMixtureEM(4, n_init=30, tol=1e-6, random_state=0).fit(points)
    assert 0 < model.n_singular_ < 30
    assert not model.singular_


def test_starts_and_limits():
    centres = kmeans_plusplus(X, 2, random_state=0)
    assert GaussianMixtureEM(2, means_init=centres).fit(X).converged_
    best = [GaussianMixtureEM(4, n_init=k, random_state=1).fit(X).score(X) for k in (1, 8)]
    assert best[1] >= best[0]
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        GaussianMixtureEM(2, max_iter=2, random_state=0).fit(X)
    with pytest.raises(ValueError, match="n_components"):
        GaussianMixtureEM(151).fit(X)
    with pytest.raises(ValueError, match="singular"):
        GaussianMixtureEM(2).fit(np.c_[X, X[:, 0]])
    with pytest.raises(ValueError, match="singular"):
        GaussianMixtureGD(2).fit(np.c_[X, X[:, 0]])
    with pytest.raises(ValueError, match="constant column"):
        GaussianMixtureGD(2).fit(np.c_[X, np.ones(len(X))])


def test_states_are_frozen_and_begin_with_the_parameters_given():
    theta = start_from_means(X, FAR)
    states = em_rounds(X, theta)
    first = next(states)
    np.testing.assert_allclose(first.theta.means, theta.means)
    kept = first.eta.copy()
    next(states)
    np.testing.assert_array_equal(first.eta, kept)
    assert first.log_likelihood == pytest.approx(mixture_log_likelihood(X, theta))


@pytest.mark.parametrize("options", [{"step": 0.1}, {"step": 0.2, "tol": 1e-5, "n_init": 2}])
def test_gradient_ascent_ends_where_em_does(options):
    em = GaussianMixtureEM(2, init="samples", n_init=2, tol=1e-12, random_state=3).fit(X)
    gd = GaussianMixtureGD(2, random_state=3, **options).fit(X)
    assert gd.converged_
    assert gd.log_likelihoods_[-1] == pytest.approx(em.log_likelihoods_[-1], abs=0.01)
    assert gd.log_likelihoods_[-1] == pytest.approx(gd.score_samples(X).sum(), rel=1e-9)
    assert (np.diff(gd.log_likelihoods_) > 0).all()


def test_a_stochastic_climb_settles_when_its_step_shrinks():
    best = GaussianMixtureEM(2, means_init=FAR, tol=1e-12).fit(X).log_likelihoods_[-1]
    short = {}
    for schedule in ("constant", "inverse", "geometric"):
        model = GaussianMixtureGD(
            2, means_init=FAR, step=0.005, schedule=schedule, decay=0.05, stochastic=True,
            max_iter=200, random_state=0,
        )  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            short[schedule] = best - model.fit(X).log_likelihoods_[-1]
    assert short["inverse"] < 0.3 * short["constant"]
    assert short["geometric"] < 0.3 * short["constant"]
    assert model.step_of(0) == 0.005
    assert model.step_of(2) == pytest.approx(0.005 * 0.95**2)


def test_too_large_a_step_is_told():
    with pytest.warns(ConvergenceWarning):
        model = GaussianMixtureGD(3, step=50.0, max_iter=30, random_state=0).fit(X)
    assert not model.converged_
    assert np.isfinite(model.score_samples(X)).all()


def test_the_printed_ascent_takes_the_printed_steps():
    theta = start_from_means(X, FAR)
    logits = np.log(theta.weights)
    found = plain_ascent(X, theta, 1e-3, max_iter=3)
    _, means, covariances = theta
    for _ in range(3):
        weights = np.exp(logits) / np.exp(logits).sum()
        slopes = mixture_gradients(X, MixtureParameters(weights, means, covariances))
        logits = logits + 1e-3 * slopes[0]
        means = means + 1e-3 * slopes[1]
        covariances = covariances + 1e-3 * slopes[2]
    np.testing.assert_allclose(found.theta.means, means, rtol=1e-9)
    np.testing.assert_allclose(found.theta.covariances, covariances, rtol=1e-9)
    assert len(found.log_likelihoods) == 4
    assert not found.converged
    assert not found.left
    assert found.log_likelihoods[-1] == pytest.approx(mixture_log_likelihood(X, found.theta))
    target = found.log_likelihoods[2]
    assert len(plain_ascent(X, theta, 1e-3, 100, target).log_likelihoods) == 3
    away = plain_ascent(X, theta, 10.0)
    assert away.left
    assert len(away.log_likelihoods) == 1
    np.testing.assert_allclose(away.theta.means, theta.means)


def test_the_cloud_is_the_listing_s():
    many = make_two_bells((40_000, 20_000), random_state=0)
    for k in (0, 1):
        part = many.data[many.target == k]
        np.testing.assert_allclose(part.mean(axis=0), many.means[k], atol=0.05)
        np.testing.assert_allclose(np.cov(part.T), many.covariances[k], atol=0.1)
    assert many.weights.tolist() == [2 / 3, 1 / 3]
