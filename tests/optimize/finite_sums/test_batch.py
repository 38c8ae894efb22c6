"""Batch methods beside SciPy's optimum, closed forms, and what they cost."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from small_sum import DENSE, OPTIMUM, SIGNS, SPARSE, N, X

from mlcompanion.losses import Softmax, Squared
from mlcompanion.optimize import DataFit, Quadratic
from mlcompanion.optimize.finite_sums import (
    FiniteSum,
    bfgs,
    lbfgs,
    newton,
    nonlinear_cg,
    steepest_descent,
)
from mlcompanion.optimize.finite_sums.curvature import FullMemory, inverse_times
from mlcompanion.optimize.finite_sums.line_search import Trial, wolfe_step

METHODS = [steepest_descent, newton, nonlinear_cg, bfgs, lbfgs]
RNG = np.random.default_rng(0)
ROOT = RNG.normal(size=(5, 5))
BOWL = Quadratic(ROOT @ ROOT.T + np.eye(5), RNG.normal(size=5))


@pytest.mark.parametrize("solve", METHODS)
@pytest.mark.parametrize("problem", [DENSE, SPARSE])
def test_the_optimum_is_an_independent_solvers(solve, problem):
    run = solve(problem, tol=1e-9)
    assert run.converged
    assert run.w == pytest.approx(OPTIMUM, abs=1e-6)
    assert np.all(np.diff(run.objective) <= 1e-13)


@pytest.mark.parametrize("solve", METHODS)
def test_slopes_lead_below_the_rounding_of_the_values(solve):
    exact = newton(DENSE, tol=1e-15, max_iter=20).w
    run = solve(DENSE, tol=1e-12)
    assert run.converged
    assert np.abs(run.w - exact).max() < 1e-10  # values alone: 1e-8


@pytest.mark.parametrize("solve", METHODS)
def test_all_work_is_counted(solve):
    calls = []

    class Spy(FiniteSum):
        def value_and_gradient(self, w):
            calls.append(w)
            return super().value_and_gradient(w)

    seen = []
    run = solve(Spy(X, SIGNS, DENSE.loss, DENSE.lam), tol=1e-6, callback=seen.append)
    assert run.work.gradient_samples == N * len(calls)
    assert run.passes[-1] == len(calls)
    assert len(seen) == len(run.objective)
    steps = len(run.objective) - 1
    assert run.work.curvature_samples == (N * steps if solve is newton else 0)


def test_constant_steps_are_the_printed_ones():
    w = np.zeros(6)
    L = DENSE.lipschitz()
    for _ in range(4):
        w = w - DENSE.gradient(w) / L
    with pytest.warns(ConvergenceWarning, match="steepest_descent"):
        run = steepest_descent(DENSE, step="lipschitz", max_iter=4)
    assert run.w == pytest.approx(w, rel=1e-12)


class WithHessian(Quadratic):
    def hessian(self, w):
        return self.Q


def test_newton_solves_a_quadratic_in_one_step():
    bowl = WithHessian(BOWL.Q, BOWL.b)
    run = newton(bowl, np.ones(5), step=1.0, tol=1e-10)
    assert len(run.objective) == 2
    assert run.w == pytest.approx(np.linalg.solve(BOWL.Q, BOWL.b), rel=1e-9)


def test_conjugate_directions_end_a_quadratic_in_d_steps():
    run = nonlinear_cg(BOWL, np.zeros(5), tol=1e-5, max_iter=8)
    assert run.converged
    with pytest.warns(ConvergenceWarning):
        assert not steepest_descent(BOWL, np.zeros(5), tol=1e-5, max_iter=8).converged


def updated(pairs, scale):
    """The inverse Hessian after all pairs, by the printed product of matrices."""
    step, change = scale
    H = step @ change / (change @ change) * np.eye(5)
    for s, y in pairs:
        V = np.eye(5) - np.outer(s, y) / (s @ y)
        H = V @ H @ V.T + np.outer(s, s) / (s @ y)
    return H


def test_limited_memory_with_all_pairs_is_the_full_matrix():
    full = FullMemory()
    pairs = []
    for _ in range(4):
        step = RNG.normal(size=5)
        change = BOWL.Q @ step
        full.learn(step, change, None)
        pairs.append((step, change))
    # the full matrix begins with the first pair's scale, the two loops with the last one's
    g = RNG.normal(size=5)
    assert full.direction(None, g) == pytest.approx(-updated(pairs, pairs[0]) @ g, rel=1e-9)
    assert inverse_times(pairs, g) == pytest.approx(updated(pairs, pairs[-1]) @ g, rel=1e-9)
    assert -full.direction(None, change) == pytest.approx(step, rel=1e-9)  # the secant equation


@pytest.mark.parametrize("first", [1e-6, 1.0, 1e4])
@pytest.mark.parametrize("curvature", [0.1, 0.9])
def test_a_step_meets_the_wolfe_conditions(first, curvature):
    w = np.full(6, 3.0)
    value, gradient = DENSE.value_and_gradient(w)
    p = -gradient
    origin = Trial(0.0, w, value, gradient, p @ gradient)
    trial = wolfe_step(DENSE.value_and_gradient, origin, p, first, curvature)
    assert trial.value <= value + 1e-4 * trial.step * origin.slope
    assert abs(trial.slope) <= curvature * abs(origin.slope)
    assert trial.slope == pytest.approx(DENSE.gradient(w + trial.step * p) @ p, rel=1e-12)


def test_a_function_that_is_no_sum_of_scores_counts_its_evaluations():
    labels = np.arange(N) % 3
    fit = DataFit(X, labels, Softmax())
    run = lbfgs(fit, np.zeros((6, 3)), tol=1e-6)
    peer = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10, max_iter=10_000)
    proba = peer.fit(X, labels).predict_proba(X)
    want = -np.log(proba[np.arange(N), labels]).sum()
    assert run.objective[-1] == pytest.approx(want, rel=1e-8)
    assert run.passes[-1] >= len(run.objective)


def test_two_valleys_are_left_downhill():
    class Valleys:
        def value_and_gradient(self, w):
            return float(np.sum(w**4 - w**2)), 4 * w**3 - 2 * w

    for solve in (steepest_descent, nonlinear_cg, bfgs, lbfgs):
        run = solve(Valleys(), np.array([0.1, -0.01]), tol=1e-8)
        assert run.w == pytest.approx(np.sqrt([0.5, 0.5]) * [1, -1], abs=1e-6)


def test_few_evaluations_beside_scipy():
    seen = []

    def counted(w):
        seen.append(w)
        return DENSE.value_and_gradient(w)

    options = {"gtol": 1e-6 * np.abs(DENSE.gradient(np.zeros(6))).max()}
    minimize(counted, np.zeros(6), jac=True, method="BFGS", options=options)
    assert bfgs(DENSE).passes[-1] <= 1.5 * len(seen)


def test_squares_have_their_closed_form():
    problem = FiniteSum(X, SIGNS, Squared(), 0.1)
    want = np.linalg.solve(X.T @ X / N + 0.1 * np.eye(6), X.T @ SIGNS / N)
    for solve in METHODS:
        assert solve(problem, tol=1e-10).w == pytest.approx(want, abs=1e-9)
