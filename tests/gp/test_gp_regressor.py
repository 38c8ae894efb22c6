"""Gaussian process regression against scikit-learn, the normal law itself, and theory."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process import kernels as peers

from mlcompanion.gp import GPRegressor, Matern, SquaredExponential, gp_log_likelihood

RNG = np.random.default_rng(1)
X = RNG.normal(size=(40, 2))
Y = np.sin(X[:, 0]) + X[:, 1] ** 2 / 3 + 0.1 * RNG.normal(size=40)
CENTRED = Y - Y.mean()
NEW = RNG.normal(size=(9, 2))
COVARIANCE = Matern(1.5, (1.2, 0.7), 0.8)


def test_likelihood_is_the_normal_density():
    value, _ = gp_log_likelihood(COVARIANCE, 0.02, X, CENTRED)
    law = multivariate_normal(np.zeros(40), COVARIANCE(X) + 0.02 * np.eye(40))
    assert value == pytest.approx(law.logpdf(CENTRED), rel=1e-10)


def test_slopes_of_the_likelihood_as_finite_differences():
    here = np.append(COVARIANCE.log_parameters, np.log(0.02))

    def value(at):
        moved = COVARIANCE.with_log_parameters(at[:-1])
        return gp_log_likelihood(moved, np.exp(at[-1]), X, CENTRED)[0]

    _, slopes = gp_log_likelihood(COVARIANCE, 0.02, X, CENTRED)
    steps = 1e-5 * np.eye(len(here))
    differences = [(value(here + step) - value(here - step)) / 2e-5 for step in steps]
    np.testing.assert_allclose(slopes, differences, rtol=1e-6)


def test_predictions_as_scikit_learn():
    ours = GPRegressor(COVARIANCE, 0.02, fit_parameters=False, fit_mean=False).fit(X, Y)
    kernel = peers.ConstantKernel(0.64) * peers.Matern((1.2, 0.7), nu=1.5)
    theirs = GaussianProcessRegressor(kernel, alpha=0.02, optimizer=None).fit(X, Y)
    mean, deviation = ours.predict(NEW, return_std=True)
    want, wanted_deviation = theirs.predict(NEW, return_std=True)
    np.testing.assert_allclose(mean, want, rtol=1e-8)
    np.testing.assert_allclose(deviation, wanted_deviation, rtol=1e-7)
    _, matrix = ours.predict(NEW, return_cov=True)
    _, wanted_matrix = theirs.predict(NEW, return_cov=True)
    np.testing.assert_allclose(matrix, wanted_matrix, atol=1e-9)
    assert ours.log_likelihood_ == pytest.approx(theirs.log_marginal_likelihood_value_)


def test_search_ends_where_scikit_learns_does():
    ours = GPRegressor().fit(X, Y)
    kernel = peers.ConstantKernel() * peers.RBF() + peers.WhiteKernel(0.01)
    theirs = GaussianProcessRegressor(kernel).fit(X, CENTRED)
    assert ours.log_likelihood_ == pytest.approx(theirs.log_marginal_likelihood_value_, abs=1e-3)
    product, white = theirs.kernel_.k1, theirs.kernel_.k2
    assert ours.covariance_.sigma == pytest.approx(product.k2.length_scale, rel=0.02)
    assert ours.noise_variance_ == pytest.approx(white.noise_level, rel=0.02)


def test_noise_of_new_targets():
    model = GPRegressor(COVARIANCE, 0.02, fit_parameters=False).fit(X, Y)
    _, quiet = model.predict(NEW, return_std=True)
    _, loud = model.predict(NEW, return_std=True, noisy=True)
    np.testing.assert_allclose(loud**2 - quiet**2, 0.02)
    _, matrix = model.predict(NEW, return_cov=True, noisy=True)
    np.testing.assert_allclose(np.sqrt(np.diag(matrix)), loud)


def test_far_away_only_the_prior_is_left():
    model = GPRegressor(COVARIANCE, 0.02, fit_parameters=False).fit(X, Y)
    mean, deviation = model.predict([[1e3, 1e3]], return_std=True)
    assert mean[0] == pytest.approx(Y.mean())
    assert deviation[0] == pytest.approx(0.8)


def test_units_and_origin_change_no_answer():
    plain = GPRegressor().fit(X, Y)
    want, wanted_deviation = plain.predict(NEW, return_std=True)
    for unit, origin in ((1e-6, 0.0), (1e6, 0.0), (1.0, 1e6)):
        moved = GPRegressor().fit(unit * X + origin, unit * Y + origin)
        mean, deviation = moved.predict(unit * NEW + origin, return_std=True)
        np.testing.assert_allclose((mean - origin) / unit, want, atol=1e-4)
        np.testing.assert_allclose(deviation / unit, wanted_deviation, atol=1e-4)


def test_exact_data_and_ties_do_not_break_the_search():
    x = np.linspace(0, 1, 30)[:, None]
    smooth = GPRegressor().fit(x, np.sin(6 * x[:, 0]))
    assert abs(smooth.predict(x) - np.sin(6 * x[:, 0])).max() < 1e-3
    twice = np.vstack([X, X])
    tied = GPRegressor().fit(twice, np.concatenate([Y, Y]))
    assert np.isfinite(tied.predict(NEW)).all()


def test_constant_targets_are_their_own_prediction():
    model = GPRegressor().fit(X, np.full(40, 7.0))
    np.testing.assert_allclose(model.predict(NEW), 7.0, atol=1e-9)


def test_constant_columns_and_one_row():
    model = GPRegressor().fit(np.ones((5, 1)), [1.0, 2.0, 3.0, 2.0, 1.0])
    assert model.predict([[1.0]])[0] == pytest.approx(1.8, abs=0.05)
    single = GPRegressor().fit([[3.0]], [4.0])
    assert single.predict([[3.0]])[0] == pytest.approx(4.0)


def test_more_starts_are_never_worse():
    one = GPRegressor(SquaredExponential(100.0, 0.1), 10.0).fit(X, Y)
    many = GPRegressor(SquaredExponential(100.0, 0.1), 10.0, n_restarts=5, random_state=0).fit(X, Y)
    assert many.log_likelihood_ >= one.log_likelihood_ - 1e-9


def test_a_search_that_is_cut_short_warns():
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        GPRegressor(max_iter=1).fit(X, Y)


def test_too_little_noise_is_told():
    twice = np.vstack([X, X])
    with pytest.raises(ValueError, match="noise_variance"):
        GPRegressor(SquaredExponential(1.0), 1e-300, fit_parameters=False).fit(twice, np.r_[Y, Y])


def test_both_spreads_exclude_each_other():
    with pytest.raises(ValueError, match="return_std"):
        GPRegressor().fit(X, Y).predict(NEW, return_std=True, return_cov=True)


@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e8 + 0.1])
@pytest.mark.parametrize("n", [5, 7, 11])
def test_targets_that_are_alike_in_any_number_have_one_likelihood(value, n):
    grid = np.linspace(0, 1, n)[:, None]
    model = GPRegressor().fit(grid, np.full(n, value))
    assert model.mean_ == value
    zero = GPRegressor().fit(grid, np.zeros(n))
    assert model.log_likelihood_ == pytest.approx(zero.log_likelihood_)


@pytest.mark.parametrize("unit", [1e-24, 1e24])
def test_targets_in_single_precision_are_numbers(unit):
    """Their squares leave its range, and the search starts at their mean square."""
    x = np.linspace(0, 6, 40)[:, None]
    single = (unit * np.sin(x[:, 0])).astype(np.float32)
    found = [GPRegressor().fit(x, y) for y in (single, single.astype(float))]
    assert found[0].noise_variance_ == found[1].noise_variance_
    np.testing.assert_array_equal(found[0].predict(x), found[1].predict(x))
    np.testing.assert_allclose(found[0].predict(x) / unit, np.sin(x[:, 0]), atol=1e-3)
