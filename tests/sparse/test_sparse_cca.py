"""Sparse canonical correlation analysis: the step and the whole, against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from mlcompanion.prox import soft_threshold
from mlcompanion.sparse.structured import sparse_cca
from mlcompanion.sparse.structured.sparse_cca import largest_in_l1_l2_ball


@settings(max_examples=60, deadline=None)
@given(
    a=st.lists(st.floats(-5, 5).map(lambda x: round(x, 2)), min_size=1, max_size=8),
    radius=st.floats(0.3, 3.5),
)
def test_step_reaches_the_dual_value(a, radius):
    """Lagrange: max = min over t >= 0 of t c + ||S_t(a)||, whatever ties there are."""
    a = np.array(a)
    u = largest_in_l1_l2_ball(a, radius)
    assert np.abs(u).sum() <= radius + 1e-9
    assert np.linalg.norm(u) <= 1 + 1e-9
    largest = np.abs(a).max()

    def dual(t):
        return t * radius + np.linalg.norm(soft_threshold(a, t))

    least = minimize_scalar(dual, bounds=(0, largest), method="bounded", options={"xatol": 1e-12})
    best = min(least.fun, dual(0.0), dual(largest))
    assert a @ u == pytest.approx(best, abs=1e-6 * max(1, largest))


def test_step_is_a_soft_threshold():
    a = np.array([3.0, -2.0, 1.0, 0.5])
    u = largest_in_l1_l2_ball(a, 1.3)
    kept = soft_threshold(a, 3 - (3 - 2) * u[0] / (u[0] + u[1]))  # two survive: solve for t
    assert (u[2:] == 0).all()
    np.testing.assert_allclose(u, kept / np.linalg.norm(kept), atol=1e-12)
    assert np.abs(u).sum() == pytest.approx(1.3)


def test_near_ties_keep_their_accuracy():
    a = 1 + np.array([0.0, -1e-10, -2e-10, -3e-10])
    u = largest_in_l1_l2_ball(a, 1.9)
    assert np.abs(u).sum() == pytest.approx(1.9, abs=1e-4)
    assert (np.diff(u) <= 0).all()


def test_ties_share_a_small_radius():
    np.testing.assert_allclose(largest_in_l1_l2_ball([2.0, -2.0, 1.0], 1.0), [0.5, -0.5, 0.0])
    np.testing.assert_array_equal(largest_in_l1_l2_ball([0.0, 0.0], 1.0), [0.0, 0.0])


def views(n=100, d=8, e=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    Y = rng.normal(size=(n, e))
    z = rng.normal(size=n)
    X[:, :2] += z[:, None]
    Y[:, :2] -= z[:, None]
    return ((M - M.mean(axis=0)) / M.std(axis=0) for M in (X, Y))


def test_loose_bounds_give_the_singular_vectors():
    X, Y = views()
    run = sparse_cca(X, Y, 10.0, 10.0)
    left, sizes, right = np.linalg.svd(X.T @ Y)
    assert run.value == pytest.approx(sizes[0])
    np.testing.assert_allclose(np.abs(run.u @ left[:, 0]), 1)
    np.testing.assert_allclose(np.abs(run.v @ right[0]), 1)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), c=st.floats(1.0, 3.0))
def test_value_never_falls_and_bounds_hold(seed, c):
    X, Y = views(20, 7, 5, seed)
    run = sparse_cca(X, Y, c, c)
    assert (np.diff(run.objective) >= -1e-9 * run.value).all()
    for w in (run.u, run.v):
        assert np.abs(w).sum() <= c + 1e-9
        assert np.linalg.norm(w) <= 1 + 1e-9
    assert run.u @ (X.T @ (Y @ run.v)) == pytest.approx(run.value)
    assert run.value <= np.linalg.norm(X.T @ Y, 2) + 1e-9


def test_two_by_two_by_brute_force():
    X, Y = views(40, 2, 2)
    angles = np.linspace(0, 2 * np.pi, 2001)
    circle = np.stack([np.cos(angles), np.sin(angles)])
    allowed = circle[:, np.abs(circle).sum(axis=0) <= 1.2]
    best = (allowed.T @ (X.T @ Y) @ allowed).max()
    assert sparse_cca(X, Y, 1.2, 1.2).value == pytest.approx(best, rel=2e-3)


def test_planted_columns_are_found():
    X, Y = views(300)
    run = sparse_cca(X, Y, 1.4, 1.4)
    assert set(np.flatnonzero(run.u)) == {0, 1}
    assert set(np.flatnonzero(run.v)) == {0, 1}
    assert run.u[0] > 0 > run.v[0]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"X": [[1.0, np.inf]]}, "X"),
        ({"Y": np.ones((3, 2))}, "Y"),
        ({"radius_x": 0.0}, "radius"),
        ({"radius_y": -1.0}, "radius"),
        ({"start": [1.0]}, "start"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input_names_the_argument(change, name):
    arguments = {"X": np.eye(2), "Y": np.eye(2), "radius_x": 1.0, "radius_y": 1.0} | change
    with pytest.raises(ValueError, match=name):
        sparse_cca(**arguments)
