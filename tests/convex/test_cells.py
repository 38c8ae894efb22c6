"""Polytopes and power diagrams against SciPy's half-spaces, dense grids and counts."""

import math

import numpy as np
import pytest
from scipy.spatial import ConvexHull, HalfspaceIntersection

from mlcompanion.convex.cells import LaguerreDiagram, Polytope, simplex_grid


def box(d, reach=1.0):
    return Polytope.hull(reach * np.array(np.meshgrid(*[[-1, 1]] * d)).reshape(d, -1).T)


@pytest.mark.parametrize("d", [2, 3, 4])
def test_cells_have_the_volumes_of_half_space_intersections(d):
    rng = np.random.default_rng(d)
    sites = rng.uniform(-1, 1, (8, d))
    weights = rng.uniform(0, 0.2, 8)
    diagram = LaguerreDiagram(sites, weights)
    walls = np.vstack([np.eye(d), -np.eye(d)])
    total = 0.0
    for cell, part in enumerate(diagram.cells(box(d))):
        if part is None:
            assert not (diagram.locate(rng.uniform(-1, 1, (20_000, d))) == cell).any()
            continue
        powers = sites**2 @ np.ones(d) - weights
        rows = np.column_stack(
            [2 * (sites - sites[cell]), -(powers - powers[cell])]
        )[np.arange(8) != cell]  # fmt: skip
        halves = np.vstack([rows, np.column_stack([walls, -np.ones(2 * d)])])
        corners = HalfspaceIntersection(halves, part.centre).intersections
        assert part.volume() == pytest.approx(ConvexHull(corners).volume, rel=1e-9)
        total += part.volume()
    assert total == pytest.approx(2**d)


def test_flat_polytopes():
    triangle = Polytope.simplex(3)
    assert triangle.dimension == 2
    assert triangle.volume() == pytest.approx(math.sqrt(3) / 2)
    flat = Polytope.hull([[0.0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1], [0.5, 0.5, 1]])
    assert (flat.dimension, len(flat.vertices)) == (2, 4)
    assert flat.volume() == pytest.approx(1)
    line = Polytope.hull([[0.0, 0.0], [3.0, 4.0], [1.5, 2.0]])
    assert (line.dimension, line.volume()) == (1, pytest.approx(5))
    assert Polytope.hull([[2.0, 2.0], [2.0, 2.0]]).volume() == 1.0
    assert line.clip([1.0, 0.0], 1.0).volume() == pytest.approx(5 / 3)
    assert line.clip([1.0, 0.0], 0.0) is None  # one end is left: no inner point
    assert line.clip([1.0, 0.0], 3.0) is line


def test_a_cut_through_corners():
    square = box(2)
    half = square.clip([1.0, -1.0], 0.0)
    assert half.volume() == pytest.approx(2)
    assert len(half.vertices) == 3
    assert half.clip([1.0, -1.0], 0.0).volume() == pytest.approx(2)
    octahedron = Polytope.hull(np.vstack([np.eye(3), -np.eye(3)]))
    assert octahedron.on_facet.shape == (6, 8)
    assert octahedron.clip([0.0, 0.0, 1.0], 0.0).volume() == pytest.approx(2 / 3)


@pytest.mark.parametrize(("n_planes", "d"), [(3, 2), (5, 2), (6, 3), (4, 4)])
def test_arrangements(n_planes, d):
    """A point's cell by the signs of the planes is its cell of least power, from distances."""
    rng = np.random.default_rng(n_planes)
    normals = rng.normal(size=(n_planes, d))
    offsets = rng.uniform(-0.3, 0.3, n_planes)
    diagram = LaguerreDiagram.from_hyperplanes(normals, offsets, within=box(d, 200.0))
    buck = sum(math.comb(n_planes, k) for k in range(d + 1))
    assert diagram.n_cells == buck  # in general position
    points = rng.normal(size=(3000, d))
    signs, kind = np.unique(np.sign(points @ normals.T + offsets), axis=0, return_inverse=True)
    powers = ((points[:, None] - diagram.sites) ** 2).sum(axis=2) - diagram.weights
    found = powers.argmin(axis=1)
    assert (found == diagram.locate(points)).all()
    assert len(set(zip(kind.ravel(), found))) == len(signs) == len(set(found))
    seen = LaguerreDiagram.from_hyperplanes(normals, offsets, points=points)
    assert seen.n_cells == len(signs)


def test_a_plane_that_does_not_cut():
    diagram = LaguerreDiagram.from_hyperplanes(
        [[1.0, 1.0], [1.0, -1.0], [1.0, 1.0]], [-1.0, 0.0, 3.0], within=Polytope.simplex(2)
    )
    assert diagram.n_cells == 2  # the first holds all laws, the third passes far away
    with pytest.raises(ValueError, match="within or points"):
        LaguerreDiagram.from_hyperplanes([[1.0]], [0.0])


def test_envelope_and_scaling():
    rng = np.random.default_rng(3)
    slopes = rng.normal(size=(6, 3))
    intercepts = rng.normal(size=6)
    diagram = LaguerreDiagram.from_upper_envelope(slopes, intercepts)
    points = rng.normal(size=(2000, 3))
    best = (points @ slopes.T + intercepts).argmax(axis=1)
    assert (diagram.locate(points) == best).all()
    assert (diagram.scaled(0.3).locate(points) == best).all()
    far = LaguerreDiagram(1e6 + diagram.sites, diagram.weights)
    assert (far.locate(1e6 + points) == best).mean() > 0.999


def test_neighbours():
    grid = LaguerreDiagram(simplex_grid(2, 10))
    near = grid.neighbours(Polytope.simplex(2))
    away = np.abs(np.subtract.outer(np.arange(11), np.arange(11)))
    assert (near == (away == 1)).all()
    plane = LaguerreDiagram(np.array(np.meshgrid([-0.5, 0.5], [-0.5, 0.5])).reshape(2, -1).T)
    assert plane.neighbours(box(2)).sum(axis=1).tolist() == [2, 2, 2, 2]  # corners do not count


def test_grid():
    grid = simplex_grid(3, 6)
    assert len(grid) == 28
    assert grid.sum(axis=1) == pytest.approx(1)
    assert len(np.unique(grid, axis=0)) == 28
    assert simplex_grid(1, 3).tolist() == [[1.0]]
