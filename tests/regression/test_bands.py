import tracemalloc

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import check_estimator

from mlcompanion.datasets import make_ar_noise, make_mackey_glass, make_sinc_trend
from mlcompanion.regression import KernelLeastSquares, LeastSquares, hat_matrix
from mlcompanion.regression.bands import (
    ARForecaster,
    BootstrapBand,
    KernelBandRegressor,
    bootstrap_predict,
    lag_matrix,
    ridge_predictive_variance,
    smoother_band,
)
from mlcompanion.regression.bands.bootstrap import refit
from mlcompanion.regression.linear.ridge import shortest_coefficients


def design(seed=0, n=30, b=6, m=9):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, b)), rng.normal(size=(m, b)), rng.normal(size=n), rng


@pytest.mark.parametrize("lam", [1e-3, 1.0, 30.0])
@pytest.mark.parametrize(("n", "b"), [(30, 6), (6, 30), (20, 20)])
def test_the_variance_is_that_of_the_formula_written_out(lam, n, b):
    Phi, Phi_test, y, _ = design(n=n, b=b)
    M = np.linalg.solve(Phi.T @ Phi + lam * np.eye(b), Phi.T)
    U = np.eye(n) - Phi @ M
    noise = np.sum((U @ y) ** 2) / np.trace(U)
    band = ridge_predictive_variance(Phi, Phi_test, lam, y)
    np.testing.assert_allclose(band.mean, Phi_test @ M @ y, rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(band.noise_variance, noise, rtol=1e-9)
    np.testing.assert_allclose(band.freedom, np.trace(U), rtol=1e-9)
    np.testing.assert_allclose(
        band.variance, noise * np.sum((Phi_test @ M) ** 2, axis=1), rtol=1e-8
    )
    np.testing.assert_allclose(band.std**2, band.variance)


@pytest.mark.parametrize("lam", [0.0, 0.5])
def test_correlated_noise_stands_between_the_weights(lam):
    Phi, Phi_test, y, rng = design()
    root = rng.normal(size=(30, 30))
    covariance = root @ root.T
    M = np.linalg.solve(Phi.T @ Phi + lam * np.eye(6), Phi.T)
    band = ridge_predictive_variance(Phi, Phi_test, lam, y, covariance)
    wanted = np.diag(Phi_test @ M @ covariance @ M.T @ Phi_test.T)
    np.testing.assert_allclose(band.variance, wanted, rtol=1e-9)
    assert np.isnan(band.noise_variance)
    white = ridge_predictive_variance(Phi, Phi_test, lam, y, 2.5)
    plain = ridge_predictive_variance(Phi, Phi_test, lam, y, 2.5 * np.eye(30))
    np.testing.assert_allclose(white.variance, plain.variance, rtol=1e-9)
    assert white.noise_variance == 2.5


def test_without_penalty_it_is_the_textbook_band_of_a_line():
    x = np.arange(12.0) + 1e6
    y = 3 * x + np.cos(x)
    Phi = np.column_stack([np.ones(12), x])
    at = np.column_stack([np.ones(3), [1e6 - 4, 1e6 + 5.5, 1e6 + 30]])
    band = ridge_predictive_variance(Phi, at, 0.0, y)
    d = x - x.mean()
    leverage = 1 / 12 + (at[:, 1] - x.mean()) ** 2 / (d @ d)
    left = y - y.mean() - (d @ y / (d @ d)) * d
    np.testing.assert_allclose(band.variance, left @ left / 10 * leverage, rtol=1e-6)
    assert band.freedom == pytest.approx(10)


def test_the_variance_is_that_of_refits_under_new_noise():
    Phi, Phi_test, _, rng = design(n=25, b=4)
    noise = 0.3 * rng.normal(size=(4000, 25))
    truth = Phi @ np.ones(4)
    made = [ridge_predictive_variance(Phi, Phi_test, 2.0, truth + e, 0.09) for e in noise[:2000]]
    seen = np.var([band.mean for band in made], axis=0, ddof=1)
    np.testing.assert_allclose(seen, made[0].variance, rtol=5 * np.sqrt(2 / 2000))


def test_any_smoother_has_a_band():
    Phi, Phi_test, y, _ = design()
    H = hat_matrix(Phi)
    weights = Phi_test @ np.linalg.pinv(Phi)
    ours = smoother_band(H, weights, y)
    theirs = ridge_predictive_variance(Phi, Phi_test, 0.0, y)
    for one, other in zip(ours, theirs):
        np.testing.assert_allclose(one, other, rtol=1e-9)
    mean = np.full((4, 4), 0.25)
    band = smoother_band(mean, mean[:1], [1, 2, 3, 6])
    assert band.variance[0] == pytest.approx(np.var([1, 2, 3, 6], ddof=1) / 4)


def test_a_fit_that_follows_every_output_cannot_tell_its_noise():
    Phi = np.eye(3)
    with pytest.raises(ValueError, match="noise cannot be estimated"):
        ridge_predictive_variance(Phi, Phi, 0.0, [1.0, 2.0, 3.0])
    band = ridge_predictive_variance(Phi, Phi, 0.0, [1.0, 2.0, 3.0], 2.0)
    np.testing.assert_allclose(band.variance, 2.0)
    with pytest.raises(ValueError, match="noise must be positive semidefinite"):
        ridge_predictive_variance(Phi, Phi, 1.0, np.ones(3), np.diag([1.0, 1.0, -1.0]))


def listing(seed=0, n=50):
    sample = make_sinc_trend(n, 0.2, random_state=seed)
    return sample.x[:, None], sample.y


def test_the_kernel_regressor_is_the_listing_without_its_slips():
    X, y = listing()
    at = np.linspace(-4, 4, 40)[:, None]
    K = np.exp(-((X - X.T) ** 2) / (2 * 0.3**2))
    across = np.exp(-((at - X.T) ** 2) / (2 * 0.3**2))
    Q = np.linalg.inv(K @ K + 0.1 * np.eye(50))
    noise = np.sum((y - K @ Q @ K @ y) ** 2) / (50 - np.trace(K @ Q @ K))
    model = KernelBandRegressor(0.3, 0.1, fit_mean=False).fit(X, y)
    mean, std = model.predict(at, return_std=True)
    np.testing.assert_allclose(mean, across @ Q @ K @ y, atol=1e-10)
    np.testing.assert_allclose(std**2, noise * np.sum((across @ Q @ K) ** 2, axis=1), atol=1e-12)
    assert model.noise_variance_ == pytest.approx(noise)
    same = KernelLeastSquares(0.3, 0.1).fit(X, y)
    np.testing.assert_allclose(model.dual_coef_, same.dual_coef_, atol=1e-9)


def test_with_its_mean_the_regressor_is_another_smoother():
    X, y = listing()
    at = np.linspace(-4, 9, 30)[:, None]
    K = np.exp(-((X - X.T) ** 2) / (2 * 0.5**2))
    across = np.exp(-((at - X.T) ** 2) / (2 * 0.5**2))
    inner = np.linalg.solve(K @ K + 0.2 * np.eye(50), K)
    J = np.full((50, 50), 1 / 50)
    H = K @ inner @ (np.eye(50) - J) + J
    weights = across @ inner @ (np.eye(50) - J) + 1 / 50
    band = smoother_band(H, weights, y)
    model = KernelBandRegressor(0.5, 0.2).fit(X, y)
    mean, std = model.predict(at, return_std=True)
    np.testing.assert_allclose(mean, band.mean, atol=1e-10)
    np.testing.assert_allclose(std, band.std, atol=1e-10)
    assert model.freedom_ == pytest.approx(band.freedom)
    assert std[-1] == pytest.approx(np.sqrt(band.noise_variance / 50))


def test_width_and_penalty_are_those_of_least_error_on_the_folds():
    X, y = listing(3)
    sigmas = [0.03, 0.3, 3.0]
    lams = [1e-4, 0.1, 100.0]
    model = KernelBandRegressor(sigmas, lams, fit_mean=False, random_state=5).fit(X, y)
    label = np.random.default_rng(5).permutation(50) % 5
    errors = np.zeros((3, 3))
    for i, sigma in enumerate(sigmas):
        K = np.exp(-((X - X.T) ** 2) / (2 * sigma**2))
        for j, lam in enumerate(lams):
            for f in range(5):
                A = K[label != f]
                theta = np.linalg.solve(A.T @ A + lam * np.eye(50), A.T @ y[label != f])
                errors[i, j] += np.mean((y[label == f] - K[label == f] @ theta) ** 2) / 5
    np.testing.assert_allclose(model.cv_errors_, errors, rtol=1e-6)
    place = np.unravel_index(errors.argmin(), (3, 3))
    assert (model.sigma_, model.lam_) == (sigmas[place[0]], lams[place[1]])


def test_copies_stay_in_one_fold_if_their_groups_say_so():
    X, y = listing(1, 20)
    rows = np.repeat(np.arange(20), 4)
    model = KernelBandRegressor([0.03, 0.3], [1e-3, 1.0], random_state=0)
    apart = clone(model).fit(X[rows], y[rows])
    together = clone(model).fit(X[rows], y[rows], groups=rows)
    # a width below the distance of neighbours knows a copy by heart, and nothing else
    assert apart.sigma_ == 0.03
    assert together.sigma_ == 0.3
    assert apart.cv_errors_[0, 0] < together.cv_errors_[0, 0]
    with pytest.raises(ValueError, match="groups must name at least two"):
        clone(model).fit(X, y, groups=np.zeros(20, int))
    with pytest.raises(ValueError, match="groups must have shape"):
        clone(model).fit(X, y, groups=[0, 1])


def test_the_regressor_takes_far_origins_and_constants():
    X, y = listing()
    model = KernelBandRegressor(0.3, 0.1)
    here = model.fit(X, y).predict(X, return_std=True)
    there = model.fit(X + 1e6, 1e6 + 1e3 * y).predict(X + 1e6, return_std=True)
    np.testing.assert_allclose((there[0] - 1e6) / 1e3, here[0], atol=1e-7)
    np.testing.assert_allclose(there[1] / 1e3, here[1], rtol=1e-7)
    mean, std = model.fit(X, np.full(50, 7.0)).predict(X, return_std=True)
    np.testing.assert_array_equal(mean, 7.0)
    np.testing.assert_array_equal(std, 0.0)
    integers = KernelBandRegressor().fit(np.arange(9)[:, None], np.arange(9))
    assert np.isfinite(integers.predict([[2]], return_std=True)).all()
    np.testing.assert_array_equal(KernelBandRegressor().fit(np.ones((9, 1)), np.ones(9)).mean_, 1)


def test_regressor_passes_the_checks_of_scikit_learn():
    check_estimator(KernelBandRegressor(), on_skip=None)


def test_bootstrap_is_the_loop_over_resamples():
    X, y = listing(2, 15)
    rows = np.random.default_rng(4).integers(15, size=(6, 15))
    seen = []

    def line(X_drawn, y_drawn, X_test, drawn):
        seen.append(drawn)
        np.testing.assert_array_equal(X_drawn, X[drawn])
        return np.polyval(np.polyfit(X_drawn[:, 0], y_drawn, 1), X_test[:, 0])

    band = bootstrap_predict(line, X, y, X[:4], 6, random_state=4)
    np.testing.assert_array_equal(seen, rows)
    wanted = [np.polyval(np.polyfit(X[r, 0], y[r], 1), X[:4, 0]) for r in rows]
    np.testing.assert_allclose(band.predictions, wanted)
    np.testing.assert_allclose(band.mean, np.mean(wanted, axis=0))
    np.testing.assert_allclose(band.std, np.std(wanted, axis=0, ddof=1))
    same = bootstrap_predict(LeastSquares(), X, y, X[:4], 6, random_state=4)
    np.testing.assert_allclose(same.predictions, wanted)


def test_bootstrap_of_a_mean_has_the_deviation_of_a_mean():
    y = np.random.default_rng(0).normal(size=40)
    X = np.zeros((40, 1))
    band = bootstrap_predict(lambda X, y, T, r: [y.mean()], X, y, X[:1], 4000, random_state=1)
    assert band.std[0] == pytest.approx(y.std() / np.sqrt(40), rel=0.05)
    low, high = band.interval(0.95)
    assert high[0] - low[0] == pytest.approx(2 * 1.96 * y.std() / np.sqrt(40), rel=0.07)


def test_quantiles_of_refits():
    band = BootstrapBand(np.arange(101.0)[:, None])
    assert [end[0] for end in band.interval(0.9)] == pytest.approx([5, 95])
    with pytest.raises(ValueError, match="level"):
        band.interval(1.0)


def test_a_refit_is_a_copy_with_a_seed_of_its_own():
    X, y = listing()
    model = KernelBandRegressor([0.3, 1.0], 0.1)
    rows = np.arange(50)
    rng = np.random.default_rng(0)
    first = refit(model, X, y, rows, rng=rng)
    assert first is not model
    assert first.random_state != refit(model, X, y, rows, rng=rng).random_state
    assert refit(LeastSquares(), X, y, rows, rng=rng).coef_.shape == (1,)


def test_a_function_must_return_a_prediction_for_each_point():
    X, y = listing()
    with pytest.raises(ValueError, match="model must have shape"):
        bootstrap_predict(lambda *given: [1.0], X, y, X[:3], 3)
    with pytest.raises(TypeError, match="model must have the method"):
        bootstrap_predict("ridge", X, y, X)


def test_rows_of_lags_hold_the_newest_first():
    X, y = lag_matrix(np.arange(10.0), 3)
    for row, value in zip(X, y):
        assert row.tolist() == [value - 1, value - 2, value - 3]
    assert len(y) == 7
    X[0] = -1
    with pytest.raises(ValueError, match="lags must be less"):
        lag_matrix(np.arange(3.0), 3)


def test_rows_of_lags_are_those_of_the_listing():
    z = make_mackey_glass(220).y
    X, y = lag_matrix(z, 20)
    assert X.shape == (200, 20)
    columns = [z[20 - i : 220 - i] for i in range(1, 21)]
    np.testing.assert_array_equal(X, np.column_stack(columns))
    np.testing.assert_array_equal(y, z[20:])


def test_a_linear_recursion_is_continued():
    z = np.zeros(60)
    z[:2] = 1.0, 0.5
    for t in range(2, 60):
        z[t] = 1.6 * z[t - 1] - 0.9 * z[t - 2] + 0.3
    found = ARForecaster(2, n_resamples=0).fit(z[:30]).forecast(30)
    np.testing.assert_allclose(found.mean, z[30:], atol=1e-8)
    np.testing.assert_array_equal(found.std, 0.0)
    resampled = ARForecaster(2, n_resamples=5, random_state=0).fit(z[:30]).forecast(30)
    np.testing.assert_allclose(resampled.paths, np.tile(z[30:], (5, 1)), atol=1e-6)
    moved = ARForecaster(2, n_resamples=0).fit(1e6 * z[:30] + 1e9).forecast(30)
    np.testing.assert_allclose((moved.mean - 1e9) / 1e6, z[30:], atol=1e-6)


def test_a_path_feeds_on_itself():
    class Doubled(LeastSquares):
        def fit(self, X, y):
            return self

        def predict(self, X):
            with np.errstate(over="ignore"):
                return 2 * X[:, 0] + X[:, 1]

    found = ARForecaster(2, Doubled(), 0).fit([1.0, 2.0, 3.0, 5.0]).forecast(4)
    assert found.mean.tolist() == [13.0, 31.0, 75.0, 181.0]
    with pytest.raises(ValueError, match="horizon"):
        ARForecaster(2, Doubled(), 0).fit([1.0, 2.0, 3.0, 5.0]).forecast(2000)


def test_residuals_widen_the_band_to_that_of_future_values():
    z = make_ar_noise(300, 0.8, variance=1.0, random_state=0)
    model = ARForecaster(1, n_resamples=120, random_state=1).fit(z)
    narrow = model.forecast(40).std
    wide = model.forecast(40, residuals=True).std
    assert narrow[-1] < 0.25
    assert wide[0] == pytest.approx(0.6, rel=0.2)  # one innovation
    assert wide[-10:].mean() == pytest.approx(1.0, rel=0.2)  # the series itself


def test_a_seed_gives_the_same_forecast_again():
    z = np.cos(np.arange(60.0)) + 0.1 * np.random.default_rng(0).normal(size=60)
    model = ARForecaster(3, n_resamples=4, random_state=7)
    first = model.fit(z).forecast(5, residuals=True).paths
    np.testing.assert_array_equal(model.fit(z).forecast(5, residuals=True).paths, first)


def test_forecaster_refuses_what_it_cannot_do():
    with pytest.raises(ValueError, match="call fit"):
        ARForecaster(2).forecast(3)
    with pytest.raises(TypeError, match="base"):
        ARForecaster(2, "kernel")
    with pytest.raises(ValueError, match="series must be longer"):
        ARForecaster(2).fit([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="lags"):
        ARForecaster(5).fit([1.0, 2.0, 3.0])


def test_without_penalty_no_matrix_of_samples_is_formed():
    Phi, at, y, _ = design(n=4000)
    ridge_predictive_variance(Phi, at, 0.0, y)
    tracemalloc.start()
    ridge_predictive_variance(Phi, at, 0.0, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * 4000**2 / 10


@pytest.mark.parametrize(("n", "b"), [(300, 8), (10, 30)])
def test_without_penalty_the_band_is_that_of_the_smoother(n, b):
    Phi, at, y, rng = design(n=n, b=b)
    Phi[:, 3] = Phi[:, 1] + Phi[:, 2]  # short of rank
    Phi[:, 0] *= 1e8
    M = shortest_coefficients(Phi, np.eye(n))
    for noise in (2.0, np.diag(rng.uniform(1, 2, n))):
        wanted = smoother_band(Phi @ M, at @ M, y, noise)
        band = ridge_predictive_variance(Phi, at, 0.0, y, noise)
        np.testing.assert_allclose(band.mean, wanted.mean, rtol=1e-9)
        np.testing.assert_allclose(band.variance, wanted.variance, rtol=1e-9)
        assert band.freedom == pytest.approx(wanted.freedom, abs=1e-9)
