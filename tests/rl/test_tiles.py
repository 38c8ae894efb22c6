"""Tiles: numbers that a hand finds too, one a tiling, the same in other units."""

import numpy as np
import pytest

from mlcompanion.rl.approximation import TileCoder


def by_hand(coder, low, high, point):
    """The tile of each tiling, found by walking along the axes."""
    found = []
    for tiling, offset in enumerate(coder.offsets):
        cells = []
        for axis, x in enumerate(point):
            width = (high[axis] - low[axis]) / (coder.n_bins - 1)
            left = low[axis] - offset[axis] * width
            cell = 0
            while x >= left + (cell + 1) * width and cell < coder.n_bins - 1:
                cell += 1
            cells.append(cell)
        number = 0
        for cell in cells:
            number = number * coder.n_bins + cell
        found.append(tiling * coder.n_bins ** len(point) + number)
    return found


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_numbers_of_tiles(axes):
    rng = np.random.default_rng(axes)
    low = rng.normal(size=axes)
    high = low + rng.random(axes) + 0.1
    coder = TileCoder(low, high, n_tilings=4, n_bins=5, random_state=rng)
    points = rng.uniform(low - 0.1, high + 0.1, size=(50, axes))
    expected = [by_hand(coder, low, high, point) for point in points]
    np.testing.assert_array_equal(coder.encode(points), expected)
    assert coder.n_features == 4 * 5**axes


def test_every_grid_covers_the_box_and_numbers_are_its_own():
    coder = TileCoder([0, 0], [1, 1], n_tilings=10, n_bins=9, random_state=0)
    axis = np.linspace(0, 1, 41)
    points = np.array(np.meshgrid(axis, axis)).reshape(2, -1).T
    tiles = coder.encode(points)
    assert (tiles // 81 == np.arange(10)).all()
    assert tiles.max() < coder.n_features
    # a step of less than a tile leaves most tilings where they were
    moved = coder.encode(points + 0.01)
    assert 0.7 < (moved == tiles).mean() < 1


def test_units_do_not_matter():
    low, high = np.array([-3, 10]), np.array([5, 20])
    points = np.array([[0, 12], [5, 20], [-3, 10]])
    plain = TileCoder(low, high, random_state=3)
    large = TileCoder(low * 1e6, high * 1e6, random_state=3)
    np.testing.assert_array_equal(plain.encode(points), large.encode(points * 1e6))
    np.testing.assert_array_equal(plain.encode(points), plain.encode(points.astype(np.float32)))


def test_points_outside_count_to_the_edge():
    coder = TileCoder([0.0], [1.0], n_tilings=3, n_bins=4, random_state=0)
    np.testing.assert_array_equal(coder.encode([[-1e300]]), [[0, 4, 8]])
    np.testing.assert_array_equal(coder.encode([[1e300]]), [[3, 7, 11]])


@pytest.mark.parametrize(
    ("arguments", "options", "name"),
    [
        (([0.0], [0.0]), {}, "high"),
        (([0.0], [1.0, 2.0]), {}, "high"),
        (([], []), {}, "low"),
        (([0.0], [1.0]), {"n_tilings": 0}, "n_tilings"),
        (([0.0], [1.0]), {"n_bins": 1}, "n_bins"),
        (([0.0], [np.nan]), {}, "high"),
        ((np.zeros(20), np.ones(20)), {}, "n_bins"),
    ],
)
def test_boxes_that_are_none(arguments, options, name):
    with pytest.raises(ValueError, match=name):
        TileCoder(*arguments, **options)


def test_points_of_another_shape():
    coder = TileCoder([0.0], [1.0])
    with pytest.raises(ValueError, match="points"):
        coder.encode([[0.0, 1.0]])
