"""The graphical lasso against its optimality conditions, closed forms and a peer."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.covariance import graphical_lasso as peer_graphical_lasso
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.graphical import (
    GraphicalLasso,
    edges_of,
    graphical_lasso,
    graphical_lasso_kkt,
    graphical_lasso_objective,
)


def covariance(p, n, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X += 0.7 * np.roll(X, 1, axis=1)
    return np.cov(X.T, bias=True)


@parametrize_with_checks([GraphicalLasso()])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@settings(max_examples=25, deadline=None)
@given(
    p=st.integers(2, 12),
    n=st.integers(2, 30),
    seed=st.integers(0, 10**6),
    share=st.floats(0.02, 1.2),
    diagonal=st.booleans(),
)
def test_optimality_conditions_hold_whatever_the_covariance(p, n, seed, share, diagonal):
    """Also for singular covariances, n < p: a convex problem's conditions suffice."""
    S = covariance(p, n, seed)
    lam = share * np.abs(S - np.diag(np.diag(S))).max()
    run = graphical_lasso(S, lam, penalize_diagonal=diagonal, tol=1e-11)
    assert run.converged
    assert np.linalg.eigvalsh(run.precision).min() > 0
    assert -1e-9 * p <= run.gap <= 1e-11 * p + 1e-9 * p
    scale = np.abs(S).max()
    assert graphical_lasso_kkt(S, run.precision, lam, diagonal) < 1e-4 * scale
    np.testing.assert_allclose(np.linalg.inv(run.precision), run.covariance, atol=1e-4 * scale)


@pytest.mark.parametrize("diagonal", [True, False])
def test_smooth_minimisation_finds_the_same(diagonal):
    """Positive and negative parts make the problem smooth: L-BFGS-B on three variables."""
    S = covariance(3, 20)
    lam = 0.15
    place = np.tril_indices(3)
    weight = np.where(place[0] == place[1], 1.0, 2.0)
    penalty = lam * np.where((place[0] == place[1]) & (not diagonal), 0.0, weight)

    def objective(z):
        full = np.zeros((3, 3))
        full[place] = z[:6] - z[6:]
        full = full + np.tril(full, -1).T
        sign, log_det = np.linalg.slogdet(full)
        if sign <= 0 or np.linalg.eigvalsh(full)[0] <= 0:
            return 1e6, np.zeros(12)
        slope = weight * (S - np.linalg.inv(full))[place]
        value = np.vdot(S, full) - log_det + penalty @ (z[:6] + z[6:])
        return value, np.r_[slope + penalty, -slope + penalty]

    start = np.r_[np.eye(3)[place], np.zeros(6)]
    best = minimize(objective, start, jac=True, bounds=[(0, None)] * 12, method="L-BFGS-B",
                    options={"ftol": 1e-15, "gtol": 1e-9})  # fmt: skip
    run = graphical_lasso(S, lam, penalize_diagonal=diagonal)
    reached = graphical_lasso_objective(S, run.precision, lam, diagonal)
    assert reached == pytest.approx(best.fun, abs=1e-6)


@pytest.mark.parametrize(("p", "n"), [(8, 200), (20, 60)])
def test_peer_agrees_without_a_penalty_on_the_diagonal(p, n):
    S = covariance(p, n)
    _, theirs = peer_graphical_lasso(S, 0.1, tol=1e-8, enet_tol=1e-8, max_iter=500)
    ours = graphical_lasso(S, 0.1, penalize_diagonal=False, tol=1e-10).precision
    np.testing.assert_allclose(ours, theirs, atol=1e-4)


def test_two_variables_have_a_closed_form():
    S = np.array([[2.0, 0.9], [0.9, 1.0]])
    run = graphical_lasso(S, 0.2)
    np.testing.assert_allclose(np.linalg.inv(run.precision), [[2.2, 0.7], [0.7, 1.2]], atol=1e-7)
    run = graphical_lasso(S, 0.2, penalize_diagonal=False)
    np.testing.assert_allclose(np.linalg.inv(run.precision), [[2.0, 0.7], [0.7, 1.0]], atol=1e-7)


def test_penalised_diagonal_adds_to_the_variances():
    S = covariance(6, 40)
    lam = 0.1
    a = graphical_lasso(S, lam, tol=1e-10).precision
    b = graphical_lasso(S + lam * np.eye(6), lam, penalize_diagonal=False, tol=1e-10).precision
    np.testing.assert_allclose(a, b, atol=1e-6)


def test_parts_of_the_thresholded_graph_never_meet():
    S = np.zeros((9, 9))
    S[:5, :5], S[5:8, 5:8], S[8, 8] = covariance(5, 30), covariance(3, 30, 1), 2.0
    S += 0.04 * np.sign(np.outer(np.arange(9) - 4.5, np.arange(9) - 4.5)) * (S == 0)
    run = graphical_lasso(S, 0.05)
    assert run.n_parts == 3
    assert edges_of(run.precision[np.ix_(range(5), range(5))]) != set()
    assert (run.precision[:5, 5:] == 0).all()
    assert (run.precision[8, :8] == 0).all()
    assert graphical_lasso_kkt(S, run.precision, 0.05) < 1e-4


def test_large_penalty_leaves_the_diagonal():
    S = covariance(5, 20)
    run = graphical_lasso(S, 10.0)
    np.testing.assert_array_equal(run.precision, np.diag(1 / (np.diag(S) + 10)))
    assert edges_of(run.precision) == set()
    assert run.gap == 0
    assert run.n_iter == 0


def test_variables_may_be_reordered():
    S = covariance(7, 30)
    order = np.random.default_rng(0).permutation(7)
    a = graphical_lasso(S, 0.1, tol=1e-11).precision
    b = graphical_lasso(S[np.ix_(order, order)], 0.1, tol=1e-11).precision
    np.testing.assert_allclose(a[np.ix_(order, order)], b, atol=1e-5)


def test_violations_are_seen():
    S = covariance(5, 50)
    precision = graphical_lasso(S, 0.1).precision
    assert graphical_lasso_kkt(S, precision, 0.12) > 0.01
    assert graphical_lasso_kkt(S, 1.1 * precision, 0.1) > 0.01
    assert graphical_lasso_objective(S, -precision, 0.1) == np.inf
    assert not graphical_lasso(S, 0.01, tol=1e-14, max_iter=1).converged


def test_edges_are_pairs_above_the_tolerance():
    precision = np.array([[2.0, 0.5, 0.0], [0.5, 2.0, -0.1], [0.0, -0.1, 2.0]])
    assert edges_of(precision) == {(0, 1), (1, 2)}
    assert edges_of(precision, 0.2) == {(0, 1)}


@pytest.mark.parametrize(
    ("S", "lam", "name"),
    [
        (np.ones((2, 3)), 0.1, "S"),
        ([[1.0, 0.5], [0.4, 1.0]], 0.1, "S"),
        ([[1.0, np.nan], [np.nan, 1.0]], 0.1, "S"),
        ([[1.0, 0.0], [0.0, 0.0]], 0.1, "S"),
        (np.empty((0, 0)), 0.1, "S"),
        (np.eye(2), 0.0, "lam"),
        (np.eye(2), -1.0, "lam"),
    ],
)
def test_bad_input_names_the_argument(S, lam, name):
    with pytest.raises(ValueError, match=name):
        graphical_lasso(S, lam)


def test_estimator_fits_the_centred_covariance():
    X = np.random.default_rng(0).normal(size=(50, 4)) + 7
    model = GraphicalLasso(0.05).fit(X)
    expected = graphical_lasso(np.cov(X.T, bias=True), 0.05).precision
    np.testing.assert_allclose(model.precision_, expected, atol=1e-10)
    np.testing.assert_allclose(model.location_, X.mean(axis=0))
