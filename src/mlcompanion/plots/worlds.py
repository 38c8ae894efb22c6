"""Worlds of square cells: walls, values, arrows, who stands where."""

import numpy as np
from matplotlib.patches import Rectangle

from .._validation import check_array
from ._colors import color_of

__all__ = ["grid_world"]


def grid_world(ax, walls, *, values=None, limits=None, arrows=None, marks=None, belief=None):
    """Draw a world of square cells from above, row 0 at the top.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    walls : array_like of bool, shape (h, w)
    values : array_like, shape (h, w), optional
        Shown as shades of blue; NaN, and what lies under a wall, stays white.
    limits : (float, float), optional
        Values of the lightest and the darkest shade; default the range of the values.
    arrows : array_like, shape (h, w, 2), optional
        Rows and columns that a step goes, such as (-1, 0) for north; a cell of zeros has none.
    marks : dict of str to (int, int), optional
        Letters and the row and column they are written in, such as ``{"S": (2, 0)}``.
    belief : array_like, shape (h, w), optional
        Probabilities of standing in a cell, as dots whose area is the probability.

    Raises
    ------
    ValueError
        If the shapes do not match, or a mark lies outside.
    """
    walls = check_array(walls, "walls", ndim=2, min_rows=1, dtype=bool)
    _shade(ax, walls, values, limits)
    for row, column in np.argwhere(walls):
        ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, color=color_of("black"), lw=0))
    if arrows is not None:
        _draw_arrows(ax, check_array(arrows, "arrows", shape=(*walls.shape, 2)))
    if belief is not None:
        _draw_belief(ax, check_array(belief, "belief", shape=walls.shape, low=0, high=1))
    for letter, (row, column) in (marks or {}).items():
        if not (0 <= row < walls.shape[0] and 0 <= column < walls.shape[1]):
            raise ValueError(f"marks must lie in the world, got {letter!r} at {(row, column)}")
        ax.text(column, row, letter, ha="center", va="center", weight="bold", zorder=4)
    height, width = walls.shape
    ax.set(
        xlim=(-0.5, width - 0.5), ylim=(height - 0.5, -0.5), aspect="equal", xticks=[], yticks=[]
    )
    ax.grid(visible=False)


def _shade(ax, walls, values, limits):
    """The values as shades; lines between the cells."""
    height, width = walls.shape
    if values is not None:
        values = np.ma.masked_invalid(np.asarray(values, dtype=float))
        if values.shape != walls.shape:
            raise ValueError(f"values must have shape {walls.shape}, got {values.shape}")
        low, high = limits or (values.min(), values.max())
        shown = np.ma.masked_where(walls, values)
        ax.imshow(shown, cmap="Blues", vmin=low, vmax=high, origin="upper")
    style = {"color": color_of("grey"), "lw": 0.5, "zorder": 1}
    ax.hlines(np.arange(height + 1) - 0.5, -0.5, width - 0.5, **style)
    ax.vlines(np.arange(width + 1) - 0.5, -0.5, height - 0.5, **style)


def _draw_arrows(ax, arrows):
    row, column = np.nonzero(arrows.any(axis=2))
    down, right = arrows[row, column].T
    ax.quiver(
        *(column, row, right, down),
        angles="xy",
        scale_units="xy",
        scale=1.8,
        pivot="middle",
        color=color_of("orange"),
        width=0.008,
        zorder=3,
    )


def _draw_belief(ax, belief):
    row, column = np.nonzero(belief)
    ax.scatter(column, row, s=260 * belief[row, column], color=color_of("green"), lw=0, zorder=3)
