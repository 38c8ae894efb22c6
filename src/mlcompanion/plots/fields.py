"""Points in the plane, and what a function of the plane looks like from one of them."""

import numpy as np

from .._validation import check_array, check_real
from ._colors import color_of

__all__ = ["cloud", "local_view"]


def cloud(ax, points, color="blue", size=6, **style):
    """Scatter points on axes of equal scale, without ticks and frame.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    points : array_like, shape (n, 2)
    color : color
    size : float
        Area of a dot, as in ``scatter``.
    **style
        Handed to ``scatter``.
    """
    points = check_array(points, "points", shape=(None, 2))
    ax.scatter(*points.T, s=size, color=color_of(color), lw=0, **style)
    ax.set(aspect="equal", xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)


def local_view(ax, point, along, gradient, step, reach):
    """Draw what a point knows: two perpendicular directions, its gradient, its next step.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    point, along : array_like, shape (2,)
        The place, black, and a direction, drawn as a green line; the one across is dashed purple.
    gradient, step : array_like, shape (2,)
        Arrows in orange and blue, from the point, in the units of the axes.
    reach : float
        Half the length of the lines.
    """
    point, along, gradient, step = (
        check_array(v, name, shape=(2,))
        for v, name in ((point, "point"), (along, "along"), (gradient, "gradient"), (step, "step"))
    )
    reach = check_real(reach, "reach", low=0, open_low=True)
    if not along.any():
        raise ValueError("along must be a direction, got zeros")
    unit = along / np.linalg.norm(along)
    for direction, color, style in (
        (unit, "green", "-"),
        (np.array([-unit[1], unit[0]]), "purple", "--"),
    ):
        line = point + np.outer([-reach, reach], direction)
        ax.plot(*line.T, style, color=color_of(color), lw=1.8)
    for move, color, width in ((gradient, "orange", 2.0), (step, "blue", 3.2)):
        arrow = {"arrowstyle": "-|>", "color": color_of(color), "lw": width, "shrinkA": 0}
        ax.annotate("", point + move, point, arrowprops=arrow | {"shrinkB": 0})
    ax.plot(*point, "o", color=color_of("black"), ms=6, zorder=5)
