"""The simulation of section 7.5.1: both trees on data from 22 regions, and how right they are."""

import numpy as np

from mlcompanion.datasets import region_boxes, region_labels
from mlcompanion.graphical import IsingLeafModel, edge_scores, spins_of
from mlcompanion.graphical.partitions import (
    FoCART,
    cell_forest,
    cell_sums,
    greedy_partition,
    make_forest_regions,
)
from mlcompanion.graphical.partitions.forest_cells import BETAS
from mlcompanion.graphical.trees import pair_counts

__all__ = [
    "N_LAMS",
    "SHOWN",
    "edge_shares",
    "forest_run",
    "given_graph",
    "given_region",
    "graph_run",
    "irrelevant_cuts",
    "is_true_partition",
    "pooled_against_leaves",
]

#: Regions 1, 18 and 22 of Table 7.1, counted from 0.
SHOWN = (0, 17, 21)

#: Penalties of each cell's path of general graphs, from no edge to a hundredth of that penalty.
N_LAMS = 12


def edge_shares(found, true, d=20):
    """Precision, recall and F1 of lists of edges among d nodes."""
    graphs = np.zeros((2, d, d), dtype=bool)
    for graph, edges in zip(graphs, (found, true)):
        for i, j in edges:
            graph[min(i, j), max(i, j)] = True
    return edge_scores(*graphs)


def is_true_partition(tree):
    """Whether the leaves are the 22 regions, and no other covariate is cut."""
    boxes = tree.boxes()[tree.leaves]
    if (boxes[:, 2:] != [0, 1]).any():
        return False
    found = {tuple(box.ravel().tolist()) for box in boxes[:, :2]}
    return found == {tuple(box.ravel().tolist()) for box in region_boxes()}


def irrelevant_cuts(tree):
    """How many cuts run along covariates that do not matter."""
    return int(np.count_nonzero(tree.feature > 1))


def given_region(data, t, betas=BETAS):
    """The forest of region ``t`` if the partition is known: that of a leaf which is the region."""
    rows = region_labels(data.X) == t
    rows_out = region_labels(data.X_out) == t
    counts, starts = pair_counts(data.Y[rows], 2)
    held, _ = pair_counts(data.Y_out[rows_out], 2)
    return cell_forest(counts, held, starts, float(len(data.X)) ** -np.array(betas))


def forest_run(n, seed):
    """One run of the tree of forests: what the study stores of it."""
    data = make_forest_regions(n, random_state=np.random.default_rng([n, seed]))
    model = FoCART(n_states=2).fit(*data[:4])
    cut = model.tree_.feature >= 0
    strict = FoCART(n_states=2, min_errors=2).fit(*data[:4])
    found = {
        "right": is_true_partition(model.tree_),
        "irrelevant": irrelevant_cuts(model.tree_),
        "leaves": model.tree_.n_leaves,
        "right_strict": is_true_partition(strict.tree_),
        "irrelevant_strict": irrelevant_cuts(strict.tree_),
        "leaves_strict": strict.tree_.n_leaves,
        "features": model.tree_.feature[cut].tolist(),
        "gains": (n * model.gains_[cut]).round(2).tolist(),
        "errors": (n * model.gain_errors_[cut]).round(2).tolist(),
    }
    for t in SHOWN:
        shares = edge_shares(given_region(data, t).edges, data.laws[t].edges)
        found |= _named(t, shares)
    return found


def given_graph(data, t, leaf):
    """Edges of the general graph of region ``t`` if the partition is known."""
    rows = region_labels(data.X) == t
    rows_out = region_labels(data.X_out) == t
    model = leaf(cell_sums(spins_of(data.Y[rows])), cell_sums(spins_of(data.Y_out[rows_out])))
    return np.argwhere(np.triu(model.precision, 1))


def graph_run(n, seed):
    """One run of the tree of general graphs, on the data of the forests' run."""
    data = make_forest_regions(n, random_state=np.random.default_rng([n, seed]))
    leaf = IsingLeafModel(N_LAMS)
    search = greedy_partition(data.X, spins_of(data.Y), data.X_out, spins_of(data.Y_out), leaf=leaf)
    found = {
        "right": is_true_partition(search.tree),
        "irrelevant": irrelevant_cuts(search.tree),
        "leaves": search.tree.n_leaves,
    }
    for t in SHOWN:
        found |= _named(t, edge_shares(given_graph(data, t, leaf), data.laws[t].edges))
    return found


def _named(t, shares):
    return dict(zip((f"precision {t + 1}", f"recall {t + 1}", f"f1 {t + 1}"), shares))


def pooled_against_leaves(n, seed):
    """F1 of one forest for all x, and of the forests of the true regions, as means over x."""
    data = make_forest_regions(n, random_state=np.random.default_rng([n, seed]))
    counts, starts = pair_counts(data.Y, 2)
    held, _ = pair_counts(data.Y_out, 2)
    pooled = cell_forest(counts, held, starts, float(n) ** -np.array(BETAS))
    area = np.diff(region_boxes(), axis=2).prod(axis=(1, 2))
    alone = [edge_shares(pooled.edges, law.edges)[2] for law in data.laws]
    leaf = [edge_shares(given_region(data, t).edges, law.edges)[2]
            for t, law in enumerate(data.laws)]  # fmt: skip
    return float(area @ alone), float(area @ leaf)
