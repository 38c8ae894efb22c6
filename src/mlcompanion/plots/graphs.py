"""Graphs: where the nodes stand, and edges or arrows between them."""

import re

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyArrowPatch

from .._validation import check_array, check_count
from ._colors import color_of

__all__ = [
    "circle_places",
    "graph",
    "graph_against_truth",
    "row_places",
    "tree_places",
    "valued_tree",
    "weighted_order",
]


def circle_places(n):
    """Places of n nodes on the unit circle, clockwise from the top; shape (n, 2)."""
    angles = 2 * np.pi * np.arange(check_count(n, "n", low=1)) / n
    return np.column_stack([np.sin(angles), np.cos(angles)])


def row_places(order):
    """Places of nodes in a row from left to right, such as a causal order; shape (n, 2)."""
    order = np.asarray(order)
    if not np.array_equal(np.sort(order), np.arange(len(order))):
        raise ValueError(f"order must hold each of 0, ..., n - 1 once, got {order.tolist()}")
    places = np.zeros((len(order), 2))
    places[order, 0] = np.arange(len(order))
    return places


def tree_places(parent):
    """Places of a forest's nodes: leaves evenly from left to right, parents amid their children.

    Parameters
    ----------
    parent : array_like of int, shape (n,)
        The parent of each node, -1 for a root.

    Returns
    -------
    ndarray, shape (n, 2)
        The height is minus the depth.

    Raises
    ------
    ValueError
        If a parent is out of range or the edges run in a circle.
    """
    parent = check_array(parent, "parent", ndim=1, min_rows=1, dtype=int)
    children = {node: [] for node in range(-1, len(parent))}
    for node, above in enumerate(parent.tolist()):
        if above not in children or above == node:
            raise ValueError(f"parent must be -1 or another node, got {above} for node {node}")
        children[above].append(node)
    places = np.full((len(parent), 2), np.nan)
    leaves = 0
    todo = [(r, 0) for r in children[-1][::-1]]  # a stack: the first root comes out first
    visited = []
    while todo:
        node, depth = todo.pop()
        visited.append(node)
        places[node, 1] = -depth
        if not children[node]:
            places[node, 0] = leaves
            leaves = leaves + 1
        todo += [(child, depth + 1) for child in children[node][::-1]]
    if len(visited) < len(parent):
        raise ValueError("parent runs in a circle")
    for node in visited[::-1]:  # children before their parents
        if children[node]:
            places[node, 0] = places[children[node], 0].mean()
    return places


def graph(ax, places, edges, *, names=None, fills=None, color="blue", arrows=False, arch=0.0,
          size=24):  # fmt: skip
    """Draw the nodes of a graph with their names, and its edges behind them.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its frame is hidden.
    places : array_like, shape (n, 2)
        See :func:`circle_places`, :func:`row_places`, :func:`tree_places`.
    edges : iterable of (int, int), or dict
        Pairs of nodes; a dictionary gives each pair its own options of a line, such as
        ``{"color": "orange", "ls": ":"}``.
    names : sequence, optional
        Of the nodes; 1, ..., n by default.
    fills : sequence of color, optional
        White by default; a name on a dark fill is white.
    color : color
        Of an edge without a colour of its own.
    arrows : bool
        Whether an edge points from its first node to its second.
    arch : float
        How far an edge bends aside, as a share of its length: arrows in a row need it, and an edge
        between neighbours stays straight.
    size : float
        Width of a node in points.
    """
    places = check_array(places, "places", shape=(None, 2))
    names = [str(name) for name in (range(1, len(places) + 1) if names is None else names)]
    half = [max(size / 2, 3.2 * len(name) + 5) if len(name) > 3 else size / 2 for name in names]
    options = edges if isinstance(edges, dict) else {tuple(pair): {} for pair in edges}
    straight = {}
    for (i, j), own in options.items():
        line = {"color": color, "lw": 1.8} | own
        line["color"] = color_of(line["color"])
        steps = abs(round(places[j, 0] - places[i, 0]))
        bend = arch * (-1) ** (steps + 1) if steps > 1 else 0.0  # above and below in turn
        if not arrows and bend == 0:
            straight.setdefault(tuple(line.items()), []).append(places[[i, j]])
            continue
        patch = FancyArrowPatch(
            places[i], places[j],
            arrowstyle="-|>" if arrows else "-", mutation_scale=14,
            shrinkA=half[i],
            shrinkB=half[j] + arrows,  # room for the tip
            connectionstyle=f"arc3,rad={bend}", zorder=1, **line,
        )  # fmt: skip
        ax.add_patch(patch)
    for line, ends in straight.items():  # many at once are drawn sooner
        ax.add_collection(LineCollection(ends, zorder=1, **dict(line)))
    fills = ["white"] * len(places) if fills is None else fills
    for place, name, fill in zip(places, names, fills):
        dark = np.dot(to_rgb(color_of(fill)), (0.3, 0.6, 0.1)) < 0.55  # as the eye sees it
        long = len(name) > 3
        box = {"fc": color_of(fill), "ec": color_of("grey")}
        box["boxstyle"] = "round,pad=0.35" if long else f"circle,pad={size / 60}"
        ax.text(*place, name, ha="center", va="center", zorder=2, bbox=box,
                color="white" if dark else color_of("black"), fontsize=11)  # fmt: skip
    ax.update_datalim(places)
    ax.autoscale_view()
    ax.margins(0.18)
    ax.axis("off")


def graph_against_truth(ax, places, true, found, **options):
    """Draw learned over true edges: right ones blue, false ones orange, missing ones dotted.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its frame is hidden.
    places : array_like, shape (n, 2)
    true, found : iterable of (int, int)
        Edges without a direction.
    **options
        ``names``, ``fills``, ``size``, ``arch`` of :func:`graph`.

    Returns
    -------
    right, false, missing : int
        How many of each.
    """
    true = {tuple(sorted((int(i), int(j)))) for i, j in true}
    found = {tuple(sorted((int(i), int(j)))) for i, j in found}  # edges without direction
    lines = {edge: {"color": "grey", "lw": 1.2, "ls": ":"} for edge in true - found}
    lines |= {edge: {"color": "orange", "lw": 2.2, "ls": "--"} for edge in found - true}
    lines |= {edge: {"color": "blue", "lw": 2.2} for edge in true & found}
    graph(ax, places, lines, **options)
    return len(true & found), len(found - true), len(true - found)


def valued_tree(ax, parent, values, *, size=31):
    """Draw a forest with a number at every node, those that are not zero on blue.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its frame is hidden.
    parent : array_like of int, shape (n,)
        The parent of each node, -1 for a root.
    values : array_like, shape (n,)
        Shown with one decimal, without a leading zero.
    size : float
        Width of a node in points.
    """
    places = tree_places(parent)
    values = check_array(values, "values", shape=(len(places),))
    for node, above in enumerate(np.asarray(parent).tolist()):
        if above >= 0:
            alive = values[node] != 0 and values[above] != 0
            color = color_of("blue" if alive else "light")
            ax.plot(*places[[node, above]].T, color=color, lw=2 if alive else 1.2, zorder=1)
    fills = [color_of("blue") if v else "white" for v in values]
    ax.scatter(*places.T, s=size**2, c=fills, edgecolors=color_of("grey"), zorder=2)
    for place, v in zip(places, values):
        name = re.sub(r"^(-?)0\.", r"\1.", f"{v:.1f}").replace("-", "−") if v else "0"
        color = "white" if v else color_of("grey")
        ax.text(*place, name, ha="center", va="center", color=color, fontsize=13.5)
    ax.margins(0.12, 0.2)
    ax.axis("off")


def weighted_order(ax, B, order, names, *, faded=()):
    """Draw a graph with its causal order from left to right; arrows over others arch.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Its frame is hidden.
    B : array_like, shape (n, n)
        Weights; row = effect, column = cause. Positive arrows are blue, negative ones orange.
    order : sequence of int, length n
    names : sequence of str, length n
    faded : collection of int
        Nodes in grey, with the arrows that touch them.

    Raises
    ------
    ValueError
        If the order is no permutation of the nodes, or the shapes disagree.
    """
    x = row_places(order)[:, 0]
    B = check_array(B, "B", shape=(len(x), len(x)))
    if len(names) != len(x):
        raise ValueError(f"names must name {len(x)} nodes, got {len(names)}")
    boxes = []
    for j, name in enumerate(names):
        style = {"ha": "center", "va": "center", "fontsize": 14}
        style["color"] = color_of("grey" if j in faded else "black")
        style["bbox"] = {"boxstyle": "round,pad=0.3", "fc": "white", "ec": color_of("light")}
        node = ax.text(x[j], 0, name, **style)
        boxes.append(node.get_bbox_patch())
    for i, j in zip(*np.nonzero(B)):
        color = color_of("blue" if B[i, j] > 0 else "orange")
        if i in faded or j in faded:
            color = color_of("light")
        gap = int(x[i] - x[j])
        bend = (-1) ** (gap + 1) * 0.42 if gap > 1 else 0  # longer arrows above and below in turn
        style = {"arrowstyle": "-|>", "color": color, "lw": 1.5, "shrinkA": 0, "shrinkB": 0}
        style |= {"patchA": boxes[j], "patchB": boxes[i]}  # arrows end where the boxes do
        style["connectionstyle"] = f"arc3,rad={bend}"
        ax.annotate("", (x[i], 0), (x[j], 0), arrowprops=style)
    ax.set(xlim=(-0.6, len(x) - 0.4), ylim=(-1, 1))
    ax.axis("off")
