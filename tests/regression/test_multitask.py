"""Multitask ridge against stacked least squares, separate and pooled ridge, and each other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_turned_tasks
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression import MultitaskRidge, Ridge
from mlcompanion.regression.tasks.multitask import (
    MultioutputRidge,
    learn_similarity,
    multitask_parameters,
    multitask_weights,
    task_penalty,
)


def problem(seed, T=4, b=3, n=12):
    """Random samples of every task, symmetric similarities with zeros, and penalties."""
    rng = np.random.default_rng(seed)
    task = rng.permutation(np.arange(n) % T)
    gamma = rng.exponential(size=(T, T)) * (rng.random((T, T)) < 0.6)
    return rng.normal(size=(n, b)), rng.normal(size=n), task, gamma + gamma.T, rng.random(T) + 0.01


def stacked(Phi, y, task, gamma, lam):
    """Least squares on rows for the samples, the penalties and every pair of tasks."""
    n, b = Phi.shape
    T = len(lam)
    rows = np.zeros((n, T, b))
    right = [y]
    rows[np.arange(n), task] = Phi
    rows = [rows.reshape(n, -1), np.kron(np.diag(np.sqrt(lam)), np.eye(b))]
    for t in range(T):
        for s in range(T):
            pair = np.eye(T)[t] - np.eye(T)[s]
            rows.append(np.kron(np.sqrt(gamma[t, s] / 2) * pair, np.eye(b)))
    rows = np.vstack(rows)
    right = np.concatenate([y, np.zeros(len(rows) - n)])
    return np.linalg.lstsq(rows, right, rcond=None)[0].reshape(T, b)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), T=st.integers(1, 5), b=st.integers(1, 4))
def test_both_forms_minimise_the_criterion(seed, T, b):
    Phi, y, task, gamma, lam = problem(seed, T, b)
    C = task_penalty(gamma, lam)
    wanted = stacked(Phi, y, task, gamma, lam)
    np.testing.assert_allclose(multitask_parameters(Phi, y, task, C), wanted, atol=1e-7)
    weights = multitask_weights(Phi @ Phi.T, y, task, C)
    np.testing.assert_allclose(weights @ Phi, wanted, atol=1e-7)


def test_penalty_matrix_by_hand():
    gamma = np.array([[7, 1, 2], [1, 7, 0], [2, 0, 7.0]])
    by_hand = [[3.5, -1, -2], [-1, 1.25, 0], [-2, 0, 2.125]]
    np.testing.assert_allclose(task_penalty(gamma, [0.5, 0.25, 0.125]), by_hand)
    np.testing.assert_allclose(task_penalty(2.0, 0.5, 3), 6.5 * np.eye(3) - 2)
    with pytest.raises(ValueError, match="n_tasks must be given"):
        task_penalty(1.0, 0.1)


def test_from_separate_to_pooled_ridge():
    Phi, y, task, _, lam = problem(0, n=40)
    apart = MultitaskRidge(0.0, lam).fit(Phi, y, task).coef_
    for t in range(4):
        own = task == t
        alone = Ridge(lam[t], fit_intercept=False).fit(Phi[own], y[own])
        np.testing.assert_allclose(apart[t], alone.coef_, atol=1e-10)
    together = MultitaskRidge(1e7, lam).fit(Phi, y, task).coef_
    pooled = Ridge(lam.sum(), fit_intercept=False).fit(Phi, y).coef_
    np.testing.assert_allclose(together, np.tile(pooled, (4, 1)), atol=1e-5)


@pytest.mark.parametrize("form", ["parameters", "samples"])
def test_estimator_in_both_forms(form):
    data = make_turned_tasks(random_state=0)
    model = MultitaskRidge(1.0, 0.01, form=form).fit(data.X, data.y, data.task)
    auto = MultitaskRidge(1.0, 0.01).fit(data.X, data.y, data.task)
    np.testing.assert_allclose(model.coef_, auto.coef_, atol=1e-10)
    wanted = np.sum(data.X * model.coef_[data.task], axis=1)
    np.testing.assert_allclose(model.predict(data.X, data.task), wanted)
    assert 0 < model.score(data.X, data.y, data.task) < 1


def test_what_an_estimator_of_tasks_refuses():
    data = make_turned_tasks(random_state=0)
    with pytest.raises(ValueError, match="without a gap"):
        MultitaskRidge().fit(data.X, data.y, 2 * data.task)
    model = MultitaskRidge().fit(data.X, data.y, data.task)
    with pytest.raises(ValueError, match="task must be given"):
        model.predict(data.X)
    with pytest.raises(ValueError, match="task"):
        model.predict(data.X, data.task + 1)
    with pytest.raises(ValueError, match="gamma must have shape"):
        MultitaskRidge(np.eye(5)).fit(data.X, data.y, data.task)


def test_kernel_form_is_the_product_kernel():
    """Kernel ridge regression with the kernel C^-1[t, t'] k(x, x')."""
    Phi, y, task, gamma, lam = problem(3)
    K = rbf_kernel(Phi)
    new = np.random.default_rng(4).normal(size=(5, 3))
    C = task_penalty(gamma, lam)
    between = np.linalg.inv(C)
    product = between[np.ix_(task, task)] * K
    for t in range(4):
        k_new = between[t, task] * rbf_kernel(new, Phi)
        wanted = k_new @ np.linalg.solve(product + np.eye(len(y)), y)
        weights = multitask_weights(K, y, task, C)
        np.testing.assert_allclose(rbf_kernel(new, Phi) @ weights[t], wanted, atol=1e-9)


def test_outputs_of_the_same_inputs_are_tasks():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(9, 4))
    Y = rng.normal(size=(9, 3))
    _, _, _, gamma, lam = problem(5, T=3)
    model = MultioutputRidge(gamma, lam).fit(X, Y)
    as_tasks = MultitaskRidge(gamma, lam).fit(
        np.tile(X, (3, 1)), Y.T.ravel(), np.repeat(np.arange(3), 9)
    )
    np.testing.assert_allclose(model.coef_, as_tasks.coef_, atol=1e-9)
    np.testing.assert_allclose(model.predict(X), X @ model.coef_.T)


def test_learned_similarity_tells_groups_apart():
    angles = np.repeat([0.0, np.pi / 2], 2)
    data = make_turned_tasks(angles, per_class=30, random_state=0)
    found = learn_similarity(data.X, data.y, data.task, kappa=8.0)
    assert found.converged
    assert found.gamma[0, 1] > 0.5 > 0.3 > found.gamma[:2, 2:].max()
    refit = MultitaskRidge(found.gamma, 0.1).fit(data.X, data.y, data.task).coef_
    np.testing.assert_allclose(refit, found.coef, atol=1e-4)  # a fixed point
    assert not learn_similarity(data.X, data.y, data.task, tol=0, max_iter=2).converged


@parametrize_with_checks([MultitaskRidge(), MultioutputRidge()])
def test_scikit_learn_contract(estimator, check):
    check(estimator)
