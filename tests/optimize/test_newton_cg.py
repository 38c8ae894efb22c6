"""Newton's method by conjugate gradients: a quadratic, a logistic fit, a kink in the slope."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.optimize.newton_cg import newton_cg

RNG = np.random.default_rng(3)
A = RNG.normal(size=(60, 8)) * np.geomspace(0.1, 10, 8)
SIGNS = np.sign(A @ RNG.normal(size=8) + RNG.normal(size=60))


class Fit:
    """Losses of margins with half a squared norm; ``psi`` gives value, slope and curvature."""

    def __init__(self, psi):
        self.psi = psi

    def function(self, w):
        values, slopes, self.bends = self.psi(SIGNS * (A @ w))
        return 0.5 * w @ w + values.sum(), w + A.T @ (SIGNS * slopes)

    def hessian(self):
        H = np.eye(8) + A.T @ (self.bends[:, None] * A)
        return lambda v: H @ v, np.diag(H).copy()


def logistic(m):
    p = 1 / (1 + np.exp(m))
    return np.logaddexp(0, -m), -p, p * (1 - p)


def squared_hinge(m):
    r = np.maximum(0, 1 - m)
    return r**2, -2 * r, 2.0 * (r > 0)


def squared(m):
    return 0.5 * (m - 1) ** 2, m - 1, np.ones_like(m)


@pytest.mark.parametrize("psi", [logistic, squared_hinge, squared])
def test_it_finds_what_another_solver_finds(psi):
    fit = Fit(psi)
    run = newton_cg(fit.function, fit.hessian, np.zeros(8), 1e-10, 100)
    goal = 1e-10 * abs(fit.function(np.zeros(8))[1]).max()
    assert abs(fit.function(run.w)[1]).max() <= goal
    peer = minimize(fit.function, np.zeros(8), jac=True, method="BFGS", options={"gtol": 1e-8})
    assert run.objective == pytest.approx(fit.function(run.w)[0], abs=0)
    assert run.objective <= peer.fun + 1e-9
    assert run.w == pytest.approx(peer.x, abs=1e-5)
    assert run.n_products >= run.n_iter > 0


def test_the_last_steps_are_fast():
    fit = Fit(logistic)
    sizes = []
    for steps in range(1, 12):
        run = newton_cg(fit.function, fit.hessian, np.zeros(8), 0.0, steps)
        sizes.append(np.linalg.norm(fit.function(run.w)[1]))
    fast = [b / a for a, b in pairwise(sizes) if a > 1e-9]
    assert min(fast) < 1e-3


def test_a_start_at_the_solution_is_left_alone_and_steps_are_counted():
    fit = Fit(squared)
    best = newton_cg(fit.function, fit.hessian, np.zeros(8), 1e-12, 50).w
    again = newton_cg(fit.function, fit.hessian, best, 1.0, 50)
    assert again.n_iter == again.n_products == 0
    assert again.w is best
    assert newton_cg(fit.function, fit.hessian, np.zeros(8), 0.0, 2).n_iter == 2


def test_a_step_that_would_climb_is_halved():
    def function(w):
        return float(np.sqrt(1 + w @ w)), w / np.sqrt(1 + w @ w)

    run = newton_cg(function, lambda: (lambda v: 1e-3 * v, np.full(2, 1e-3)), np.ones(2), 1e-6, 200)
    assert run.w == pytest.approx(np.zeros(2), abs=1e-5)
