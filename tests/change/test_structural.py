"""Fits in a ball against a general solver, the book's listings, and their certificates."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.change import (
    cross_validate_radius,
    feature_change,
    graphical_lasso_ball,
    pair_features,
    second_moment,
    structural_change,
)
from mlcompanion.prox import project_l1_ball

CHAIN = np.array([[2.0, 1, 0], [1, 2, 1], [0, 1, 2]])
OTHER = np.array([[2.0, 0, 1], [0, 2, 1], [1, 1, 2]])


def draws(precision, n, seed):
    rng = np.random.default_rng(seed)
    return rng.multivariate_normal(np.zeros(len(precision)), np.linalg.inv(precision), n)


def listed_likelihood(S, C):
    """Fig. 39.8: steps of 0.1 from the identity, projected."""
    Theta = np.eye(len(S))
    for _ in range(100_000):
        step = Theta + 0.1 * (np.linalg.inv(Theta) - S)
        new = project_l1_ball(step.ravel(), C).reshape(S.shape)
        if np.linalg.norm(new - Theta, 2) < 1e-10:
            return new
        Theta = new


def listed_ratio(X, Y, C):
    """Fig. 39.9, with its bracket put right."""
    S = X.T @ X / len(X)
    A = np.eye(X.shape[1])
    for _ in range(100_000):
        U = np.exp(np.sum((Y @ A) * Y, axis=1))
        slope = (Y * U[:, None]).T @ Y / U.sum() - S
        new = project_l1_ball((A - 0.1 * slope).ravel(), C).reshape(S.shape)
        if np.linalg.norm(new - A, 2) < 1e-10:
            return -2 * new
        A = new


@pytest.mark.parametrize("seed", range(3))
def test_likelihood_in_a_ball_is_the_listings(seed):
    S = second_moment(draws(CHAIN, 50, seed))
    for C in (1.0, 5.0):
        fit = graphical_lasso_ball(S, C, tol=1e-11)
        np.testing.assert_allclose(fit.precision, listed_likelihood(S, C), atol=1e-5)
        assert np.abs(fit.precision).sum() <= C * (1 + 1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_change_is_the_listings(seed):
    X = draws(CHAIN, 50, seed)
    Y = draws(OTHER, 50, seed + 100)
    found = structural_change(X, Y, 1.0, tol=1e-12)
    listed = listed_ratio(X, Y, 1.0)
    np.testing.assert_allclose(found.change, listed, atol=1e-5)
    assert np.array_equal(found.change == 0, listed == 0)
    assert np.abs(found.change).sum() == pytest.approx(2.0)


def test_a_ball_that_holds_the_maximum_leaves_the_inverse():
    S = second_moment(draws(CHAIN, 400, 1))
    fit = graphical_lasso_ball(S, 100.0)
    np.testing.assert_allclose(fit.precision, np.linalg.inv(S), atol=1e-3)
    assert fit.log_likelihood == pytest.approx(-np.log(np.linalg.det(S)) - 3, abs=1e-7)


def test_the_gap_bounds_the_distance_to_the_maximum():
    S = second_moment(draws(CHAIN, 50, 2))
    best = graphical_lasso_ball(S, 4.0, tol=1e-12).log_likelihood
    for tol in (0.1, 0.01):
        rough = graphical_lasso_ball(S, 4.0, tol=tol)
        assert 0 <= best - rough.log_likelihood <= rough.gap + 1e-12 <= tol + 1e-12


def test_fewer_samples_than_variables():
    X = np.random.default_rng(0).normal(size=(8, 20))
    fit = graphical_lasso_ball(second_moment(X), 15.0)
    assert fit.converged
    assert np.linalg.eigvalsh(fit.precision)[0] > 0
    assert np.sum(fit.precision == 0) > 100


def test_units_of_all_variables():
    S = second_moment(draws(CHAIN, 50, 3))
    X = draws(CHAIN, 50, 4)
    Y = draws(OTHER, 50, 5)
    fit = graphical_lasso_ball(S, 5.0).precision
    change = structural_change(X, Y, 1.0).change
    for unit in (1e-6, 1e5):
        other = graphical_lasso_ball(unit**2 * S, 5.0 / unit**2).precision
        np.testing.assert_allclose(other * unit**2, fit, rtol=1e-6, atol=1e-8)
        moved = structural_change(unit * X, unit * Y, 1.0 / unit**2).change
        np.testing.assert_allclose(moved * unit**2, change, rtol=1e-5, atol=1e-7)


def test_gaussian_features_in_a_group_ball_are_the_matrix_ball():
    X = draws(CHAIN, 60, 6)
    Y = draws(OTHER, 70, 7)
    matrix = structural_change(X, Y, 0.8, tol=1e-12)
    pairs = feature_change(X, Y, 1.6, tol=1e-12)
    # a pair off the diagonal stands for two entries
    weights = np.where(np.eye(3) == 1, 1, 2)
    np.testing.assert_allclose(pairs.change, np.abs(weights * matrix.change), atol=1e-6)


def both(x, z):
    return np.column_stack([-x * z / 2, -(x**2) * z**2 / 10])


def test_group_fit_against_a_general_solver():
    X = draws(CHAIN, 60, 8)[:, :2]
    Y = draws(OTHER, 60, 9)[:, :2]
    found = feature_change(X, Y, 0.7, both, tol=1e-10)
    F_num = pair_features(X, both).reshape(60, -1)
    F_den = pair_features(Y, both).reshape(60, -1)

    def criterion(alpha):
        return np.log(np.mean(np.exp(F_den @ alpha))) - F_num.mean(axis=0) @ alpha

    ball = {
        "type": "ineq",
        "fun": lambda a: 0.7 - np.sqrt((a.reshape(-1, 2) ** 2).sum(axis=1) + 1e-14).sum(),
    }
    general = minimize(criterion, np.full(6, 0.01), constraints=[ball], method="SLSQP", tol=1e-12)
    assert found.value == pytest.approx(criterion(found.alpha.ravel()), abs=1e-12)
    assert found.value <= general.fun + 1e-6
    assert np.linalg.norm(found.alpha, axis=1).sum() <= 0.7 * (1 + 1e-12)
    assert found.gap <= 1e-10


def test_a_higher_order_change_is_seen_by_its_feature_alone():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 4000))
    tied = np.column_stack([x, np.abs(z) * np.sign(rng.normal(size=4000)) * 0.3 + x**2 - 1])
    free = np.column_stack([x, rng.permutation(tied[:, 1])])

    def squares(a, b):
        return np.column_stack([a * b, a**2 * b, a * b**2]) / 3

    seen = feature_change(tied, free, 1.0, squares).change
    linear = feature_change(tied, free, 1.0).change
    assert seen[0, 1] > 0.5  # more than half of the radius
    assert linear[0, 1] < 0.1


def test_exponents_do_not_overflow():
    X = 1e3 * draws(CHAIN, 30, 1)
    with pytest.warns(ConvergenceWarning):  # so large a ball makes the criterion all but a corner
        found = structural_change(X, 1e3 * draws(OTHER, 30, 2), 50.0, max_iter=100)
    assert np.isfinite(found.change).all()
    assert np.isfinite(found.gap)


def test_no_change_no_edges():
    X = draws(CHAIN, 200, 3)
    assert np.all(structural_change(X, X, 1.0).change == 0)


def test_radius_by_cross_validation_prefers_more_than_nothing():
    X = draws(CHAIN, 300, 4)
    Y = draws(OTHER, 300, 5)
    errors = cross_validate_radius(X, Y, [0.01, 1.0, 2.0], random_state=0)
    assert errors.shape == (3,)
    assert errors[1] < errors[0]
    assert errors[2] < errors[0]
    # by hand for one radius
    folds = [(np.arange(150), np.arange(150, 300)), (np.arange(150, 300), np.arange(150))]
    held = []
    for kept, out in folds:
        A = structural_change(X[kept], Y[kept], 1.0).change / -2
        forms = [np.einsum("ij,jk,ik->i", Z[out], A, Z[out]) for Z in (X, Y)]
        held.append(np.log(np.mean(np.exp(forms[1]))) - forms[0].mean())
    by_folds = cross_validate_radius(X, Y, [1.0], folds=folds)
    assert by_folds[0] == pytest.approx(np.mean(held), abs=1e-5)


def test_a_run_that_is_cut_short_says_so():
    S = second_moment(draws(CHAIN, 50, 2))
    with pytest.warns(ConvergenceWarning, match="graphical_lasso_ball"):
        assert not graphical_lasso_ball(S, 4.0, max_iter=1).converged
    with pytest.warns(ConvergenceWarning, match="structural_change"):
        structural_change(draws(CHAIN, 50, 2), draws(OTHER, 50, 2), 1.0, max_iter=1)


def test_bad_input_is_refused_by_name():
    X = draws(CHAIN, 20, 0)
    with pytest.raises(ValueError, match="C "):
        graphical_lasso_ball(np.eye(2), 0)
    with pytest.raises(ValueError, match="S "):
        graphical_lasso_ball([[1.0, 0.0], [0.5, 1.0]], 1.0)
    with pytest.raises(ValueError, match="X_den"):
        structural_change(X, X[:, :2], 1.0)
    with pytest.raises(ValueError, match="radius"):
        feature_change(X, X, -1.0)
    with pytest.raises(ValueError, match="features"):
        feature_change(X, X, 1.0, lambda a, b: np.ones(3))
    with pytest.raises(ValueError, match="radii"):
        cross_validate_radius(X, X, [1.0, -1.0])
