"""The references against each other and against what they must tell apart."""

from dataclasses import replace

import numpy as np
import pytest

from mlcompanion.manifold import solve_newton, solve_pcg
from mlcompanion_chapters.jmlr12.j01_lapsvm.laplacian_checks import (
    check_optimum,
    criteria_at,
    dual_coefficients,
    linear_hinge_minimum,
    linear_hinge_value,
    moons_problem,
    random_problem,
    squared_hinge_minimum,
)


def test_solvers_reach_the_reference_and_a_wrong_one_does_not():
    problem = random_problem(40, 0)
    check = check_optimum(problem)
    assert max(abs(check.gap_newton), abs(check.gap_pcg), check.line_gap) < 1e-6
    assert check.alpha_sum < 1e-8
    half = solve_newton(replace(problem, gamma_A=problem.gamma_A / 2))
    assert problem.objective_at(half.b, half.alpha) > squared_hinge_minimum(problem) * (1 + 1e-5)


def test_the_order_of_the_product_decides():
    problem = random_problem(30, 100, normalized=False, degree=1, weights=(0.1, 0.05))
    K = problem.K
    L = problem.L.toarray()
    least = linear_hinge_minimum(problem)
    right = linear_hinge_value(problem, dual_coefficients(problem, L @ K))
    wrong = linear_hinge_value(problem, dual_coefficients(problem, K @ L))
    assert right == pytest.approx(least, rel=1e-4)
    assert wrong > 1.01 * least


def test_best_intercept_is_no_worse_than_any_other():
    problem = random_problem(30, 3)
    alpha = np.random.default_rng(0).normal(size=30)
    best = linear_hinge_value(problem, alpha)
    others = [linear_hinge_value(problem, alpha, b) for b in np.linspace(-3, 3, 61)]
    assert best <= min(others) + 1e-12


def test_criteria_are_relative_to_the_start():
    run = solve_pcg(random_problem(40, 1), max_iter=20)
    first = criteria_at(run.history, 0)
    assert first["gradient"] == first["mixed_product"] == 1
    assert first["later"] == pytest.approx(
        1 / criteria_at(run.history, run.n_iter)["mixed_product"]
    )


def test_two_moons_have_one_label_each():
    problem, truth = moons_problem(3)
    assert problem.labeled.sum() == 2
    np.testing.assert_array_equal(np.sort(problem.y[problem.labeled]), [-1, 1])
    np.testing.assert_array_equal(problem.y[problem.labeled], truth[problem.labeled])
    assert (truth > 0).sum() == 100
