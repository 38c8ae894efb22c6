"""Do scores order random trees as the conditional likelihood does?"""

import numpy as np
from scipy.stats import spearmanr

from mlcompanion.graphical.classifiers import (
    MDLDiscretizer,
    TANClassifier,
    edge_weights,
    network_score,
)
from mlcompanion.graphical.classifiers.tan import rooted_parents

from .source_sets import HOLD_OUT, parts, rows_of

__all__ = ["random_tree", "rank_agreement", "training_codes", "tree_interaction"]


def random_tree(d, rng):
    """A uniform random labelled tree by its Prüfer code, as edges, shape (d - 1, 2)."""
    code = rng.integers(0, d, max(d - 2, 0))
    degree = 1 + np.bincount(code, minlength=d)
    edges = []
    for node in code:
        leaf = int(np.argmax(degree == 1))
        edges.append((leaf, int(node)))
        degree[leaf] = 0
        degree[node] -= 1
    last = np.flatnonzero(degree == 1)
    if d > 1:
        edges.append((int(last[0]), int(last[1])))
    return np.array(edges, dtype=int).reshape(-1, 2)


def training_codes(name):
    """Codes and labels of a training part; of cross-validated sets of all rows."""
    X, y, measured = rows_of(name)
    if name in HOLD_OUT:
        train, _ = parts(name, y, 0)[0]
        X = X[train]
        y = y[train]
    if measured.any():
        X[:, measured] = MDLDiscretizer().fit_transform(X[:, measured], y)
    return X.astype(int), y


def rank_agreement(name, trees):
    """Spearman's correlation of fCLL, and of LL, with CLL over random trees."""
    X, y = training_codes(name)
    rng = np.random.default_rng(0)
    found = []
    for _ in range(trees):
        parents = rooted_parents(random_tree(X.shape[1], rng), X.shape[1])
        found.append([network_score(parents, X, y, c) for c in ("fcll", "ll", "cll")])
    fcll, ll, cll = np.array(found).T
    return float(spearmanr(fcll, cll)[0]), float(spearmanr(ll, cll)[0])


def tree_interaction(name):
    """Interaction informations along the tree of likelihood, summed, in bits a row."""
    X, y = training_codes(name)
    weights = edge_weights(X, y, 1.0)
    edges = TANClassifier("ll").fit(X, y).edges_
    return float(weights[edges[:, 0], edges[:, 1]].sum())
