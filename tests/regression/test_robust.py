import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import QuantileRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import load_stackloss, make_sinc_trend
from mlcompanion.losses import Absolute, Huber, Squared, Tukey
from mlcompanion.optimize import irls, irls_weights
from mlcompanion.regression import (
    HuberRegressor,
    LADRegressor,
    SparseHuber,
    TukeyRegressor,
    gaussian_basis,
    irls_rescaled,
    lad_program,
    poly_basis,
    sgd_least_squares,
)
from mlcompanion.regression.robust import least_absolute
from mlcompanion.regression.robust.influence import (
    breakdown_curve,
    gaussian_efficiency,
    mad_scale,
    sensitivity_curve,
    threshold_of_efficiency,
)

SHAPES = st.tuples(st.integers(4, 15), st.integers(1, 4), st.integers(0, 10_000))
LINE = poly_basis(np.linspace(-3, 3, 10), 1)


def problem(shape):
    n, m, seed = shape
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, m)), rng.standard_t(1.5, size=n)


def spoilt_line(seed=0, outlier=-4.0):
    y = LINE[:, 1] + 0.2 * np.random.default_rng(seed).normal(size=10)
    y[-1] = outlier
    return y


def ls(Phi, y):
    return np.linalg.lstsq(Phi, y, rcond=None)[0]


def many_solutions(estimator):
    """A programme with more columns than rows has many solutions, and ends at one of them."""
    if not isinstance(estimator, LADRegressor) or estimator.method != "lp":
        return {}
    return {"check_sample_weight_equivalence_on_dense_data": many_solutions.__doc__}


@parametrize_with_checks(
    [
        HuberRegressor(),
        HuberRegressor(eta=1.0, scale=1.0),
        TukeyRegressor(),
        TukeyRegressor(eta=1.0, scale=1.0, start="ls"),
        LADRegressor(),
        LADRegressor("irls"),
        SparseHuber(max_iter=100),
    ],
    expected_failed_checks=many_solutions,
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, eta=st.floats(0.1, 3))
def test_huber_is_the_minimum_of_a_general_solver(shape, eta):
    Phi, y = problem(shape)
    loss = Huber(eta)
    ours = HuberRegressor(eta, scale=1.0, tol=1e-10, max_iter=20_000, fit_intercept=False).fit(
        Phi, y
    )

    def objective(w):
        return loss.value(Phi @ w, y).sum()

    peer = minimize(objective, np.zeros(Phi.shape[1]), method="BFGS", options={"gtol": 1e-9})
    assert objective(ours.coef_) <= peer.fun + 1e-7
    gradient = Phi.T @ np.clip(y - Phi @ ours.coef_, -eta, eta)
    np.testing.assert_allclose(gradient, 0, atol=1e-4)
    assert np.all(np.diff(ours.objective_path_) <= 1e-9)
    assert (ours.weights_ <= 1).all()


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, eta=st.floats(0.3, 6), seed=st.integers(0, 99))
def test_tukey_never_climbs_and_stops_where_the_slope_is_zero(shape, eta, seed):
    Phi, y = problem(shape)
    start = np.random.default_rng(seed).normal(size=Phi.shape[1])
    model = TukeyRegressor(eta, 1.0, start, tol=1e-10, max_iter=20_000, fit_intercept=False).fit(
        Phi, y
    )
    assert np.all(np.diff(model.objective_path_) <= 1e-9)
    slope = Phi.T @ (model.weights_ * (y - Phi @ model.coef_))
    np.testing.assert_allclose(slope, 0, atol=1e-4)


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES)
def test_lad_is_certified_by_its_dual_and_equals_quantile_regression(shape):
    Phi, y = problem(shape)
    w, pull = lad_program(Phi, y)
    value = np.abs(y - Phi @ w).sum()
    np.testing.assert_allclose(Phi.T @ pull, 0, atol=1e-8)
    assert np.abs(pull).max() <= 1 + 1e-9
    np.testing.assert_allclose(pull @ y, value, rtol=1e-8, atol=1e-10)
    assert np.sum(np.abs(y - Phi @ w) < 1e-8) >= Phi.shape[1]
    peer = QuantileRegressor(quantile=0.5, alpha=0, fit_intercept=False).fit(Phi, y).coef_
    np.testing.assert_allclose(np.abs(y - Phi @ peer).sum(), value, rtol=1e-8, atol=1e-8)


def test_lad_by_reweighting_reaches_the_program():
    for seed in range(20):
        y = spoilt_line(seed)
        exact = LADRegressor(fit_intercept=False).fit(LINE, y)
        near = LADRegressor("irls", fit_intercept=False).fit(LINE, y)
        values = [np.abs(y - LINE @ model.coef_).sum() for model in (exact, near)]
        assert 0 <= values[1] - values[0] + 1e-12 < 1e-6
        np.testing.assert_allclose(np.abs(near.pull_).max(), 1, rtol=1e-6)


def test_lad_does_not_mind_units():
    y = spoilt_line()
    w = lad_program(LINE, y)[0]
    scaled = lad_program(LINE * [1, 1e5], 1e-7 * y)[0]
    np.testing.assert_allclose(scaled * [1e7, 1e12], w, rtol=1e-7)


def test_constant_model_gives_mean_and_median():
    y = np.random.default_rng(0).normal(size=21)
    one = np.ones((21, 1))
    assert lad_program(one, y)[0][0] == pytest.approx(np.median(y))
    assert HuberRegressor(100.0, 1.0, fit_intercept=False).fit(one, y).coef_[0] == pytest.approx(
        y.mean()
    )


def test_listing_of_the_book():
    """Fig. 25.9, in plain matrix algebra, with the lengths of its last line in our units."""
    y = spoilt_line()
    t = ls(LINE, spoilt_line())
    steps = 0
    unit = np.median(np.abs(y - np.median(y)))
    lengths = np.sqrt(np.mean(LINE**2, axis=0))
    while True:
        r = np.abs(LINE @ t - y)
        w = np.where(r > 1, 1 / np.maximum(r, 1), 1)
        new = np.linalg.solve(LINE.T @ (w[:, None] * LINE), LINE.T @ (w * y))
        steps += 1
        close = np.linalg.norm(lengths * (new - t)) <= 1e-3 * unit
        t = new
        if close:
            break
    model = HuberRegressor(1.0, scale=1.0, tol=1e-3, fit_intercept=False).fit(LINE, y)
    np.testing.assert_allclose(model.coef_, t, rtol=1e-10)
    assert model.n_iter_ == steps


def test_published_fits_of_stack_loss():
    """Coefficients of statsmodels 0.15 (RLM, defaults but tol), typed in."""
    data = load_stackloss()
    assert data.data.shape == (21, 3)
    assert data.target.sum() == 368
    assert data.data.sum(axis=0).tolist() == [1269, 443, 1812]
    Phi = np.column_stack([np.ones(21), data.data])
    huber = HuberRegressor(tol=1e-10, fit_intercept=False).fit(Phi, data.target)
    tukey = TukeyRegressor(4.685, tol=1e-10, fit_intercept=False).fit(Phi, data.target)
    lad = LADRegressor(fit_intercept=False).fit(Phi, data.target)
    np.testing.assert_allclose(huber.coef_, [-41.0264983, 0.8293843, 0.9260660, -0.1278467], 1e-6)
    np.testing.assert_allclose(tukey.coef_, [-42.2853508, 0.9275573, 0.6507177, -0.1123332], 1e-6)
    np.testing.assert_allclose(lad.coef_, [-39.6898551, 0.8318841, 0.5739130, -0.0608696], 1e-6)
    np.testing.assert_allclose(ls(Phi, data.target)[0], -39.9196744, rtol=1e-8)
    assert set(np.argsort(tukey.weights_)[:2]) == {3, 20}


def test_scale_makes_the_fit_equivariant():
    Phi, y = problem((15, 2, 1))
    for model in (HuberRegressor(fit_intercept=False), TukeyRegressor(fit_intercept=False)):
        w = model.fit(Phi, y).coef_
        scale = model.scale_
        np.testing.assert_allclose(model.fit(Phi, 1000 * y).coef_, 1000 * w, rtol=1e-4)
        assert model.scale_ == pytest.approx(1000 * scale, rel=1e-4)


def test_more_than_half_exact_residuals_have_scale_zero_and_a_fit():
    y = LINE @ [1.0, 2.0]
    y[[2, 7]] += 50
    for model in (
        HuberRegressor(tol=1e-8, fit_intercept=False),
        TukeyRegressor(tol=1e-8, fit_intercept=False),
    ):
        np.testing.assert_allclose(model.fit(LINE, y).coef_, [1, 2], atol=1e-6)


@pytest.mark.parametrize("size", [1e6, 1e12, 1e15])
@pytest.mark.parametrize(
    "model",
    [
        HuberRegressor(fit_intercept=False),
        HuberRegressor(1.0, 1.0, fit_intercept=False),
        TukeyRegressor(fit_intercept=False),
        TukeyRegressor(start="ls", fit_intercept=False),
        TukeyRegressor(5.0, 1.0, fit_intercept=False),
        LADRegressor(fit_intercept=False),
        LADRegressor("irls", fit_intercept=False),
    ],
    ids=repr,
)
def test_one_outlier_of_any_size_is_survived(model, size):
    """However far an output lies, the fit is as good as with a moderate one."""
    Phi = np.column_stack([np.ones(50), np.random.default_rng(1).normal(size=(50, 3))])
    y = Phi @ [2.0, 1.0, -1.0, 0.5] + 0.3 * np.random.default_rng(2).normal(size=50)
    y[7] = 1e3
    near = model.fit(Phi, y).coef_
    y[7] = size
    np.testing.assert_allclose(model.fit(Phi, y).coef_, near, atol=1e-4)
    np.testing.assert_allclose(near, [2.0, 1.0, -1.0, 0.5], atol=0.3)
    assert getattr(model, "scale_", 1.0) <= 1.0


def test_weights_do_not_mind_units():
    r = np.random.default_rng(3).normal(size=9)
    for loss in (Huber, Tukey):
        weights = irls_weights(loss(1.0), r)
        np.testing.assert_allclose(irls_weights(loss(1e-12), 1e-12 * r), weights)
    np.testing.assert_allclose(irls_weights(Absolute(), 1e-12 * r), 1e12 / np.abs(r))
    assert (irls_weights(Squared(), np.zeros(3)) == 1).all()


def test_tukey_falls_back_where_no_sample_is_in_reach():
    y = spoilt_line(outlier=-400.0)
    with pytest.raises(ValueError, match="start"):
        irls(LINE, y, Tukey(1.0))
    model = TukeyRegressor(1.0, 1.0, start="ls", fit_intercept=False).fit(LINE, y)
    np.testing.assert_array_equal(model.path_[0], lad_program(LINE, y)[0])
    assert abs(model.coef_[1] - 1) < 0.2
    assert model.weights_[-1] == 0


def test_sparse_huber_is_the_lasso_where_the_threshold_is_never_reached():
    x, y, _ = make_sinc_trend(30, 0.2, random_state=0)
    exact = SparseHuber(eta=None, tol=1e-9, max_iter=5000).fit(x[:, None], y)
    wide = SparseHuber(eta=1e3, tol=1e-9, max_iter=5000).fit(x[:, None], y)
    np.testing.assert_allclose(exact.dual_coef_, wide.dual_coef_, atol=1e-6)
    K = gaussian_basis(x, sigma=0.3)
    alpha = exact.dual_coef_
    slope = K @ (y - K @ alpha)
    assert np.abs(slope).max() <= 0.1 + 1e-4
    big = np.abs(alpha) > 1e-3
    np.testing.assert_allclose(slope[big], 0.1 * np.sign(alpha[big]), atol=1e-4)


def test_sparse_huber_satisfies_its_optimality_conditions():
    x, y, _ = make_sinc_trend(50, 0.2, random_state=0)
    y[24] = -0.5
    model = SparseHuber(tol=1e-8, max_iter=5000).fit(x[:, None], y)
    assert np.all(np.diff(model.objective_path_) <= 1e-9)
    K = gaussian_basis(x, sigma=0.3)
    alpha = model.dual_coef_
    slope = K @ np.clip(y - K @ alpha, -0.1, 0.1)
    assert np.abs(slope).max() <= 0.1 + 1e-3
    big = np.abs(alpha) > 1e-3
    assert 5 < big.sum() < 25
    np.testing.assert_allclose(slope[big], 0.1 * np.sign(alpha[big]), atol=1e-3)
    other = SparseHuber(start="normal", random_state=0, tol=1e-8, max_iter=5000)
    np.testing.assert_allclose(other.fit(x[:, None], y).dual_coef_, alpha, atol=1e-3)


def test_clipped_stochastic_gradients_minimise_hubers_loss():
    y = spoilt_line()
    goal = HuberRegressor(1.0, scale=1.0, tol=1e-12, fit_intercept=False).fit(LINE, y).coef_
    run = sgd_least_squares(
        LINE, y, clip=1.0, eta=0.1, decay=200, tol=0, max_iter=200_000, random_state=0
    )
    np.testing.assert_allclose(run.mean, goal, atol=0.01)
    start = np.array([0.3, -0.2])
    pick = np.random.default_rng(3).integers(10, size=4096)[0]
    step = sgd_least_squares(
        LINE, y, clip=0.5, eta=0.1, tol=0, max_iter=1, start=start, random_state=3
    )
    slope = np.clip(y[pick] - LINE[pick] @ start, -0.5, 0.5)
    np.testing.assert_allclose(step.coef, start + 0.1 * slope * LINE[pick])


def test_mad_scale():
    r = np.random.default_rng(0).normal(3.0, 2.0, size=100_000)
    assert mad_scale(r, center=None) == pytest.approx(2, rel=0.02)
    assert mad_scale([-1.0, 0.0, 2.0]) == pytest.approx(1 / 0.6744897502)
    r[:40_000] = 1e9
    assert mad_scale(r, center=3.0) < 20


def test_sensitivity_of_mean_and_median():
    y = np.sort(np.random.default_rng(0).normal(size=11))
    one = np.ones((11, 1))
    values = np.array([y[5], 50.0, 1e6])
    mean = sensitivity_curve(ls, one, y, 5, values)[:, 0]
    np.testing.assert_allclose(mean, values - y[5], atol=1e-6)
    median = sensitivity_curve(lambda P, z: lad_program(P, z)[0], one, y, 5, values)[:, 0]
    assert median[1] == pytest.approx(median[2]) == pytest.approx(11 * (y[6] - y[5]))


def test_breakdown_of_mean_and_median():
    y = np.random.default_rng(0).normal(size=11)
    one = np.ones((11, 1))
    counts = range(12)
    mean = breakdown_curve(ls, one, y, counts, random_state=0)
    median = breakdown_curve(lambda P, z: lad_program(P, z)[0], one, y, counts, random_state=0)
    assert mean[0] == 0
    assert mean[1] > 1e4
    assert median[5] < 3
    assert median[6] > 1e5


def test_efficiencies_are_the_known_ones():
    assert gaussian_efficiency(Squared()) == pytest.approx(1)
    assert gaussian_efficiency(Absolute()) == pytest.approx(2 / np.pi)
    assert threshold_of_efficiency(Huber) == pytest.approx(1.345, abs=5e-4)
    assert threshold_of_efficiency(Tukey) == pytest.approx(4.685, abs=5e-4)


def test_efficiency_is_the_ratio_of_variances():
    draws = np.random.default_rng(0).normal(size=(10_000, 60))
    fits = draws.mean(axis=1)
    for _ in range(60):  # reweighted means of all samples at once
        weights = np.minimum(1, 0.5 / np.maximum(np.abs(draws - fits[:, None]), 1e-9))
        fits = (weights * draws).sum(axis=1) / weights.sum(axis=1)
    for z, fit in zip(draws[:50], fits):
        model = HuberRegressor(0.5, 1.0, tol=1e-9, fit_intercept=False).fit(np.ones((60, 1)), z)
        assert model.coef_[0] == pytest.approx(fit, abs=1e-6)
    ratio = draws.mean(axis=1).var() / np.var(fits)
    assert ratio == pytest.approx(gaussian_efficiency(Huber(0.5)), abs=0.02)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: HuberRegressor(0, fit_intercept=False).fit(LINE, LINE[:, 1]), "eta"),
        (lambda: HuberRegressor(scale=-1.0, fit_intercept=False).fit(LINE, LINE[:, 1]), "scale"),
        (lambda: HuberRegressor(scale="sd", fit_intercept=False).fit(LINE, LINE[:, 1]), "scale"),
        (lambda: HuberRegressor(tol=-1, fit_intercept=False).fit(LINE, LINE[:, 1]), "tol"),
        (lambda: TukeyRegressor(start="mean", fit_intercept=False).fit(LINE, LINE[:, 1]), "start"),
        (lambda: TukeyRegressor(start=[1.0], fit_intercept=False).fit(LINE, LINE[:, 1]), "start"),
        (lambda: LADRegressor("simplex", fit_intercept=False).fit(LINE, LINE[:, 1]), "method"),
        (lambda: LADRegressor("irls", floor=0, fit_intercept=False).fit(LINE, LINE[:, 1]), "floor"),
        (lambda: SparseHuber(eta=-1).fit(LINE, LINE[:, 1]), "eta"),
        (lambda: SparseHuber(lam=-1).fit(LINE, LINE[:, 1]), "lam"),
        (lambda: SparseHuber(sigma=0).fit(LINE, LINE[:, 1]), "sigma"),
        (lambda: SparseHuber(start="zero").fit(LINE, LINE[:, 1]), "start"),
        (lambda: irls_rescaled(LINE, LINE[:, 1], Huber, 1.0, [0.0]), "start"),
        (lambda: irls_rescaled(LINE, LINE[:, 1], Huber, 1.0, [0.0, 0.0], max_iter=0), "max_iter"),
        (lambda: lad_program(LINE, np.ones(9)), "y"),
        (lambda: lad_program(LINE, np.full(10, np.nan)), "y"),
        (lambda: mad_scale([]), "residuals"),
        (lambda: mad_scale([1.0, np.inf]), "residuals"),
        (lambda: sensitivity_curve(ls, LINE, LINE[:, 1], 10, [0.0]), "index"),
        (lambda: breakdown_curve(ls, LINE, LINE[:, 1], [11]), "counts"),
        (lambda: threshold_of_efficiency(Huber, 1.0), "efficiency"),
        (lambda: sgd_least_squares(LINE, LINE[:, 1], clip=0.0), "clip"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@pytest.mark.parametrize(("noise", "jump"), [(0.0, 100.0), (0.0, 1e6), (0.1, 100.0), (0.1, -50.0)])
def test_scale_and_fit_settle_together_despite_leverage(noise, jump):
    """Five points, the last one far off: both crept on for some ten thousand steps."""
    x = np.arange(5.0)
    y = 1 + 2 * x + noise * np.random.default_rng(1).normal(size=5)
    y[-1] += jump
    model = HuberRegressor().fit(x[:, None], y)
    assert model.converged_
    residuals = y - model.predict(x[:, None])
    assert model.scale_ == pytest.approx(mad_scale(residuals), rel=1e-3, abs=1e-9)

    def objective(line):
        return Huber(1.345 * model.scale_).value(line[0] * x + line[1], y).sum()

    line = [model.coef_[0], model.intercept_]
    for start in (line, [2.0, 1.0]):
        peer = minimize(objective, start, method="Nelder-Mead", options={"xatol": 1e-9})
        assert objective(line) <= peer.fun * (1 + 1e-6) + 1e-9
    if not noise:
        np.testing.assert_allclose(line, [2.0, 1.0], atol=1e-6)


def test_an_iteration_limit_is_told():
    with pytest.warns(ConvergenceWarning, match="HuberRegressor stopped after 1 step"):
        HuberRegressor(scale=1e-3, max_iter=1).fit(
            [[0.0], [1.0], [2.0], [3.0]], [0.0, 3.0, 1.0, 9.0]
        )


@pytest.mark.parametrize("failures", [1, 2])
def test_least_absolute_deviations_try_another_way(monkeypatch, failures):
    """Where the solver of linear programs ends in an unknown state, the next way gives the fit."""
    rng = np.random.default_rng(3)
    Phi = rng.normal(size=(30, 3))
    y = 1e4 + Phi @ [1.0, -2.0, 0.5] + rng.standard_t(2, size=30)
    want, _ = lad_program(Phi, y)
    solve = least_absolute.linprog
    seen = []

    def failing(*arguments, **way):
        seen.append(way)
        answer = solve(*arguments, **way)
        if len(seen) <= failures:
            answer.status = 4
        return answer

    monkeypatch.setattr(least_absolute, "linprog", failing)
    found, there = lad_program(Phi, y)
    assert len(seen) == failures + 1
    np.testing.assert_allclose(found, want, rtol=1e-6)
    np.testing.assert_allclose(np.abs(y - Phi @ found).sum(), there @ y, rtol=1e-6)
    monkeypatch.setattr(least_absolute, "WAYS", least_absolute.WAYS[:failures])
    seen.clear()
    with pytest.raises(RuntimeError, match="least absolute deviations"):
        lad_program(Phi, y)
