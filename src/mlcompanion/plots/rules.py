"""Association rules as pictures (Hahsler et al. 2011, section 2 and figure 2)."""

from itertools import pairwise

import numpy as np

from mlcompanion._validation import check_in

from ._colors import color_of

__all__ = ["plot_rules"]

_SHADES = "viridis_r"


def _names(table, items):
    """The items in each row of a table of a side."""
    ends = table.indptr
    return [tuple(items[j] for j in table.indices[a:b]) for a, b in pairwise(ends)]


def _scatter(ax, rules, shade, jitter):
    quality = rules.quality
    rng = np.random.default_rng(0)
    # many rules share their counts: without jitter they lie on one spot
    support = quality["support"] * (1 + jitter * rng.uniform(-1, 1, len(rules.quality["count"])))
    dots = ax.scatter(support, quality["confidence"], c=quality[shade], s=9, cmap=_SHADES)
    ax.set(xlabel="support", ylabel="confidence", xscale="log")
    return dots


def _graph(ax, rules, shade, jitter):
    """Items on an outer circle, rules on an inner one; arrows item -> rule -> item."""
    left = _names(rules.lhs, rules.items)
    right = _names(rules.rhs, rules.items)
    named = sorted({name for side in (*left, *right) for name in side})
    angles = 2 * np.pi * np.arange(len(named)) / max(len(named), 1)
    places = {name: (np.cos(a), np.sin(a)) for name, a in zip(named, angles)}
    centres = np.zeros((len(left), 2))
    for k, (x, y) in enumerate(zip(left, right)):
        centres[k] = 0.6 * np.mean([places[name] for name in (*x, *y)], axis=0)
    arrow = {"arrowstyle": "->", "color": color_of("grey"), "shrinkA": 6, "shrinkB": 6}
    for centre, x, y in zip(centres, left, right):
        for name in x:
            ax.annotate("", centre, places[name], arrowprops=arrow)
        for name in y:
            ax.annotate("", places[name], centre, arrowprops=arrow)
    support = rules.quality["support"]
    size = 60 + 240 * support / support.max(initial=1e-300)
    dots = ax.scatter(*centres.T, s=size, c=rules.quality[shade], cmap=_SHADES, zorder=3)
    for name, (x, y) in places.items():
        side = ("right", "center", "left")[1 + int(x > 0.2) - int(x < -0.2)]
        ax.text(1.08 * x, 1.08 * y, name, ha=side, va="center")
    ax.set(xlim=(-1.9, 1.9), ylim=(-1.25, 1.25))
    ax.axis("off")
    return dots


def _grouped(ax, rules, shade, jitter):
    """Left sides in columns, right sides in rows; those of a like profile stand side by side."""
    left = _names(rules.lhs, rules.items)
    right = _names(rules.rhs, rules.items)
    columns = {side: k for k, side in enumerate(dict.fromkeys(left))}
    rows = {side: k for k, side in enumerate(dict.fromkeys(right))}
    grid = np.zeros((len(rows), len(columns)))
    values = rules.quality[shade]
    for x, y, value in zip(left, right, values):
        grid[rows[y], columns[x]] = value
    down = np.argsort(-grid.max(axis=1, initial=0), kind="stable")
    # columns by the row in which they are strongest, then by how strong they are there
    best = np.argsort(down)[grid.argmax(axis=0)]
    across = np.lexsort((-grid.max(axis=0, initial=0), best))
    y, x = np.nonzero(grid[down][:, across])
    dots = ax.scatter(x, y, c=grid[down][:, across][y, x], s=40, cmap=_SHADES)
    labels = list(rows)
    ax.set_yticks(range(len(rows)), [", ".join(labels[k]) for k in down])
    ax.set(xlabel="left sides, alike ones side by side", ylabel="", ylim=(len(rows) - 0.5, -0.5))
    return dots


def _parallel(ax, rules, shade, jitter):
    """A line for each rule, from item to item, the right side last."""
    left = _names(rules.lhs, rules.items)
    right = _names(rules.rhs, rules.items)
    heights = {
        name: k for k, name in enumerate(dict.fromkeys(n for s in (*right, *left) for n in s))
    }
    longest = max(map(len, left), default=0)
    values = rules.quality[shade]
    low = values.min(initial=np.inf)
    spread = max(values.max(initial=-np.inf) - low, 1e-300)
    for x, y, value in zip(left, right, values):
        track = [heights[name] for name in (*x, *y)]
        start = longest - len(x)
        width = 0.8 + 2.2 * (value - low) / spread
        ax.plot(np.arange(start, start + len(track)), track, color=color_of("blue"), lw=width,
                alpha=0.6, marker="o", ms=3)  # fmt: skip
    ax.set_yticks(list(heights.values()), list(heights))
    ax.set_xticks(range(longest + 1), [*(str(k) for k in range(longest, 0, -1)), "then"])
    ax.set(xlabel="item of the left side", ylabel="")
    return None


def _mosaic(ax, rules, shade, jitter):
    """Areas for the first rule: baskets with X and without, and how much of each holds Y."""
    names = ("count", "lhs_count", "rhs_count")
    count, with_x, with_y = (int(rules.quality[name][0]) for name in names)
    m = rules.n_baskets
    share = with_x / m
    others = max(m - with_x, 1)
    parts = ((0.0, share, count / with_x), (share, 1 - share, (with_y - count) / others))
    for start, width, height in parts:
        ax.bar(start, height, width, align="edge", color=color_of("blue"), edgecolor="white")
        ax.bar(start, 1 - height, width, bottom=height, align="edge", color=color_of("grey"),
               alpha=0.35, edgecolor="white")  # fmt: skip
    ax.axhline(with_y / m, color=color_of("black"), ls="--", lw=1)
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="share of baskets: with X, without", ylabel="with Y")
    return None


_KINDS = {
    "scatter": _scatter,
    "graph": _graph,
    "grouped": _grouped,
    "parallel": _parallel,
    "mosaic": _mosaic,
}


def plot_rules(ax, rules, kind="scatter", *, shade="lift", jitter=0.0):
    """Draw rules by support and confidence, as a graph, as a matrix, as lines, or as areas.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    rules : mlcompanion.rules.Rules
    kind : {"scatter", "graph", "grouped", "parallel", "mosaic"}
        A point a rule; arrows from items to rules and on to items (for some ten rules); left
        sides against right sides; a line a rule from item to item; of the first rule the baskets
        with its left side and without, blue the part with the right side.
    shade : str
        The measure that colours a rule, or makes its line thick.
    jitter : float
        Of the scatter: the largest change of a support, relatively.

    Returns
    -------
    matplotlib.collections.PathCollection or None
        What a colour bar needs; None for lines and areas.
    """
    check_in(kind, "kind", _KINDS)
    check_in(shade, "shade", rules.quality)
    return _KINDS[kind](ax, rules, shade, jitter)
