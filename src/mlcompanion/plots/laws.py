"""Laws of probability as pictures: densities, masses, and what two or three variables share."""

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from .._validation import check_array, check_count, check_instance, check_list, check_square
from ._colors import CYCLE, color_of, tint

__all__ = [
    "contingency_areas",
    "covariance_ellipse",
    "draw_density",
    "draw_masses",
    "simplex_heat",
    "simplex_places",
]

_HEIGHT = np.sqrt(3) / 2  # of the triangle with sides 1
_CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, _HEIGHT]])


def draw_density(ax, x, density, *, shade=None, color="blue", label=None, **style):
    """Draw a density as a curve, with the mass between bounds shaded.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : array_like, shape (n,)
        Increasing.
    density : array_like, shape (n,)
        Not negative; any curve whose area has a meaning.
    shade : (low, high) or sequence of such pairs, optional
        Bounds of the shaded mass: ``(1.96, np.inf)`` is an upper tail. They need not be in ``x``.
    color : color
    label : str, optional
        For :func:`label_lines` or a legend.
    **style
        Handed to ``ax.plot``.

    Returns
    -------
    matplotlib.lines.Line2D
    """
    x = check_array(x, "x", ndim=1, min_rows=2)
    density = check_array(density, "density", shape=x.shape, low=0)
    if (np.diff(x) <= 0).any():
        raise ValueError("x must increase")
    for low, high in [] if shade is None else _bounds(shade):
        low, high = np.clip([low, high], x[0], x[-1])
        places = np.r_[low, x[(low < x) & (x < high)], high]  # bounds need not be points of x
        heights = np.interp(places, x, density)
        ax.fill_between(places, heights, color=color_of(color), alpha=0.35, lw=0)
    (line,) = ax.plot(x, density, color=color_of(color), label=label, **style)
    return line


def _bounds(shade):
    """Pairs of bounds in order; they may be infinite."""
    pairs = np.atleast_2d(np.asarray(shade, dtype=float))
    if pairs.ndim != 2 or pairs.shape[1] != 2 or not (pairs[:, 0] <= pairs[:, 1]).all():
        raise ValueError(f"shade must be a pair low <= high, or several, got {shade!r}")
    return pairs


def draw_masses(ax, support, mass, *, shade=None, color="blue", label=None, **style):
    """Draw the masses of a discrete law as bars, those of an event in full colour.

    A second law on the same axes is best drawn by :func:`stems`.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    support : array_like, shape (n,)
        Increasing; the bars take most of the least distance.
    mass : array_like, shape (n,)
        Not negative.
    shade : array_like of bool, shape (n,), optional
        The event, such as ``support >= 17``; the bars outside of it are pale. All are in full
        colour by default.
    color : color
    label : str, optional
        Of the event if there is one, else of the law.
    **style
        Handed to ``ax.bar``.
    """
    support = check_array(support, "support", ndim=1, min_rows=1)
    mass = check_array(mass, "mass", shape=support.shape, low=0)
    gaps = np.diff(support)
    if (gaps <= 0).any():
        raise ValueError("support must increase")
    if shade is None:
        event = np.ones(support.shape, dtype=bool)
    else:
        event = check_array(shade, "shade", shape=support.shape, dtype=bool)
    style = {"width": 0.8 * (gaps.min() if len(gaps) else 1.0)} | style
    ax.bar(support[~event], mass[~event], color=tint(color, 0.3), **style)
    ax.bar(support[event], mass[event], color=color_of(color), label=label, **style)


def covariance_ellipse(ax, mean, covariance, *, sigmas=1.0, color="blue", label=None, **style):
    r"""Draw the points :math:`(x-\mu)^\top\Sigma^{-1}(x-\mu)=s^2` of the plane.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    mean : array_like, shape (2,)
    covariance : array_like, shape (2, 2)
        Positive semi-definite; singular, the ellipse is a segment.
    sigmas : float or array_like
        One or many s. Of a normal law, the ellipse holds the mass :math:`1-e^{-s^2/2}`: 39 %,
        86 % and 99 % for s = 1, 2, 3.
    color : color
    label : str, optional
        Of the first ellipse.
    **style
        Handed to ``ax.plot``.
    """
    mean = check_array(mean, "mean", shape=(2,))
    covariance = check_square(covariance, "covariance", size=2, symmetric=True)
    sigmas = check_array(np.atleast_1d(sigmas), "sigmas", ndim=1, low=0, open_low=True)
    variances, axes = np.linalg.eigh(covariance)
    if variances[0] < -1e-12 * abs(variances[1]):
        raise ValueError("covariance must be positive semi-definite")
    angles = np.linspace(0, 2 * np.pi, 181)
    circle = np.array([np.cos(angles), np.sin(angles)])
    ellipse = (axes * np.sqrt(np.maximum(variances, 0))) @ circle
    for s in sigmas:
        ax.plot(*(mean[:, None] + s * ellipse), color=color_of(color), label=label, **style)
        label = None  # a single entry in the legend


def simplex_places(points):
    """Where points of the simplex stand in the plane: corner k of the triangle is the k-th unit.

    Parameters
    ----------
    points : array_like, shape (n, 3)
        Rows not negative that sum to 1.

    Returns
    -------
    ndarray, shape (n, 2)
        In the triangle with corners (0, 0), (1, 0) and (1/2, √3/2).
    """
    points = check_array(points, "points", shape=(None, 3), low=0)
    if not np.allclose(points.sum(axis=1), 1):
        raise ValueError("points must have rows that sum to 1")
    return points @ _CORNERS


def simplex_heat(
    ax, log_density, *, side=160, vmax=None, labels=("$x_1$", "$x_2$", "$x_3$"), cmap="viridis"
):
    """Draw a density on the simplex of three shares as a heat map in a triangle.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    log_density : callable
        From points, shape (m, 3), inside of the simplex, to logarithms, shape (m,).
    side : int
        Cells along the base of the triangle.
    vmax : float, optional
        Density of the last colour; by default the greatest where no share is below 2 %, so that
        a density that is infinite on the boundary does not drown the rest.
    labels : sequence of str
        Names of the corners.
    cmap : str

    Returns
    -------
    matplotlib.image.AxesImage
        For a colour bar.
    """
    check_instance(log_density, "log_density", callable, "function")
    side = check_count(side, "side", low=10)
    labels = check_list(labels, "labels", min_length=3)
    x, y = np.meshgrid((np.arange(side) + 0.5) / side, (np.arange(side) + 0.5) / side * _HEIGHT)
    third = y / _HEIGHT
    second = x - third / 2
    shares = np.stack([1 - second - third, second, third], axis=-1)
    inside = shares.min(axis=-1) > 0
    values = check_array(log_density(shares[inside]), "values of log_density",
                         shape=(np.count_nonzero(inside),))  # fmt: skip
    heat = np.full(inside.shape, np.nan)
    heat[inside] = np.exp(values)
    if vmax is None:
        vmax = heat[shares.min(axis=-1) >= 0.02].max()  # at the border a density may be infinite
    picture = ax.imshow(
        heat, extent=(0, 1, 0, _HEIGHT), origin="lower", cmap=cmap, vmin=0, vmax=vmax
    )
    # cells on the border are cut along it
    picture.set_clip_path(Polygon(_CORNERS, transform=ax.transData))
    ax.add_patch(Polygon(_CORNERS, fill=False, ec=color_of("black"), lw=1.5))
    for corner, label, below in zip(_CORNERS, labels, (True, True, False)):
        gap = {"xytext": (0, -6 if below else 6), "textcoords": "offset points"}
        ax.annotate(label, corner, ha="center", va="top" if below else "bottom", **gap)
    ax.set(xlim=(-0.05, 1.05), ylim=(-0.1, _HEIGHT + 0.1), aspect="equal")
    ax.axis("off")
    return picture


def contingency_areas(ax, table, row_labels, column_labels, *, colors=CYCLE, spec="g"):
    """Draw a table of counts or probabilities as areas: one column of areas a row of the table.

    A column is as wide as the row's share of all, and an area as high as the entry's share of its
    row: where the two variables are independent, the areas of a colour end at equal heights, the
    dashed lines.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Both axes are set to [0, 1].
    table : array_like, shape (r, c)
        Not negative, and not all zero.
    row_labels, column_labels : sequence of str
        Names of the values: below the columns, and beside the areas of the first one.
    colors : sequence of color
        One for each of the table's columns.
    spec : str
        Format of the entries, written into their areas; ``""`` writes none.
    """
    table = check_array(table, "table", ndim=2, min_rows=1, low=0)
    rows, columns = table.shape
    total = table.sum()
    if total <= 0:
        raise ValueError("table must not be all zero")
    for names, name, count in (
        (row_labels, "row_labels", rows),
        (column_labels, "column_labels", columns),
    ):
        if len(check_list(names, name)) != count:
            raise ValueError(f"{name} must hold {count} names, got {len(names)}")
    if len(colors) < columns:
        raise ValueError(f"colors has {len(colors)} entries for {columns} columns")
    sums = table.sum(axis=1)
    rights = np.cumsum(sums) / total
    lefts = rights - sums / total
    seen = sums > 0
    shares = table / np.where(seen, sums, 1)[:, None]
    tops = np.cumsum(shares, axis=1)
    for i, j in np.argwhere(table > 0):
        width = rights[i] - lefts[i]
        height = shares[i, j]
        corner = (lefts[i], tops[i, j] - height)
        ax.add_patch(Rectangle(corner, width, height, fc=tint(colors[j], 0.45), ec="white", lw=2))
        if spec and min(width, height) > 0.06:
            words = f"{table[i, j]:{spec}}"
            ax.text(lefts[i] + width / 2, tops[i, j] - height / 2, words, ha="center", va="center")
    margins = np.cumsum(table.sum(axis=0))[:-1] / total
    ax.hlines(margins, 0, 1, color=color_of("black"), ls="--", lw=1)
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.set_xticks(((lefts + rights) / 2)[seen], [n for n, s in zip(row_labels, seen) if s])
    first = seen.argmax()
    ax.set_yticks(tops[first] - shares[first] / 2, column_labels)
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
