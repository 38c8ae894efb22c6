"""Logistic regression against scikit-learn, finite differences and its own definition."""

import numpy as np
import pytest
from scipy.special import logsumexp
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import scale
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.classification import SoftmaxRegression
from mlcompanion.classification.linear.softmax_fits import (
    log_sum_exp,
    softmax_row,
    stochastic_ascent,
)
from mlcompanion.kernels import rbf_kernel
from mlcompanion.losses import Softmax

IRIS = load_iris()
rng = np.random.default_rng(0)


def test_scikit_learn_accepts_it():
    check_estimator(SoftmaxRegression(), on_skip=None)


@pytest.mark.parametrize("solver", ["lbfgs", "newton", "bound"])
def test_probabilities_are_those_of_scikit_learn(solver):
    X = scale(IRIS.data)
    y = IRIS.target
    peer = LogisticRegression(C=2.0, tol=1e-10, max_iter=5000).fit(X, y)
    ours = SoftmaxRegression(0.5, solver, tol=1e-7, max_iter=5000).fit(X, IRIS.target_names[y])
    assert ours.converged_
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-6)
    np.testing.assert_array_equal(ours.predict(X), IRIS.target_names[peer.predict(X)])


def test_kernels_are_the_columns_of_a_design():
    X = IRIS.data[::5]
    y = IRIS.target[::5]
    kernel = SoftmaxRegression(0.1, "newton", sigma=1.5, fit_intercept=False, tol=1e-8)
    plain = SoftmaxRegression(0.1, "newton", fit_intercept=False, tol=1e-8)
    plain.fit(rbf_kernel(X, sigma=1.5), y)
    np.testing.assert_allclose(kernel.fit(X, y).coef_, plain.coef_)
    new = X[:4] + 0.1
    np.testing.assert_allclose(
        kernel.predict_proba(new), plain.predict_proba(rbf_kernel(new, X, sigma=1.5))
    )


@pytest.mark.parametrize("solver", ["lbfgs", "newton", "bound"])
def test_a_probability_counts_like_that_share_of_copies(solver):
    """A target (3/4, 1/4) is three copies with one label and one with the other."""
    X = rng.normal(size=(12, 2))
    T = np.eye(3)[np.arange(12) % 3]
    T[0] = 0.75, 0.25, 0.0
    copies = np.repeat(X, 4, axis=0)
    labels = np.repeat(np.arange(12) % 3, 4)
    labels[3] = 1
    soft = SoftmaxRegression(0.5, solver, tol=1e-9, max_iter=500).fit(X, T)
    hard = SoftmaxRegression(2.0, solver, tol=1e-9, max_iter=500).fit(copies, labels)
    np.testing.assert_allclose(soft.predict_proba(X), hard.predict_proba(X), atol=1e-6)
    np.testing.assert_array_equal(soft.classes_, [0, 1, 2])


def test_bounds_go_on_where_the_last_fit_stopped():
    model = SoftmaxRegression(1.0, "bound", tol=1e-6, max_iter=1000, warm_start=True)
    first = model.fit(IRIS.data, IRIS.target).n_iter_
    assert model.fit(IRIS.data, IRIS.target).n_iter_ == 1 < first


def test_warm_start_goes_on_where_the_last_fit_stopped():
    model = SoftmaxRegression(0.1, tol=1e-8, max_iter=1000, warm_start=True)
    first = model.fit(IRIS.data, IRIS.target).n_iter_
    assert model.fit(IRIS.data, IRIS.target).n_iter_ <= 2 < first
    assert model.fit(IRIS.data[:, :2], IRIS.target).coef_.shape == (2, 3)


def test_one_stochastic_step_goes_up_the_log_likelihood():
    Phi = rng.normal(size=(1, 4))
    start = rng.normal(size=(4, 3))
    W, steps = stochastic_ascent(Phi, np.eye(3)[[1]], step=0.5, max_iter=1, start=start)
    loss = Softmax()
    h = 1e-6
    slope = np.empty((4, 3))
    for place in np.ndindex(4, 3):
        nudge = np.zeros((4, 3))
        nudge[place] = h
        ends = (loss.value(Phi @ (start + s * nudge), np.array([1])) for s in (-1, 1))
        slope[place] = -np.diff([v[0] for v in ends])[0] / (2 * h)
    np.testing.assert_allclose((W - start) / 0.5, slope, atol=1e-8)
    assert steps == 1


def test_stochastic_ascent_comes_near_the_maximum():
    X = rng.normal(size=(200, 2))
    y = (X @ [2.0, -1.0] + rng.logistic(size=200) > 0).astype(int)
    sgd = SoftmaxRegression(0.0, "sgd", step=0.02, max_iter=50, tol=1e-9, random_state=0).fit(X, y)
    best = SoftmaxRegression(0.0, "newton", tol=1e-8).fit(X, y)
    assert not sgd.converged_
    assert sgd.n_iter_ == 50 * 200
    assert abs(sgd.predict_proba(X) - best.predict_proba(X)).max() < 0.1


def test_a_short_step_ends_the_ascent():
    Phi = np.array([[1.0]])
    T = np.eye(2)[[0]]
    _, steps = stochastic_ascent(Phi, T, step=1.0, tol=0.1, max_iter=1000, random_state=0)
    assert 1 < steps < 50


def test_log_sum_exp_is_finite_and_right():
    F = rng.normal(size=(20, 5)) * 30
    for shift in (-1000, 0, 1000):
        np.testing.assert_allclose(log_sum_exp(F + shift), logsumexp(F + shift, axis=1), rtol=1e-14)
    np.testing.assert_allclose(softmax_row(np.array([1000.0, 1000.0])), 0.5)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (np.zeros(6), "two classes"),
        (np.full((6, 2), 0.6), "sum to 1"),
        (np.tile([1.5, -0.5], (6, 1)), "y must hold values"),
        (np.tile([0.5, 0.5, 0.0], (6, 1)), "class 2 no probability"),
        (np.full((5, 2), 0.5), "y must have shape"),
    ],
)
def test_wrong_targets_are_named(y, message):
    with pytest.raises(ValueError, match=message):
        SoftmaxRegression().fit(np.arange(12.0).reshape(6, 2), y)


def test_the_stochastic_solver_takes_the_penalty():
    """Small steps end near the minimum of the same criterion."""
    X = IRIS.data - IRIS.data.mean(axis=0)
    best = SoftmaxRegression(lam=5.0, tol=1e-8, max_iter=1000).fit(X, IRIS.target)
    steps = SoftmaxRegression(
        lam=5.0, solver="sgd", step=0.003, tol=0.0, max_iter=400, random_state=0
    )
    with pytest.warns(ConvergenceWarning):  # tol=0 is never met
        steps.fit(X, IRIS.target)
    centred = best.coef_ - best.coef_.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(steps.coef_, centred, atol=0.08)
    plain = SoftmaxRegression(solver="sgd", random_state=0)
    with pytest.warns(ConvergenceWarning):
        assert plain.fit(X, IRIS.target).score(X, IRIS.target) > 0.9
