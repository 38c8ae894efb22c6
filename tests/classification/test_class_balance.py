"""Classes whose shares have changed: weights in the fit, and shares from test inputs."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.classification import ClassBalanceLS, GenerativeClassifier, em_class_prior
from mlcompanion.density import class_prior_energy


@parametrize_with_checks([ClassBalanceLS()])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def changed(n=100, seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 2], [9 * n // 10, n // 10])
    y_test = np.repeat([1, 2], [n // 10, 9 * n // 10])
    X, X_test = (
        rng.normal(size=(n, 2)) * [1, 2] + np.where(k == 1, -2, 2)[:, None] * [1, 0]
        for k in (y, y_test)
    )
    return X, y, X_test, y_test


def test_known_shares_are_sample_weights():
    X, y, X_test, _ = changed()
    model = ClassBalanceLS([0.1, 0.9]).fit(X, y)
    peer = LinearRegression().fit(X, 2 * y - 3, sample_weight=np.where(y == 1, 0.1 / 0.9, 9.0))
    np.testing.assert_allclose(model.decision_function(X_test), peer.predict(X_test))
    same = ClassBalanceLS().fit(X, y)
    np.testing.assert_allclose(
        same.decision_function(X), LinearRegression().fit(X, 2 * y - 3).predict(X)
    )


@pytest.mark.parametrize("self_distances", [False, True])
def test_shares_come_from_the_test_inputs(self_distances):
    X, y, X_test, y_test = changed()
    model = ClassBalanceLS(self_distances=self_distances).fit(X, y, X_test)
    expected = class_prior_energy(X, y, X_test, self_distances=self_distances)
    np.testing.assert_allclose(model.priors_, expected)
    assert model.score(X_test, y_test) > ClassBalanceLS().fit(X, y).score(X_test, y_test)


def test_three_classes_one_against_the_rest():
    rng = np.random.default_rng(1)
    y = np.repeat(["a", "b", "c"], 30)
    X = rng.normal(size=(90, 2)) + np.repeat([[0, 0], [5, 0], [0, 5]], 30, axis=0)
    model = ClassBalanceLS([0.2, 0.3, 0.5], fit_intercept=True).fit(X, y)
    weights = np.repeat([0.6, 0.9, 1.5], 30)
    for k, label in enumerate("abc"):
        peer = LinearRegression().fit(X, np.where(y == label, 1, -1), sample_weight=weights)
        np.testing.assert_allclose(model.coef_[k], peer.coef_)
    assert model.score(X, y) > 0.95


def test_likelihood_finds_the_shares_of_a_mixture():
    X, y, X_test, _ = changed(2000)
    model = GenerativeClassifier().fit(X, y)
    shares = em_class_prior(model.predict_proba(X_test), model.priors_)
    np.testing.assert_allclose(shares, [0.1, 0.9], atol=0.02)
    moved = GenerativeClassifier(priors=shares).fit(X, y).predict_proba(X_test)
    np.testing.assert_allclose(moved.mean(axis=0), shares, atol=1e-6)  # EM stands still
    log_likelihood = [
        np.log(np.exp(GenerativeClassifier(priors=[s, 1 - s]).fit(X, y).log_joint(X_test)).sum(1))
        for s in (shares[0] - 0.02, shares[0], shares[0] + 0.02)
    ]
    assert np.argmax(np.mean(log_likelihood, axis=1)) == 1


def test_wrong_shares_are_refused():
    X, y, *_ = changed()
    for priors in ([0.5, 0.6], [-0.1, 1.1], [0.2, 0.3, 0.5]):
        with pytest.raises(ValueError, match="priors"):
            ClassBalanceLS(priors).fit(X, y)
