import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import LinearSVC

from mlcompanion.kernel_methods import SquaredHingeLS
from mlcompanion.kernel_methods.retargeted import RetargetRule, retargeted_least_squares
from mlcompanion.kernels import rbf_kernel


def problem(seed, n=50, flips=5):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([-1.0, 1.0], n // 2))
    X = rng.normal(size=(n, 2)) + y[:, None]
    y[:flips] *= -1
    return np.c_[X, np.ones(n)], y


def test_squared_hinge_ends_at_liblinears_minimum():
    Phi, y = problem(0)
    run = retargeted_least_squares(Phi, y, 0.5, tol=1e-12, max_iter=100_000)
    peer = LinearSVC(C=1.0, loss="squared_hinge", fit_intercept=False, tol=1e-12, max_iter=10**6)
    np.testing.assert_allclose(run.theta, peer.fit(Phi, y).coef_[0], rtol=1e-5)
    assert run.converged
    assert (np.diff(run.history) <= 1e-12).all()
    short = retargeted_least_squares(Phi, y, 0.5, tol=1e-12, max_iter=2)
    assert (short.n_iter, short.converged, len(short.history)) == (2, False, 3)


@pytest.mark.parametrize("seed", range(3))
def test_squared_ramp_descends_to_a_stationary_point(seed):
    Phi, y = problem(seed)
    run = retargeted_least_squares(Phi, y, 0.1, "squared_ramp", tol=1e-12, max_iter=100_000)
    assert (np.diff(run.history) <= 1e-12).all()

    def objective(theta):
        loss = np.clip(1 - y * (Phi @ theta), 0, 1) ** 2 / 2
        return loss.sum() + 0.05 * theta @ theta

    np.testing.assert_allclose(run.history[-1], objective(run.theta))
    steps = 1e-6 * np.eye(3)
    slope = [objective(run.theta + s) - objective(run.theta - s) for s in steps]
    np.testing.assert_allclose(np.array(slope) / 2e-6, 0, atol=1e-5)


def test_a_rule_of_ones_own_and_a_start():
    """The printed rule of the ramp belongs to a loss that goes on as a line."""
    Phi, y = problem(1)
    printed = RetargetRule(
        lambda m: m + np.clip(1 - m, 0, 1),
        lambda m: np.where(m < 0, 0.5 - m, np.clip(1 - m, 0, 1) ** 2 / 2).sum(),
    )
    options = {"tol": 1e-12, "max_iter": 100_000}
    run = retargeted_least_squares(Phi, y, 0.1, printed, theta0=np.zeros(3), **options)
    np.testing.assert_allclose(run.history[0], len(y) / 2)
    best = minimize(lambda t: printed.loss(y * (Phi @ t)) + 0.05 * t @ t, np.zeros(3), tol=1e-12)
    np.testing.assert_allclose(run.history[-1], best.fun, rtol=1e-8)


def test_estimator_is_the_listing():
    rng = np.random.default_rng(0)
    X, y = problem(0)
    model = SquaredHingeLS(2.0, sigma=0.8, init="random", random_state=0, tol=1e-6).fit(X, y)
    K = rbf_kernel(X, sigma=0.8)
    A = np.linalg.inv(K.T @ K + 2.0 * np.eye(len(y))) @ K.T
    t = rng.uniform(size=len(y))
    for _ in range(model.n_iter_):
        z = y * (K @ t)
        t = A @ (y * (z + np.maximum(0, 1 - z)))
    np.testing.assert_allclose(model.dual_coef_, t, atol=1e-9)
    ramp = SquaredHingeLS(2.0, sigma=0.8, loss="squared_ramp", tol=1e-6).fit(X, y)
    loss = np.clip(1 - y * ramp.decision_function(X), 0, 1) ** 2 / 2
    np.testing.assert_allclose(ramp.history_[-1], loss.sum() + ramp.dual_coef_ @ ramp.dual_coef_)
