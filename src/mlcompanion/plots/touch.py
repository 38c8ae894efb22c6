"""Bodies that bound parameters in the plane: where growing ellipses touch one."""

import numpy as np

from .._validation import check_array
from ._colors import color_of
from .plane import plane_grid

__all__ = ["touching_ellipse"]


def touching_ellipse(ax, outline, centre, H, point, limits):
    """Draw a body, a quadratic's contours around its centre, and the point where they touch.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Both axes are set to ``limits``.
    outline : array_like, shape (n, 2)
        The body's closed boundary.
    centre : array_like, shape (2,)
        Where the quadratic is least: a blue cross.
    H : array_like, shape (2, 2)
        Its matrix; the outermost contour goes through ``point``.
    point : array_like, shape (2,)
        In orange.
    limits : (low, high)
    """
    outline = check_array(outline, "outline", shape=(None, 2))
    centre = check_array(centre, "centre", shape=(2,))
    point = check_array(point, "point", shape=(2,))
    H = check_array(H, "H", shape=(2, 2))
    x, y, places = plane_grid(limits, limits, 81)
    offsets = places - centre
    height = np.einsum("ni,ij,nj->n", offsets, H, offsets).reshape(81, 81)
    level = (point - centre) @ H @ (point - centre)  # of the contour that touches
    ax.fill(*outline.T, color=color_of("light"), alpha=0.7, lw=0)
    ax.plot(*outline.T, color=color_of("black"), lw=1.5)
    if level > 0:
        levels = [0.15 * level, 0.5 * level, level]
        ax.contour(x, y, height, levels=levels, colors=color_of("blue"), linewidths=[1, 1, 2])
    ax.axhline(0, color=color_of("grey"), lw=0.8)
    ax.axvline(0, color=color_of("grey"), lw=0.8)
    ax.plot(*centre, "+", color=color_of("blue"), ms=10, mew=2)
    ax.plot(*point, "o", color=color_of("orange"), ms=9, zorder=5)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", aspect="equal", xlim=limits, ylim=limits)
    ax.grid(visible=False)
