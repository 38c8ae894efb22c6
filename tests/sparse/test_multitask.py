"""Shared subspaces and features against estimators on matrix inputs, and by certificates."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import MultiTaskLasso
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.prox import RowNorm
from mlcompanion.sparse import TraceNormRegression
from mlcompanion.sparse.multitask.row_norms import (
    MultitaskRowNorm,
    MultitaskTraceNorm,
    TaskLeastSquares,
)


def problem(seed=0, T=4, b=3, n=30, rank=1):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(T, rank)) @ rng.normal(size=(rank, b))
    X = rng.normal(size=(n, b))
    task = np.arange(n) % T
    return X, np.sum(X * truth[task], axis=1) + 0.1 * rng.normal(size=n), task


def as_matrices(X, task, T):
    """The vectors of the rows of phi(x_i) e_t'."""
    return np.einsum("ij,it->ijt", X, np.eye(T)[task]).reshape(len(X), -1)


def test_smooth_part_is_least_squares_on_matrix_inputs():
    X, y, task = problem()
    ours = TaskLeastSquares(X, y, task)
    Theta = np.random.default_rng(1).normal(size=(3, 4))
    A = as_matrices(X, task, 4)
    residual = A @ Theta.ravel() - y
    assert ours.value(Theta) == pytest.approx(0.5 * residual @ residual)
    np.testing.assert_allclose(ours.value_and_gradient(Theta)[1].ravel(), A.T @ residual)
    spectrum = np.linalg.eigvalsh(A.T @ A)
    assert ours.lipschitz() == pytest.approx(spectrum[-1])


@pytest.mark.parametrize("lam", [0.01, 1.0, 1e4])
def test_trace_norm_agrees_with_matrix_inputs(lam):
    X, y, task = problem()
    ours = MultitaskTraceNorm(lam, tol=1e-12).fit(X, y, task)
    peer = TraceNormRegression((3, 4), lam, fit_intercept=False, tol=1e-12)
    peer.fit(as_matrices(X, task, 4), y)
    np.testing.assert_allclose(ours.coef_.T.ravel(), peer.coef_, atol=1e-5)
    assert ours.rank_ == {0.01: 3, 1.0: 1, 1e4: 0}[lam]
    assert ours.gap_ <= 1e-12 * 0.5 * (y @ y)


def test_row_norm_agrees_with_the_multi_task_lasso():
    """Its outputs share their inputs, so every input stands once for each task."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(25, 6))
    Y = X[:, :2] @ rng.normal(size=(2, 3)) + 0.1 * rng.normal(size=(25, 3))
    lam = 3.0
    peer = MultiTaskLasso(lam / 25, fit_intercept=False, tol=1e-10, max_iter=10_000).fit(X, Y)
    stacked = np.tile(X, (3, 1)), Y.T.ravel(), np.repeat(np.arange(3), 25)
    ours = MultitaskRowNorm(lam, tol=1e-12).fit(*stacked)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-5)
    np.testing.assert_array_equal((ours.coef_ == 0).all(axis=0), (peer.coef_ == 0).all(axis=0))
    assert (ours.coef_ == 0).all(axis=0).sum() >= 2


def test_gap_bounds_the_distance_from_the_minimum():
    X, y, task = problem(3)
    smooth = TaskLeastSquares(X, y, task)
    norm = RowNorm(2.0)
    best = MultitaskRowNorm(2.0, tol=1e-13).fit(X, y, task).coef_.T
    least = smooth.value(best) + norm.value(best)
    for scale in (0.0, 0.01, 1.0):
        Theta = best + scale * np.random.default_rng(4).normal(size=best.shape)
        above = smooth.value(Theta) + norm.value(Theta) - least
        assert above - 1e-9 <= smooth.gap(Theta, norm)
    assert smooth.gap(best, norm) < 1e-9


def test_too_few_steps_are_told():
    with pytest.warns(ConvergenceWarning, match="MultitaskTraceNorm stopped after 3 steps"):
        MultitaskTraceNorm(0.1, tol=1e-14, max_iter=3).fit(*problem())


@parametrize_with_checks([MultitaskTraceNorm(), MultitaskRowNorm()])
def test_scikit_learn_contract(estimator, check):
    check(estimator)
