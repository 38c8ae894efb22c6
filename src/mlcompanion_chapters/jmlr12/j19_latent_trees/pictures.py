"""Latent trees drawn around their middle: hidden nodes as rings, wrong splits in another colour."""

import numpy as np
from matplotlib.collections import LineCollection

from mlcompanion.graphical.latent import splits_of
from mlcompanion.teaching import COLORS

__all__ = ["draw_tree", "radial_places", "split_marks"]


def _middle(tree):
    """The one or two nodes whose farthest node is nearest, in edges."""
    far = tree.path_lengths(np.ones(len(tree.edges))).max(axis=1)
    return np.flatnonzero(far == far.min())[:2].tolist()


def radial_places(tree):
    """Places around the middle: leaves evenly on circles, as far out as they are edges away."""
    around = tree.neighbors()
    middle = _middle(tree)
    depth = {}
    angle = {}
    leaves = [0]

    def lowest(node, parent):
        inside = [lowest(child, node) for child in around[node] if child != parent]
        return min([node if node < tree.n_observed else tree.n_nodes, *inside])

    def visit(node, parent, level):
        depth[node] = level
        children = [child for child in around[node] if child != parent]
        for child in sorted(children, key=lambda c: lowest(c, node)):
            visit(child, node, level + 1)
        if children:
            angle[node] = float(np.mean([angle[child] for child in children]))
        else:
            angle[node] = float(leaves[0])
            leaves[0] += 1

    if len(middle) == 2:  # the middle is an edge
        first, second = sorted(middle, key=lambda node: lowest(node, sum(middle) - node))
        visit(first, second, 0.5)
        visit(second, first, 0.5)
    else:
        visit(middle[0], -1, 0)
    turn = 2 * np.pi * np.array([angle[node] for node in range(tree.n_nodes)]) / leaves[0]
    out = np.array([depth[node] for node in range(tree.n_nodes)], dtype=float)
    return np.column_stack([out * np.sin(turn), out * np.cos(turn)]) / max(out.max(), 1)


def split_marks(tree, other):
    """Whether each edge's split of the observed nodes is one of the other tree's."""
    known = set(splits_of(other))
    return [split in known for split in splits_of(tree)]


def draw_tree(ax, tree, right, *, wrong="orange", names=None, places=None, size=9, active=(),
              numbered=False):  # fmt: skip
    """Draw a tree: right edges blue, others dashed; how many are not right.

    ``names`` are those of the observed nodes, by default 1, 2, ...; ``active`` nodes are filled;
    with ``numbered`` hidden nodes have their numbers, too.
    """
    P = radial_places(tree) if places is None else np.asarray(places)
    ends = P[np.array(tree.edges, dtype=int).reshape(-1, 2)]
    for good, color, style in ((True, "blue", "-"), (False, wrong, "--")):
        kept = ends[np.asarray(right, dtype=bool) == good]
        ax.add_collection(
            LineCollection(kept, colors=COLORS[color], linestyles=style, linewidths=1.8, zorder=1)
        )
    for node, (x, y) in enumerate(P):
        hidden = node >= tree.n_observed
        if hidden:
            face = COLORS["yellow"] if node in active else "white"
            wide = 1.7 if numbered else 0.8
            ax.plot(x, y, "o", ms=wide * size, mfc=face, mec=COLORS["black"], zorder=2)
            if numbered:
                ax.text(x, y, node + 1, ha="center", va="center", fontsize=size, color="black",
                        zorder=3)  # fmt: skip
            continue
        name = str(node + 1) if names is None else names[node]
        face = COLORS["yellow" if node in active else "sky"]
        box = {"boxstyle": "round,pad=0.15", "fc": face, "ec": "none", "alpha": 0.95}
        ax.text(x, y, name, ha="center", va="center", fontsize=size, color="black", bbox=box,
                zorder=3)  # fmt: skip
    low, high = P.min(axis=0), P.max(axis=0)
    pad = 0.09 * np.maximum(high - low, 0.5)
    ax.set(xlim=(low[0] - pad[0], high[0] + pad[0]), ylim=(low[1] - pad[1], high[1] + pad[1]))
    ax.axis("off")
    return sum(not good for good in right)
