"""Pictures of worlds of cells."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

from mlcompanion.plots import grid_world


def test_a_world_with_all_that_can_be_drawn():
    _, ax = plt.subplots()
    walls = np.array([[False, True], [False, False]])
    arrows = np.zeros((2, 2, 2))
    arrows[0, 0] = 1, 0
    grid_world(
        ax,
        walls,
        values=[[0.0, np.nan], [1.0, 2.0]],
        arrows=arrows,
        marks={"S": (0, 0)},
        belief=[[0.0, 0.0], [0.5, 0.5]],
    )
    image = ax.get_images()[0].get_array()
    np.testing.assert_array_equal(image.mask, walls)
    assert len(ax.patches) == 1
    top, bottom = ax.get_ylim()[::-1]
    assert top < bottom
    assert [text.get_text() for text in ax.texts] == ["S"]
    plt.close()


def test_marks_lie_inside():
    _, ax = plt.subplots()
    with pytest.raises(ValueError, match="marks"):
        grid_world(ax, [[False]], marks={"G": (1, 0)})
    plt.close()
