"""The hull's least squares against projected gradient steps, enumeration and its certificate."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import nnls
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.ensemble.aggregation import (
    hull_aggregate,
    segment_aggregate,
    simplex_least_squares,
)
from mlcompanion.ensemble.aggregation.hull import _minor_cycle
from mlcompanion.prox import project_simplex


def by_enumeration(Q, b):
    """Least value over the planes through every set of corners."""
    m = len(b)
    best = np.inf
    for k in range(1, m + 1):
        for S in map(list, combinations(range(m), k)):
            system = np.block([[Q[np.ix_(S, S)], np.ones((k, 1))], [np.ones((1, k)), 0]])
            theta = np.linalg.lstsq(system, np.append(-b[S], 1), rcond=None)[0][:k]
            if (theta >= -1e-12).all() and abs(theta.sum() - 1) < 1e-9:
                best = min(best, theta @ Q[np.ix_(S, S)] @ theta + 2 * b[S] @ theta)
    return best


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(1, 8))
def test_no_set_of_corners_is_better(seed, m, rank):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m, rank))
    Q = A @ A.T
    b = A @ rng.normal(size=rank)
    run = simplex_least_squares(Q, b)
    assert run.converged
    assert run.risk == pytest.approx(by_enumeration(Q, b), abs=1e-8)
    theta = run.weights
    assert run.risk == pytest.approx(theta @ Q @ theta + 2 * b @ theta, abs=1e-10)
    assert theta.min() >= 0
    assert theta.sum() == pytest.approx(1)


@pytest.mark.parametrize("seed", range(40))
def test_a_line_that_falls_for_ever_ends_at_a_side(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(7, rng.integers(0, 4)))
    Q, b = A @ A.T, rng.normal(size=7) * rng.choice([0.1, 1, 10])  # b is not in the range of Q
    run = simplex_least_squares(Q, b)
    assert run.converged
    slopes = Q @ run.weights + b
    assert run.weights @ slopes - slopes.min() < 1e-8


def solve_exactly(rows):
    """Solution of a linear system of fractions, its right side the last column."""
    for k in range(len(rows)):
        pivot = next(r for r in rows[k:] if r[k] != 0)
        rest = [r for r in rows if r is not pivot]
        pivot = [v / pivot[k] for v in pivot]
        rest = [[v - r[k] * w for v, w in zip(r, pivot)] for r in rest]
        rows = [*rest[:k], pivot, *rest[k:]]
    return [r[-1] for r in rows]


def walk_exactly(Q, b, theta):
    """Wolfe's minor cycle in fractions: corners leave where the way to the minimum meets zero."""
    Q = [[Fraction(float(v)) for v in row] for row in Q]
    b = [Fraction(float(v)) for v in b]
    theta = dict(enumerate(Fraction(float(v)) for v in theta))
    left = []
    while True:
        S = list(theta)
        rows = [[Q[i][j] for j in S] + [Fraction(1), -b[i]] for i in S]
        rows.append([Fraction(1)] * len(S) + [Fraction(0), Fraction(1)])
        goal = dict(zip(S, solve_exactly(rows)))
        if min(goal.values()) > 0:
            return goal, left
        step, out = min((theta[i] / (theta[i] - goal[i]), i) for i in S if goal[i] <= 0)
        theta = {i: theta[i] + step * (goal[i] - theta[i]) for i in S if i != out}
        left.append(out)


@pytest.mark.parametrize(("m", "seed"), [(6, 113), (6, 203), (8, 72), (8, 151), (8, 154), (8, 208)])
def test_corners_leave_one_after_the_other_where_the_way_meets_them(m, seed):
    """With half the step another corner leaves in each of these."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m, m))
    Q = A @ A.T
    b = 3 * A @ rng.normal(size=m)
    theta = rng.dirichlet(np.ones(m))
    want, left = walk_exactly(Q, b, theta)
    assert len(left) >= 2
    used, found = _minor_cycle(Q, b, np.arange(m), theta)
    assert used.tolist() == sorted(want)
    np.testing.assert_allclose(found, [float(want[k]) for k in used], atol=1e-9)
    run = simplex_least_squares(Q, b)
    assert run.risk == pytest.approx(by_enumeration(Q, b), abs=1e-8)


@pytest.mark.parametrize(("m", "n"), [(60, 20), (40, 200)])
def test_the_hull_agrees_with_projected_steps_and_with_nnls(m, n):
    rng = np.random.default_rng(m)
    y = rng.normal(size=n)
    P = 0.5 * y + rng.normal(size=(m, n))
    found = hull_aggregate(P, y)
    assert found.risk == pytest.approx(np.mean((found.weights @ P - y) ** 2))
    theta = np.full(m, 1 / m)
    step = 1 / np.linalg.norm(P, 2) ** 2
    for _ in range(4000):
        theta = project_simplex(theta - step * P @ (theta @ P - y))
    assert found.risk <= np.mean((theta @ P - y) ** 2) + 1e-12
    assert np.mean((theta @ P - y) ** 2) - found.risk < 1e-4
    heavy = 1e4
    rows = np.vstack([P.T, np.full(m, heavy)])
    np.testing.assert_allclose(found.weights, nnls(rows, np.append(y, heavy))[0], atol=1e-5)
    assert found.gap <= 1e-9
    assert found.risk <= segment_aggregate(P, y).risk + 1e-12


def test_what_is_not_kept_has_no_weight():
    rng = np.random.default_rng(0)
    y = rng.normal(size=30)
    P = y + rng.normal(size=(7, 30))
    kept = np.array([True, False, True, True, False, True, False])
    found = hull_aggregate(P, y, kept=kept)
    assert not found.weights[~kept].any()
    np.testing.assert_allclose(found.weights[kept], hull_aggregate(P[kept], y).weights)


@pytest.mark.parametrize("scale", [1e-150, 1e-9, 1e9, 1e150])
def test_units_origin_and_a_terrible_function_change_nothing(scale):
    rng = np.random.default_rng(5)
    y = rng.normal(size=40)
    P = y + rng.normal(size=(12, 40))
    want = hull_aggregate(P, y).weights
    found = hull_aggregate(scale * (P + 1e5), scale * (y + 1e5))
    np.testing.assert_allclose(found.weights, want, atol=1e-7)
    beside = hull_aggregate(np.vstack([P, 1e6 * rng.normal(size=40)]), y)
    np.testing.assert_allclose(beside.weights[:-1], want, atol=1e-4)
    assert beside.risk <= hull_aggregate(P, y).risk + 1e-12


def test_copies_and_an_exact_fit_end():
    y = np.array([1.0, 2.0, 3.0])
    P = np.array([y + 1, y + 1, y - 1, y - 1])
    found = hull_aggregate(P, y)
    assert found.converged
    assert found.risk == pytest.approx(0, abs=1e-15)
    one = hull_aggregate(P[:1], y)
    assert one.weights.tolist() == [1.0]
    assert one.risk == 1


def test_a_search_that_was_stopped_says_so():
    rng = np.random.default_rng(1)
    y = rng.normal(size=50)
    P = y + rng.normal(size=(30, 50))
    with pytest.warns(ConvergenceWarning, match="hull_aggregate"):
        run = hull_aggregate(P, y, max_iter=1)
    assert not run.converged
    full = hull_aggregate(P, y)
    assert run.risk - full.risk <= run.gap


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: simplex_least_squares([[1.0, 2.0], [0.0, 1.0]], [0.0, 0.0]), "symmetric"),
        (lambda: simplex_least_squares(np.eye(2), [0.0]), "b must have shape"),
        (lambda: hull_aggregate(np.ones((2, 3)), np.ones(2)), "y must have shape"),
        (lambda: hull_aggregate(np.ones((2, 3)), np.ones(3), max_iter=0), "max_iter"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
