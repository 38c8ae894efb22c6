"""First-order methods, ADMM, reweighting, coordinate descent: one optimum, many ways."""

from functools import cache

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linprog, minimize
from scipy.sparse.linalg import aslinearoperator
from sklearn.linear_model import ElasticNet as PeerElasticNet

from mlcompanion.losses import Absolute, Huber, Logistic, Squared, Tukey
from mlcompanion.optimize import (
    DataFit,
    Quadratic,
    fista,
    gradient_descent,
    irls,
    ista,
    largest_eigenvalue,
    largest_singular_value,
    lasso_gap,
    least_squares_step,
    log_barrier,
    owlqn,
    reweighted_ridge,
    sparsa,
    subgradient_descent,
)
from mlcompanion.optimize.proximal import admm, coordinate_descent
from mlcompanion.prox import L1, FusedLasso, GroupNorm, RowNorm, SquaredL2, TotalVariation


def regression(n=40, b=60, seed=0):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, b))
    y = A[:, :5] @ rng.normal(size=5) * 3 + rng.normal(size=n)
    return A, y, 0.1 * np.abs(A.T @ y).max()


A, Y, LAM = regression()


@cache
def lasso():
    """The exact solution; a test that asks first has the loop compiled."""
    return coordinate_descent(A, Y, LAM, tol=1e-14).w


def objective(w, lam=LAM):
    return 0.5 * np.sum((Y - A @ w) ** 2) + lam * np.abs(w).sum()


def test_lasso_gap_certifies_and_conditions_hold():
    assert 0 <= lasso_gap(A, Y, lasso(), LAM) < 1e-9
    slopes = A.T @ (Y - A @ lasso())
    on = lasso() != 0
    np.testing.assert_allclose(slopes[on], LAM * np.sign(lasso()[on]), rtol=1e-6)
    assert np.abs(slopes[~on]).max() <= LAM
    for w in np.random.default_rng(1).normal(size=(20, 60)):
        assert objective(w) - objective(lasso()) <= lasso_gap(A, Y, w, LAM) + 1e-9


@pytest.mark.parametrize("eta", [0.0, 0.7, 20.0])
@pytest.mark.parametrize("shape", [(40, 60), (80, 10), (1, 1)])
def test_coordinate_descent_agrees_with_the_peer(shape, eta):
    A, y, lam = regression(*shape) if shape[1] > 5 else (np.ones((1, 1)), np.ones(1), 0.3)
    n = len(y)
    ours = coordinate_descent(A, y, lam, eta, tol=1e-13)
    assert ours.converged
    peer = PeerElasticNet(
        alpha=(lam + eta) / n,
        l1_ratio=lam / (lam + eta),
        fit_intercept=False,
        tol=1e-13,
        max_iter=100_000,
    ).fit(A, y)
    np.testing.assert_allclose(ours.w, peer.coef_, atol=1e-6)


def test_coordinate_descent_starts_where_it_is_told_and_ends_at_once_where_it_is_done():
    again = coordinate_descent(A, Y, LAM, start=lasso(), tol=1e-9)
    assert again.n_iter == 0
    np.testing.assert_array_equal(again.w, lasso())
    assert not coordinate_descent(A, Y, LAM, tol=1e-14, max_iter=2).converged
    zero = coordinate_descent(A, Y, 1.001 * np.abs(A.T @ Y).max())
    assert not zero.w.any()


@pytest.mark.parametrize("solver", [fista, ista])
@pytest.mark.parametrize(
    "options", [{}, {"backtracking": True}, {"monotone": True}, {"restart": True}], ids=str
)
def test_proximal_gradient_finds_the_lasso(solver, options):
    run = solver(DataFit(A, Y), L1(LAM), np.zeros(60), tol=1e-9, max_iter=50_000, **options)
    assert run.converged
    np.testing.assert_allclose(run.w, lasso(), atol=1e-6)
    assert len(run.objective) == run.n_iter + 1
    assert run.objective[-1] == pytest.approx(objective(lasso()))
    if solver is ista or options.get("monotone"):
        assert (np.diff(run.objective) <= 1e-9).all()


def test_rates_are_those_of_the_theory():
    """FISTA's gap obeys 2 L |w0 - w*|^2 / (t+1)^2, ISTA's L |w0 - w*|^2 / (2 t), at every step."""
    fit = DataFit(A, Y)
    best = objective(lasso())
    distance = fit.lipschitz() * lasso() @ lasso()
    t = np.arange(1, 301)
    fast = fista(fit, L1(LAM), np.zeros(60), tol=0, max_iter=300).objective[1:] - best
    slow = ista(fit, L1(LAM), np.zeros(60), tol=0, max_iter=300).objective[1:] - best
    assert (fast <= 2 * distance / (t + 1) ** 2 + 1e-9).all()
    assert (slow <= distance / (2 * t[: len(slow)]) + 1e-9).all()  # it may stop moving earlier
    assert fast[60] < slow[60]


def test_backtracking_never_needs_more_than_the_constant_times_the_growth():
    fit = DataFit(A, Y)
    run = fista(fit, L1(LAM), np.zeros(60), backtracking=True, growth=1.5, max_iter=200)
    assert run.lipschitz <= 1.5 * fit.lipschitz()


def test_a_stopping_rule_of_ones_own():
    seen = []
    run = fista(
        DataFit(A, Y),
        L1(LAM),
        np.zeros(60),
        stop=lambda w: lasso_gap(A, Y, w, LAM) < 1e-3,
        check_every=7,
        callback=lambda t, w: seen.append(t),
    )
    assert run.converged
    assert run.n_iter % 7 == 0
    assert seen == list(range(1, run.n_iter + 1))
    assert lasso_gap(A, Y, run.w, LAM) < 1e-3


def test_admm_finds_the_lasso_in_the_tall_and_the_wide_form():
    for n in (40, 90):
        A, y, lam = regression(n=n)
        want = coordinate_descent(A, y, lam, tol=1e-14).w
        run = admm(
            least_squares_step(A, y, rho=9.0), L1(lam), 60, rho=9.0, tol=1e-10, max_iter=40_000
        )
        assert run.converged
        np.testing.assert_allclose(run.z, want, atol=1e-6)
        assert ((run.z == 0) == (want == 0)).all()
        ridge = admm(
            least_squares_step(A, y, rho=9.0, ridge=2.5), L1(lam), 60, rho=9.0, tol=1e-10,
            max_iter=40_000,
        )  # fmt: skip
        np.testing.assert_allclose(
            ridge.z, coordinate_descent(A, y, lam, 2.5, tol=1e-14).w, atol=1e-6
        )


def test_admm_with_differences_is_the_fused_signal():
    v = np.repeat([0.0, 2.0, -1.0], 20) + 0.3 * np.random.default_rng(0).normal(size=60)
    F = sparse.diags_array([-np.ones(59), np.ones(59)], offsets=[0, 1], shape=(59, 60))
    want = TotalVariation(0.8).prox(v)
    for Phi in (None, np.eye(60)):
        solve = least_squares_step(Phi, v, F=F, rho=2.0)
        run = admm(solve, L1(0.8), 59, F=F, rho=2.0, tol=1e-11, max_iter=50_000)
        np.testing.assert_allclose(run.theta, want, atol=1e-6)


def test_admm_stops_by_either_rule():
    solve = least_squares_step(A, Y)
    loose = admm(solve, L1(LAM), 60, rule="step", tol=1e-2)
    tight = admm(solve, L1(LAM), 60, rule="step", tol=1e-5)
    assert loose.converged
    assert tight.converged
    assert loose.n_iter < tight.n_iter
    assert not admm(solve, L1(LAM), 60, tol=1e-12, max_iter=3).converged


def test_fused_lasso_by_proximal_gradient_is_that_of_admm():
    penalty = FusedLasso(3.0, 1.0)
    run = fista(DataFit(A, Y), penalty, np.zeros(60), tol=1e-10, max_iter=100_000)
    F = np.vstack([3.0 * np.diff(np.eye(60), axis=0), np.eye(60)])
    other = admm(
        least_squares_step(A, Y, F=F, rho=5.0), L1(1.0), 119, F=F, rho=5.0, tol=1e-10,
        max_iter=50_000,
    )  # fmt: skip
    np.testing.assert_allclose(run.w, other.theta, atol=1e-5)


def test_logistic_group_lasso_meets_its_optimality_conditions():
    y = np.sign(Y)
    groups = np.arange(60) // 3
    penalty = GroupNorm(groups, 4.0)
    fit = DataFit(A, y, Logistic())
    run = fista(fit, penalty, np.zeros(60), tol=1e-9, max_iter=50_000)
    slope = -fit.gradient(run.w)
    assert penalty.dual_norm(slope) == pytest.approx(1, abs=1e-6)
    assert slope @ run.w == pytest.approx(penalty.value(run.w), rel=1e-6)
    zero = penalty.group_norms(run.w) == 0
    assert 0 < zero.sum() < 20


def test_many_outputs_at_once():
    rng = np.random.default_rng(3)
    Y2 = np.column_stack([Y, rng.normal(size=40)])
    both = fista(DataFit(A, Y2), L1(LAM), np.zeros((60, 2)), tol=1e-9, max_iter=50_000).w
    np.testing.assert_allclose(both[:, 0], lasso(), atol=1e-6)
    rows = fista(DataFit(A, Y2), RowNorm(LAM), np.zeros((60, 2)), tol=1e-9, max_iter=50_000).w
    kept = np.linalg.norm(rows, axis=1) > 0
    assert (rows[kept] != 0).all()


def test_smooth_functions_have_right_gradients_and_constants():
    rng = np.random.default_rng(4)
    for loss in (Squared(), Logistic(), Huber(0.5)):
        fit = DataFit(A, np.sign(Y), loss)
        w = rng.normal(size=60)
        d = rng.normal(size=60)
        slope = (fit.value(w + 1e-6 * d) - fit.value(w - 1e-6 * d)) / 2e-6
        assert fit.gradient(w) @ d == pytest.approx(slope, rel=1e-5)
        for v in w + rng.normal(size=(20, 60)):
            moved = np.linalg.norm(fit.gradient(v) - fit.gradient(w))
            assert moved <= fit.lipschitz() * np.linalg.norm(v - w) * (1 + 1e-9)
    quadratic = Quadratic.from_least_squares(A, Y)
    fit = DataFit(A, Y)
    assert quadratic.value(w) == pytest.approx(fit.value(w))
    np.testing.assert_allclose(quadratic.gradient(w), fit.gradient(w))
    assert quadratic.lipschitz() == pytest.approx(fit.lipschitz())


def test_sparse_matrices_and_operators_are_as_good():
    S = sparse.csr_array(np.where(np.abs(A) > 1, A, 0))
    w = np.arange(60.0)
    for form in (S, S.toarray(), aslinearoperator(S)):
        fit = DataFit(form, Y)
        np.testing.assert_allclose(fit.gradient(w), S.T @ (S @ w - Y))
        assert fit.norm == pytest.approx(np.linalg.norm(S.toarray(), 2))
    assert largest_singular_value(A[:, :1]) == pytest.approx(np.linalg.norm(A[:, 0]))
    assert largest_singular_value(np.zeros((5, 4))) == 0.0
    assert largest_eigenvalue(np.diag([1.0, 3.0, 2.0])) == pytest.approx(3)


def test_gradient_descent_solves_ridge():
    run = gradient_descent(DataFit(A, Y), np.zeros(60), max_iter=1)
    assert run.objective[1] < run.objective[0]
    ridge = ista(DataFit(A, Y), SquaredL2(5.0), np.zeros(60), tol=1e-10, max_iter=50_000).w
    np.testing.assert_allclose(ridge, np.linalg.solve(A.T @ A + 5 * np.eye(60), A.T @ Y), atol=1e-7)


def test_subgradients_and_fobos_come_near():
    steps = 0.02 / np.sqrt(np.arange(1, 3001))

    def whole(w):
        r = A @ w - Y
        return objective(w), A.T @ r + LAM * np.sign(w)

    plain = subgradient_descent(whole, np.zeros(60), steps)
    assert plain.objective[-1] <= 1.05 * objective(lasso())
    assert (np.diff(plain.objective) <= 0).all()
    fit = DataFit(A, Y)
    fobos = subgradient_descent(fit.value_and_gradient, np.zeros(60), steps / 10, L1(LAM))
    assert fobos.objective[-1] <= 1.01 * objective(lasso())


def line(outlier=-4.0):
    rng = np.random.default_rng(5)
    x = np.linspace(-3, 3, 10)
    y = x + 0.2 * rng.normal(size=10)
    y[-1] = outlier
    return np.column_stack([np.ones(10), x]), y


def test_reweighting_minimises_huber():
    Phi, y = line()
    run = irls(Phi, y, Huber(1.0), tol=1e-10)
    best = minimize(lambda t: Huber(1.0).value(Phi @ t, y).sum(), [0.0, 0.0], tol=1e-12)
    assert run.objective[-1] == pytest.approx(best.fun, abs=1e-9)
    assert (np.diff(run.objective) <= 1e-12).all()
    assert run.weights[-1] < 0.5
    assert run.weights[:-1].min() > 0.5


def test_reweighting_reaches_least_absolute_deviations():
    Phi, y = line()
    run = irls(Phi, y, Absolute(), tol=1e-12, max_iter=5000)
    cost = np.r_[np.zeros(4), np.ones(10)]
    fitted = np.hstack([Phi, -Phi])
    A_ub = np.block([[fitted, -np.eye(10)], [-fitted, -np.eye(10)]])
    exact = linprog(cost, A_ub=A_ub, b_ub=np.r_[y, -y]).fun
    assert run.objective[-1] == pytest.approx(exact, abs=1e-6)


def test_reweighting_the_penalty_finds_the_lasso():
    run = irls(A, Y, Squared(), np.ones(60), l1=LAM, tol=1e-9, max_iter=5000)
    assert run.objective[-1] == pytest.approx(objective(lasso()), rel=1e-6)
    ridge = irls(A, Y, Squared(), ridge=5.0).theta
    np.testing.assert_allclose(ridge, np.linalg.solve(A.T @ A + 5 * np.eye(60), A.T @ Y))


@pytest.mark.parametrize("start", [np.zeros(60), np.full(60, -1e-13), np.eye(60)[0], None])
def test_reweighting_leaves_zero(start):
    """A coefficient of 0 has a quadratic bound of infinite curvature, and yet must get away."""
    for unit in (1.0, 1e-6):
        given = None if start is None else start * unit
        run = irls(A, Y * unit, Squared(), given, l1=LAM * unit, tol=1e-7, max_iter=5000)
        assert run.converged
        assert run.objective[-1] == pytest.approx(objective(lasso()) * unit**2, rel=1e-5)


def test_reweighting_a_robust_loss_leaves_zero():
    """The example that stayed at its start: Huber's loss with an l1 penalty."""
    y = Y.copy()
    y[3] += 100
    near, far = (
        irls(A, y, Huber(1.0), start, l1=2.0, tol=1e-8, max_iter=20_000)
        for start in (None, np.zeros(60))
    )
    assert near.converged
    assert far.converged
    assert far.objective[-1] == pytest.approx(near.objective[-1], rel=1e-5)
    slopes = A.T @ np.clip(y - A @ far.theta, -1, 1)
    assert np.abs(slopes).max() <= 2.0 * (1 + 1e-3)


def lasso_runs(A, y, lam):
    """The lasso by every iterative method that has a rule of its own."""
    fit = DataFit(A, y)
    penalty = L1(lam)
    zero = np.zeros(A.shape[1])
    step = least_squares_step(A, y, rho=np.sum(A**2) / A.shape[1])
    rho = np.sum(A**2) / A.shape[1]
    return {
        "ista": ista(fit, penalty, zero, tol=1e-8, max_iter=100_000).w,
        "fista": fista(fit, penalty, zero, tol=1e-9, restart=True, max_iter=100_000).w,
        "backtracking": fista(fit, penalty, zero, tol=1e-9, restart=True, backtracking=True).w,
        "sparsa": sparsa(fit, penalty, zero, tol=1e-9).w,
        "owlqn": owlqn(fit, lam, zero, tol=1e-8).w,
        "ridges": reweighted_ridge(fit, lam, step(zero), tol=1e-7, max_iter=2000).w,
        "admm": admm(step, penalty, A.shape[1], rho=rho, tol=1e-9, max_iter=100_000).z,
        "admm, short step": admm(step, penalty, A.shape[1], rho=rho, rule="step", tol=1e-9).z,
        "barrier": log_barrier(fit, lam, tol=1e-9, max_iter=500).w,
        "irls": irls(A, y, Squared(), l1=lam, tol=1e-7, max_iter=5000).theta,
    }


@pytest.mark.parametrize(("of_A", "of_y"), [(1, 1e-9), (1, 1e6), (1e-6, 1), (1e6, 1e-3)])
def test_units_of_the_data_change_no_answer(of_A, of_y):
    best = objective(lasso())
    for name, w in lasso_runs(A * of_A, Y * of_y, LAM * of_A * of_y).items():
        assert objective(w * of_A / of_y) == pytest.approx(best, rel=1e-5), name


def test_a_start_at_the_answer_is_recognised():
    fit = DataFit(A, Y)
    for solve in (fista, ista, sparsa):
        assert solve(fit, L1(LAM), lasso(), tol=1e-6).n_iter <= 3
    assert fista(fit, L1(2 * np.abs(A.T @ Y).max()), np.zeros(60)).n_iter == 1


def test_tukey_from_too_far_says_so():
    Phi, y = line(-40.0)
    with pytest.raises(ValueError, match="start"):
        irls(Phi, y, Tukey(0.5), start=[0.0, -50.0])


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: coordinate_descent(A, Y[:-1], LAM), "y"),
        (lambda: coordinate_descent(A, Y, 0.0), "lam"),
        (lambda: coordinate_descent(A, Y, LAM, -1.0), "eta"),
        (lambda: coordinate_descent(A, Y, LAM, start=np.zeros(3)), "start"),
        (lambda: DataFit(A, Y[:-1]), "y"),
        (lambda: DataFit(np.full((2, 2), np.nan), [1, 2]), "A"),
        (lambda: Quadratic(np.eye(3), np.ones(2)), "b must"),
        (lambda: fista(DataFit(A, Y), None, np.zeros(60), growth=1.0), "growth"),
        (lambda: fista(DataFit(A, Y), None, np.zeros(60), max_iter=0), "max_iter"),
        (lambda: fista(DataFit(A, Y, Absolute()), None, np.zeros(60)), "lipschitz"),
        (lambda: subgradient_descent(lambda w: (0, w), [1.0], [0.0]), "steps"),
        (lambda: admm(least_squares_step(A, Y), L1(1), 60, rule="never"), "rule"),
        (lambda: admm(least_squares_step(A, Y), L1(1), 60, rho=0), "rho"),
        (lambda: least_squares_step(A, Y, ridge=-1), "ridge"),
        (lambda: irls(A, Y, Squared(), l1=-1.0), "l1"),
        (lambda: irls(A, Y, Squared(), start=[1.0]), "start"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_untracked_runs_take_the_same_steps_and_own_momentum_counts():
    fit = DataFit(A, Y)
    penalty = L1(LAM)
    tracked = fista(fit, penalty, np.zeros(60), max_iter=50, tol=0.0)
    bare = fista(fit, penalty, np.zeros(60), max_iter=50, tol=0.0, track=False)
    np.testing.assert_array_equal(bare.w, tracked.w)
    assert len(bare.objective) == 2
    np.testing.assert_allclose(bare.objective, tracked.objective[[0, -1]])
    plain = ista(fit, penalty, np.zeros(60), max_iter=50, tol=0.0)
    still = fista(fit, penalty, np.zeros(60), max_iter=50, tol=0.0, momentum=lambda t: 0.0)
    np.testing.assert_array_equal(still.w, plain.w)


def test_the_best_iterate_is_returned_wherever_a_run_is_stopped():
    """Accelerated and subgradient steps rise now and then: what is returned never does."""
    fit = DataFit(A, Y)
    penalty = L1(LAM)
    start = np.zeros(A.shape[1])

    def objective(w):
        return fit.value(w) + penalty.value(w)

    plain = [objective(fista(fit, penalty, start, max_iter=t, tol=0).w) for t in range(1, 80)]
    assert max(np.diff(plain)) > 0
    best = [
        objective(fista(fit, penalty, start, max_iter=t, tol=0, monotone=True).w)
        for t in range(1, 80)
    ]
    assert max(np.diff(best)) <= 1e-12 * best[0]
    assert best[-1] < best[0]
