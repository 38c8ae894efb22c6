"""Dual augmented Lagrangian: the same optimum as others, right derivatives, the theory's bounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import check_grad, minimize
from sklearn.datasets import load_diabetes, load_wine
from sklearn.linear_model import Lasso

from mlcompanion.losses import Hinge, HyperbolicSecant, Logistic, MultinomialLogit, Squared
from mlcompanion.optimize import (
    DataFit,
    StandardizedOperator,
    conjugate_envelope,
    counted,
    fista,
    lambda_max,
    polish_support,
    rate_bounds,
    relative_duality_gap,
)
from mlcompanion.optimize.dual import dal
from mlcompanion.optimize.dual.dal_design import Design, DualLoss
from mlcompanion.optimize.dual.dal_newton import newton_step
from mlcompanion.prox import L1, ElasticNet, GroupNorm, RowNorm, TotalVariation, TraceNorm

RNG = np.random.default_rng(0)
A = RNG.normal(size=(40, 60))
SCORE = A[:, :4] @ np.array([2.0, -1, 1, 3]) + RNG.normal(size=40)
SIGNS = np.sign(SCORE)
CLASSES = np.digitize(SCORE, [-2.0, 2.0]).astype(float)
GROUPS = np.arange(60) // 3

CASES = {
    "squared l1": (SCORE, Squared(), L1(8.0), None),
    "squared factor": (SCORE, Squared(0.3), L1(2.0), None),
    "logistic l1": (SIGNS, Logistic(), L1(1.5), None),
    "logistic weighted": (SIGNS, Logistic(), L1(np.linspace(0.5, 4, 60)), None),
    "logistic group": (SIGNS, Logistic(), GroupNorm(GROUPS, 2.0), None),
    "logistic elastic net": (SIGNS, Logistic(), ElasticNet(1.0, 0.7), None),
    "secant l1": (SCORE, HyperbolicSecant(), L1(5.0), None),
    "secant trace": (SCORE, HyperbolicSecant(), TraceNorm(9.0), (6, 10)),
    "squared trace": (SCORE, Squared(), TraceNorm(25.0), (10, 6)),
    "classes l1": (CLASSES, MultinomialLogit(3), L1(1.5), None),
    "classes rows": (CLASSES, MultinomialLogit(3), RowNorm(1.5), None),
    "classes trace": (CLASSES, MultinomialLogit(3), TraceNorm(5.0), None),
}


@pytest.mark.parametrize("solver", ["direct", "pcg"])
@pytest.mark.parametrize("name", CASES)
def test_finds_the_optimum_of_fista(name, solver):
    y, loss, penalty, shape = CASES[name]
    run = dal(A, y, loss, penalty, shape=shape, tol=1e-10, solver=solver)
    assert run.converged
    k = loss.n_classes - 1 if isinstance(loss, MultinomialLogit) else 1
    start = np.zeros((60, k)) if k > 1 else np.zeros(60)
    if shape is None:
        fit = DataFit(A, y, loss)
        other = penalty
    else:
        fit = DataFit(A, y, loss)
        other = _Reshaped(penalty, shape)
    peer = fista(fit, other, start, tol=1e-10, max_iter=100_000, restart=True)
    np.testing.assert_allclose(run.w.ravel(), peer.w.ravel(), atol=2e-4)
    assert run.path[-1].objective <= peer.objective[-1] * (1 + 1e-8)


class _Reshaped:
    def __init__(self, penalty, shape):
        self.penalty = penalty
        self.shape = shape

    def value(self, w):
        return self.penalty.value(w.reshape(self.shape))

    def prox(self, v, step):
        return self.penalty.prox(v.reshape(self.shape), step).ravel()


@pytest.mark.parametrize("name", CASES)
def test_gradient_and_curvature_of_the_inner_problem(name):
    y, loss, penalty, shape = CASES[name]
    dual = DualLoss(loss, y)
    design = Design(A, dual.k)
    shape = shape or ((60, dual.k) if dual.blocks else (60,))
    eta = 0.7
    w = np.random.default_rng(1).normal(size=60 * dual.k)
    alpha = 0.8 * dual.centre

    def value(alpha):
        q = (w + eta * design.transpose_times(alpha)).reshape(shape)
        p = penalty.prox(q, eta)
        direct = np.vdot(q, p) - 0.5 * np.vdot(p, p) - eta * penalty.value(p)
        assert conjugate_envelope(penalty, q, eta) == pytest.approx(direct, abs=1e-8)
        return dual.value(alpha) + direct / eta

    def gradient(alpha):
        q = (w + eta * design.transpose_times(alpha)).reshape(shape)
        return dual.gradient(alpha) + design.times_sparse(penalty.prox(q, eta).ravel())

    if name.startswith("secant"):
        alpha = 0.5 * np.tanh(SCORE)
    elif name.startswith("classes"):
        alpha = dual.slope(np.full(len(alpha), 0.1))
    assert check_grad(value, gradient, alpha) < 1e-3
    q = (w + eta * design.transpose_times(alpha)).reshape(shape)
    B = np.sqrt(eta) * penalty.jacobian_root(q, penalty.prox(q, eta), eta, design.columns)
    d = np.random.default_rng(2).normal(size=len(alpha)) * 1e-6
    numeric = (gradient(alpha + d) - gradient(alpha - d)) / 2
    H = dual.curvature(alpha)
    np.testing.assert_allclose(dual.apply(H, d) + B @ (B.T @ d), numeric, rtol=1e-4, atol=1e-9)
    for solver in ("direct", "pcg"):
        x, _ = newton_step(dual, H, B, gradient(alpha), solver)
        rest = np.linalg.norm(dual.apply(H, x) + B @ (B.T @ x) - gradient(alpha))
        assert rest <= 0.011 * np.linalg.norm(gradient(alpha))


def test_scaled_residuals_are_the_squared_loss_with_variances():
    sigma = np.linspace(0.5, 2, 40)
    run = dal(A / sigma[:, None], SCORE / sigma, Squared(), L1(5.0), tol=1e-11)
    slope = A.T @ ((SCORE - A @ run.w) / sigma**2)
    assert np.abs(slope).max() == pytest.approx(5, abs=1e-3)


@given(st.floats(0.5, 4.0))
@settings(max_examples=20, deadline=None)
def test_zero_is_the_solution_from_half_on(scale):
    lam = scale * np.abs(A.T @ SIGNS).max()
    run = dal(A, SIGNS, Logistic(), L1(lam * (1 + 1e-12)))
    assert run.converged
    assert not run.w.any()
    assert run.n_newton == 0
    assert lambda_max(DataFit(A, SIGNS, Logistic()), L1()) == pytest.approx(lam / scale / 2)


def test_just_below_half_something_is_chosen():
    lam = 0.499 * np.abs(A.T @ SIGNS).max()
    assert dal(A, SIGNS, Logistic(), L1(lam), tol=1e-9).w.any()


def test_bias_is_free_and_the_dual_vector_centred():
    shifted = A + 3.0
    run = dal(shifted, SIGNS, Logistic(), L1(1.0), bias=True, tol=1e-9)
    assert run.converged
    z = shifted @ run.w + run.b
    slope = -SIGNS / (1 + np.exp(SIGNS * z))
    assert abs(slope.sum()) < 1e-3
    assert np.abs(shifted.T @ slope).max() == pytest.approx(1, abs=1e-3)

    def objective(v):
        z = shifted @ (v[:60] - v[60:120]) + v[120]
        g = -SIGNS / (1 + np.exp(SIGNS * z))
        both = shifted.T @ g
        value = np.logaddexp(0, -SIGNS * z).sum() + v[:120].sum()
        return value, np.concatenate([both + 1, 1 - both, [g.sum()]])

    bounds = [(0, None)] * 120 + [(None, None)]
    peer = minimize(objective, np.zeros(121), jac=True, bounds=bounds, method="L-BFGS-B",
                    options={"maxiter": 5000, "ftol": 1e-14, "gtol": 1e-9})  # fmt: skip
    assert run.path[-1].objective == pytest.approx(peer.fun, rel=1e-6)


def test_bias_of_several_classes():
    run = dal(A + 1, CLASSES, MultinomialLogit(3), L1(1.5), bias=True, tol=1e-8)
    assert run.converged
    slope = MultinomialLogit(3).derivative((A + 1) @ run.w + run.b, CLASSES)
    np.testing.assert_allclose(slope.sum(axis=0), 0, atol=2e-3)


def test_gap_bounds_the_distance_to_the_optimum():
    fit = DataFit(A, SIGNS, Logistic())
    penalty = L1(1.5)
    best = dal(A, SIGNS, Logistic(), penalty, tol=1e-11).path[-1].objective
    for w in np.random.default_rng(3).normal(size=(20, 60)):
        value = fit.value(w) + penalty.value(w)
        assert value - best <= value * relative_duality_gap(fit, penalty, w) + 1e-9
    run = dal(A, SIGNS, Logistic(), penalty, tol=1e-6)
    assert run.rdg == pytest.approx(relative_duality_gap(fit, penalty, run.w, run.alpha), abs=1e-9)


def test_theorems_bound_the_run_and_lemma_4_holds():
    lam = 0.03 * np.abs(A.T @ SIGNS).max()
    fit = DataFit(A, SIGNS, Logistic())
    penalty = L1(lam)
    run = dal(A, SIGNS, Logistic(), penalty, eta0="conservative", tol=1e-11, keep_path=True)
    best_w = polish_support(fit, lam, run.w)
    best = fit.value(best_w) + penalty.value(best_w)
    iterates = [np.zeros(60)] + [s.w for s in run.path]
    r = np.array([np.linalg.norm(w - best_w) for w in iterates])
    gap = np.array([fit.value(w) + penalty.value(w) - best for w in iterates])
    etas = np.array([s.eta for s in run.path])
    sigma = 0.99 * np.min(gap[1:-2] / r[1:-2] ** 2)
    bounds = rate_bounds(r[0], etas, sigma)
    assert (gap[1:] <= bounds.objective[1:] + 1e-9).all()
    assert (r[:-2] <= bounds.inexact[:-2] * (1 + 1e-9)).all()
    rng = np.random.default_rng(4)
    for t, eta in enumerate(etas):
        for w in best_w + rng.normal(size=(20, 60)) * rng.choice([0.01, 1], size=(20, 1)):
            left = eta * (gap[t + 1] - (fit.value(w) + penalty.value(w) - best))
            near = np.sum((iterates[t + 1] - w) ** 2)
            far = np.sum((iterates[t] - w) ** 2)
            assert left <= 0.5 * far - 0.5 * near + 1e-7 * (1 + abs(left))


def test_standardized_operator_is_the_standardized_matrix():
    raw = sparse.random_array((40, 60), density=0.2, random_state=5, format="csr")
    raw = sparse.hstack([raw, sparse.csr_array((40, 1))]).tocsr()
    dense = raw.toarray()
    scale = dense.std(axis=0)
    want = (dense - dense.mean(axis=0)) / np.where(scale > 0, scale, 1)
    operator = StandardizedOperator(raw)
    x = RNG.normal(size=61)
    y = RNG.normal(size=40)
    np.testing.assert_allclose(operator @ x, want @ x, atol=1e-10)
    np.testing.assert_allclose(operator.T @ y, want.T @ y, atol=1e-10)
    np.testing.assert_allclose(operator.columns(np.array([3, 60])), want[:, [3, 60]], atol=1e-12)
    ours = dal(operator, SIGNS, Logistic(), L1(2.0), tol=1e-9)
    np.testing.assert_allclose(ours.w, dal(want, SIGNS, Logistic(), L1(2.0), tol=1e-9).w, atol=1e-5)


def test_products_are_counted():
    run = dal(A, SIGNS, Logistic(), L1(1.5))
    assert run.n_products == run.n_newton + 1
    operator, work = counted(A)
    DataFit(operator, SIGNS, Logistic()).value_and_gradient(np.zeros(60))
    assert work.products == 2
    assert work.entries == 2 * A.size


def lasso_peer(X, y, lam):
    """Coefficients and intercept of scikit-learn's coordinate descent."""
    peer = Lasso(alpha=lam / len(y), tol=1e-12, max_iter=100_000).fit(X, y)
    return peer.coef_, peer.intercept_


PRICE_X = np.random.default_rng(6).normal(size=(100, 20))
PRICE_Y = 2e5 + 8e4 * np.random.default_rng(7).normal(size=100) + 3e4 * PRICE_X[:, 0]
DIABETES = load_diabetes(scaled=False)
FAR_FROM_ZERO = {
    "prices": (PRICE_X, PRICE_Y, 0.1 * np.abs(PRICE_X.T @ PRICE_Y).max()),
    "prices, centred scale": (PRICE_X, PRICE_Y, 1e6),
    "diabetes": (DIABETES.data, DIABETES.target, 1e4),
    "diabetes, nothing chosen": (DIABETES.data, DIABETES.target, 1e6),
    "features a million times": (1e6 * PRICE_X, PRICE_Y, 1e12),
}


@pytest.mark.parametrize("name", FAR_FROM_ZERO)
def test_a_bias_far_from_zero_is_found(name):
    X, y, lam = FAR_FROM_ZERO[name]
    run = dal(X, y, Squared(), L1(lam), bias=True, tol=1e-12)
    coef, intercept = lasso_peer(X, y, lam)
    assert run.converged
    assert run.b == pytest.approx(intercept, rel=1e-5)
    size = X.std(axis=0) / np.std(y)
    np.testing.assert_allclose(run.w * size, coef * size, atol=1e-5)


@pytest.mark.parametrize("lam", [1.0, 10.0, 1e3, 1e5])
def test_logistic_regression_with_a_bias_on_raw_wine(lam):
    wine = load_wine()
    X = wine.data
    signs = np.where(wine.target == 0, 1.0, -1.0)
    run = dal(X, signs, Logistic(), L1(lam), bias=True, tol=1e-8)
    assert run.converged
    slopes = Logistic().derivative(X @ run.w + run.b, signs)
    assert abs(slopes.sum()) < 1e-2
    assert np.abs(X.T @ slopes).max() <= lam * (1 + 1e-2)
    if not run.w.any():
        assert run.b == pytest.approx(np.log(np.mean(signs > 0) / np.mean(signs < 0)), rel=1e-3)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("name", ["squared l1", "logistic l1", "secant l1", "classes l1"])
@pytest.mark.parametrize("unit", [1e-6, 1e-4, 1e4, 1e6])
def test_units_of_the_features_change_no_answer(name, bias, unit):
    y, loss, penalty, _ = CASES[name]
    want = dal(A, y, loss, penalty, bias=bias, tol=1e-11)
    run = dal(A * unit, y, loss, L1(penalty.lam * unit), bias=bias, tol=1e-11)
    assert run.converged
    np.testing.assert_allclose(run.w * unit, want.w, atol=1e-4)
    np.testing.assert_allclose(run.b, want.b, atol=1e-4)


@pytest.mark.parametrize("unit", [1e-9, 1e-6, 1e6, 1e9])
def test_units_of_the_outputs_change_no_answer(unit):
    want = dal(A, SCORE + 3, Squared(), L1(8.0), bias=True, tol=1e-11)
    run = dal(A, (SCORE + 3) * unit, Squared(), L1(8.0 * unit), bias=True, tol=1e-11)
    assert run.converged
    np.testing.assert_allclose(run.w / unit, want.w, atol=1e-4)
    assert run.b / unit == pytest.approx(want.b, abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_no_step_raises_the_objective_even_where_arithmetic_gives_way(seed):
    """A huge proximity asks for what doubles cannot give: steps are undone, nothing runs off."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 50)) * 10.0 ** rng.integers(-3, 4)
    y = rng.normal(size=30) + 5
    lam = 0.05 * np.abs(X.T @ np.sign(y - 5)).max()
    for target, loss in ((y, Squared()), (np.sign(y - 5), Logistic())):
        run = dal(X, target, loss, L1(lam), bias=True, eta0=1e8 / lam, tol=0.0, max_iter=20)
        objectives = np.array([s.objective for s in run.path])
        assert (np.diff(objectives) <= 1e-13 * np.abs(objectives[1:])).all()
        assert run.rdg < 1e-4
        reached = DataFit(X, target, loss).value_of_scores(X @ run.w + run.b) + L1(lam).value(run.w)
        assert reached == pytest.approx(objectives.min(), rel=1e-12)


def test_free_unknowns_are_fitted_and_the_gap_closes():
    lam = np.full(60, 5.0)
    lam[[0, 7]] = 0.0
    for y, loss in ((SCORE, Squared()), (SIGNS, Logistic())):
        run = dal(A, y, loss, L1(lam), bias=True, tol=1e-9)
        assert run.converged
        slope = A.T @ loss.derivative(A @ run.w + run.b, y)
        np.testing.assert_allclose(slope[[0, 7]], 0, atol=1e-3)
        assert np.abs(slope).max() == pytest.approx(5, abs=1e-3)


def test_a_bias_and_a_free_column_of_ones_are_the_same():
    with_ones = np.column_stack([A, np.ones(40)])
    lam = np.append(np.full(60, 5.0), 0.0)
    column = dal(with_ones, SCORE + 2, Squared(), L1(lam), tol=1e-11)
    bias = dal(A, SCORE + 2, Squared(), L1(5.0), bias=True, tol=1e-11)
    np.testing.assert_allclose(column.w, np.append(bias.w, bias.b), atol=1e-5)


def test_nothing_penalised_is_refused():
    for penalty in (L1(0.0), L1(np.zeros(60)), GroupNorm(GROUPS, 0.0), ElasticNet(0.0, 0.0)):
        with pytest.raises(ValueError, match="penalty"):
            dal(A, SCORE, Squared(), penalty)
    with pytest.raises(ValueError, match="penalty"):  # 50 free columns fit 40 scores exactly
        dal(A, SCORE, Squared(), L1(np.repeat([0.0, 1.0], [50, 10])))


def test_exact_inner_steps_obey_the_sharper_theorem():
    fit = DataFit(A, SIGNS, Logistic())
    penalty = L1(0.05 * np.abs(A.T @ SIGNS).max())
    best_w = polish_support(fit, penalty.lam, dal(A, SIGNS, Logistic(), penalty, tol=1e-11).w)
    best = fit.value(best_w) + penalty.value(best_w)
    newton = {}
    for inner in (0.0, 0.1, 1.0):
        run = dal(A, SIGNS, Logistic(), penalty, inner=inner, eta0="conservative", tol=1e-9,
                  keep_path=True)  # fmt: skip
        newton[inner] = run.n_newton
        assert all(s.slope <= 2 * inner * s.move + 1e-11 for s in run.path)  # gamma = 4
        if inner == 0:
            iterates = [np.zeros(60)] + [s.w for s in run.path]
            r = np.array([np.linalg.norm(w - best_w) for w in iterates])
            gap = np.array([fit.value(w) + penalty.value(w) - best for w in iterates])
            sigma = 0.99 * np.min(gap[1:-2] / r[1:-2] ** 2)
            bounds = rate_bounds(r[0], [s.eta for s in run.path], sigma)
            assert (r[:-2] <= bounds.exact[:-2] * (1 + 1e-9)).all()
    assert newton[0.0] > newton[0.1] > newton[1.0]


def test_conjugate_gradients_go_as_far_as_they_are_told():
    penalty = L1(0.05 * np.abs(A.T @ SIGNS).max())
    runs = [
        dal(A, SIGNS, Logistic(), penalty, solver="pcg", cg_tol=tol, tol=1e-8)
        for tol in (1e-1, 1e-6)
    ]
    assert runs[0].n_cg / runs[0].n_newton < runs[1].n_cg / runs[1].n_newton
    np.testing.assert_allclose(runs[0].w, runs[1].w, atol=1e-3)
    curvature = DualLoss(Squared(), SCORE).curvature(SCORE)
    B = A[:, :20]
    for tol in (1e-1, 1e-9):
        x, _ = newton_step(DualLoss(Squared(), SCORE), curvature, B, SCORE, "pcg", tol)
        rest = curvature * x + B @ (B.T @ x) - SCORE
        assert np.linalg.norm(rest) <= 1.0001 * tol * np.linalg.norm(SCORE)


@pytest.mark.parametrize("name", ["squared l1", "logistic l1", "secant l1", "classes rows"])
def test_from_the_largest_penalty_on_nothing_is_chosen_beside_a_bias(name):
    y, loss, penalty, _ = CASES[name]
    y = y if "classes" in name or name == "logistic l1" else y + 3
    largest = lambda_max(DataFit(A + 1, y, loss), penalty, bias=True)
    for factor, chosen in ((1.001, False), (0.98, True)):
        scaled = type(penalty)(penalty.lam * largest * factor)
        run = dal(A + 1, y, loss, scaled, bias=True, tol=1e-9)
        assert run.w.any() == chosen


def test_without_one_class_no_bias_is_best():
    with pytest.raises(ValueError, match="y"):
        lambda_max(DataFit(A, np.ones(40), Logistic()), L1(), bias=True)
    with pytest.raises(ValueError, match="y"):
        lambda_max(DataFit(A, np.zeros(40), MultinomialLogit(2)), L1(), bias=True)


def test_smoothed_conjugate_has_the_prox_as_gradient():
    q = np.random.default_rng(8).normal(size=6)
    for penalty in (L1(0.3), ElasticNet(0.3, 2.0), GroupNorm([0, 0, 1, 1, 2, 2], 0.4)):
        wrong = check_grad(
            lambda v, penalty=penalty: conjugate_envelope(penalty, v, 0.7),
            lambda v, penalty=penalty: penalty.prox(v, 0.7),
            q,
        )
        assert wrong < 1e-6


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"A": A[:30]}, "y"),
        ({"A": np.full((40, 60), np.nan)}, "A"),
        ({"y": np.full(40, np.inf)}, "y"),
        ({"growth": 0.5}, "growth"),
        ({"eta0": -1.0}, "eta0"),
        ({"eta0": "bold"}, "eta0"),
        ({"solver": "qr"}, "solver"),
        ({"start": np.ones(3)}, "start"),
        ({"alpha": 2 * SIGNS}, "alpha"),
        ({"penalty": TraceNorm(1.0)}, "shape"),
        ({"shape": (3, 4)}, "shape"),
        ({"A": sparse.csc_array(np.where(A > 2, np.nan, A))}, "A"),
        ({"A": sparse.coo_array(np.where(A > 2, np.inf, 0))}, "A"),
        ({"y": SCORE}, "y"),
        ({"loss": Squared(), "penalty": TotalVariation(1.0)}, "penalty"),
        ({"loss": Hinge()}, "loss"),
        ({"loss": MultinomialLogit(3)}, "y"),
        ({"inner": -0.1}, "inner"),
        ({"inner": np.nan}, "inner"),
    ],
    ids=str,
)
def test_bad_input_is_named(change, name):
    arguments = {"A": A, "y": SIGNS, "loss": Logistic(), "penalty": L1(1.5)} | change
    with pytest.raises(ValueError, match=name):
        dal(**arguments)


@pytest.mark.parametrize("name", ["loss", "penalty"])
def test_another_type_is_named(name):
    arguments = {"A": A, "y": SIGNS, "loss": Logistic(), "penalty": L1(1.5), name: "l2"}
    with pytest.raises(TypeError, match=name):
        dal(**arguments)
