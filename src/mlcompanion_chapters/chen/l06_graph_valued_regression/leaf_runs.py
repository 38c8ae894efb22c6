"""One region alone: held-out penalty or BIC, refit or not (Chen 2013, section 6.3.1)."""

import numpy as np

from mlcompanion.datasets import draw_normal, graph_precisions, random_graphs
from mlcompanion.graphical import edge_scores
from mlcompanion.graphical.graph_regression import GaussianLeafModel, normal_risk
from mlcompanion.graphical.partitions import cell_sums

__all__ = ["leaf_run", "one_region"]

KINDS = {
    "refit": GaussianLeafModel(),
    "lasso": GaussianLeafModel(judge="lasso"),
    "bic": GaussianLeafModel("bic"),
}


def one_region(n, seed, p=20):
    """A random graph, its precision, and two sets of rows."""
    rng = np.random.default_rng([seed, n])
    graph = random_graphs(1, p, random_state=rng)[0]
    precision = graph_precisions(graph)
    stack = np.broadcast_to(precision, (2 * n, p, p))
    Y = draw_normal(stack, rng)
    return graph, precision, Y[:n], Y[n:]


def leaf_run(n, seed):
    """Edges and true risk of the three kinds of leaf; the same graph's risk without its refit."""
    graph, precision, Y, Y_out = one_region(n, seed)
    sums = (cell_sums(Y), cell_sums(Y_out))
    covariance = np.linalg.inv(precision)
    row = {}
    for kind, model in KINDS.items():
        leaf = model(*sums)
        scores = edge_scores(leaf.precision, graph)
        row[f"f1_{kind}"] = scores.f1
        row[f"risk_{kind}"] = normal_risk(leaf.precision, covariance, -leaf.mean)
    return row
