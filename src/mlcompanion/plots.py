"""Pictures that several chapters need; each draws results on given axes.

Nothing here imports an algorithm, and no algorithm imports this module.
"""

__all__ = ["binary_matrix"]


def binary_matrix(ax, Z, *, color="#0072B2", xlabel="feature", ylabel="object"):
    """Draw a 0/1 matrix as squares: rows downwards, ones filled.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    Z : array_like of 0 and 1, shape (n, k)
    color : color
    xlabel, ylabel : str
    """
    from matplotlib.colors import ListedColormap

    ax.imshow(
        Z,
        aspect="auto",
        interpolation="nearest",
        cmap=ListedColormap(["white", color]),
        vmin=0,
        vmax=1,
    )
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.grid(False)
