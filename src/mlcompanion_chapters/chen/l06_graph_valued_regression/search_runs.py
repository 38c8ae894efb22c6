"""Greedy and exact trees, and a tree against a kernel smoother (sections 6.2 and 6.3.1)."""

import numpy as np

from mlcompanion.datasets import draw_normal, graph_precisions, random_graphs
from mlcompanion.graphical.graph_regression import (
    GaussianLeafModel,
    GoCART,
    KernelGraph,
    normal_risk,
)
from mlcompanion.graphical.partitions import exact_partition, greedy_partition, tree_of_splits
from mlcompanion.graphical.partitions.dyadic import child_cells

__all__ = [
    "checkerboard",
    "checkerboard_runs",
    "greedy_exact_run",
    "kernel_tree_run",
    "moving_precisions",
    "random_dyadic_tree",
]


def random_dyadic_tree(n_leaves, d, level, rng):
    """A tree that cuts random leaves until there are so many."""
    leaves = [((0, 0),) * d]
    splits = {}
    while len(leaves) < n_leaves:
        cell = leaves.pop(rng.integers(len(leaves)))
        sides = [k for k in range(d) if cell[k][0] < level]
        if not sides:
            leaves.insert(0, cell)
            continue
        splits[cell] = int(rng.choice(sides))
        leaves += child_cells(cell, splits[cell])
    return tree_of_splits(splits, d)


def rows_of(tree, precisions, n, rng):
    """Uniform covariates, and responses of the leaves' normal laws."""
    X = rng.random((n, tree.levels.shape[1]))
    which = np.searchsorted(tree.leaves, tree.apply(X))
    return X, draw_normal(precisions[which], rng)


def greedy_exact_run(seed, n=2000, p=10):
    """Held-out risks of both searches on a random tree with six leaves."""
    rng = np.random.default_rng(seed)
    tree = random_dyadic_tree(6, 2, 3, rng)
    precisions = graph_precisions(random_graphs(6, p, 10, 4, rng))
    data = [*rows_of(tree, precisions, n, rng), *rows_of(tree, precisions, n, rng)]
    leaf = GaussianLeafModel()
    greedy = greedy_partition(*data, leaf=leaf, max_level=3)
    exact = exact_partition(*data, leaf=leaf, max_level=3)
    return {
        "greedy": greedy.risk,
        "exact": exact.risk,
        "greedy_fits": greedy.n_fits,
        "exact_fits": exact.n_fits,
        "greedy_right": greedy.tree.cells() == tree.cells(),
        "exact_right": exact.tree.cells() == tree.cells(),
    }


def checkerboard(n, rng, p=4, weight=0.245):
    """Two graphs that differ in sign, alike in opposite quadrants: no single cut helps."""
    ring = np.roll(np.eye(p), 1, axis=1)
    ring = ring + ring.T
    X = rng.random((n, 2))
    sign = np.where((X[:, 0] > 0.5) == (X[:, 1] > 0.5), 1.0, -1.0)
    return X, draw_normal(np.eye(p) + weight * sign[:, None, None] * ring, rng)


def checkerboard_runs(repeats, n=4000):
    """Leaves of the greedy tree, and whether the exact one has the four quadrants."""
    greedy = []
    exact = []
    leaf = GaussianLeafModel()
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        data = [*checkerboard(n, rng), *checkerboard(n, rng)]
        greedy.append(greedy_partition(*data, leaf=leaf, max_level=1).tree.n_leaves)
        exact.append(exact_partition(*data, leaf=leaf, max_level=1).tree.n_leaves)
    return np.array(greedy), np.array(exact)


def moving_precisions(kind, x, rng, p=10):
    """Precision matrices along [0, 1]: a ring whose weights swing, or four graphs that jump.

    On the ring's eight edges the weights are 0.245 times a cosine of one period, with phases of
    their own.
    """
    if kind == "jumps":
        graphs = random_graphs(4, p, 8, 4, rng)
        return graph_precisions(graphs)[np.minimum((4 * x).astype(int), 3)]
    phases = rng.uniform(0, 2 * np.pi, 8)
    precisions = np.repeat(np.eye(p)[None], len(x), axis=0)
    for j, phase in enumerate(phases):
        k = (j + 1) % 8
        swing = 0.245 * np.cos(2 * np.pi * x + phase)
        precisions[:, j, k] = swing
        precisions[:, k, j] = swing
    return precisions


def kernel_tree_run(kind, seed, n=1000):
    """True risk of the smoother and of the tree, over that of the truth, at 200 points."""
    rng = np.random.default_rng([seed, kind == "jumps"])
    at = (np.arange(200) + 0.5) / 200
    x = rng.random(2 * n)
    precisions = moving_precisions(kind, np.r_[x, at], rng)
    Y = draw_normal(precisions[: 2 * n], rng)
    X = x[:, None]
    data = (X[:n], Y[:n], X[n:], Y[n:])
    truth = precisions[2 * n :]
    models = {
        "tree": GoCART(bounds=(0, 1)).fit(*data),
        "kernel": KernelGraph(random_state=0).fit(*data),
    }
    row = {"bandwidth": models["kernel"].bandwidth_, "leaves": models["tree"].tree_.n_leaves}
    covariances = np.linalg.inv(truth)
    floor = np.mean([normal_risk(P, S) for P, S in zip(truth, covariances)])
    for name, model in models.items():
        means = model.predict(at[:, None])
        found = model.predict_precision(at[:, None])
        risks = [normal_risk(P, S, -m) for P, S, m in zip(found, covariances, means)]
        row[name] = float(np.mean(risks) - floor)
    return row
