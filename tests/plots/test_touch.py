import matplotlib.pyplot as plt
import numpy as np
import pytest

from mlcompanion.plots import touching_ellipse
from mlcompanion.sparse.lasso.lp_balls import lp_sphere, touching_point


@pytest.fixture
def fig():
    figure = plt.figure()
    yield figure
    plt.close(figure)


def test_outermost_contour_goes_through_the_point(fig):
    ax = fig.subplots()
    centre = np.array([0.5, 1.8])
    H = np.array([[1.0, 0.4], [0.4, 0.8]])
    point = touching_point(centre, H, 1, 1.0)
    touching_ellipse(ax, lp_sphere(1), centre, H, point, (-2, 3))
    level = (point - centre) @ H @ (point - centre)
    contours = next(c for c in ax.collections if hasattr(c, "levels"))
    assert max(contours.levels) == pytest.approx(level)
    drawn = [tuple(line.get_xydata()[0]) for line in ax.lines if line.get_marker() in ("+", "o")]
    assert drawn == [tuple(centre), tuple(point)]
    assert ax.get_xlim() == ax.get_ylim() == (-2, 3)


def test_centre_inside_has_no_ellipse(fig):
    ax = fig.subplots()
    centre = np.zeros(2)
    touching_ellipse(ax, lp_sphere(2), centre, np.eye(2), centre, (-2, 2))
    assert not any(hasattr(c, "levels") for c in ax.collections)
