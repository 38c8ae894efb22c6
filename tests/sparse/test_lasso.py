"""The lasso, the elastic net, ADMM and the path, against optimality conditions and peers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.datasets import load_diabetes
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import ElasticNet as PeerElasticNet
from sklearn.linear_model import lars_path
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.optimize import lasso_gap
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.regression import gaussian_basis
from mlcompanion.sparse import ElasticNet, Lasso, admm_lasso, lasso_path


def problem(n=30, b=50, seed=0):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, b))
    return A, A[:, :4] @ [3.0, -2.0, 2.0, 1.0] + rng.normal(size=n)


@parametrize_with_checks([Lasso(lam=0.1), ElasticNet(lam=0.1)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("intercept", [False, True])
def test_elastic_net_is_the_peer_times_n(intercept):
    A, y = problem()
    y = y + 5
    ours = ElasticNet(2.0, 3.0, fit_intercept=intercept, tol=1e-12).fit(A, y)
    peer = PeerElasticNet(
        5 / 30, l1_ratio=2 / 5, fit_intercept=intercept, tol=1e-12, max_iter=100_000
    ).fit(A, y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-6)
    assert ours.intercept_ == pytest.approx(peer.intercept_, abs=1e-6)
    np.testing.assert_allclose(ours.predict(A), peer.predict(A), atol=1e-5)


def test_elastic_net_is_a_lasso_on_more_rows():
    A, y = problem()
    longer = np.vstack([A, np.sqrt(3.0) * np.eye(50)])
    lasso = Lasso(2.0, tol=1e-13, fit_intercept=False).fit(longer, np.r_[y, np.zeros(50)])
    np.testing.assert_allclose(
        ElasticNet(2.0, 3.0, tol=1e-13, fit_intercept=False).fit(A, y).coef_, lasso.coef_, atol=1e-6
    )


def test_constraint_and_penalty_are_the_same_problem():
    """The lasso's solution is the least squared error in the l1 ball of its own size."""
    A, y = problem(20, 5)
    w = Lasso(6.0, tol=1e-13, fit_intercept=False).fit(A, y).coef_
    radius = np.abs(w).sum()
    signed = np.hstack([A, -A])  # w = p - q with p, q >= 0
    best = minimize(
        lambda v: 0.5 * np.sum((y - signed @ v) ** 2),
        np.full(10, radius / 20),
        jac=lambda v: signed.T @ (signed @ v - y),
        bounds=[(0, None)] * 10,
        constraints={"type": "ineq", "fun": lambda v: radius - v.sum()},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    np.testing.assert_allclose(best.x[:5] - best.x[5:], w, atol=1e-4)


def test_admm_follows_the_listing():
    """Fig. 24.4, line by line, with lambda where the print shows 1, and a relative last line."""
    sample = make_sinc_trend(50, 0.2, random_state=3)
    K = gaussian_basis(sample.x, sigma=0.3)
    lam = 0.1
    inverse = np.linalg.inv(K @ K + np.eye(50))
    t_old = np.zeros(50)
    z = np.zeros(50)
    u = np.zeros(50)
    steps = 0
    longest = 0.0
    while steps < 1000:
        steps += 1
        t = inverse @ (K @ sample.y + z - u)
        z = np.maximum(0, t + u - lam) + np.minimum(0, t + u + lam)
        u = u + t - z
        longest = max(longest, np.linalg.norm(t))
        if np.linalg.norm(t - t_old) <= 1e-4 * longest:
            break
        t_old = t
    run = admm_lasso(K, sample.y, lam)
    assert run.n_iter == steps
    np.testing.assert_allclose(run.theta, t, atol=1e-8)
    np.testing.assert_allclose(run.z, z, atol=1e-8)
    long = admm_lasso(K, sample.y, lam, rule="residuals", tol=1e-12, max_iter=50_000)
    exact = coordinate_descent(K, sample.y, lam, tol=1e-14).w
    np.testing.assert_array_equal(long.z == 0, exact == 0)
    np.testing.assert_allclose(long.z, exact, atol=1e-5)


def test_admm_groups_and_squares():
    A, y = problem(60, 12)
    groups = np.arange(12) // 3
    run = admm_lasso(A, y, 20.0, groups=groups, rho=20.0, rule="residuals", tol=1e-10)
    slope = A.T @ (y - A @ run.z)
    sizes = np.sqrt(np.bincount(groups, run.z**2))
    assert 0 < (sizes == 0).sum() < 4
    for g in range(4):
        part = groups == g
        if sizes[g]:
            np.testing.assert_allclose(slope[part], 20 * run.z[part] / sizes[g], atol=1e-5)
        else:
            assert np.linalg.norm(slope[part]) <= 20
    net = admm_lasso(A, y, 5.0, eta=7.0, rho=20.0, rule="residuals", tol=1e-11)
    np.testing.assert_allclose(net.z, coordinate_descent(A, y, 5.0, 7.0, tol=1e-14).w, atol=1e-6)


def test_path_is_that_of_lars():
    X, y = load_diabetes(return_X_y=True)
    y = y - y.mean()
    knots, _, corners = lars_path(X, y, method="lasso")
    lams = np.array([700.0, 300.0, 100.0, 20.0, 3.0, 1.0])
    path = lasso_path(X, y, lams[::-1], tol=1e-12)
    np.testing.assert_array_equal(path.lams, lams)
    want = [np.interp(lam / len(y), knots[::-1], c[::-1]) for lam in lams for c in corners]
    np.testing.assert_allclose(path.coefs, np.reshape(want, (6, 10)), atol=1e-2)
    assert (path.gaps <= 1e-12 * 0.5 * y @ y).all()
    full = lasso_path(X, y)
    assert not full.coefs[0].any()
    assert full.coefs[1].any()


@settings(max_examples=25, deadline=None)
@given(
    n=st.integers(2, 12), b=st.integers(1, 20), seed=st.integers(0, 10**6),
    share=st.floats(0.05, 0.9), eta=st.sampled_from([0.0, 0.5]),
)  # fmt: skip
def test_conditions_hold_and_no_more_non_zeros_than_samples(n, b, seed, share, eta):
    A = np.random.default_rng(seed).normal(size=(n, b))
    y = np.arange(float(n)) - 1
    lam = share * np.abs(A.T @ y).max()
    model = (
        ElasticNet(lam, eta, tol=1e-12, fit_intercept=False).fit(A, y)
        if eta
        else Lasso(lam, tol=1e-12, fit_intercept=False).fit(A, y)
    )
    w = model.coef_
    assert model.gap_ == pytest.approx(lasso_gap(A, y, w, lam, eta), abs=1e-9)
    slope = A.T @ (y - A @ w) - eta * w
    scale = np.sqrt(2 * model.gap_ + 1e-12) * np.linalg.norm(A, 2) + eta
    assert np.abs(slope).max() <= lam + 2 * scale
    if eta == 0 and model.n_iter_ < 100_000:
        assert np.sum(np.abs(w) > 1e-9 * np.abs(w).max()) <= n  # a tie may leave a rounding error


def test_jumps_do_not_change_the_answer_on_nearly_dependent_columns():
    sample = make_sinc_trend(80, 0.2, random_state=0)
    K = gaussian_basis(sample.x, sigma=0.5)
    run = coordinate_descent(K, sample.y, 0.05, tol=1e-10, max_iter=200_000)
    assert run.converged
    assert lasso_gap(K, sample.y, run.w, 0.05) == pytest.approx(run.gap, abs=1e-12)
    same = np.column_stack([K[:, :3], K[:, :3], np.zeros(80)])
    twice = coordinate_descent(same, sample.y, 0.05, tol=1e-12)
    assert twice.converged
    assert twice.w[-1] == 0


def test_unconverged_fits_warn():
    A, y = problem()
    with pytest.warns(ConvergenceWarning, match="Lasso"):
        Lasso(0.1, tol=1e-15, max_iter=1, fit_intercept=False).fit(A, y)


A0, Y0 = problem()


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: admm_lasso(A0, Y0[:-1], 1.0), "Phi"),
        (lambda: admm_lasso(A0, Y0, -1.0), "lam"),
        (lambda: admm_lasso(A0, Y0, 1.0, F=np.eye(3)), "F"),
        (lambda: admm_lasso(A0, Y0, 1.0, eta=-1.0), "eta"),
        (lambda: admm_lasso(A0, Y0, 1.0, groups=[0, 1]), "groups"),
        (lambda: admm_lasso(A0, np.full(30, np.nan), 1.0), "y"),
        (lambda: lasso_path(A0, Y0, [0.0]), "lam"),
        (lambda: lasso_path(A0, Y0, ratio=2.0), "ratio"),
        (lambda: lasso_path(A0, Y0[:3]), "y"),
        (lambda: Lasso(0.0, fit_intercept=False).fit(A0, Y0), "lam"),
        (lambda: ElasticNet(1.0, -1.0, fit_intercept=False).fit(A0, Y0), "eta"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
