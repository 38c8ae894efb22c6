import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import lstsq
from sklearn.linear_model import LinearRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import (
    LeastSquares,
    generalized_inverse,
    hat_matrix,
    minimum_norm_solution,
    poly_basis,
    qr_solution,
    trig_basis,
    weighted_least_squares,
)
from mlcompanion.regression.linear.least_squares import SOLVERS, least_squares_gradient

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 7)


def problem(n, m, rank, seed):
    """A design matrix of at most that rank, and outputs."""
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(n, rank)) @ rng.normal(size=(rank, m))
    return Phi, rng.normal(size=n)


@settings(max_examples=40, deadline=None)
@given(sizes, sizes, sizes, seeds)
def test_generalized_inverse_meets_penroses_conditions(n, m, rank, seed):
    A, _ = problem(n, m, min(rank, n, m), seed)
    X = generalized_inverse(A, rcond=1e-9)
    scale = np.linalg.norm(A) * np.linalg.norm(X)
    np.testing.assert_allclose(A @ X @ A, A, atol=1e-12 * scale * np.linalg.norm(A))
    np.testing.assert_allclose(X @ A @ X, X, atol=1e-12 * scale * np.linalg.norm(X))
    np.testing.assert_allclose(X @ A, (X @ A).T, atol=1e-12 * scale)
    np.testing.assert_allclose(A @ X, (A @ X).T, atol=1e-12 * scale)


def test_generalized_inverse_of_zero_is_zero_and_of_a_regular_matrix_the_inverse():
    np.testing.assert_array_equal(generalized_inverse(np.zeros((2, 3))), np.zeros((3, 2)))
    A = np.array([[2.0, 1.0], [1.0, 3.0]])
    np.testing.assert_allclose(generalized_inverse(A), np.linalg.inv(A))


@settings(max_examples=40, deadline=None)
@given(sizes, sizes, sizes, seeds)
def test_hat_matrix_projects_and_its_trace_is_the_rank(n, m, rank, seed):
    rank = min(rank, n, m)
    Phi, y = problem(n, m, rank, seed)
    H = hat_matrix(Phi, rcond=1e-9)
    np.testing.assert_allclose(H @ H, H, atol=1e-12)
    np.testing.assert_array_equal(H, H.T)
    np.testing.assert_allclose(H @ Phi, Phi, atol=1e-10)
    assert np.trace(H) == pytest.approx(rank)
    np.testing.assert_allclose(Phi.T @ (y - H @ y), 0, atol=1e-10)


@settings(max_examples=40, deadline=None)
@given(sizes, sizes, sizes, seeds)
def test_every_solver_fits_like_scipy_and_svd_is_shortest(n, m, rank, seed):
    Phi, y = problem(n, m, min(rank, n, m), seed)
    reference = lstsq(Phi, y, cond=1e-9)[0]
    for rule in (minimum_norm_solution, qr_solution):
        w = rule(Phi, y, rcond=1e-9)
        np.testing.assert_allclose(Phi @ w, Phi @ reference, atol=1e-7)
        assert np.linalg.norm(w) >= np.linalg.norm(reference) * (1 - 1e-7)
    np.testing.assert_allclose(
        minimum_norm_solution(Phi, y, rcond=1e-9), reference, rtol=1e-6, atol=1e-7
    )


@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_agree_on_a_well_conditioned_problem(solver):
    Phi, y = problem(30, 5, 5, seed=3)
    w = SOLVERS[solver](Phi, y)
    np.testing.assert_allclose(w, lstsq(Phi, y)[0], rtol=1e-9)
    assert np.linalg.norm(least_squares_gradient(Phi, y, w)) < 1e-10


def test_normal_equations_survive_a_singular_gram_matrix():
    Phi = np.column_stack([np.arange(6.0), np.arange(6.0), np.ones(6)])
    w = SOLVERS["normal"](Phi, np.arange(6.0))
    np.testing.assert_allclose(Phi @ w, np.arange(6.0), atol=1e-6)


def test_gradient_has_the_sign_of_a_finite_difference():
    Phi, y = problem(8, 3, 3, seed=1)
    w = np.ones(3)
    h = 1e-6
    value = lambda w: 0.5 * np.sum((y - Phi @ w) ** 2)  # noqa: E731
    numeric = [(value(w + h * e) - value(w - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(least_squares_gradient(Phi, y, w), numeric, rtol=1e-6)


@settings(max_examples=40, deadline=None)
@given(sizes, sizes, sizes, seeds)
def test_weights_as_root_scaling_equal_the_books_formula(n, m, rank, seed):
    Phi, y = problem(n, m, min(rank, n, m), seed)
    weights = np.random.default_rng(seed).integers(0, 4, size=n).astype(float)
    w = weighted_least_squares(Phi, y, weights)
    gram = Phi.T @ (weights[:, None] * Phi)
    book = generalized_inverse(gram, 1e-9) @ (Phi.T @ (weights * y))
    repeated = np.repeat(np.arange(n), weights.astype(int))
    np.testing.assert_allclose(Phi[repeated] @ w, Phi[repeated] @ book, atol=1e-5)
    if len(repeated):  # an integer weight is a number of copies
        copies = lstsq(Phi[repeated], y[repeated], cond=1e-9)[0]
        np.testing.assert_allclose(Phi[repeated] @ w, Phi[repeated] @ copies, atol=1e-6)


def test_unbiased_with_the_covariance_of_gauss_and_markov():
    Phi = poly_basis(np.linspace(-1, 1, 20), 3)
    truth = np.array([1.0, -2.0, 0.5, 3.0])
    noise = 0.5 * np.random.default_rng(0).normal(size=(20, 4000))
    W = generalized_inverse(Phi) @ ((Phi @ truth)[:, None] + noise)
    covariance = 0.25 * np.linalg.inv(Phi.T @ Phi)
    z = (W.mean(axis=1) - truth) / np.sqrt(np.diag(covariance) / 4000)
    assert np.abs(z).max() < 4
    np.testing.assert_allclose(np.diag(np.cov(W)), np.diag(covariance), rtol=0.1)


def test_estimator_equals_peer_with_and_without_weights():
    x, y, _ = make_sinc_trend(30, 0.05, 0)
    weights = np.random.default_rng(0).uniform(size=30)
    for sample_weight in (None, weights):
        ours = LeastSquares(lambda x: poly_basis(x, 4), fit_intercept=False).fit(
            x[:, None], y, sample_weight
        )
        peer = LinearRegression(fit_intercept=False)
        peer.fit(poly_basis(x, 4), y, sample_weight)
        np.testing.assert_allclose(ours.coef_, peer.coef_, rtol=1e-9)
    assert ours.predict(x[:, None]).shape == (30,)


def test_a_basis_gets_rows_when_there_are_several_features():
    X = np.random.default_rng(0).normal(size=(20, 2))
    product = LeastSquares(lambda X: X[:, :1] * X[:, 1:], fit_intercept=False).fit(
        X, 3 * X[:, 0] * X[:, 1]
    )
    np.testing.assert_allclose(product.coef_, [3.0])


def test_the_listing_reproduces_the_figure():
    x, y, _ = make_sinc_trend(random_state=0)
    grid = np.linspace(-2.8, 2.8, 561)
    model = LeastSquares(trig_basis, fit_intercept=False).fit(x[:, None], y)
    gap = model.predict(grid[:, None]) - np.sinc(grid) - 0.1 * grid
    assert np.sqrt(np.mean(gap**2)) < 0.06


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: generalized_inverse([[np.nan]]), "A contains"),
        (lambda: generalized_inverse([[1.0]], rcond=2), "rcond"),
        (lambda: qr_solution(np.ones((2, 1)), [1.0, 2.0], rcond=-1), "rcond"),
        (lambda: minimum_norm_solution(np.ones((2, 1)), [1.0]), "y"),
        (lambda: weighted_least_squares(np.ones((2, 1)), [1.0, 2.0], [1.0, -1.0]), "weights"),
        (lambda: weighted_least_squares(np.ones((1, 1)), [1.0], [1.0], "best"), "solver"),
        (
            lambda: LeastSquares(solver="lu", fit_intercept=False).fit([[1.0], [2.0]], [1.0, 2.0]),
            "solver",
        ),
        (lambda: least_squares_gradient(np.ones((2, 1)), [1.0, 2.0], [1.0, 2.0]), "w"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@parametrize_with_checks([LeastSquares(), LeastSquares(solver="svd")])
def test_scikit_learn_contract(estimator, check):
    check(estimator)
