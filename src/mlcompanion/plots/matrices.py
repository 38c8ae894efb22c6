"""Matrices as pictures."""

import numpy as np
from matplotlib.colors import ListedColormap

from ._colors import color_of

__all__ = ["binary_matrix", "picture_strip"]


def binary_matrix(ax, Z, *, color="blue", xlabel="feature", ylabel="object"):
    """Draw a 0/1 matrix as squares: rows downwards, ones filled.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    Z : array_like of 0 and 1, shape (n, k)
    color : color
    xlabel, ylabel : str
    """
    ax.imshow(
        Z,
        aspect="auto",
        interpolation="nearest",
        cmap=ListedColormap(["white", color_of(color)]),
        vmin=0,  # else a matrix of ones alone would be white
        vmax=1,
    )
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.grid(False)


def picture_strip(ax, pictures, shape, *, labels=(), places=0, **image):
    """Draw small pictures side by side, each with its label above.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    pictures : array_like, shape (k, height * width)
        A row of NaN leaves its place empty.
    shape : (int, int)
        Height and width in pixels.
    labels : sequence of str
    places : int
        Places in the strip, if more than there are pictures.
    **image
        For ``imshow``: ``cmap``, ``vmin``, ``vmax``.
    """
    height, width = shape
    # a column of nothing between two pictures
    strip = np.full((height, max(places, len(pictures)) * (width + 1) - 1), np.nan)
    for k, picture in enumerate(pictures):
        strip[:, k * (width + 1) :][:, :width] = np.reshape(picture, shape)
    ax.imshow(strip, interpolation="nearest", **{"cmap": "Greys"} | image)
    for k, label in enumerate(labels):
        ax.text(k * (width + 1) + (width - 1) / 2, -0.9, label, ha="center", va="bottom")
    ax.axis("off")
