"""Runs on the 22 regions: the tree, its graphs, its risk by level (Chen 2013, section 6.5.1.1)."""

import numpy as np

from mlcompanion.datasets import make_graph_regions, region_boxes, region_labels
from mlcompanion.graphical import edge_scores
from mlcompanion.graphical.graph_regression import GaussianLeafModel
from mlcompanion.graphical.partitions import cell_sums, greedy_partition, tree_of_splits

#: Runs of which all nodes above the true regions are fitted.
TREES = 20

__all__ = [
    "SHOWN",
    "grow",
    "levels_of",
    "nodes_above",
    "region_run",
    "region_tree",
    "right_partition",
    "true_leaves",
]

#: The regions of Table 6.1, numbered from 0: two small, two middle, two large.
SHOWN = (0, 3, 16, 17, 20, 21)


def region_tree(layout="one", d=10):
    """The tree of the true regions, cut along the first covariate first."""
    boxes = region_boxes(layout)
    splits = {}

    def cut(cell):
        (a, i), (b, j) = cell[:2]
        low = np.array([i / 2**a, j / 2**b])
        high = low + np.array([0.5**a, 0.5**b])
        inside = ((boxes[:, :, 0] < high) & (low < boxes[:, :, 1])).all(axis=1)
        if inside.sum() == 1:
            return
        k = 0 if a == b else 1
        splits[cell] = k
        level, place = cell[k]
        for half in (2 * place, 2 * place + 1):
            cut((*cell[:k], (level + 1, half), *cell[k + 1 :]))

    cut(((0, 0),) * d)
    return tree_of_splits(splits, d)


def right_partition(tree, layout="one"):
    """Whether the leaves are exactly the regions."""
    return tree.cells() == region_tree(layout, tree.levels.shape[1]).cells()


def grow(data, judge="refit"):
    """The greedy tree of one data set, at the source's settings."""
    leaf = GaussianLeafModel(judge=judge)
    return greedy_partition(data.X, data.Y, data.X_out, data.Y_out, leaf=leaf)


def true_leaves(data, layout="one", regions=SHOWN, judge="refit"):
    """Leaves fitted to the rows of given regions, without a tree."""
    leaf = GaussianLeafModel(judge=judge)
    labels = region_labels(data.X, layout)
    labels_out = region_labels(data.X_out, layout)
    return [
        leaf(cell_sums(data.Y[labels == r]), cell_sums(data.Y_out[labels_out == r]))
        for r in regions
    ]


def nodes_above(data, layout="one", judge="refit"):
    """All nodes of the tree of true regions, fitted: risk path's losses and numbers of edges."""
    tree = region_tree(layout, data.X.shape[1])
    leaf = GaussianLeafModel(judge=judge)
    at = tree.apply(data.X)
    at_out = tree.apply(data.X_out)
    fitted = []
    below = _leaves_below(tree)
    for leaves in below:
        rows = data.Y[np.isin(at, leaves)]
        rows_out = data.Y_out[np.isin(at_out, leaves)]
        fitted.append(leaf(cell_sums(rows), cell_sums(rows_out)))
    losses = np.array([model.loss for model in fitted]) / len(data.X_out)
    return tree, losses, np.array([model.n_edges for model in fitted])


def _leaves_below(tree):
    below = [[node] for node in range(tree.n_nodes)]
    for node in reversed(range(tree.n_nodes)):
        if tree.left[node] >= 0:
            below[node] = below[tree.left[node]] + below[tree.left[node] + 1]
    return below


def levels_of(tree, edges):
    """Mean numbers of edges at the root, inside, above two leaves, and at the leaves."""
    leaf = tree.feature < 0
    inner = np.flatnonzero(~leaf)
    parents = [n for n in inner if leaf[tree.left[n]] and leaf[tree.left[n] + 1]]
    middle = [n for n in inner if n and n not in parents]
    edges = np.asarray(edges)
    means = [edges[nodes].mean() if len(nodes) else np.nan for nodes in (middle, parents)]
    return float(edges[0]), float(means[0]), float(means[1]), float(edges[leaf].mean())


def falls(tree, losses):
    """Fall of the risk by each cut, NaN at leaves; losses are shares of the whole risk."""
    gains = np.full(tree.n_nodes, np.nan)
    inner = tree.feature >= 0
    left = tree.left[inner]
    gains[inner] = losses[inner] - losses[left] - losses[left + 1]
    return gains


def region_run(seed, judge="refit", layout="one"):
    """Everything that a run leaves behind: a row of the study."""
    data = make_graph_regions(layout=layout, random_state=seed)
    found = grow(data, judge)
    row = {
        "right": bool(right_partition(found.tree, layout)),
        "irrelevant": int((found.tree.feature >= 2).sum()),
        "leaves": found.tree.n_leaves,
    }
    if judge != "refit" or layout != "one":
        return row
    for r, leaf in zip(SHOWN, true_leaves(data)):
        scores = edge_scores(leaf.precision, data.graphs[r])
        row |= {f"precision{r}": scores.precision, f"recall{r}": scores.recall, f"f1{r}": scores.f1}
    if seed >= TREES:
        return row
    tree, losses, edges = nodes_above(data)
    gains = falls(tree, losses)
    cuts = gains[tree.feature >= 0]
    row["early"] = float(cuts[:7].sum() / cuts.sum())
    areas = 0.5 ** tree.levels[:, :2].sum(axis=1)
    quadrants = (areas <= 1 / 4) & (areas > 1 / 16) & (tree.feature >= 0)
    middles = (areas <= 1 / 16) & (areas > 1 / 64) & (tree.feature >= 0)
    row["big"] = float(gains[quadrants].sum() / np.count_nonzero(quadrants & (areas == 1 / 4)))
    row["small"] = float(gains[middles].sum() / np.count_nonzero(middles & (areas == 1 / 16)))
    row |= dict(zip(("edges_pool", "edges_mid", "edges_par", "edges_leaf"), levels_of(tree, edges)))
    edges = nodes_above(data, judge="lasso")[2]
    row |= dict(zip(("lasso_pool", "lasso_mid", "lasso_par", "lasso_leaf"), levels_of(tree, edges)))
    return row
