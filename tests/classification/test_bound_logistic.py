"""Logistic models fitted by bounds: the optimum of other solvers, falling all the way."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import approx_fprime, check_grad
from sklearn.datasets import load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.classification.linear import (
    BoundLogisticRegression,
    LatentLogisticRegression,
    SoftmaxRegression,
)
from mlcompanion.classification.linear.bound_fits import SoftmaxSurrogate
from mlcompanion.optimize.majorising import compute_bound

X, Y = load_wine(return_X_y=True)
X = (X - X.mean(axis=0)) / X.std(axis=0)


@parametrize_with_checks(
    [BoundLogisticRegression(0.1), LatentLogisticRegression(lam=1.0, max_iter=100)]
)
def test_scikit_learn_s_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("order", ["descending", "ascending", "given"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_finds_the_optimum(n_classes, order):
    some = n_classes > Y
    x, y = X[some], Y[some]
    model = BoundLogisticRegression(0.01, order=order, tol=1e-7).fit(x, y)
    peer = SoftmaxRegression(0.01 * len(x), tol=1e-8, max_iter=1000).fit(x, y)
    assert model.converged_
    assert_allclose(model.predict_proba(x), peer.predict_proba(x), atol=1e-5)
    assert (np.diff(model.history_) <= 1e-9 * model.history_[0]).all()


@pytest.mark.parametrize("rank", [0, 3, 42])
def test_low_rank_finds_it_too(rank):
    model = BoundLogisticRegression(1.0, rank=rank).fit(X, Y)
    full = BoundLogisticRegression(1.0).fit(X, Y)
    assert_allclose(model.predict_proba(X), full.predict_proba(X), atol=1e-3)
    assert model.n_iter_ >= full.n_iter_


def test_over_relaxed_steps_are_fewer():
    plain = BoundLogisticRegression(1e-3).fit(X, Y)
    relaxed = BoundLogisticRegression(1e-3, zeta=1.8).fit(X, Y)
    assert relaxed.n_iter_ < plain.n_iter_
    assert (np.diff(relaxed.history_) <= 1e-9 * relaxed.history_[0]).all()


def test_curvature_is_the_sum_of_algorithm_1():
    rng = np.random.default_rng(0)
    Phi, theta = rng.normal(size=(8, 2)), rng.normal(size=6)
    surrogate = SoftmaxSurrogate(Phi, rng.integers(3, size=8), 3, np.full(2, 0.3))
    touch = surrogate.touch(theta)
    bounds = [compute_bound(theta, [np.kron(np.eye(3)[y], phi) for y in range(3)]) for phi in Phi]
    Sigma = sum(b.Sigma for b in bounds) + 0.3 * np.eye(6)
    assert_allclose(theta - touch.target, np.linalg.solve(Sigma, touch.gradient), rtol=1e-6)


def test_latent_gradient_and_descent():
    rng = np.random.default_rng(1)
    Phi, codes = rng.normal(size=(20, 3)), rng.integers(3, size=20)
    surrogate = SoftmaxSurrogate(Phi, codes, 3, np.full(3, 0.1), n_hidden=2)
    for _ in range(5):
        theta = rng.normal(size=18)
        error = check_grad(
            lambda w: surrogate.touch(w).value, lambda w: surrogate.touch(w).gradient, theta
        )
        assert error < 1e-4
        slopes = approx_fprime(theta, lambda w: surrogate.touch(w).gradient, 1e-6)
        assert_allclose(surrogate.hessian(theta), slopes, atol=1e-4)
        for zeta in (0.5, 1.0, 1.9):
            touch = surrogate.touch(theta)
            moved = theta + zeta * (touch.target - theta)
            assert surrogate.touch(moved).value <= touch.value


def test_hidden_states_of_one_are_none():
    one = LatentLogisticRegression(1, 0.05, tol=1e-8, random_state=0).fit(X, Y)
    plain = BoundLogisticRegression(0.05, tol=1e-8).fit(X, Y)
    assert_allclose(one.predict_proba(X), plain.predict_proba(X), atol=1e-5)


def test_hidden_states_split_a_class():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(300, 2))
    y = (x[:, 0] * x[:, 1] > 0).astype(int)
    plain = BoundLogisticRegression().fit(x, y).score(x, y)
    latent = LatentLogisticRegression(2, 1e-4, n_init=3, random_state=0).fit(x, y)
    assert plain < 0.7 < 0.95 < latent.score(x, y)


@pytest.mark.parametrize("model", [BoundLogisticRegression(1e-4), LatentLogisticRegression()])
def test_says_when_it_stopped_early(model):
    model.set_params(max_iter=2)
    with pytest.warns(ConvergenceWarning):
        model.fit(X, Y)
    assert not model.converged_


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"lam": -1}, "lam"),
        ({"zeta": 2}, "zeta"),
        ({"rank": -1}, "rank"),
        ({"order": "up"}, "order"),
    ],
)
def test_bad_parameters_are_named(changes, word):
    with pytest.raises(ValueError, match=word):
        BoundLogisticRegression(**changes).fit(X, Y)
