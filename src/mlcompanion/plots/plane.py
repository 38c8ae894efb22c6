"""Functions of the plane: the regions that a classifier decides, contours of a score."""

import numpy as np
from matplotlib.colors import ListedColormap

from .._validation import check_array, check_count
from ._colors import CYCLE, tint

__all__ = ["contours", "decision_regions", "plane_grid"]


def plane_grid(xlim, ylim, side=120):
    """Points on a grid over a rectangle.

    Parameters
    ----------
    xlim, ylim : (low, high)
    side : int
        Number of points along each axis.

    Returns
    -------
    x, y : ndarray, shape (side,)
    points : ndarray, shape (side * side, 2)
        Row by row from the lowest y: values there, reshaped to (side, side), suit ``contour``.
    """
    check_count(side, "side", low=2)
    x, y = np.linspace(*xlim, side), np.linspace(*ylim, side)
    return x, y, np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _on_grid(ax, function, limits, side, name):
    """The grid's axes and what ``function`` says there; the axes' own limits by default."""
    (xlim, ylim) = (ax.get_xlim(), ax.get_ylim()) if limits is None else limits
    x, y, points = plane_grid(xlim, ylim, side)
    values = np.asarray(function(points))
    if values.shape != (len(points),):
        raise ValueError(f"{name} must return one value a point, got shape {values.shape}")
    return x, y, values.reshape(side, side)


def decision_regions(ax, predict, *, limits=None, side=120, classes=None, colors=CYCLE, share=0.2):
    """Colour the plane by the class that a classifier predicts; call it after drawing the points.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With linear scales.
    predict : callable
        From points, shape (m, 2), to labels, shape (m,).
    limits : (xlim, ylim), optional
        The rectangle; the axes' own limits by default. The axes are set to it.
    side : int
        Grid points along each axis.
    classes : sequence, optional
        All labels in the order of their colours; by default those that occur, sorted.
    colors : sequence of color
    share : float
        How strong the colour is; the rest is white.

    Returns
    -------
    dict
        The colour of each class at full strength, for its points.

    Raises
    ------
    ValueError
        If ``predict`` returns another shape or a label that is not in ``classes``, or there are
        more classes than colours.
    """
    x, y, labels = _on_grid(ax, predict, limits, side, "predict")
    classes = np.unique(labels) if classes is None else np.asarray(classes)
    if len(classes) > len(colors):
        raise ValueError(f"colors has {len(colors)} entries for {len(classes)} classes")
    if not np.isin(labels, classes).all():
        raise ValueError("predict returned a label that is not in classes")
    codes = (labels[..., None] == classes).argmax(axis=-1)
    half = (x[1] - x[0]) / 2, (y[1] - y[0]) / 2
    ax.imshow(
        codes,
        extent=(x[0] - half[0], x[-1] + half[0], y[0] - half[1], y[-1] + half[1]),
        origin="lower",
        aspect=ax.get_aspect(),
        interpolation="nearest",
        cmap=ListedColormap([tint(color, share) for color in colors[: len(classes)]]),
        vmin=-0.5,
        vmax=len(classes) - 0.5,
        zorder=0,
    )
    ax.set(xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))
    ax.grid(False)
    return dict(zip(classes.tolist(), (tint(color, 1.0) for color in colors)))


def contours(ax, function, *, levels=10, limits=None, side=120, filled=False, **options):
    """Draw the level lines of a function of the plane.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    function : callable
        From points, shape (m, 2), to numbers, shape (m,).
    levels : int or array_like
        ``[0]`` draws the boundary of a score. Levels that the function does not cross are left out.
    limits : (xlim, ylim), optional
        The rectangle; the axes' own limits by default.
    side : int
        Grid points along each axis.
    filled : bool
        Fill between the levels.
    **options
        ``colors``, ``cmap``, ``linewidths`` and the like.

    Returns
    -------
    matplotlib.contour.QuadContourSet or None
        None if no level is crossed.
    """
    x, y, values = _on_grid(ax, function, limits, side, "function")
    values = check_array(values, "values of function")
    if not filled and np.ndim(levels) == 1:
        levels = [level for level in levels if values.min() < level < values.max()]
        if not levels:
            return None
    return (ax.contourf if filled else ax.contour)(x, y, values, levels, **options)
