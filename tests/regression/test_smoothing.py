"""Kernel smoothing under correlated errors, against refitting, brute force and closed forms."""

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn.svm import SVR
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.datasets import arma_autocovariance, make_ar_noise
from mlcompanion.regression import KernelLeastSquares
from mlcompanion.regression.smoothing import (
    CorrelationCorrectedCV,
    LocalLinear,
    LSSVMRegressor,
    NadarayaWatson,
    SmoothingKernel,
    amise_bandwidth,
    amise_factor,
    asymptotic_lcv_bias,
    block_loo_scores,
    design_fit,
    expected_lcv_bias,
    kernel_constants,
    lcv,
    left_out_weights,
    mcv,
    residual_lag,
    select_bandwidth,
    smoothing_kernel,
)

NAMES = (
    "epanechnikov", "gaussian", "laplace", "bimodal_polynomial", "bimodal_gaussian",
    "bimodal_laplace", "bimodal_epanechnikov",
)  # fmt: skip
BIMODAL = [name for name in NAMES if name.startswith("bimodal")]
N = 40
X = np.arange(1, N + 1) / N
Y = 300 * X**3 * (1 - X) ** 3 + np.random.default_rng(3).normal(0, 0.5, N)


def brute_force(x, y, h, kernel, lag, degree):
    """Each left-out fit by weighted least squares on what remains."""
    errors = []
    for i in range(len(x)):
        rest = np.abs(np.arange(len(x)) - i) > lag
        weights = smoothing_kernel(kernel)((x[rest] - x[i]) / h)
        if not weights.sum() > 0:
            return np.inf
        roots = np.sqrt(weights)[:, None]
        columns = np.column_stack([np.ones(rest.sum()), x[rest] - x[i]])[:, : degree + 1]
        if np.count_nonzero(weights > 0) < 2:
            columns = columns[:, :1]
        fit = np.linalg.lstsq(roots * columns, roots[:, 0] * y[rest], rcond=None)[0][0]
        errors.append(y[i] - fit)
    return np.mean(np.square(errors))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lag", [0, 1, 4])
@pytest.mark.parametrize("degree", [0, 1])
def test_criteria_equal_refitting(name, lag, degree):
    for h in (0.2, 0.45):
        expected = brute_force(X, Y, h, name, lag, degree)
        assert mcv(X, Y, h, name, lag, degree) == pytest.approx(expected, rel=1e-9)


def test_many_series_and_bandwidths_at_once():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(N, 9))  # enough columns for the dense matrix
    hs = [0.06, 0.2, 0.4]
    together = lcv(X, table, hs, "bimodal_laplace", 1)
    assert together.shape == (3, 9)
    single = [[lcv(X, y, h, "bimodal_laplace", 1) for y in table.T] for h in hs]
    np.testing.assert_allclose(together, single, rtol=1e-12)
    fits = design_fit(X, table, 0.2)
    np.testing.assert_allclose(fits[:, 4], design_fit(X, table[:, 4], 0.2), rtol=1e-12)


@pytest.mark.parametrize("degree", [0, 1])
def test_wide_windows_go_by_fft_and_agree(degree):
    x = np.arange(3000.0)
    y = np.sin(x / 300) + np.random.default_rng(1).normal(size=3000) + 1e6
    kind = (NadarayaWatson, LocalLinear)[degree]
    for h in (40.0, 900.0):
        expected = kind(h, "epanechnikov").fit(x[:, None], y).predict(x[:, None])
        np.testing.assert_allclose(design_fit(x, y, h, degree=degree), expected, rtol=0, atol=1e-8)


def test_a_million_observations():
    x = np.arange(1_000_000)
    y = (x % 7).astype(float)
    assert lcv(x, y, 50_000.0) == pytest.approx(4.0, rel=1e-3)  # the variance of 0, ..., 6


def test_an_empty_window_is_infinite_not_a_quotient_of_zeros():
    assert lcv(X, Y, 0.9 / N) == np.inf
    assert lcv(X, Y, 1.9 / N, "bimodal_polynomial") == np.inf
    assert lcv(X, Y, 2.1 / N, "bimodal_polynomial") < np.inf
    assert mcv(X, Y, 3.9 / N, "epanechnikov", 3) == np.inf
    assert np.isnan(design_fit(X, Y, 0.9 / N, "bimodal_epanechnikov")).all()
    assert mcv(X, Y, 0.5, "epanechnikov", N) == np.inf  # nothing is left at all
    assert lcv(X, Y, 1e-300, "gaussian") == np.inf


def test_the_far_tail_of_a_kernel_still_weighs():
    narrow = lcv(X, Y, 0.1 / N, "gaussian")  # weights of exp(-50) on both neighbours
    ends = [Y[0] - Y[1], Y[-1] - Y[-2]]
    inner = Y[1:-1] - (Y[:-2] + Y[2:]) / 2
    assert narrow == pytest.approx(np.mean(np.square([*ends, *inner])), rel=1e-12)


def test_constants_are_those_of_the_table():
    printed = {"epanechnikov": 0.072, "bimodal_polynomial": 0.374, "bimodal_gaussian": 0.134}
    for name, value in printed.items():
        assert kernel_constants(name).efficiency == pytest.approx(value, abs=5e-4)
    assert kernel_constants("bimodal_laplace").efficiency == pytest.approx(6 / 64, rel=1e-9)
    assert kernel_constants("gaussian").roughness == pytest.approx(1 / (2 * np.sqrt(np.pi)))


@pytest.mark.parametrize("name", NAMES)
def test_kernels_are_symmetric_densities(name):
    K = smoothing_kernel(name)
    u = np.linspace(0, 3, 50)
    np.testing.assert_array_equal(K(u), K(-u))
    assert (K(u) >= 0).all()
    assert 2 * quad(lambda t: float(K(t)), 0, 40, limit=400, points=[0.1, 0.5, 1])[0] == (
        pytest.approx(1, abs=1e-6)
    )
    assert (K.at_zero == 0) == name.startswith("bimodal")


def test_the_holed_class_starts_at_epanechnikov_and_rises():
    values = [
        kernel_constants(smoothing_kernel("bimodal_epanechnikov", eps)).efficiency
        for eps in (1e-4, 0.1, 0.2, 0.2167, 0.3)
    ]
    assert values[0] == pytest.approx(kernel_constants().efficiency, rel=1e-3)
    assert values == sorted(values)
    assert values[3] == pytest.approx(6 / 64, abs=2e-5)  # meets the third bimodal kernel


def test_a_kernel_of_ones_own():
    box = SmoothingKernel(lambda u: np.full(np.shape(u), 0.5), support=1.0, name="box")
    assert kernel_constants(box) == pytest.approx((1, 1 / 3, 0.5, 1 / 12))
    expected = np.mean([Y[0], Y[1], Y[2]])
    assert design_fit(X, Y, 2.01 / N, box)[0] == pytest.approx(expected)


@pytest.mark.parametrize(("lag", "constant"), [(0, True), (1, True), (3, True), (2, False)])
def test_blocks_left_out_of_the_machine_equal_refits(lag, constant):
    model = LSSVMRegressor(20.0, 0.15, constant).fit(X[:, None], Y)
    expected = []
    for i in range(N):
        rest = np.abs(np.arange(N) - i) > lag
        refit = LSSVMRegressor(20.0, 0.15, constant).fit(X[rest, None], Y[rest])
        expected.append(Y[i] - refit.predict(X[i : i + 1, None])[0])
    np.testing.assert_allclose(model.block_loo_residuals(lag), expected, rtol=1e-9, atol=1e-11)
    scores = block_loo_scores(X[:, None], Y, [1.0, 20.0], 0.15, lag, constant)
    assert scores[1] == pytest.approx(np.mean(np.square(expected)), rel=1e-9)


def test_many_outputs_share_one_decomposition():
    table = np.column_stack([Y, -Y, Y**2])
    scores = block_loo_scores(X[:, None], table, [1.0, 1e6], 0.3, 2)
    assert scores.shape == (2, 3)
    single = block_loo_scores(X[:, None], table[:, 2], [1.0, 1e6], 0.3, 2)
    np.testing.assert_allclose(scores[:, 2], single, rtol=1e-9)
    mixed = block_loo_scores(X[:, None], table, [1.0, 1e6], 0.3, [2, 0, 1])
    np.testing.assert_allclose(mixed[:, 0], scores[:, 0], rtol=1e-9)
    plain = block_loo_scores(X[:, None], table, [1.0, 1e6], 0.3)
    np.testing.assert_allclose(mixed[:, 1], plain[:, 1], rtol=1e-9)
    with pytest.raises(ValueError, match="lag must have shape"):
        block_loo_scores(X[:, None], table, [1.0], 0.3, [2, 0])


def test_without_its_constant_the_machine_is_kernel_ridge_regression():
    factor = (2 * np.pi) ** -0.5
    machine = LSSVMRegressor(7.0, 0.2, fit_intercept=False).fit(X[:, None], Y)
    ridge = KernelLeastSquares(0.2, 1 / (7.0 * factor), "K").fit(X[:, None], Y)
    np.testing.assert_allclose(machine.predict(X[:, None]), ridge.predict(X[:, None]), rtol=1e-9)


def test_the_machine_solves_its_bordered_system():
    model = LSSVMRegressor(5.0, 0.1).fit(X[:, None], Y)
    assert model.dual_coef_.sum() == pytest.approx(0, abs=1e-10)
    residuals = Y - model.predict(X[:, None])
    np.testing.assert_allclose(model.dual_coef_, 5.0 * residuals, rtol=1e-8, atol=1e-10)
    with pytest.raises(ValueError, match="gamma is too large"):
        LSSVMRegressor(1e20, 5.0).fit(X[:, None], Y)


def test_the_local_line_needs_no_slope_where_there_is_none():
    x = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])  # on one line of the plane
    model = LocalLinear(2.0).fit(x, 3 + x[:, 0])
    np.testing.assert_allclose(model.predict(x), 3 + x[:, 0], rtol=1e-9)
    one = LocalLinear(0.6, "epanechnikov").fit(x, 3 + x[:, 0])
    np.testing.assert_allclose(one.predict(x), 3 + x[:, 0], rtol=1e-12)
    plane = np.random.default_rng(0).normal(size=(30, 2))
    fitted = LocalLinear(0.7).fit(plane, plane @ [2.0, -1.0] + 5)
    np.testing.assert_allclose(fitted.predict(plane[:5] + 0.1), (plane[:5] + 0.1) @ [2, -1] + 5)


def test_no_row_in_reach_is_told():
    model = NadarayaWatson(0.1, "epanechnikov").fit(X[:, None], Y)
    with pytest.warns(RuntimeWarning, match="no row has weight for 1"):
        out = model.predict([[0.5], [9.0]])
    assert np.isnan(out).tolist() == [False, True]


def test_lag_by_hand():
    noise = make_ar_noise(500, ma=1.0, ar=0.0, random_state=1)
    x = np.arange(500.0)
    choice = residual_lag(x, noise, 100.0)
    residuals = noise - design_fit(x, noise, 100.0, "bimodal_polynomial")
    r = [residuals[: 500 - q] @ residuals[q:] / (residuals @ residuals) for q in range(5)]
    np.testing.assert_allclose(choice.correlations[:5], r, atol=1e-12)
    assert choice.limit == pytest.approx(1.96 / np.sqrt(500), rel=1e-4)
    assert abs(r[choice.lag]) <= choice.limit < min(np.abs(r[1 : choice.lag]))
    assert residual_lag(x, np.ones(500), 100.0).lag == 1


def test_two_rules_for_the_minimum():
    noise = make_ar_noise(200, ar=0.6, variance=0.3, random_state=1)
    x = np.arange(1, 201) / 200
    y = 300 * x**3 * (1 - x) ** 3 + noise
    hs = np.geomspace(0.006, 0.5, 60)
    hole = smoothing_kernel("bimodal_epanechnikov", 0.1)
    trapped = select_bandwidth(x, y, hs, hole)
    free = select_bandwidth(x, y, hs, hole, rule="rightmost")
    assert trapped.h < 0.02 < free.h  # a hole of one spacing where the errors' reach is five
    assert trapped.scores[np.searchsorted(hs, trapped.h)] == trapped.scores.min()
    right = trapped.scores[np.searchsorted(hs, free.h) :]
    assert (np.diff(right) > 0).all()


def test_correction_finds_the_curve_that_plain_leave_one_out_misses():
    x = np.arange(1, 201) / 200
    m = 300 * x**3 * (1 - x) ** 3
    y = m + make_ar_noise(200, ar=0.6, variance=0.3, random_state=4)
    model = CorrelationCorrectedCV().fit(x[:, None], y)
    plain = np.argmin(block_loo_scores(x[:, None], y, np.geomspace(0.1, 1e6, 15), 0.02))
    naive = LSSVMRegressor(np.geomspace(0.1, 1e6, 15)[plain], 0.02).fit(x[:, None], y)
    error = np.mean((model.predict(x[:, None]) - m) ** 2)
    assert 4 * error < np.mean((naive.predict(x[:, None]) - m) ** 2)
    assert model.lag_ >= 1
    assert len(model.cv_results_["score"]) == 15 * 24


def test_any_regressor_can_be_corrected():
    grid = {"C": [1.0, 10.0]}
    fast = CorrelationCorrectedCV(LSSVMRegressor(h=0.2), {"gamma": [1.0, 30.0]}).fit(X[:, None], Y)
    assert fast.best_estimator_.gamma == fast.best_params_["gamma"]
    slow = CorrelationCorrectedCV(SVR(), grid).fit(X[:, None], Y)
    assert slow.best_params_["C"] in (1.0, 10.0)

    class Hidden(LSSVMRegressor):  # the same machine without the short way
        left_out_scores = property()

    other = CorrelationCorrectedCV(Hidden(h=0.2), {"gamma": [1.0, 30.0]}).fit(X[:, None], Y)
    np.testing.assert_allclose(other.cv_results_["score"], fast.cv_results_["score"], rtol=1e-8)
    line = CorrelationCorrectedCV(LocalLinear(), {"h": [0.1, 0.3]}).fit(X[:, None], Y)
    assert line.lag_ == fast.lag_


@pytest.mark.parametrize(
    "model", [NadarayaWatson(), LocalLinear(), LSSVMRegressor(), CorrelationCorrectedCV()]
)
def test_scikit_learn_s_contract(model):
    check_estimator(model, on_skip=None)


@pytest.mark.parametrize("bad", [X[::-1], np.r_[X[:5], X[4], X[6:]], X**2, np.r_[X[:-1], 5.0]])
def test_an_unsorted_or_uneven_design_is_refused_by_name(bad):
    for call in (lcv, design_fit):
        with pytest.raises(ValueError, match=r"^x must be"):
            call(bad, Y, 0.2)
    with pytest.raises(ValueError, match=r"^x must be"):
        residual_lag(bad, Y, 0.2)
    with pytest.raises(ValueError, match=r"^X must be"):
        CorrelationCorrectedCV().fit(bad[:, None], Y)


def test_stamps_of_time_and_whole_numbers_are_even():
    stamps = 1.7e9 + np.arange(N)
    assert lcv(stamps, Y, 8.0) == pytest.approx(lcv(X, Y, 8.0 / N), rel=1e-9)
    assert lcv(np.arange(N), Y, 8) == pytest.approx(lcv(X, Y, 8 / N), rel=1e-9)


def test_bias_on_a_circle_is_that_of_the_matrix():
    from scipy.linalg import circulant

    gamma = arma_autocovariance(30, 0.5, variance=0.3)
    row = left_out_weights(60, 6.5, "gaussian")
    assert row.sum() == pytest.approx(1)
    assert row[0] == 0
    known = np.r_[gamma, np.zeros(30)]
    away = np.minimum(np.arange(60), 60 - np.arange(60))
    S = circulant(row).T
    by_pairs = (
        -2 / 60 * sum(S[i, j] * known[away[(j - i) % 60]] for i in range(60) for j in range(60))
    )
    assert expected_lcv_bias(row, gamma) == pytest.approx(by_pairs, rel=1e-12)


def test_bias_of_a_matrix_of_weights_by_simulation():
    gamma = arma_autocovariance(N, 0.6)
    draws = np.stack([make_ar_noise(N, 0.6, random_state=seed) for seed in range(4000)], axis=1)
    away = np.abs(np.subtract.outer(np.arange(N), np.arange(N)))
    S = np.where(away > 0, smoothing_kernel()(away / 4.5), 0.0)
    S /= S.sum(axis=1, keepdims=True)
    found = -2 * np.mean(draws * (S @ draws))
    assert expected_lcv_bias(S, gamma) == pytest.approx(found, rel=0.03)
    assert asymptotic_lcv_bias("bimodal_laplace", 4.5, gamma) == 0


@pytest.mark.parametrize("phi", [-0.6, 0.3, 0.8])
def test_factor_of_first_order_noise(phi):
    rho = phi ** np.arange(1, 400)
    assert amise_factor(rho) == pytest.approx(((1 + phi) / (1 - phi)) ** 0.2, rel=1e-9)
    gamma = 0.3 * np.r_[1, rho]
    plain = amise_bandwidth("epanechnikov", 200, 154.3, [0.3])
    assert amise_bandwidth("epanechnikov", 200, 154.3, gamma) == pytest.approx(
        plain * amise_factor(rho)
    )


def test_autocovariances_by_the_impulse_response():
    from scipy.signal import lfilter

    ar, ma = [0.7, -0.5, 0.4, -0.3, 0.2], [0.5, -0.2]
    pulse = lfilter([1, *ma], [1, *-np.array(ar)], np.eye(1, 4000)[0])
    gamma = np.array([pulse[: 4000 - k] @ pulse[k:] for k in range(20)])
    got = arma_autocovariance(20, ar, ma, variance=gamma[0])
    np.testing.assert_allclose(got, gamma, atol=1e-10)
    np.testing.assert_allclose(arma_autocovariance(4, 0.5), 0.5 ** np.arange(4))
