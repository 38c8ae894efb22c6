"""Meshes: which tile holds a point, where tiles meet, merging and splitting."""

import numpy as np
import pytest

from mlcompanion.gp.tiles import TileMesh, control_points, rectangle_mesh

BOX = np.array([[0.0, 0.0], [4.0, 3.0]])
STEP = 1e-6


def sides(face):
    """Points just before and just beyond a face."""
    points = control_points(face, 3)
    move = np.zeros(points.shape[1])
    move[face.axis] = STEP
    return points - move, points + move


def assert_faces_are_faces(mesh):
    for face in mesh.faces():
        before, after = sides(face)
        assert (mesh.find(before) == face.first).all()
        assert (mesh.find(after) == face.second).all()


def length_of_faces(mesh):
    return sum(np.prod((f.high - f.low)[f.high > f.low]) for f in mesh.faces())


def test_a_point_stands_in_the_tile_whose_box_holds_it():
    mesh = rectangle_mesh(BOX, (4, 3))
    X = np.random.default_rng(0).uniform(*BOX, size=(200, 2))
    np.testing.assert_array_equal(mesh.find(X), 3 * X[:, 0].astype(int) + X[:, 1].astype(int))


def test_a_point_outside_takes_the_nearest_tile():
    mesh = rectangle_mesh(BOX, (4, 3))
    assert mesh.find([[-9.0, 1.5], [99.0, 99.0], [2.5, -1.0]]).tolist() == [1, 11, 6]


@pytest.mark.parametrize("shape", [(4, 3), (1, 5), (7, 2)])
def test_faces_of_a_regular_mesh(shape):
    mesh = rectangle_mesh(BOX, shape)
    rows, columns = shape
    assert len(mesh.faces()) == rows * (columns - 1) + columns * (rows - 1)
    assert_faces_are_faces(mesh)
    assert length_of_faces(mesh) == pytest.approx(3 * (rows - 1) + 4 * (columns - 1))
    np.testing.assert_allclose(mesh.areas(), 12 / (rows * columns))


def test_splitting_keeps_the_area_and_leaves_hanging_corners():
    mesh = rectangle_mesh(BOX, (4, 3))
    finer = mesh.split([5]).split([5, 12])
    assert finer.n_tiles == 15
    np.testing.assert_allclose(np.sort(finer.areas())[:4], 0.25)
    assert finer.areas().sum() == pytest.approx(12)
    assert_faces_are_faces(finer)
    assert length_of_faces(finer) == pytest.approx(length_of_faces(mesh) + 2)


def test_a_split_is_across_the_side_that_is_longer_in_shares_of_the_mesh():
    tall = rectangle_mesh([[0.0, 0.0], [1000.0, 1.0]], (4, 1)).split([0])
    assert [len(cuts) for cuts in tall.cuts] == [5, 3]


def test_faces_along_merged_cells_are_one():
    labels = np.array([[0, 1], [0, 1], [2, 1]])
    faces = TileMesh([np.arange(4.0), np.arange(3.0)], labels).faces()
    assert [(f.first, f.second) for f in faces] == [(0, 2), (0, 1), (2, 1)]
    assert faces[1].low.tolist() == [0, 1]
    assert faces[1].high.tolist() == [2, 1]


def test_empty_tiles_belong_to_a_neighbour_with_data():
    mesh = rectangle_mesh(BOX, (4, 3))
    counts = np.zeros(12, dtype=int)
    counts[[0, 11]] = 5
    merged = mesh.merged(counts)
    assert merged.n_tiles == 2
    assert merged.areas().sum() == pytest.approx(12)
    assert merged.find([[0.1, 0.1], [3.9, 2.9]]).tolist() == [0, 1]
    assert_faces_are_faces(merged)
    assert mesh.merged(np.ones(12, dtype=int)).n_tiles == 12


def test_a_mesh_without_data_is_refused():
    with pytest.raises(ValueError, match="counts"):
        rectangle_mesh(BOX, 2).merged([0, 0, 0, 0])


def test_a_line_and_a_space():
    line = rectangle_mesh([[0.0], [6.0]], 4)
    assert [f.low.tolist() for f in line.faces()] == [[1.5], [3.0], [4.5]]
    assert control_points(line.faces()[0], 5).tolist() == [[1.5]]
    space = rectangle_mesh([[0.0, 0, 0], [2.0, 1, 1]], 2)
    assert len(space.faces()) == 12
    assert control_points(space.faces()[0], 3).shape == (9, 3)
    assert_faces_are_faces(space)


def test_control_points_keep_off_the_corners():
    face = rectangle_mesh(BOX, (2, 1)).faces()[0]
    assert control_points(face, 2).tolist() == [[2.0, 0.75], [2.0, 2.25]]


def test_a_constant_column_is_not_cut():
    mesh = rectangle_mesh([[0.0, 7.0], [1.0, 7.0]], (2, 3))
    assert mesh.n_tiles == 2


@pytest.mark.parametrize(
    ("cuts", "labels", "word"),
    [
        ([[0.0, 0.0]], [0], "cuts"),
        ([[0.0, 1.0, 2.0]], [0, 2], "labels"),
        ([[0.0, 1.0, 2.0]], [0], "labels"),
    ],
)
def test_bad_meshes_are_refused_by_name(cuts, labels, word):
    with pytest.raises(ValueError, match=word):
        TileMesh(cuts, labels)
