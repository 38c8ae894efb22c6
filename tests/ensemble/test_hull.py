"""The hull's least squares against projected gradient steps, enumeration and its certificate."""

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
