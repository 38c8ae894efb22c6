"""Graphs that drift along a chain or over a grid: the tree against one pooled graph (6.5.1.2)."""

import numpy as np

from mlcompanion.datasets import make_graph_chain, make_graph_grid
from mlcompanion.graphical import edge_scores
from mlcompanion.graphical.graph_regression import GaussianLeafModel
from mlcompanion.graphical.partitions import cell_sums, greedy_partition

__all__ = ["chain_run", "drifting", "grid_run"]


def drifting(data, judge="refit"):
    """Tree of drifting graphs, and scores at each point: of the tree and of the pooled graph.

    The pooled graph is a graphical lasso with the penalty of least held-out risk, not refitted:
    "applying glasso directly on the entire data".
    """
    leaf = GaussianLeafModel(judge=judge)
    found = greedy_partition(data.X, data.Y, data.X, data.Y_out, leaf=leaf)
    pooled = GaussianLeafModel(judge="lasso")(cell_sums(data.Y), cell_sums(data.Y_out))
    precisions = np.array([model.precision for model in found.models])
    at = found.tree.apply(data.X)
    return (
        found,
        edge_scores(precisions[at], data.graphs),
        pooled,
        edge_scores(pooled.precision, data.graphs),
    )


def chain_run(seed):
    """One draw of the chain: means over its points."""
    found, tree, pooled, pool = drifting(make_graph_chain(random_state=seed))
    return {
        "leaves": found.tree.n_leaves,
        "p_tree": float(tree.precision.mean()),
        "p_pool": float(pool.precision.mean()),
        "r_tree": float(tree.recall.mean()),
        "r_pool": float(pool.recall.mean()),
        "f_tree": float(tree.f1.mean()),
        "f_pool": float(pool.f1.mean()),
        "e_pool": pooled.n_edges,
    }


def grid_run(seed):
    """One draw of the grid: where the tree is better, and how both do in the middle."""
    data = make_graph_grid(random_state=seed)
    found, tree, pooled, pool = drifting(data)
    middle = np.hypot(*(data.X - 0.5).T) < 0.2
    return {
        "leaves": found.tree.n_leaves,
        "most": float(np.mean(tree.f1 > pool.f1)),
        "gain": float(np.mean(tree.f1 - pool.f1)),
        "mid_tree": float(tree.f1[middle].mean() - tree.f1[~middle].mean()),
        "mid_pool": float(pool.f1[middle].mean() - pool.f1[~middle].mean()),
        "e_pool": pooled.n_edges,
    }
