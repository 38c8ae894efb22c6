"""Names beside their lines instead of a legend, without overlaps.

A label's place depends on the size of the axes, which is known only when the figure is drawn: an
invisible artist, drawn before everything else, moves the labels then.
"""

import numpy as np
from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from sklearn.isotonic import isotonic_regression

from .._validation import check_in

__all__ = ["label_lines"]

_STEP = 5.0  # pixels between the points of a line that a label looks at
_GAP = 6.0  # points between a line and its label


def label_lines(ax, labels=None, *, where="end", **text):
    """Name every line beside it, in its colour.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    labels : sequence of (str or None), optional
        One for each line in the order of drawing, None for a line without a name. By default the
        labels that the lines were drawn with (``ax.plot(x, y, label="ours")``).
    where : {"end", "along"}
        To the right of each line's last visible point, shifted up or down where two would overlap;
        or somewhere along the line, where it is furthest from the others.
    **text
        Such as ``fontsize``.

    Returns
    -------
    list of matplotlib.text.Annotation

    Raises
    ------
    ValueError
        If the number of ``labels`` is not that of the lines.
    """
    check_in(where, "where", ("end", "along"))
    pairs = _named_lines(ax, labels)
    place = Places([line for line, _ in pairs], where)
    ax.add_artist(place)
    for line, name in pairs:
        options = {"color": line.get_color(), "va": "center", "annotation_clip": False} | text
        options["ha"] = "left" if where == "end" else "center"
        place.labels.append(
            ax.annotate(name, (0, 0), (0, 0), textcoords="offset points", **options)
        )
    place.settle()
    return place.labels


def _named_lines(ax, labels):
    """Lines and their names; an error bar's line has its name from its container."""
    if labels is None:
        handles = zip(*ax.get_legend_handles_labels())
        pairs = [(h if isinstance(h, Line2D) else h[0], name) for h, name in handles if h]
        return [(line, name) for line, name in pairs if isinstance(line, Line2D)]
    lines = ax.get_lines()
    labels = list(labels)
    if len(lines) != len(labels):
        raise ValueError(f"labels must name the {len(lines)} lines, got {len(labels)}")
    return [(line, name) for line, name in zip(lines, labels) if name is not None]


class Places(Artist):
    """Moves labels beside their lines before anything is drawn."""

    def __init__(self, lines, where):
        super().__init__()
        self.lines = lines
        self.where = where
        self.labels = []
        self.set_zorder(-1e9)  # drawn first: the labels move before they are drawn
        self.set_clip_on(False)  # else the layout does not ask

    def draw(self, renderer):
        """Draw nothing, but find the labels' places."""
        self.settle(renderer)

    def get_tightbbox(self, renderer=None):
        """Take no room, but find the labels' places: the layout asks before it is drawn."""
        self.settle(renderer)

    def settle(self, renderer=None):
        """Find the places on the axes as they are now."""
        paths = [visible_pixels(line) for line in self.lines]
        seen = [k for k, path in enumerate(paths) if len(path)]
        for k, label in enumerate(self.labels):
            label.set_visible(k in seen)
        sizes = [self.labels[k].get_window_extent(renderer) for k in seen]
        sizes = np.array([(box.width, box.height) for box in sizes]).reshape(-1, 2)
        paths = [paths[k] for k in seen]
        points = 72.0 / self.axes.figure.dpi
        if self.where == "end":
            anchors = np.array([path[-1] for path in paths]).reshape(-1, 2)
            moves = np.column_stack([np.full(len(seen), _GAP / points), np.zeros(len(seen))])
            moves[:, 1] = separated(anchors, sizes, self.axes.bbox) - anchors[:, 1]
        else:
            centers = clear_places(paths, sizes, self.axes.bbox)
            anchors = centers
            moves = np.zeros_like(centers)
        to_data = self.axes.transData.inverted()
        for k, anchor, move in zip(seen, anchors, moves):
            self.labels[k].xy = to_data.transform(anchor)
            self.labels[k].set_position(move * points)


def visible_pixels(line):
    """Points along a line, a few pixels apart, as far as they lie inside its axes."""
    points = line.get_transform().transform(line.get_xydata())
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return points
    box = line.axes.bbox
    points = np.clip(points, -1e5, 1e5)  # a far end needs no points of its own
    lengths = np.hypot(*np.diff(points, axis=0).T)
    pieces = np.maximum(1, np.ceil(lengths / _STEP).astype(int))
    start = np.repeat(np.arange(len(pieces)), pieces)
    share = (np.arange(len(start)) - (np.cumsum(pieces) - pieces)[start]) / pieces[start]
    steps = points[start] + share[:, None] * np.diff(points, axis=0)[start]
    dense = np.concatenate([steps, points[-1:]])
    inside = (dense >= [box.x0 - 1, box.y0 - 1]) & (dense <= [box.x1 + 1, box.y1 + 1])
    return dense[inside.all(axis=1)]


def separated(anchors, sizes, box):
    """Heights of labels beside their anchors, moved as little as possible until none overlap.

    With the labels in order, the heights minus the room below each must not decrease: least squares
    under that order is isotonic regression. Labels side by side do not disturb each other.
    """
    heights = anchors[:, 1].copy()
    order = np.argsort(anchors[:, 0], kind="stable")
    groups = []
    right = -np.inf
    for k in order:
        if anchors[k, 0] > right:
            groups.append([])
        groups[-1].append(k)
        right = max(right, anchors[k, 0] + sizes[k, 0])
    for group in groups:
        group = np.array(group)[np.argsort(anchors[group, 1], kind="stable")]
        tall = sizes[group, 1]
        below = np.cumsum(tall) - tall / 2  # centre of each if stacked from zero
        low = box.y0
        high = max(box.y0, box.y1 - tall.sum())
        free = isotonic_regression(anchors[group, 1] - below, y_min=low, y_max=high)
        heights[group] = free + below
    return heights


def clear_places(paths, sizes, box):
    """Centres of labels along their lines: in the axes, off all lines, far from the others."""
    taken = []
    centers = []
    for k, (path, size) in enumerate(zip(paths, sizes)):
        some = path[:: max(1, len(path) // 60)]
        shift = np.array([0, size[1] / 2 + 3])
        tries = np.concatenate([some + shift, some - shift])
        tries = np.clip(tries, [box.x0, box.y0] + size / 2, [box.x1, box.y1] - size / 2)
        cost = np.zeros(len(tries))
        for j, other in enumerate(paths):
            away = np.abs(other[:, None] - tries) - size / 2  # beyond the box in each direction
            distance = np.hypot(*np.maximum(away, 0).transpose(2, 0, 1))
            cost += 50 * (distance < 1).sum(axis=0)
            cost += 0 if j == k else np.maximum(0, 60 - distance.min(axis=0))
        for center, other in taken:
            over = (np.abs(center - tries) < (size + other) / 2).all(axis=1)
            cost += 1e4 * over
        best = tries[cost.argmin()]
        taken.append((best, size))
        centers.append(best)
    return np.array(centers).reshape(-1, 2)
