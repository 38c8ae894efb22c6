"""Knots against coordinate descent at their penalties, cross-validation against a fine grid."""

import numpy as np
import pytest
from sklearn.linear_model import ElasticNet, LassoLarsIC, LinearRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.ensemble.aggregation import (
    StarAggregateLasso,
    fraction_search,
    lasso_path_dictionary,
    mallows_cp,
    significance_threshold,
    star_weights,
)
from mlcompanion.resampling import fold_splits

RNG = np.random.default_rng(2)
X = RNG.normal(size=(30, 5)) @ np.diag([1.0, 10, 0.1, 1, 3]) + 7
Y = X @ [1.5, 0.0, -8.0, 0.0, 0.3] + RNG.normal(size=30) + 20


def unit_columns(X):
    A = X - X.mean(axis=0)
    lengths = np.linalg.norm(A, axis=0)
    return A / lengths, lengths


@pytest.mark.parametrize("ridge", [0.0, 0.5])
def test_every_knot_solves_its_problem(ridge):
    path = lasso_path_dictionary(X, Y, (ridge,), rescale=False)
    A, lengths = unit_columns(X)
    r = Y - Y.mean()
    for coef in path.coef[1:-1]:
        w = coef * lengths
        lam = np.abs(A.T @ (r - A @ w) - ridge * w).max()
        n = len(Y)
        peer = ElasticNet(
            alpha=(lam + ridge) / n, l1_ratio=lam / (lam + ridge), fit_intercept=False, tol=1e-12
        )
        np.testing.assert_allclose(w, peer.fit(A, r).coef_, atol=1e-6 * np.abs(w).max())


def test_ends_of_a_path_and_rescaling():
    path = lasso_path_dictionary(X, Y, (0.0, 0.5))
    least = LinearRegression().fit(X, Y)
    first = path.ridge == 0
    np.testing.assert_allclose(path.coef[first][-1], least.coef_, rtol=1e-5)
    np.testing.assert_allclose(path.intercept[first][-1], least.intercept_, rtol=1e-5)
    assert not path.coef[first][0].any()
    assert path.intercept[0] == pytest.approx(Y.mean())
    naive = lasso_path_dictionary(X, Y, (0.5,), rescale=False)
    np.testing.assert_allclose(path.coef[~first], 1.5 * naive.coef)
    assert (np.diff(path.l1_norm[first]) >= -1e-12).all()
    np.testing.assert_allclose(path.predictions(X)[0], Y.mean())


def test_more_columns_than_samples_ends_in_an_exact_fit():
    wide = RNG.normal(size=(10, 25))
    path = lasso_path_dictionary(wide, RNG.normal(size=10))
    assert np.count_nonzero(path.coef, axis=1).max() <= 9


def test_constant_columns_and_constant_outputs():
    flat = X.copy()
    flat[:, 1] = 3.7
    path = lasso_path_dictionary(flat, Y)
    assert not path.coef[:, 1].any()
    assert len(lasso_path_dictionary(X, np.full(30, 2.0)).coef) == 1
    assert len(lasso_path_dictionary(np.ones((4, 2)), [1.0, 2, 3, 4]).coef) == 1


@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1e9])
def test_units_and_origins(scale):
    want = lasso_path_dictionary(X, Y)
    a = np.array([1.0, 1e6, 1e-6, 1.0, 1e3])
    found = lasso_path_dictionary(a * X + 1e4 * a, scale * (Y - 1e3))
    np.testing.assert_allclose(found.coef * a / scale, want.coef, atol=1e-6)


def test_mallows_criterion_chooses_as_the_peer():
    path = lasso_path_dictionary(X, Y)
    A, lengths = unit_columns(X)
    residuals = Y - LinearRegression().fit(X, Y).predict(X)
    variance = residuals @ residuals / (30 - 6)
    peer = LassoLarsIC(criterion="aic", noise_variance=variance).fit(A, Y)
    chosen = path.coef[np.argmin(mallows_cp(path, X, Y))]
    np.testing.assert_allclose(chosen * lengths, peer.coef_, atol=1e-6)
    assert mallows_cp(path, X, Y)[-1] == pytest.approx(6)  # least squares: its own size
    by_hand = residuals @ residuals / 4 - 30 + 12
    assert mallows_cp(path, X, Y, sigma=2.0)[-1] == pytest.approx(by_hand)


@pytest.mark.parametrize("folds", [5, 30])
def test_the_exact_search_is_below_every_grid(folds):
    splits = fold_splits(folds, X, Y, random_state=1)
    exact = fraction_search(X, Y, splits)
    fine = fraction_search(X, Y, splits, grid=20_001)
    assert exact.error <= fine.error
    assert fine.error == pytest.approx(exact.error, rel=1e-5)  # steps of 5e-5
    assert exact.fraction == pytest.approx(fine.fraction, abs=1e-3)
    coarse = fraction_search(X, Y, splits, grid=100)
    assert coarse.error >= exact.error


def test_the_error_is_that_of_the_folds():
    splits = fold_splits(5, X, Y, random_state=1)
    found = fraction_search(X, Y, splits, grid=2)
    ends = np.zeros((2, 5))
    for k, (train, test) in enumerate(splits):
        ends[0, k] = np.mean((Y[test] - Y[train].mean()) ** 2)
        least = LinearRegression().fit(X[train], Y[train])
        ends[1, k] = np.mean((Y[test] - least.predict(X[test])) ** 2)
    assert found.error == pytest.approx(ends.mean(axis=1).min(), rel=1e-5)
    assert found.fraction == np.argmin(ends.mean(axis=1))


def test_the_best_ridge_is_chosen():
    options = {"folds": 5, "random_state": 0}
    both = fraction_search(X, Y, ridges=(0.0, 0.3), **options)
    each = [fraction_search(X, Y, ridges=(r,), **options) for r in (0.0, 0.3)]
    assert both.error == min(e.error for e in each)
    assert both.ridge == (0.0, 0.3)[int(np.argmin([e.error for e in each]))]


def test_the_estimator_is_the_mean_of_its_splits():
    model = StarAggregateLasso(7, random_state=3).fit(X, Y)
    rng = np.random.default_rng(3)
    total = np.zeros(5)
    shares = np.zeros(5)
    for _ in range(7):
        order = rng.permutation(30)
        train = order[:15]
        learn = order[15:]
        path = lasso_path_dictionary(X[train], Y[train])
        star = star_weights(path.predictions(X[learn]), Y[learn])
        theta = star.weights(len(path.coef))
        total += theta @ path.coef
        shares += theta @ (path.coef != 0)
    np.testing.assert_allclose(model.coef_, total / 7, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(model.significance_, shares / 7, atol=1e-6)
    assert model.threshold_ == significance_threshold(model.significance_.sum(), 5)
    np.testing.assert_array_equal(model.support_, model.significance_ >= model.threshold_)


def test_the_threshold_by_hand():
    # q^2 = 0.7 p: the printed ratio is 7 / p^2
    assert significance_threshold(1e3, 10) == pytest.approx(0.5 * (1 + 0.07))
    assert significance_threshold(0.0, 10) == 0.5
    assert significance_threshold(1.0, 1) == 1


@parametrize_with_checks([StarAggregateLasso(5)])
def test_scikit_learn_accepts_the_estimator(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: lasso_path_dictionary(X, Y, (-1.0,)), "ridges"),
        (lambda: lasso_path_dictionary(X, Y, ()), "ridges"),
        (lambda: lasso_path_dictionary(X[:, :0], Y), "X must have at least one column"),
        (lambda: lasso_path_dictionary(X, Y[:-1]), "y must have shape"),
        (lambda: mallows_cp(lasso_path_dictionary(X[:6], Y[:6]), X[:6], Y[:6]), "sigma"),
        (lambda: mallows_cp(lasso_path_dictionary(X, Y), X[:, :2], Y), "X must have shape"),
        (lambda: fraction_search(X, Y, grid=1), "grid"),
        (lambda: StarAggregateLasso(0).fit(X, Y), "n_splits"),
        (lambda: StarAggregateLasso(ridges=(-1.0,)).fit(X, Y), "ridges"),
        (lambda: significance_threshold(-1.0, 3), "sparsity"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("origin", [0.0, 1e6])
def test_noise_that_rounding_is_no_estimate_of_is_asked_for(origin):
    A = RNG.normal(size=(40, 5))
    y = A @ [1.0, 0, 2, 0, 0]
    for target in (y, A[:, 0].copy()):
        path = lasso_path_dictionary(A + origin, target + origin)
        with pytest.raises(ValueError, match="sigma must be given"):
            mallows_cp(path, A + origin, target + origin)
    noisy = y + 1e-6 * RNG.normal(size=40)
    assert np.isfinite(mallows_cp(lasso_path_dictionary(A, noisy), A, noisy + origin)).all()
