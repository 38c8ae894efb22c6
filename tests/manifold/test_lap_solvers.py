"""Solvers of Laplacian SVM against each other, SciPy's optimisers and scikit-learn's SVC."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import check_grad, minimize, minimize_scalar
from scipy.sparse.linalg import cg
from sklearn.svm import SVC

from mlcompanion.kernels import gram
from mlcompanion.manifold import (
    DeformedSteps,
    LapProblem,
    exact_line_search,
    newton_step,
    pcg_steps,
    solve_dual,
    solve_newton,
    solve_pcg,
)
from mlcompanion.manifold.laplacian import graph_laplacian
from mlcompanion.manifold.laplacian.laplacian_dual import hinge_objective
from mlcompanion.manifold.laplacian.line_search import newton_line_search


def make_problem(seed=0, n=60, labeled=12, sigma=0.6, **options):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    y = np.zeros(n)
    chosen = rng.permutation(n)[:labeled]
    y[chosen] = np.where(X[chosen, 0] * X[chosen, 1] > 0, 1, -1)
    y[chosen[:2]] = -1, 1
    options = {"gamma_A": 1e-2, "gamma_I": 0.3, **options}
    normalized = options.pop("normalized", False)
    return LapProblem(
        gram(X, sigma=sigma), graph_laplacian(X, 5, normalized=normalized), y, **options
    )


OPTIONS = [
    {},
    {"loss": "squared"},
    {"fit_intercept": False, "normalized": True, "degree": 2},
    {"gamma_I": 0.0},
    {"normalized": True, "degree": 3, "gamma_A": 1e-3},
]


def objective_of(problem):
    """Equation 7, written out anew."""

    def value(z):
        f = problem.K @ z[1:] + z[0]
        L = np.linalg.matrix_power(problem.L.toarray(), problem.degree)
        on = problem.y != 0
        slack = 1 - problem.y[on] * f[on]
        if problem.loss == "squared_hinge":
            slack = np.maximum(slack, 0)
        norms = problem.gamma_A * z[1:] @ problem.K @ z[1:] + problem.gamma_I * f @ L @ f
        return ((slack**2).sum() + norms) / 2

    return value


@pytest.mark.parametrize("options", OPTIONS)
def test_objective_gradient_and_hessian_agree(options):
    problem = make_problem(**options)
    value = objective_of(problem)
    z = np.random.default_rng(1).normal(size=61) * (0.1)
    z[0] *= problem.fit_intercept
    assert problem.objective_at(z[0], z[1:]) == pytest.approx(value(z), rel=1e-12)
    g_b, g = problem.gradient(z[0], z[1:])
    gradient = np.append(g_b, g)
    start = 0 if problem.fit_intercept else 1
    for j in range(start, 61, 7):
        step = np.zeros(61)
        step[j] = 1e-6
        slope = (value(z + step) - value(z - step)) / 2e-6
        assert slope == pytest.approx(gradient[j], rel=1e-5, abs=1e-6)
    errors = problem.error_vectors(problem.scores(z[0], z[1:]))
    on_errors = np.where(errors, problem.y, 0)
    right = np.append(on_errors.sum(), problem.K @ on_errors)  # gradient = H z - (1, K) I_E y
    np.testing.assert_allclose(
        (problem.hessian(errors) @ z - right)[start:], gradient[start:], atol=1e-10
    )


@pytest.mark.parametrize("options", OPTIONS)
def test_newton_and_pcg_reach_the_same_optimum(options):
    problem = make_problem(**options)
    newton = solve_newton(problem)
    pcg = solve_pcg(problem, tol=1e-12, max_iter=5000)
    assert pcg.history["objective"][-1] == pytest.approx(newton.history["objective"][-1], rel=1e-7)
    g_b, g = problem.gradient(newton.b, newton.alpha)
    assert max(abs(g_b), np.abs(g).max()) < 1e-8
    np.testing.assert_allclose(
        problem.scores(pcg.b, pcg.alpha), problem.scores(newton.b, newton.alpha), atol=1e-4
    )


@pytest.mark.parametrize("options", OPTIONS)
def test_one_factorisation_gives_the_same_newton_steps(options):
    problem = make_problem(**options)
    plain = solve_newton(problem)
    reused = solve_newton(problem, reuse=True)
    assert plain.n_iter == reused.n_iter
    np.testing.assert_allclose(
        reused.history["objective"], plain.history["objective"], rtol=1e-9, atol=1e-12
    )
    np.testing.assert_allclose(reused.alpha, plain.alpha, atol=1e-6)


def test_one_factorisation_serves_both_losses():
    problem = make_problem()
    steps = DeformedSteps(problem)
    for p in (problem, replace(problem, loss="squared")):
        np.testing.assert_allclose(
            solve_newton(p, reuse=steps).alpha, solve_newton(p, reuse=True).alpha
        )
    fewer = np.where(np.arange(60) == np.flatnonzero(problem.y)[0], 0, problem.y)
    for other in ({"gamma_I": 0.1}, {"y": fewer}, {"K": 2 * problem.K}):
        for solver in (solve_newton, solve_dual):
            with pytest.raises(ValueError, match="reuse"):
                solver(replace(problem, **other), reuse=steps)


@pytest.mark.parametrize("options", OPTIONS)
def test_one_factorisation_serves_other_labels_and_the_dual(options):
    problem = make_problem(**options)
    steps = DeformedSteps(problem)
    on = np.flatnonzero(problem.y)
    y = problem.y.copy()
    y[on[::2]] *= -1
    other = replace(problem, y=y)
    plain = solve_newton(other, reuse=True)
    reused = solve_newton(other, reuse=steps)
    np.testing.assert_allclose(reused.alpha, plain.alpha)
    assert reused.b == pytest.approx(plain.b)
    for p in (problem, other, replace(other, fit_intercept=not other.fit_intercept)):
        dual = solve_dual(p)
        cheap = solve_dual(p, reuse=steps)
        np.testing.assert_allclose(
            p.scores(cheap.b, cheap.alpha), p.scores(dual.b, dual.alpha), atol=1e-5
        )


# The peer minimises a function whose slope has kinks, to a gradient of 1e-9: some seconds.
def test_optimum_equals_a_general_optimiser():
    problem = make_problem(gamma_A=0.1)

    def both(z):
        g_b, g = problem.gradient(z[0], z[1:])
        return problem.objective_at(z[0], z[1:]), np.append(g_b, g)

    found = minimize(
        both,
        np.zeros(61),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 20_000, "maxfun": 40_000, "ftol": 1e-15, "gtol": 1e-9},
    )
    assert solve_newton(problem).history["objective"][-1] == pytest.approx(found.fun, rel=1e-6)
    assert solve_newton(problem).history["objective"][-1] <= found.fun + 1e-12


def test_newton_coefficients_sum_to_zero():
    assert solve_newton(make_problem()).alpha.sum() == pytest.approx(0, abs=1e-10)


def test_newton_converges_where_full_steps_need_shortening():
    """Random tiny problems: the objective never rises and the gradient vanishes."""
    for seed in range(30):
        problem = make_problem(seed, n=15, labeled=14, sigma=0.2, gamma_A=1e-6, gamma_I=1e-6)
        newton = solve_newton(problem)
        assert (np.diff(newton.history["objective"]) <= 1e-12).all()
        assert np.abs(problem.gradient(newton.b, newton.alpha)[1]).max() < 1e-6


def test_squared_loss_is_one_linear_system_and_newtons_first_step():
    problem = make_problem(loss="squared")
    newton = solve_newton(problem)
    assert newton.n_iter == 1
    right = np.append(problem.y.sum(), problem.K @ problem.y)
    z, info = cg(problem.hessian(problem.labeled), right, rtol=1e-12, maxiter=20_000)
    assert info == 0
    np.testing.assert_allclose(
        problem.scores(z[0], z[1:]), problem.scores(newton.b, newton.alpha), atol=1e-4
    )
    b, alpha = newton_step(replace(problem, loss="squared_hinge"), problem.labeled)
    assert b == pytest.approx(newton.b)
    assert np.allclose(alpha, newton.alpha)


def test_squared_loss_follows_scipys_preconditioned_conjugate_gradients():
    """For a quadratic the Polak-Ribiere formula gives the textbook method, iterate by iterate."""
    problem = make_problem(loss="squared", fit_intercept=False, sigma=0.15)
    H = problem.hessian(problem.labeled)[1:, 1:]
    iterates = []
    P_inverse = np.linalg.inv(problem.K)
    right = problem.K @ problem.y
    cg(H, right, M=P_inverse, rtol=1e-12, callback=lambda x: iterates.append(x.copy()))
    path = solve_pcg(problem, max_iter=12, keep_path=True).path
    for (_, alpha), expected in zip(path[1:], iterates):
        np.testing.assert_allclose(alpha, expected, atol=1e-6 * np.abs(expected).max())


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_dual_minimises_the_linear_hinge_primal(fit_intercept):
    problem = make_problem(fit_intercept=fit_intercept, gamma_A=0.05, gamma_I=0.05)
    dual = solve_dual(problem)
    on = problem.labeled
    y = problem.y[problem.labeled]

    def value(b, alpha):
        f = problem.scores(b, alpha)
        norms = 0.05 * alpha @ problem.K @ alpha + 0.05 * f @ (problem.L @ f)
        return np.maximum(1 - y * f[on], 0).sum() + norms

    best = value(dual.b, dual.alpha)
    rng = np.random.default_rng(0)
    for scale in (1e-1, 1e-2, 1e-3):
        for _ in range(50):
            b = dual.b + scale * rng.normal() * fit_intercept
            alpha = dual.alpha + scale * rng.normal(size=60) * np.abs(dual.alpha).mean()
            assert value(b, alpha) >= best - 1e-6 * abs(best)


def test_dual_without_graph_is_an_ordinary_svm():
    problem = make_problem(gamma_I=0.0, gamma_A=0.1)
    on = problem.labeled
    peer = SVC(kernel="precomputed", C=1 / (2 * 0.1), tol=1e-8)
    peer.fit(problem.K[np.ix_(on, on)], problem.y[on])
    dual = solve_dual(problem)
    np.testing.assert_allclose(
        problem.scores(dual.b, dual.alpha), peer.decision_function(problem.K[:, on]), atol=1e-5
    )


def test_dual_with_one_labelled_class_is_constant():
    problem = make_problem()
    problem = replace(problem, y=np.abs(problem.y))
    dual = solve_dual(problem)
    assert dual.b == 1
    assert not dual.alpha.any()


def test_sparse_gram_matrix_gives_the_same_iterations():
    problem = make_problem()
    dense = solve_pcg(problem, max_iter=5)
    thin = solve_pcg(replace(problem, K=sparse.csr_array(problem.K)), max_iter=5)
    np.testing.assert_allclose(thin.alpha, dense.alpha, rtol=1e-9)
    newton = solve_newton(replace(problem, K=sparse.csr_array(problem.K)))
    np.testing.assert_allclose(newton.alpha, solve_newton(problem).alpha)


def test_one_product_with_the_gram_matrix_per_iteration(monkeypatch):
    problem = make_problem()
    products = []
    plain = LapProblem.times_K
    monkeypatch.setattr(LapProblem, "times_K", lambda self, v: products.append(1) or plain(self, v))
    steps = pcg_steps(problem)
    next(steps)
    before = len(products)
    for t in range(1, 8):
        next(steps)
        assert len(products) == before + t


def test_product_reads_one_triangle_of_any_layout():
    problem = make_problem()
    v = np.random.default_rng(0).normal(size=60)
    np.testing.assert_allclose(problem.times_K(v), problem.K @ v, atol=1e-12)
    fortran = replace(problem, K=np.asfortranarray(problem.K))
    np.testing.assert_allclose(fortran.times_K(v), problem.K @ v, atol=1e-12)


def test_updated_products_do_not_drift():
    problem = make_problem(gamma_A=1e-4)
    for state in pcg_steps(problem):
        if state.t == 300:
            break
    np.testing.assert_allclose(state.f, problem.scores(state.b, state.alpha), atol=1e-7)
    assert state.objective == pytest.approx(problem.objective_at(state.b, state.alpha), rel=1e-9)


@pytest.mark.parametrize("loss", ["squared_hinge", "squared"])
def test_objective_decreases_at_every_step(loss):
    history = solve_pcg(make_problem(loss=loss), max_iter=60).history
    assert (np.diff(history["objective"]) < 1e-14).all()
    assert len(history["objective"]) == len(history["n_intervals"]) == 61
    assert history["n_intervals"][0] == 0
    assert (history["n_intervals"][1:] >= 1).all()
    if loss == "squared":
        assert (history["n_intervals"][1:] == 1).all()


def test_warm_start_at_the_optimum_stops_at_once():
    problem = make_problem(gamma_A=0.1)
    newton = solve_newton(problem)
    again = solve_pcg(problem, start=(newton.b, newton.alpha), tol=1e-6)
    assert again.n_iter == 0
    assert solve_newton(problem, start=(newton.b, newton.alpha)).n_iter == 1


def test_path_holds_every_iterate():
    problem = make_problem()
    solution = solve_pcg(problem, max_iter=5, keep_path=True)
    assert len(solution.path) == 6
    values = [problem.objective_at(b, alpha) for b, alpha in solution.path]
    np.testing.assert_allclose(values, solution.history["objective"], rtol=1e-9)


def line(seed, size):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], size=size)
    f = rng.normal(size=size)
    f_d = rng.normal(size=size)
    slope = rng.uniform(0.01, 1)
    inside = y * f < 1
    value = -rng.uniform(0.01, 5) - ((f - y) * f_d)[inside].sum()  # a direction of descent
    return f, f_d, y, value, slope


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_exact_line_search_finds_the_minimum(seed, size):
    f, f_d, y, value, slope = line(seed, size)

    def along(s):
        loss = (np.maximum(1 - y * (f + s * f_d), 0) ** 2).sum() / 2
        return loss + s * value + s**2 * slope / 2

    search = exact_line_search(f, f_d, y, value, slope)
    best = minimize_scalar(along, bounds=(0, 2 * search.step + 1), method="bounded")
    assert along(search.step) <= best.fun + 1e-9 * max(1, abs(best.fun))
    step, n_iter = newton_line_search(f, f_d, y, value, slope)
    assert step == pytest.approx(search.step, rel=1e-9, abs=1e-12)
    assert n_iter >= 1


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 20))
def test_pieces_of_psi_are_the_derivative(seed, size):
    f, f_d, y, value, slope = line(seed, size)
    search = exact_line_search(f, f_d, y, value, slope)

    def psi(s):
        now = f + s * f_d
        errors = y * now < 1
        return value + s * slope + ((now - y) * f_d)[errors].sum()

    for s in np.linspace(0, 3, 25):
        piece = np.searchsorted(search.breakpoints, s)
        assert search.values[piece] + s * search.slopes[piece] == pytest.approx(psi(s), abs=1e-8)
    assert (np.diff(search.breakpoints) >= 0).all()
    assert (search.breakpoints >= 0).all()


def test_a_point_on_the_margin_may_enter_at_step_zero():
    one = np.ones(1)
    search = exact_line_search(one, -one, one, value=-0.1, slope=0.5)
    assert search.breakpoints.tolist() == [0.0]
    assert search.step == pytest.approx(0.1 / 1.5)


def test_flat_tail_stays_at_the_last_bend():
    one = np.ones(1)
    assert exact_line_search(0 * one, one, one, value=0.0, slope=0.0).step == pytest.approx(1.0)


def test_gradient_check_by_scipy():
    problem = make_problem(n=20, labeled=8)

    def value(z):
        return problem.objective_at(z[0], z[1:])

    def gradient(z):
        g_b, g = problem.gradient(z[0], z[1:])
        return np.append(g_b, g)

    z = np.random.default_rng(3).normal(size=21)
    assert check_grad(value, gradient, z) < 1e-4


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"K": np.eye(3)}, "K"),
        ({"L": sparse.eye_array(3)}, "L"),
        ({"K": np.full((60, 60), np.nan)}, "K"),
        ({"y": np.zeros(60)}, "y"),
        ({"y": np.full(60, 2.0)}, "y"),
        ({"gamma_A": 0.0}, "gamma_A"),
        ({"gamma_I": -1.0}, "gamma_I"),
        ({"degree": 0}, "degree"),
        ({"loss": "logistic"}, "loss"),
    ],
)
def test_bad_problems_are_refused(change, word):
    with pytest.raises(ValueError, match=word):
        replace(make_problem(), **change)


@pytest.mark.parametrize(("name", "value"), [("max_iter", 0), ("tol", -1.0), ("tol", np.nan)])
def test_bad_solver_arguments_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        solve_pcg(make_problem(), **{name: value})


def test_a_fixed_step_goes_along_the_same_first_direction():
    problem = make_problem(seed=3)
    exact, fixed = (list(islice(pcg_steps(problem, step=s), 2)) for s in (None, 0.01))
    np.testing.assert_allclose(
        fixed[1].alpha, 0.01 / exact[1].search.step * exact[1].alpha, atol=1e-12
    )
    assert fixed[1].search.step == exact[1].search.step
    assert exact[1].objective < fixed[1].objective < fixed[0].objective
    with pytest.raises(ValueError, match="step"):
        next(pcg_steps(problem, step=0.0))


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("tol", [1e-2, 1e-8])
@pytest.mark.parametrize(
    "weights", [{}, {"gamma_A": 1.0, "gamma_I": 0.0}, {"gamma_A": 1e-3, "labeled": 40}], ids=str
)
def test_dual_ends_at_rounding_whatever_the_first_tolerance(weights, tol, fit_intercept):
    """LIBSVM alone stalls at 1e-7: its kernel has single precision."""
    problem = make_problem(**weights, fit_intercept=fit_intercept)
    dual = solve_dual(problem, tol=tol)
    assert abs(dual.gap) <= 1e-9 * dual.primal
    assert dual.primal == hinge_objective(problem, dual.b, dual.alpha)
    y = problem.y[problem.labeled]
    assert ((dual.beta >= 0) & (dual.beta <= 1)).all()
    if fit_intercept:
        assert abs(dual.beta @ y) < 1e-12 * len(y)
    margins = y * problem.scores(dual.b, dual.alpha)[problem.labeled]
    assert (margins[dual.beta == 0] >= 1 - 1e-8).all()
    assert (margins[dual.beta == 1] <= 1 + 1e-8).all()


def test_dual_of_equal_points_has_no_gap():
    problem = make_problem(labeled=20)
    twice = np.repeat(np.flatnonzero(problem.labeled), 2)
    K = problem.K[np.ix_(twice, twice)]
    L = sparse.csr_array((40, 40))
    dual = solve_dual(LapProblem(K, L, problem.y[twice], 0.05, 0.0))
    assert abs(dual.gap) <= 1e-9 * dual.primal


@pytest.mark.parametrize("name", ["K", "L"])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_a_matrix_that_is_not_symmetric_is_refused(name, form):
    problem = make_problem()
    matrix = problem.K.copy() if name == "K" else problem.L.toarray()
    matrix[3, 7] += 0.1
    with pytest.raises(ValueError, match=f"{name} must be symmetric"):
        replace(problem, **{name: form(matrix)})


def test_a_start_of_another_length_is_refused_by_name():
    for solve in (solve_pcg, solve_newton):
        with pytest.raises(ValueError, match="start"):
            solve(make_problem(), start=(0.0, np.zeros(3)))
