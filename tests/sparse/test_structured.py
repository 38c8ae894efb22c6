"""Groups, jumps and rank: optimality conditions, ADMM, and closed forms."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.prox import L1, GroupNorm, TraceNorm, tv_denoise
from mlcompanion.sparse import FusedLasso, GroupLasso, TraceNormRegression, admm_lasso
from mlcompanion.sparse.structured.penalties import norm_gap

RNG = np.random.default_rng(0)
A = RNG.normal(size=(40, 60))
Y = A[:, :6] @ [2.0, -1.0, 1.0, 3.0, 1.0, -2.0] + RNG.normal(size=40)


@parametrize_with_checks(
    [
        GroupLasso(lam=0.1),
        FusedLasso(0.1, tol=1e-6),
        TraceNormRegression(lam=0.1),
    ]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def test_gap_is_that_of_the_lasso_and_bounds_the_objective():
    w = coordinate_descent(A, Y, 3.0, tol=1e-13).w
    assert 0 <= norm_gap(A, Y, w, L1(3.0)) < 1e-9

    def objective(v):
        return 0.5 * np.sum((Y - A @ v) ** 2) + 3 * np.abs(v).sum()

    for v in RNG.normal(size=(20, 60)):
        assert objective(v) - objective(w) <= norm_gap(A, Y, v, L1(3.0)) + 1e-9


@pytest.mark.parametrize("shape", [(40, 60), (200, 30)])
def test_group_lasso_meets_its_conditions(shape):
    n, b = shape
    X = np.random.default_rng(1).normal(size=shape)
    y = X[:, :6].sum(axis=1) + np.random.default_rng(2).normal(size=n)
    groups = np.arange(b) // 3
    weights = np.linspace(0.8, 1.2, b // 3)
    model = GroupLasso(groups, 20.0, weights, tol=1e-11, fit_intercept=False).fit(X, y)
    norm = GroupNorm(groups, 20.0, weights)
    slope = X.T @ (y - X @ model.coef_)
    assert norm.dual_norm(slope) == pytest.approx(1, abs=1e-4)
    assert slope @ model.coef_ == pytest.approx(norm.value(model.coef_), rel=1e-6)
    zero = norm.group_norms(model.coef_) == 0
    assert 0 < zero.sum() < b // 3
    assert model.gap_ <= 1e-11 * 0.5 * y @ y


def test_groups_of_one_are_the_lasso():
    want = coordinate_descent(A, Y, 3.0, tol=1e-13).w
    np.testing.assert_allclose(
        GroupLasso(lam=3.0, tol=1e-12, fit_intercept=False).fit(A, Y).coef_, want, atol=1e-5
    )


def test_fused_lasso_of_a_signal_is_the_taut_string():
    v = np.repeat([0.0, 2.0, -1.0], 20) + 0.3 * RNG.normal(size=60)
    model = FusedLasso(0.8, tol=1e-12, fit_intercept=False).fit(np.eye(60), v)
    np.testing.assert_allclose(model.coef_, tv_denoise(v, 0.8), atol=1e-9)
    F = sparse.diags_array([-np.ones(59), np.ones(59)], offsets=[0, 1], shape=(59, 60))
    run = admm_lasso(None, v, 0.8, F=F, rule="residuals", tol=1e-11, max_iter=50_000)
    np.testing.assert_allclose(run.theta, model.coef_, atol=1e-6)


def test_fused_lasso_is_that_of_admm():
    F = np.diff(np.eye(60), axis=0)
    run = admm_lasso(A, Y, 4.0, F=F, rho=5.0, rule="residuals", tol=1e-11, max_iter=50_000)
    np.testing.assert_allclose(
        FusedLasso(4.0, tol=1e-11, fit_intercept=False).fit(A, Y).coef_, run.theta, atol=1e-5
    )


def test_trace_norm_meets_its_conditions_and_one_row_is_one_group():
    X = np.random.default_rng(3).normal(size=(60, 48))
    theta = np.random.default_rng(4).normal(size=(8, 2)) @ np.random.default_rng(5).normal(
        size=(2, 6)
    )
    y = X @ theta.ravel()
    model = TraceNormRegression((8, 6), 10.0, tol=1e-11, fit_intercept=False).fit(X, y)
    norm = TraceNorm(10.0)
    slope = (X.T @ (y - X @ model.coef_)).reshape(8, 6)
    assert norm.dual_norm(slope) == pytest.approx(1, abs=1e-4)
    assert np.vdot(slope, model.coef_) == pytest.approx(
        norm.value(model.coef_.reshape(8, 6)), rel=1e-5
    )
    assert model.rank_ < 6
    row = TraceNormRegression(lam=10.0, tol=1e-11, fit_intercept=False).fit(X, y).coef_
    group = GroupLasso(np.zeros(48, int), 10.0, tol=1e-11, fit_intercept=False).fit(X, y).coef_
    np.testing.assert_allclose(row, group, atol=1e-5)


def test_diagonal_inputs_turn_the_trace_norm_into_the_lasso():
    D = np.random.default_rng(6).normal(size=(30, 5))
    y = D @ [3.0, 0.0, -2.0, 0.0, 0.1]
    X = np.array([np.diag(d).ravel() for d in D])
    model = TraceNormRegression((5, 5), 6.0, tol=1e-13, fit_intercept=False).fit(X, y)
    want = coordinate_descent(D, y, 6.0, tol=1e-13).w
    np.testing.assert_allclose(model.coef_.reshape(5, 5), np.diag(want), atol=1e-5)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: GroupLasso([0, 1], fit_intercept=False).fit(A, Y), "groups"),
        (lambda: GroupLasso(lam=-1.0, fit_intercept=False).fit(A, Y), "lam"),
        (lambda: GroupLasso(tol=-1.0, fit_intercept=False).fit(A, Y), "tol"),
        (lambda: FusedLasso(-1.0, fit_intercept=False).fit(A, Y), "fuse"),
        (lambda: TraceNormRegression((7, 7), fit_intercept=False).fit(A, Y), "shape"),
        (lambda: TraceNormRegression((0, 7), fit_intercept=False).fit(A, Y), "shape"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
