"""Solvers with a sample a step, beside loops that store everything and look at all of it."""

import warnings

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize_scalar
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC
from small_sum import DENSE, LAM, OPTIMUM, SIGNS, SPARSE, TOTAL, N, X, row_gradient, slope

from mlcompanion.losses import Hinge, Logistic, Squared, SquaredHinge
from mlcompanion.optimize.finite_sums import (
    FiniteSum,
    asgd,
    decreasing_steps,
    growing_batch,
    miso,
    next_batch,
    olbfgs,
    sag,
    sdca,
    sgd,
    smd,
    svrg,
)
from mlcompanion.optimize.finite_sums.sdca import _best_slope

LINEAR = [
    (sag, {}),
    (sag, {"line_search": True}),
    (svrg, {}),
    (sdca, {}),
    (sdca, {"step": "safe"}),
    (miso, {"bound": "lower"}),
]
ALL = [*LINEAR, (miso, {}), (sgd, {}), (asgd, {}), (smd, {}), (olbfgs, {}), (growing_batch, {})]


def quiet(solve, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return solve(*args, **options)


@pytest.mark.parametrize(("solve", "options"), LINEAR)
@pytest.mark.parametrize("problem", [DENSE, SPARSE])
def test_the_optimum_is_an_independent_solvers(solve, options, problem):
    run = solve(problem, tol=1e-8, max_passes=2000, random_state=0, **options)
    assert run.converged
    assert run.w == pytest.approx(OPTIMUM, abs=1e-6)


@pytest.mark.parametrize(("solve", "options"), ALL)
def test_a_sum_is_a_mean_with_another_ridge(solve, options):
    run = solve(DENSE, tol=0, max_passes=3, random_state=1, **options)
    if solve is olbfgs or solve is smd:
        options = {**options, "step": 0.1 if solve is olbfgs else None}
        options["meta" if solve is smd else "damping"] = 0.1 / N if solve is smd else 0.0
    total = solve(TOTAL, tol=0, max_passes=3, random_state=1, **options)
    assert total.w == pytest.approx(run.w, rel=1e-9)
    assert total.objective == pytest.approx(N * run.objective, rel=1e-9)


@pytest.mark.parametrize(("solve", "options"), ALL)
def test_sparse_rows_take_the_same_steps(solve, options):
    dense = solve(DENSE, tol=0, max_passes=4, random_state=2, **options)
    stored = solve(SPARSE, tol=0, max_passes=4, random_state=2, **options)
    assert stored.w == pytest.approx(dense.w, rel=1e-9, abs=1e-12)
    assert stored.work.entries < dense.work.entries


@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("batch", [1, 3])
def test_sgd_and_its_mean_are_the_printed_steps(batch, replace):
    rng = np.random.default_rng(4)
    w = np.zeros(6)
    L = DENSE.row_lipschitz().max()
    met = []
    k = 0
    for _ in range(3):
        order = rng.integers(N, size=N) if replace else rng.permutation(N)
        for begin in range(0, N, batch):
            rows = order[begin : begin + batch]
            mean = np.mean([row_gradient(i, w) for i in rows], axis=0)
            w = w - mean / (LAM * k + L)
            met.append(w)
            k += 1
    options = {"batch": batch, "replace": replace, "max_passes": 3, "random_state": 4}
    assert sgd(DENSE, **options).w == pytest.approx(w, rel=1e-10)
    mean = np.mean(met[k // 3 :], axis=0)
    assert asgd(DENSE, **options).w == pytest.approx(mean, rel=1e-10)
    assert asgd(SPARSE, average_from=0, **options).w == pytest.approx(np.mean(met, axis=0))


def test_steps_begin_at_the_steepest_sample():
    steps = decreasing_steps(DENSE)(np.array([0, 10]))
    L = DENSE.row_lipschitz().max()
    assert steps == pytest.approx([1 / L, 1 / (L + 10 * LAM)])
    free = FiniteSum(X, SIGNS, Logistic())
    L = free.row_lipschitz().max()
    assert decreasing_steps(free)(np.array([3])) == pytest.approx([1 / (2 * L)])


def stored_gradients(rng, n_passes):
    """SAG with a table of gradients, by the letter."""
    table = np.zeros((N, 6))
    w = np.zeros(6)
    step = 1 / DENSE.row_lipschitz().max()
    for _ in range(n_passes):
        for i in rng.integers(N, size=N):
            table[i] = slope(i, w) * X[i]
            w = w - step * (table.sum(axis=0) / N + LAM * w)
    return w


def test_sag_steps_along_the_mean_of_the_stored_gradients():
    want = stored_gradients(np.random.default_rng(5), 4)
    run = sag(DENSE, tol=0, max_passes=4, random_state=5)
    assert run.w == pytest.approx(want, rel=1e-9)


def test_svrg_corrects_by_the_full_gradient():
    rng = np.random.default_rng(6)
    w = np.zeros(6)
    step = 0.5 / DENSE.row_lipschitz().max()
    for _ in range(2):
        anchor = w.copy()
        full = DENSE.gradient(anchor)
        for size in (N, 20):
            for i in rng.integers(N, size=size):
                w = w - step * (row_gradient(i, w) - row_gradient(i, anchor) + full)
    run = svrg(DENSE, inner=60, tol=0, max_passes=5, random_state=6)
    assert run.w == pytest.approx(w, rel=1e-10)
    assert run.passes[-1] == 5
    assert run.passes.tolist() == [0, 2, 2.5, 4.5, 5]


def test_sdca_takes_each_dual_variable_to_its_best_value():
    rng = np.random.default_rng(7)
    alpha = np.zeros(N)
    for i in rng.permutation(N):

        def dual(a, i=i):
            others = alpha.copy()
            others[i] = a
            v = X.T @ others / (LAM * N)
            p = np.clip(others * SIGNS, 1e-300, 1 - 1e-16)
            entropy = -(p * np.log(p) + (1 - p) * np.log(1 - p)).sum() / N
            return 0.5 * LAM * v @ v - entropy

        ends = sorted((0.0, SIGNS[i]))
        alpha[i] = minimize_scalar(dual, bounds=ends, method="bounded",
                                   options={"xatol": 1e-10}).x  # fmt: skip
    run = sdca(DENSE, tol=0, max_passes=1, random_state=7)
    assert run.dual == pytest.approx(alpha, abs=1e-6)
    assert run.w == pytest.approx(X.T @ alpha / (LAM * N), abs=1e-5)


def test_the_best_dual_value_is_found_from_the_flat_ends_of_the_loss():
    loss = Logistic()
    rng = np.random.default_rng(0)
    for _ in range(20_000):
        score = rng.normal() * 10 ** rng.uniform(-1, 1.5)
        q = 10 ** rng.uniform(-2, 3)
        y = rng.choice([-1.0, 1.0])
        v = _best_slope(loss.compiled, score, y, q)
        assert abs(v - loss.derivative(score - v * q, y)) < 1e-12


def test_sdca_converges_where_rows_are_long_beside_the_ridge():
    long = FiniteSum(5 * X, SIGNS, Logistic(), 1 / N)
    run = sdca(long, tol=1e-8, max_passes=2000, random_state=0)
    assert run.converged


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge()])
def test_sdca_agrees_with_liblinear(loss):
    name = "hinge" if isinstance(loss, Hinge) else "squared_hinge"
    run = quiet(sdca, FiniteSum(X, SIGNS, loss, LAM), tol=0, max_passes=2000, random_state=0)
    C = 1 / (N * LAM) * (1 if name == "hinge" else 0.5)  # liblinear's square has no half
    peer = LinearSVC(C=C, loss=name, dual=True, fit_intercept=False, tol=1e-9, max_iter=10**6)
    assert run.w == pytest.approx(peer.fit(X, SIGNS).coef_[0], abs=1e-4)


def test_miso_steps_to_the_least_point_of_the_mean_of_the_bounds():
    rng = np.random.default_rng(8)
    L = DENSE.row_lipschitz().max()
    minima = np.array([-row_gradient(i, np.zeros(6)) / L for i in range(N)])
    w = minima.mean(axis=0)
    for _ in range(2):
        for i in rng.permutation(N):
            minima[i] = w - row_gradient(i, w) / L
            w = minima.mean(axis=0)
    run = miso(DENSE, tol=0, max_passes=3, random_state=8)
    assert run.w == pytest.approx(w, rel=1e-10)

    rng = np.random.default_rng(8)
    share = min(1, LAM * N / (2 * (L - LAM)))
    minima = np.zeros((N, 6))
    w = np.zeros(6)
    for i in rng.permutation(N):
        minima[i] = (1 - share) * minima[i] - share * slope(i, w) * X[i] / LAM
        w = minima.mean(axis=0)
    run = miso(DENSE, bound="lower", tol=0, max_passes=1, random_state=8)
    assert run.w == pytest.approx(w, rel=1e-10)


def test_smd_gains_follow_the_trace():
    rng = np.random.default_rng(9)
    w = np.zeros(6)
    gains = np.full(6, 0.1 / DENSE.row_lipschitz().max())
    trace = np.zeros(6)
    for _ in range(2):
        order = rng.integers(N, size=N)
        for begin in range(0, N, 3):
            rows = order[begin : begin + 3]
            g = np.mean([row_gradient(i, w) for i in rows], axis=0)
            s = np.array([abs(slope(i, w)) for i in rows])
            H = (X[rows].T * (s * (1 - s))) @ X[rows] / len(rows) + LAM * np.eye(6)
            Hv = H @ trace
            gains = gains * np.maximum(0.5, 1 - 5.0 * g * trace)
            w = w - gains * g
            trace = 0.9 * trace - gains * (g + 0.9 * Hv)
    run = smd(DENSE, meta=5.0, memory=0.9, batch=3, max_passes=2, random_state=9)
    assert run.w == pytest.approx(w, rel=1e-9)
    assert run.work.curvature_samples == run.work.gradient_samples == 2 * N


def test_online_lbfgs_on_all_samples_is_a_quasi_newton_method():
    L = DENSE.row_lipschitz().max()
    w = np.zeros(6)
    H = None
    pairs = []
    for k in range(4):
        g = DENSE.gradient(w)
        p = g / (0.1 * L) if H is None else H @ g
        s = -0.1 * 5 / (5 + k) * p
        y = DENSE.gradient(w + s) - g
        w = w + s
        pairs = [*pairs, (s, y)]
        H = s @ y / (y @ y) * np.eye(6)
        for a, b in pairs:
            V = np.eye(6) - np.outer(a, b) / (a @ b)
            H = V @ H @ V.T + np.outer(a, a) / (a @ b)
    run = olbfgs(DENSE, batch=N, decay=5, max_passes=8, random_state=0)
    assert run.w == pytest.approx(w, rel=1e-8)
    assert run.passes[-1] == 8


def test_batches_grow_until_they_hold_all():
    sizes = [1]
    while sizes[-1] < 60:
        sizes.append(next_batch(sizes[-1], 60))
    assert sizes[:6] == [1, 3, 5, 7, 9, 11]
    assert sizes[-1] == 60 == next_batch(60, 60)
    run = growing_batch(DENSE, grow=lambda size, n: n, batch=N, max_passes=5, random_state=0)
    w = np.zeros(6)
    for _ in range(5):
        w = w - DENSE.gradient(w) / DENSE.lipschitz()
    assert run.w == pytest.approx(w, rel=1e-12)
    assert run.passes.tolist() == [0, 1, 2, 3, 4, 5]


def test_a_long_run_of_strong_shrinking_loses_no_digits():
    strong = FiniteSum(sparse.csr_array(X), SIGNS, Logistic(), 5.0)
    plain = FiniteSum(X, SIGNS, Logistic(), 5.0)
    for solve in (sgd, asgd, sag, svrg):
        a = quiet(solve, strong, step=0.12, tol=0, max_passes=6, random_state=0)
        b = quiet(solve, plain, step=0.12, tol=0, max_passes=6, random_state=0)
        assert a.w == pytest.approx(b.w, rel=1e-8, abs=1e-12)


def test_steps_that_are_too_long_are_told():
    problem = FiniteSum(100 * X, np.abs(SIGNS) * 3, Squared(), 0.0)
    for solve in (sgd, sag, svrg):
        with pytest.warns(ConvergenceWarning, match=f"{solve.__name__} diverged"):
            run = solve(problem, step=1.0, max_passes=200, random_state=0)
        assert np.all(np.isfinite(run.w))
        assert np.all(np.isfinite(run.objective))


@pytest.mark.parametrize(("solve", "options"), LINEAR)
def test_a_run_that_falls_short_says_so(solve, options):
    with pytest.warns(ConvergenceWarning, match="did not meet tol"):
        run = solve(DENSE, tol=1e-12, max_passes=2, random_state=0, **options)
    assert not run.converged


@pytest.mark.parametrize(("solve", "options"), ALL)
def test_without_a_track_the_steps_are_the_same(solve, options):
    seen = solve(DENSE, tol=0, max_passes=3, random_state=1, **options)
    blind = solve(DENSE, tol=0, max_passes=3, random_state=1, track=False, **options)
    assert blind.w == pytest.approx(seen.w, rel=1e-12)
    assert len(blind.objective) == 2
    assert blind.work.gradient_samples == seen.work.gradient_samples
    assert blind.objective[-1] == pytest.approx(DENSE.value(blind.w))


def test_own_estimates_of_the_gradient_stop_a_blind_run():
    for solve in (sag, svrg):
        run = solve(DENSE, tol=1e-4, max_passes=500, track=False, random_state=0)
        assert run.converged
        assert run.work.passes(N) < 400


def test_the_objective_after_some_passes_is_the_last_record_within_them():
    run = svrg(DENSE, tol=0, max_passes=6, random_state=0)
    assert run.passes.tolist() == [0, 2, 3, 5, 6]
    found = run.objective_after([0, 1.9, 2, 4.99, 100])
    assert found.tolist() == [run.objective[i] for i in (0, 0, 1, 2, 4)]
    assert run.objective_after(2) == run.objective[1]


def test_what_cannot_be_solved_is_refused():
    free = FiniteSum(X, SIGNS, Logistic())
    with pytest.raises(ValueError, match="lam"):
        sdca(free)
    with pytest.raises(ValueError, match="lam"):
        miso(free, bound="lower")
    with pytest.raises(ValueError, match="smooth"):
        sdca(FiniteSum(X, SIGNS, Hinge(), 0.1), step="safe")
    with pytest.raises(ValueError, match="start"):
        miso(DENSE, np.ones(6), bound="lower")
    with pytest.raises(ValueError, match="1/lam"):
        sag(DENSE, step=30.0)
