import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import lstsq
from scipy.optimize import minimize
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge as PeerRidge
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.constrained import (
    KernelLeastSquares,
    Ridge,
    SubspaceLeastSquares,
)
from mlcompanion.regression.linear.ridge import (
    DesignSVD,
    generalized_ridge,
    ridge_dual,
    ridge_path,
    ridge_radius,
)

SHAPES = st.tuples(st.integers(2, 12), st.integers(1, 12), st.integers(0, 10_000))


def problem(shape):
    n, b, seed = shape
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, b)), rng.normal(size=n)


def wave(n=30, seed=0):
    rng = np.random.default_rng(seed)
    x = np.linspace(-3, 3, n)
    return x[:, None], np.sinc(x) + 0.1 * x + 0.2 * rng.normal(size=n)


@parametrize_with_checks(
    [
        Ridge(),
        Ridge(lam=0),
        SubspaceLeastSquares(),
        KernelLeastSquares(),
        KernelLeastSquares(G="K"),
    ]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, lam=st.floats(1e-3, 1e3))
def test_ridge_is_scikit_learns_and_the_stacked_least_squares(shape, lam):
    Phi, y = problem(shape)
    b = Phi.shape[1]
    ours = Ridge(lam, fit_intercept=False).fit(Phi, y).coef_
    stacked = lstsq(np.vstack([Phi, np.sqrt(lam) * np.eye(b)]), np.append(y, np.zeros(b)))[0]
    peer = PeerRidge(alpha=lam, fit_intercept=False, solver="cholesky").fit(Phi, y).coef_
    np.testing.assert_allclose(ours, stacked, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(ours, peer, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(ridge_path(Phi, y, [lam])[0], ours, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(generalized_ridge(Phi, y, lam, np.eye(b)), ours, atol=1e-8)


def test_small_penalties_keep_their_digits():
    x, y = wave()
    K = rbf_kernel(x, sigma=0.5)
    lam = 1e-10 * np.sum(K**2)
    values, V = np.linalg.eigh(K)
    exact = V @ (values / (values**2 + lam) * (V.T @ y))
    for theta in (
        Ridge(lam, fit_intercept=False).fit(K, y).coef_,
        KernelLeastSquares(sigma=0.5, lam=lam).fit(x, y).dual_coef_,
    ):
        np.testing.assert_allclose(theta, exact, rtol=1e-6, atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, lam=st.floats(0, 100))
def test_filter_factors_never_exceed_their_bound_nor_least_squares(shape, lam):
    svd = DesignSVD.of(problem(shape)[0])
    factors = svd.filter_factors(lam)
    assert np.all(factors <= 1 / svd.s * (1 + 1e-12))
    if lam > 0:
        assert np.all(factors <= 0.5 / np.sqrt(lam) * (1 + 1e-12))


def test_effective_parameters_are_the_trace_of_the_hat_matrix():
    Phi, _ = problem((9, 4, 1))
    svd = DesignSVD.of(Phi)
    hat = Phi @ np.linalg.solve(Phi.T @ Phi + 2 * np.eye(4), Phi.T)
    assert svd.effective_parameters(2.0) == pytest.approx(np.trace(hat))
    assert svd.effective_parameters(0.0) == pytest.approx(4)
    assert svd.effective_parameters(1e9) < 1e-6


def test_gram_decomposition_is_that_of_the_matrix():
    x, y = wave()
    K = rbf_kernel(x, sigma=0.4)
    a = DesignSVD.of(K)
    b = DesignSVD.of_gram(K)
    np.testing.assert_allclose(a.coefficients(y, 0.01), b.coefficients(y, 0.01), atol=1e-9)
    many = np.column_stack([y, 2 * y])
    np.testing.assert_allclose(b.coefficients(many, 0.01)[:, 1], 2 * b.coefficients(y, 0.01))


def test_rank_deficient_least_squares_has_least_norm():
    Phi, y = problem((8, 3, 0))
    twice = np.hstack([Phi, Phi])
    expected = np.linalg.pinv(twice) @ y
    np.testing.assert_allclose(ridge_path(twice, y, [0.0])[0], expected, atol=1e-10)
    np.testing.assert_allclose(
        Ridge(0, fit_intercept=False).fit(twice, y).coef_, expected, atol=1e-10
    )


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, share=st.floats(0.01, 0.99))
def test_radius_inverts_the_norm_and_satisfies_kkt(shape, share):
    Phi, y = problem(shape)
    R = share * np.linalg.norm(ridge_path(Phi, y, [0.0])[0])
    lam = ridge_radius(Phi, y, R)
    theta = ridge_path(Phi, y, [lam])[0]
    assert lam > 0
    assert np.linalg.norm(theta) == pytest.approx(R, rel=1e-9)
    stationary = Phi.T @ (Phi @ theta - y) + lam * theta
    np.testing.assert_allclose(stationary, 0, atol=1e-8 * (1 + lam))


def test_radius_returns_the_penalty_it_came_from():
    x, y = wave(50)
    K = rbf_kernel(x, sigma=0.3)
    for lam in (0.1, 1.0, 10.0):
        R = np.linalg.norm(ridge_path(K, y, [lam])[0])
        assert ridge_radius(K, y, R) == pytest.approx(lam, rel=1e-8)
    Phi, y = problem((20, 4, 0))
    free = np.linalg.norm(ridge_path(Phi, y, [0.0])[0])
    assert ridge_radius(Phi, y, 1.01 * free) == 0
    assert ridge_radius(Phi, np.zeros(20), 1.0) == 0


def test_ball_is_what_a_solver_finds():
    Phi, y = problem((15, 3, 2))
    R = 0.4 * np.linalg.norm(ridge_path(Phi, y, [0.0])[0])
    found = minimize(
        lambda t: 0.5 * np.sum((y - Phi @ t) ** 2),
        np.zeros(3),
        jac=lambda t: Phi.T @ (Phi @ t - y),
        constraints={"type": "ineq", "fun": lambda t: R**2 - t @ t, "jac": lambda t: -2 * t},
        options={"ftol": 1e-14},
    )
    theta = ridge_path(Phi, y, [ridge_radius(Phi, y, R)])[0]
    np.testing.assert_allclose(theta, found.x, atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(shape=SHAPES, share=st.floats(0.05, 0.95))
def test_duality_is_weak_everywhere_and_strong_at_the_multiplier(shape, share):
    Phi, y = problem(shape)
    R = share * np.linalg.norm(ridge_path(Phi, y, [0.0])[0])
    lam = ridge_radius(Phi, y, R)
    theta = ridge_path(Phi, y, [lam])[0]
    primal = 0.5 * np.sum((y - Phi @ theta) ** 2)
    dual = ridge_dual(Phi, y, R, [lam, 0.5 * lam, 2 * lam, 0.0])
    assert dual[0] == pytest.approx(primal, abs=1e-8 * (1 + y @ y))
    assert np.all(dual <= primal + 1e-8 * (1 + y @ y))


def test_generalized_ridge_minimises_its_objective():
    Phi, y = problem((12, 5, 3))
    D = np.diff(np.eye(5), axis=0)  # smooth coefficients; G is singular
    theta = generalized_ridge(Phi, y, 0.7, D.T @ D)
    direct = np.linalg.solve(Phi.T @ Phi + 0.7 * D.T @ D, Phi.T @ y)
    np.testing.assert_allclose(theta, direct, atol=1e-10)
    np.testing.assert_allclose(
        Ridge(0.7, D.T @ D, fit_intercept=False).fit(Phi, y).coef_, direct, atol=1e-10
    )
    flat = generalized_ridge(Phi, y, 1e9, D.T @ D)  # the null space of G is not penalised
    assert np.ptp(flat) < 1e-6
    assert abs(flat[0]) > 1e-3


def test_not_unique_means_least_norm():
    Phi = np.array([[1.0, 1.0], [2.0, 2.0]])
    theta = generalized_ridge(Phi, [1.0, 2.0], 1.0, np.ones((2, 2)))
    assert theta[0] == pytest.approx(theta[1])


def test_kernel_ridge_is_scikit_learns_and_the_generalized_form():
    x, y = wave(20)
    K = rbf_kernel(x, sigma=0.3)
    ours = KernelLeastSquares(sigma=0.3, lam=0.2, G="K").fit(x, y)
    peer = KernelRidge(alpha=0.2, kernel="rbf", gamma=1 / (2 * 0.3**2)).fit(x, y)
    np.testing.assert_allclose(ours.dual_coef_, peer.dual_coef_, atol=1e-10)
    np.testing.assert_allclose(ours.predict(x + 0.1), peer.predict(x + 0.1), atol=1e-10)
    np.testing.assert_allclose(ours.dual_coef_, generalized_ridge(K, y, 0.2, K), atol=1e-6)


@pytest.mark.parametrize("lam", [1e-4, 0.1, 100.0])
def test_kernel_least_squares_is_ridge_on_the_gram_matrix(lam):
    x, y = wave()
    K = rbf_kernel(x, sigma=0.3)
    direct = np.linalg.solve(K @ K + lam * np.eye(len(K)), K @ y)
    model = KernelLeastSquares(sigma=0.3, lam=lam).fit(x, y)
    np.testing.assert_allclose(model.dual_coef_, direct, atol=1e-8)
    np.testing.assert_allclose(model.predict(x), K @ direct, atol=1e-8)


@pytest.mark.parametrize("lam", [0, 1e-18, 1e-40])
@pytest.mark.parametrize("G", ["I", "K"])
def test_unpenalised_kernel_least_squares_interpolates(lam, G):
    x, y = wave(20)
    model = KernelLeastSquares(sigma=0.2, lam=lam, G=G).fit(x, y)
    np.testing.assert_allclose(model.predict(x), y, atol=1e-6)


def test_subspace_is_least_squares_on_the_kept_columns():
    Phi, y = problem((20, 6, 4))
    P = np.diag([1.0, 1, 1, 0, 0, 0])
    theta = SubspaceLeastSquares(P).fit(Phi, y).coef_
    np.testing.assert_allclose(theta[:3], lstsq(Phi[:, :3], y)[0], atol=1e-10)
    np.testing.assert_allclose(theta[3:], 0, atol=1e-12)


def test_subspace_in_general_position():
    Phi, y = problem((20, 5, 5))
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 2)))[0]
    theta = SubspaceLeastSquares(Q @ Q.T).fit(Phi, y).coef_
    np.testing.assert_allclose(theta, Q @ lstsq(Phi @ Q, y)[0], atol=1e-10)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: ridge_path(np.ones((3, 2)), [1, 2], [1]), "y"),
        (lambda: ridge_path(np.ones((3, 2)), [1, 2, 3], [-1.0]), "lams"),
        (lambda: ridge_path(np.ones((3, 2)), [1, 2, 3], []), "lams"),
        (lambda: ridge_path([[np.nan]], [1.0], [1.0]), "Phi"),
        (lambda: ridge_radius(np.ones((3, 2)), [1, 2, 3], 0), "R"),
        (lambda: ridge_dual(np.ones((3, 2)), [1, 2, 3], -1.0, [1.0]), "R"),
        (lambda: DesignSVD.of_gram(np.ones((3, 2))), "K"),
        (lambda: generalized_ridge(np.eye(2), [1, 2], 1.0, np.eye(3)), "G"),
        (lambda: generalized_ridge(np.eye(2), [1, 2], 1.0, [[0, 1], [0, 0]]), "symmetric"),
        (lambda: generalized_ridge(np.eye(2), [1, 2], 1.0, -np.eye(2)), "semidefinite"),
        (lambda: Ridge(-1, fit_intercept=False).fit(np.eye(2), [1, 2]), "lam"),
        (lambda: KernelLeastSquares(sigma=0).fit(np.eye(2), [1, 2]), "sigma"),
        (lambda: KernelLeastSquares(G="L").fit(np.eye(2), [1, 2]), "G"),
        (lambda: SubspaceLeastSquares(np.eye(3)).fit(np.eye(2), [1, 2]), "P"),
        (lambda: SubspaceLeastSquares(2 * np.eye(2)).fit(np.eye(2), [1, 2]), "projection"),
    ],
)
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()
