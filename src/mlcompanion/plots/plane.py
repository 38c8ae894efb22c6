"""The plane: regions that a classifier decides, contours of a score, rows of small pictures."""

import numpy as np
from matplotlib.colors import ListedColormap

from .._validation import check_array, check_count
from ._colors import CYCLE, color_of, tint

__all__ = ["chord", "contours", "decision_regions", "plane_grid", "plane_pictures"]


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
    x = np.linspace(*xlim, side)
    y = np.linspace(*ylim, side)
    return x, y, np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _on_grid(ax, function, limits, side, name):
    """The grid's axes and what ``function`` says there; the axes' own limits by default."""
    (xlim, ylim) = (ax.get_xlim(), ax.get_ylim()) if limits is None else limits
    x, y, points = plane_grid(xlim, ylim, side)
    values = np.asarray(function(points))
    if values.shape != (len(points),):
        raise ValueError(f"{name} must return one value a point, got shape {values.shape}")
    return x, y, values.reshape(side, side)


def decision_regions(ax, predict, *, limits=None, side=120, classes=None, colors=CYCLE, share=0.25):
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
    half = (x[1] - x[0]) / 2, (y[1] - y[0]) / 2  # points of the grid are the middles of cells
    ax.imshow(
        codes,
        extent=(x[0] - half[0], x[-1] + half[0], y[0] - half[1], y[-1] + half[1]),
        origin="lower",
        aspect=ax.get_aspect(),  # imshow would set one of its own
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
        # a level that the values do not reach would draw a warning only
        levels = [level for level in levels if values.min() < level < values.max()]
        if not levels:
            return None
    return (ax.contourf if filled else ax.contour)(x, y, values, levels, **options)


def chord(w, half):
    """Return the part of a line inside a box around the origin.

    Parameters
    ----------
    w : array_like, shape (3,)
        The line is where ``w @ (x1, x2, 1)`` is zero; ``w[:2]`` is not zero.
    half : array_like, shape (2,)
        Half of the box's sides.

    Returns
    -------
    ndarray, shape (2, 2)
        Its ends as rows; not a number if the line misses the box.

    Raises
    ------
    ValueError
        If ``w[:2]`` is zero, so that there is no line.
    """
    w = check_array(w, "w", shape=(3,))
    if not w[:2].any():
        raise ValueError(f"w={w} has no line: its first two numbers are zero")
    foot = -w[2] * w[:2] / (w[:2] @ w[:2])
    along = np.array([-w[1], w[0]])
    with np.errstate(divide="ignore", invalid="ignore"):
        # inside between the later of two entries and the earlier of two exits
        low, high = np.sort((np.outer([-1, 1], half) - foot) / along, axis=0)
    enter = low.max()
    leave = high.min()
    return foot + np.outer([enter, leave] if enter < leave else [np.nan, np.nan], along)


def plane_pictures(ax, points, labels, lines, *, names=None, half=(4.4, 3.3), columns=3, size=7):
    """Draw small pictures of two classes with lines between them, all in one Axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its frame and scale are hidden; each picture shows the same box around the origin.
    points, labels : sequence of array_like, shapes (n, 2) and (n,)
        One entry a picture. Positive labels are black, others amber; what lies outside is left out.
    lines : sequence of (array_like, dict)
        Weights, shape (pictures, 3), of lines as in :func:`chord`, and their style.
    names : sequence of str, optional
        What stands above each picture.
    half : (float, float)
        Half of the sides of the box.
    columns : int
    size : float
        Diameter of the dots in points.

    Returns
    -------
    ndarray, shape (pictures, 2)
        The pictures' upper left corners, in the coordinates of ``ax``.

    Raises
    ------
    ValueError
        If a sequence has not one entry a picture.
    """
    for name, given in (("labels", labels), ("names", names), *(("lines", w) for w, _ in lines)):
        if given is not None and len(given) != len(points):
            raise ValueError(f"{name} must have {len(points)} entries like points: {len(given)}")
    half = np.asarray(half, float)
    row, column = np.divmod(np.arange(len(points)), columns)
    spots = np.column_stack([column * (2 * half[0] + 0.5), -row * (2 * half[1] + 1.7)])
    frame = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) * half
    shown = {"black": [], "amber": []}
    for k, (spot, X) in enumerate(zip(spots, map(np.asarray, points))):
        ax.plot(*(frame + spot).T, color=color_of("light"), lw=1)
        for weights, style in lines:
            ax.plot(*(chord(weights[k], half) + spot).T, **style)
        inside = (abs(X) < half).all(axis=1)
        positive = np.asarray(labels[k]) > 0
        for color, mine in (("black", positive), ("amber", ~positive)):
            shown[color].append(X[inside & mine] + spot)
    for color, dots in shown.items():
        ax.plot(*np.concatenate(dots).T, "o", color=color_of(color), ms=size)
    corners = spots + half * (-1, 1)
    for (x, y), name in zip(corners, names or ()):
        ax.text(x + 0.1, y + 0.3, name)
    ax.set(xlim=(corners[0, 0] - 0.2, corners[:, 0].max() + 2 * half[0] + 0.2))
    ax.set(ylim=(corners[:, 1].min() - 2 * half[1] - 0.2, corners[0, 1] + 1.6), aspect="equal")
    ax.set_axis_off()
    return corners
