"""Norms, spheres and touching points against SciPy's optimiser."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.sparse.lasso.lp_balls import lp_norm, lp_sphere, touching_point


@pytest.mark.parametrize("p", [0.3, 0.5, 1, 1.5, 2, 5, 50])
def test_spheres_have_norm_one_and_corners_on_the_axes(p):
    points = lp_sphere(p)
    np.testing.assert_allclose(lp_norm(points, p), 1, rtol=1e-9)
    assert np.count_nonzero((points == 0).any(axis=1)) == 5  # the first point comes twice


def test_norms():
    w = np.array([[3.0, -4.0], [0.0, 2.0]])
    for p in (1, 2, 3, np.inf):
        np.testing.assert_allclose(lp_norm(w, p), np.linalg.norm(w, p, axis=1))
    np.testing.assert_array_equal(lp_norm(w, 0), [2, 1])
    assert lp_norm([1e200, 1e200], 2) == pytest.approx(np.sqrt(2) * 1e200)
    assert lp_norm([1.0, 1.0], 0.5) > lp_norm([1.0, 0.0], 0.5) + lp_norm([0.0, 1.0], 0.5)


@pytest.mark.parametrize("p", [1.2, 1.5, 2.0, 3.0, 5.0])
@pytest.mark.parametrize("seed", range(4))
def test_touching_point_is_the_minimum_in_a_convex_ball(p, seed):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(2, 2))
    H = root @ root.T + 0.1 * np.eye(2)
    center = 2 * rng.normal(size=2)
    w = touching_point(center, H, p, 0.8)

    def value(v):
        return 0.5 * (v - center) @ H @ (v - center)

    inside = {"type": "ineq", "fun": lambda v: 0.8**p - np.sum(np.abs(v) ** p)}
    best = minimize(value, 0.1 * center, constraints=inside, method="SLSQP")
    assert value(w) <= best.fun + 1e-6
    assert lp_norm(w, p) <= 0.8 + 1e-9


def test_corner_of_the_l1_ball_exactly():
    np.testing.assert_array_equal(touching_point([2.0, 0.5], np.eye(2), 1, 1.0), [1.0, 0.0])
    np.testing.assert_allclose(
        touching_point([2.0, 1.5], np.eye(2), 1, 1.0), [0.75, 0.25], atol=1e-8
    )
    np.testing.assert_allclose(
        touching_point([2.0, 0.5], np.eye(2), 2, 1.0), np.array([4, 1]) / np.sqrt(17), atol=1e-8
    )
    np.testing.assert_array_equal(touching_point([0.1, 0.2], np.eye(2), 1, 1.0), [0.1, 0.2])


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: lp_norm([1.0], -1.0), "p"),
        (lambda: lp_sphere(0.0), "p"),
        (lambda: touching_point([1.0], np.eye(2), 1, 1.0), "center"),
        (lambda: touching_point([1.0, 1.0], -np.eye(2), 1, 1.0), "H"),
        (lambda: touching_point([1.0, 1.0], np.eye(2), 1, 0.0), "radius"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
