"""Bodies in three dimensions: the unit ball of a norm."""

import numpy as np

from ._colors import color_of

__all__ = ["unit_ball"]


def unit_ball(ax, size, *, color="#FFDC8F", names=("$w_1$", "$w_2$", "$w_3$")):
    """Draw the points of size at most 1, and the parts of the three axes that stick out.

    Parameters
    ----------
    ax : matplotlib 3-D axes
        Best made with ``computed_zorder=False``, so that the axes end at the surface.
    size : callable
        Maps an array of shape (3, n) to n positive sizes; twice a vector has twice the size.
    color : color
    names : sequence of str
        Names of the axes.
    """
    around, down = np.meshgrid(np.linspace(0, 2 * np.pi, 41), np.linspace(0, np.pi, 21))
    sphere = [np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)]
    sphere = np.stack(sphere)
    # a norm scales with its argument: in each direction the ball ends at size 1
    ball = sphere / size(sphere.reshape(3, -1)).reshape(sphere.shape[1:])
    longest = np.linalg.norm(ball, axis=0).max()
    surface = {"rstride": 1, "cstride": 1, "lw": 0, "antialiased": False, "zorder": 1}
    ax.plot_surface(*ball / longest, color=color_of(color), **surface)
    for tip, reach, name in zip(np.eye(3), 1 / size(np.eye(3)), names):
        ax.plot(*np.outer(tip, [reach / longest, 1.25]), color=color_of("black"), lw=1.2, zorder=0)
        ax.text(*(1.42 * tip), name, ha="center", va="center")
    ax.set(xlim=(-0.8, 0.8), ylim=(-0.8, 0.8), zlim=(-0.8, 0.8))
    ax.set_axis_off()
    ax.view_init(20, -55)
