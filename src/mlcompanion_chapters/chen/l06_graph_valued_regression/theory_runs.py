"""Trees in two dimensions with closed-form risks: rates, consistency, a counterexample (6.4)."""

from functools import cache

import numpy as np

from mlcompanion.datasets import draw_normal
from mlcompanion.graphical.graph_regression import merged_excess, tree_penalty
from mlcompanion.graphical.partitions import exact_partition, tree_of_splits

from .search_runs import rows_of

__all__ = [
    "FullNormal",
    "excess_of_tree",
    "five_leaves",
    "quadrant_run",
    "rate_run",
    "sibling_run",
    "sibling_trees",
]

ROOT = ((0, 0), (0, 0))
LEFT = ((1, 0), (0, 0))
RIGHT = ((1, 1), (0, 0))
UPPER = ((0, 0), (1, 1))


class FullNormal:
    """A leaf with any mean and any covariance: the norm bound is wide enough for both."""

    def __init__(self, train, held_out):
        judged = train if held_out is None else held_out
        self.mean = train.mean()
        self.covariance = train.covariance()
        sign, log_det = np.linalg.slogdet(self.covariance)
        self.loss = np.inf
        if sign > 0:
            fit = np.trace(np.linalg.solve(self.covariance, judged.covariance(self.mean)))
            self.loss = float(judged.n * (fit + log_det))


def five_leaves():
    """A true tree with five leaves, and precision matrices of four variables."""
    splits = {ROOT: 0, LEFT: 1, RIGHT: 1, ((1, 1), (1, 1)): 0}
    tree = tree_of_splits(splits, 2)
    precisions = np.repeat(np.eye(4)[None], 5, axis=0)
    edges = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]
    for precision, (j, k) in zip(precisions, edges):
        precision[j, k] = precision[k, j] = 0.5
    return tree, precisions


def _overlaps(boxes, others):
    """Areas shared by each box and each of the others."""
    low = np.maximum(boxes[:, None, :, 0], others[None, :, :, 0])
    high = np.minimum(boxes[:, None, :, 1], others[None, :, :, 1])
    return np.prod(np.maximum(high - low, 0), axis=2)


def excess_of_tree(search, tree, precisions):
    """Risk of a fitted tree on the true law, minus that of the truth."""
    leaves = search.tree.leaves
    shares = _overlaps(search.tree.boxes()[leaves], tree.boxes()[tree.leaves])
    covariances = np.linalg.inv(precisions)
    own = np.linalg.slogdet(precisions)[1]
    total = 0.0
    for node, row in zip(leaves, shares):
        model = search.models[node]
        inverse = np.linalg.inv(model.covariance)
        base = np.linalg.slogdet(model.covariance)[1] + model.mean @ inverse @ model.mean
        fits = np.einsum("jk,rkj->r", inverse, covariances)
        total += row @ (base + fits - len(inverse) + own)
    return float(total)


@cache
def single_gain():
    """Risk of the best single normal law minus that of the truth."""
    tree, precisions = five_leaves()
    boxes = tree.boxes()[tree.leaves]
    shares = np.prod(boxes[:, :, 1] - boxes[:, :, 0], axis=1)
    return merged_excess(shares, np.zeros((5, 4)), np.linalg.inv(precisions))


def rate_run(n, seed):
    """Excess risks of the penalised and of the held-out exact estimator on n rows."""
    rng = np.random.default_rng([seed, n])
    tree, precisions = five_leaves()
    X, Y = rows_of(tree, precisions, n, rng)
    half = n // 2

    def penalty(m):
        return tree_penalty(m, d=2, n=n, p=4, gamma=0.1)

    penalised = exact_partition(X, Y, leaf=FullNormal, max_level=2, penalty=penalty)
    held_out = exact_partition(X[:half], Y[:half], X[half:], Y[half:], leaf=FullNormal, max_level=2)
    return {
        "penalised": excess_of_tree(penalised, tree, precisions),
        "held_out": excess_of_tree(held_out, tree, precisions),
        "single": single_gain(),
    }


def quadrant_run(n, repeats):
    """Share of runs whose exact held-out tree refines four quadrants that differ in pairs."""
    tree = tree_of_splits({ROOT: 0, LEFT: 1, RIGHT: 1}, 2)
    precisions = np.repeat(np.eye(2)[None], 4, axis=0)
    for precision, rho in zip(precisions, (0.8, 0.3, -0.3, -0.8)):
        precision[0, 1] = precision[1, 0] = rho
    hits = 0
    for seed in range(repeats):
        rng = np.random.default_rng([seed, n])
        data = [*rows_of(tree, precisions, n, rng), *rows_of(tree, precisions, n, rng)]
        found = exact_partition(*data, leaf=FullNormal, max_level=2)
        hits += found.tree.refines(tree)
    return hits / repeats


def sibling_trees():
    """Two trees for one law: the upper right quarter differs, whatever is cut first."""
    first = tree_of_splits({ROOT: 0, RIGHT: 1}, 2)
    second = tree_of_splits({ROOT: 1, UPPER: 0}, 2)
    return first, second


def sibling_run(n, repeats):
    """Share of runs whose exact tree (sides down to 1/2) is no refinement of the first."""
    first, _ = sibling_trees()
    covariance = np.array([[1.0, 0.8], [0.8, 1.0]])
    stack = np.stack([np.eye(2), np.linalg.inv(covariance)])
    others = 0
    for seed in range(repeats):
        rng = np.random.default_rng([seed, n])
        X = rng.random((2, n, 2))
        corner = (X > 0.5).all(axis=2).astype(int)
        Y = [draw_normal(stack[c], rng) for c in corner]
        found = exact_partition(X[0], Y[0], X[1], Y[1], leaf=FullNormal, max_level=1)
        others += not found.tree.refines(first)
    return others / repeats
