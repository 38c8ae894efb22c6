"""Barriers against numerical derivatives, generic searches and the facts of self-concordance."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from mlcompanion.convex.barriers import BallBarrier, PolytopeBarrier, minkowski_function


def random_polytope(n, seed):
    """Tangent planes of a small ball, as many as bound it, within the cube."""
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(2 * n, n))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    box = PolytopeBarrier.cube(n)
    rows = np.vstack([box.A, normals])
    return PolytopeBarrier(rows, np.append(box.b, rng.uniform(0.2, 0.6, 2 * n)))


BARRIERS = {
    "disc": BallBarrier(2),
    "ball": BallBarrier(5),
    "cube": PolytopeBarrier.cube(3),
    "simplex": PolytopeBarrier.simplex(3),
    "polytope": random_polytope(4, 0),
}


def inner_points(barrier, rng, share):
    """Points at a share of the way from the centre to the boundary, in random directions."""
    directions = rng.normal(size=(20, barrier.n))
    reach = barrier.gauge(np.tile(barrier.centre, (20, 1)), directions)
    return barrier.centre + share * reach[:, None] * directions


@pytest.mark.parametrize("name", BARRIERS)
def test_derivatives(name):
    barrier = BARRIERS[name]
    for x in inner_points(barrier, np.random.default_rng(1), 0.7)[:5]:
        slope = approx_fprime(x, barrier.value, 1e-7)
        assert barrier.gradient(x) == pytest.approx(slope, rel=1e-4, abs=1e-4)
        columns = [approx_fprime(x, lambda z, i=i: barrier.gradient(z)[i], 1e-7)
                   for i in range(barrier.n)]  # fmt: skip
        np.testing.assert_allclose(barrier.hessian(x), columns, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", BARRIERS)
def test_the_dikin_ellipsoid_lies_inside_and_the_hessian_hardly_changes_in_it(name):
    barrier = BARRIERS[name]
    rng = np.random.default_rng(2)
    for x in inner_points(barrier, rng, 0.999):
        axes = barrier.dikin_axes(x)
        assert barrier.contains(x + axes, 1e-12).all()
        assert barrier.contains(x - axes, 1e-12).all()
        assert barrier.local_norm(np.tile(x, (barrier.n, 1)), axes) == pytest.approx(1)
        h = 0.5 * rng.normal(size=barrier.n) @ axes
        h *= 0.5 / barrier.local_norm(x, h)
        around = np.linalg.cholesky(barrier.hessian(x))
        ratio = np.linalg.solve(around, np.linalg.solve(around, barrier.hessian(x + h)).T)
        values = np.linalg.eigvalsh((ratio + ratio.T) / 2)
        assert values.min() >= 0.25 - 1e-6
        assert values.max() <= 4 + 1e-6


@pytest.mark.parametrize("name", BARRIERS)
@pytest.mark.parametrize("size", [0.0, 1e-9, 1.0, 30.0, 1e5])
def test_centre_under_a_linear_cost(name, size):
    barrier = BARRIERS[name]
    cost = size * np.random.default_rng(3).normal(size=barrier.n)
    x = barrier.minimize_linear(cost)
    assert barrier.contains(x)
    left = cost + barrier.gradient(x)
    assert np.sqrt(left @ np.linalg.solve(barrier.hessian(x), left)) < 1e-6


def test_centre_is_the_generic_solvers():
    barrier = BARRIERS["polytope"]
    cost = np.array([1.0, -2.0, 0.5, 3.0])
    found = minimize(lambda x: cost @ x + barrier.value(x), barrier.centre, method="Nelder-Mead",
                     options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 4000})  # fmt: skip
    assert barrier.minimize_linear(cost) == pytest.approx(found.x, abs=1e-5)


@pytest.mark.parametrize("name", BARRIERS)
def test_axes_are_an_orthonormal_basis_of_eigenvectors(name):
    barrier = BARRIERS[name]
    for size in (0.0, 1e-6, 2.0, 1e3):
        cost = size * np.random.default_rng(4).normal(size=barrier.n)
        x = barrier.minimize_linear(cost)
        pairs = [barrier.axis(cost, x, i) for i in range(barrier.n)]
        values = np.array([v for v, _ in pairs])
        vectors = np.array([u for _, u in pairs])
        np.testing.assert_allclose(vectors @ vectors.T, np.eye(barrier.n), atol=1e-12)
        rebuilt = vectors.T @ np.diag(values) @ vectors
        np.testing.assert_allclose(rebuilt, barrier.hessian(x), rtol=1e-6, atol=1e-6 * values.max())


def test_units_of_the_rows_change_nothing():
    plain = BARRIERS["polytope"]
    scaled = PolytopeBarrier(1e6 * plain.A, 1e6 * plain.b)
    assert scaled.centre == pytest.approx(plain.centre, abs=1e-9)
    cost = np.ones(4)
    assert scaled.minimize_linear(cost) == pytest.approx(plain.minimize_linear(cost), abs=1e-9)


@pytest.mark.parametrize("name", BARRIERS)
def test_values_outside_and_shares_of_the_way(name):
    barrier = BARRIERS[name]
    rng = np.random.default_rng(5)
    inside = inner_points(barrier, rng, 0.9)
    edge = inner_points(barrier, rng, 1.0)
    outside = inner_points(barrier, rng, 1.1)
    assert np.isfinite(barrier.value(inside)).all()
    assert np.isinf(barrier.value(outside)).all()
    assert not barrier.contains(outside).any()
    start = np.tile(barrier.centre, (20, 1))
    assert minkowski_function(barrier, start, edge) == pytest.approx(1)
    assert minkowski_function(barrier, start, inside) == pytest.approx(0.9)
    assert minkowski_function(barrier, start, start) == pytest.approx(0)
    rise = barrier.value(inside) - barrier.value(start)  # Eq. (3)
    assert (rise <= barrier.theta * np.log(1 / (1 - 0.9)) + 1e-9).all()


def test_what_is_no_bounded_body_is_refused():
    with pytest.raises(ValueError, match="A must bound"):
        PolytopeBarrier([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]], [1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="A must bound"):
        PolytopeBarrier([[1.0, 0.0], [-1.0, 0.0]], [1.0, 1.0])
    with pytest.raises(ValueError, match="inner point"):
        PolytopeBarrier([[1.0], [-1.0]], [0.0, 0.0])
    with pytest.raises(ValueError, match="inner point"):
        PolytopeBarrier([[1.0], [-1.0]], [-1.0, 0.0])
    with pytest.raises(ValueError, match="start must lie inside"):
        BallBarrier(2).minimize_linear([1.0, 0.0], start=[1.0, 0.0])
