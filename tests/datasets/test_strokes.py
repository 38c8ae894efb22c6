"""Pictures of pen paths, on grids where they can be drawn by hand."""

import numpy as np
import pytest

from mlcompanion.datasets import load_penbased, stroke_images


def test_a_path_meets_its_pixels():
    path = [[0, 0, 0, 100, 100, 100]]  # up the left side, then along the top
    image = stroke_images(path, side=4).reshape(4, 4)
    expected = np.zeros((4, 4))
    expected[:, 0] = expected[0] = 1
    np.testing.assert_array_equal(image, expected)
    blocks = stroke_images(path, side=4, cells=2)
    np.testing.assert_array_equal(blocks, [[3, 2, 2, 0]])


def test_digits_are_drawn_without_gaps():
    coordinates = load_penbased().data[:50]
    images = stroke_images(coordinates).reshape(-1, 16, 16)
    lone = [
        image[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2].sum() == 1
        for image in images for r, c in np.argwhere(image)
    ]  # fmt: skip
    assert not any(lone)
    np.testing.assert_array_equal(
        stroke_images(coordinates, cells=4).sum(axis=1), images.sum(axis=(1, 2))
    )


def test_blocks_must_fit():
    with pytest.raises(ValueError, match="cells"):
        stroke_images([[0, 0, 1, 1]], side=16, cells=5)
