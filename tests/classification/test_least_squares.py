"""Least squares classifiers against their criterion, Fisher's discriminant and scikit-learn."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import RidgeClassifier
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification import KernelLSClassifier, LSClassifier
from mlcompanion.datasets import make_two_spirals
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression import KernelLeastSquares

IRIS = load_iris()


@pytest.mark.parametrize("model", [LSClassifier(), KernelLSClassifier()], ids=repr)
def test_scikit_learn_accepts_it(model):
    check_estimator(model, on_skip=None)


def test_the_linear_one_is_ridge_on_signs():
    for target in (IRIS.target, IRIS.target > 0):
        ours = LSClassifier(0.7).fit(IRIS.data, target)
        peer = RidgeClassifier(alpha=0.7).fit(IRIS.data, target)
        np.testing.assert_allclose(
            ours.decision_function(IRIS.data), peer.decision_function(IRIS.data), atol=1e-10
        )


def test_shares_as_targets_give_the_book_s_solution_and_fisher_s_direction():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) + 2
    y = np.arange(40) >= 13
    plain = LSClassifier(fit_intercept=False, targets="shares").fit(X, y)
    moment = X.T @ X / 40
    gap = X[y].mean(axis=0) - X[~y].mean(axis=0)
    np.testing.assert_allclose(plain.coef_, np.linalg.solve(moment, gap) / 40, atol=1e-13)
    fisher = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).coef_[0]
    for targets in ("shares", "signs"):
        w = LSClassifier(targets=targets).fit(X, y).coef_
        np.testing.assert_allclose(w / np.linalg.norm(w), fisher / np.linalg.norm(fisher))


def test_the_kernel_one_solves_the_normal_equations_for_all_classes_at_once():
    X = IRIS.data[::3]
    y = IRIS.target[::3]
    model = KernelLSClassifier(1.3, 0.05).fit(X, y)
    K = rbf_kernel(X, sigma=1.3)
    signs = np.where(y[:, None] == range(3), 1.0, -1.0)
    weights = np.linalg.solve(K @ K + 0.05 * np.eye(len(K)), K @ signs)
    np.testing.assert_allclose(model.dual_coef_, weights, atol=1e-9)
    one = KernelLeastSquares(sigma=1.3, lam=0.05).fit(X, signs[:, 2])
    np.testing.assert_allclose(model.decision_function(X)[:, 2], one.predict(X), atol=1e-10)


def test_spirals_are_separated_and_a_zero_is_the_first_class():
    train, test = (make_two_spirals(random_state=seed) for seed in (0, 1))
    model = KernelLSClassifier(1.0, 0.01).fit(train.data, train.target)
    assert model.score(test.data, test.target) == 1
    tie = LSClassifier().fit([[-1.0], [1.0]], [-1, 1])
    assert tie.predict([[0.0]]) == [-1]


def test_units_change_nothing():
    X = IRIS.data
    y = IRIS.target
    for a, b in (
        (LSClassifier(0.3), LSClassifier(0.3 * 1e-12)),
        (KernelLSClassifier(1.0, 0.1), KernelLSClassifier(1e-6, 0.1)),
    ):
        first = a.fit(X, y).decision_function(X)
        np.testing.assert_allclose(b.fit(X * 1e-6, y).decision_function(X * 1e-6), first, atol=1e-8)
