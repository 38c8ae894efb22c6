"""Majorising: no rise, the optimum of another solver, and a bound that is none."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.losses import Logistic
from mlcompanion.optimize import Quadratic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising import FixedCurvature, Touch, majorize

RNG = np.random.default_rng(7)
X = RNG.normal(size=(80, 5)) * np.geomspace(1, 0.1, 5)
SIGNS = np.sign(X @ np.ones(5) + 0.3 * RNG.normal(size=80))
PROBLEM = FiniteSum(X, SIGNS, Logistic(), 0.01)
MATRIX = X.T @ X / 320 + 0.01 * np.eye(5)
BEST = minimize(PROBLEM.value_and_gradient, np.zeros(5), jac=True, options={"gtol": 1e-9}).fun


@pytest.mark.parametrize("curvature", [PROBLEM.lipschitz(), MATRIX])
@pytest.mark.parametrize("relax", [0.5, 1.0, 1.9])
def test_it_descends_to_the_optimum_without_a_step_size(curvature, relax):
    run = majorize(
        FixedCurvature(PROBLEM, curvature), np.zeros(5), relax=relax, tol=1e-8, max_iter=20_000
    )
    assert run.converged
    assert run.objective[-1] == pytest.approx(BEST, rel=1e-12)
    assert np.diff(run.objective).max() <= 1e-15
    assert len(run.objective) == run.n_iter + 1
    assert PROBLEM.value(run.w) == pytest.approx(run.objective[-1], rel=1e-14)


def test_a_matrix_needs_fewer_steps_than_its_largest_eigenvalue():
    steps = [
        majorize(FixedCurvature(PROBLEM, curvature), np.zeros(5), max_iter=20_000).n_iter
        for curvature in (np.linalg.eigvalsh(MATRIX)[-1], MATRIX)
    ]
    assert steps[1] < steps[0]


def test_the_bound_of_a_quadratic_is_itself():
    bowl = Quadratic(np.diag([1.0, 9.0]), np.array([2.0, 9.0]))
    run = majorize(FixedCurvature(bowl, bowl.Q), [50.0, -3.0])
    assert run.n_iter == 1
    assert run.w == pytest.approx([2.0, 1.0])


def test_a_surrogate_that_is_no_bound_is_found_out():
    steep = FixedCurvature(PROBLEM, 0.02 * PROBLEM.lipschitz())
    with pytest.warns(ConvergenceWarning, match="no upper bound"):
        run = majorize(steep, np.zeros(5))
    assert not run.converged
    assert np.diff(run.objective, append=run.objective[-1]).max() <= 0


def test_steps_that_run_out_are_told():
    points = []
    surrogate = FixedCurvature(PROBLEM, PROBLEM.lipschitz())
    with pytest.warns(ConvergenceWarning, match="3 steps"):
        run = majorize(surrogate, np.zeros(5), max_iter=3, tol=1e-12, callback=points.append)
    assert not run.converged
    assert len(points) == len(run.objective) == 4
    np.testing.assert_array_equal(points[-1], run.w)


def test_the_start_is_neither_changed_nor_kept():
    start = np.ones(5)
    run = majorize(FixedCurvature(PROBLEM, PROBLEM.lipschitz()), start, max_iter=500)
    assert run.w is not start
    np.testing.assert_array_equal(start, np.ones(5))
    still = majorize(FixedCurvature(PROBLEM, PROBLEM.lipschitz()), run.w, tol=1.0)
    assert still.n_iter == 0
    assert not np.shares_memory(still.w, run.w)


def test_units_of_the_function_and_of_its_argument_change_no_step():
    want = majorize(FixedCurvature(PROBLEM, MATRIX), np.zeros(5), tol=1e-8)

    class Scaled:
        def touch(self, w):
            value, gradient = PROBLEM.value_and_gradient(w * 1e3)
            step = np.linalg.solve(MATRIX, gradient)
            return Touch(1e-6 * value, 1e-3 * gradient, w - 1e-3 * step)

    run = majorize(Scaled(), np.zeros(5), tol=1e-8)
    assert run.n_iter == want.n_iter
    assert 1e3 * run.w == pytest.approx(want.w, rel=1e-8)


def test_bad_curvatures_are_named():
    for bad in (0.0, -1.0, np.diag([1.0, 1.0, 1.0, 1.0, -1.0]), np.triu(np.ones((5, 5)))):
        with pytest.raises(ValueError, match="curvature"):
            FixedCurvature(PROBLEM, bad)
    with pytest.raises(ValueError, match="start"):
        majorize(FixedCurvature(PROBLEM, 1.0), np.zeros(4))
