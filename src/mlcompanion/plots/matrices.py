"""Matrices as pictures."""

from matplotlib.colors import ListedColormap

from ._colors import color_of

__all__ = ["binary_matrix"]


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
        vmin=0,
        vmax=1,
    )
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.grid(False)
