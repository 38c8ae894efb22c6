"""Columns of numbers: kernel densities in place of counts, beside a tree of correlations."""

import numpy as np

from mlcompanion.graphical import KernelForest
from mlcompanion.graphical.trees import maximum_spanning_tree

__all__ = ["BENT", "bent_rows", "kernel_case", "normal_edges"]

#: A tree of eight columns.
BENT = ((0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (6, 7))


def bent_rows(n, rng):
    """Rows of eight columns: a child falls from 1 on both sides of its parent's 0, plus noise."""
    X = np.empty((n, 8))
    X[:, 0] = rng.uniform(-1, 1, n)
    for parent, child in BENT:
        roof = 1 - 2 * np.abs(np.clip(X[:, parent], -1, 1))
        X[:, child] = roof + 0.2 * rng.normal(size=n)
    return X


def normal_edges(X, held_out):
    """Edges of the tree of correlations; the held-out normal likelihood says how many."""
    mean = X.mean(axis=0)
    spread = X.std(axis=0)
    rho = np.corrcoef(X.T)
    with np.errstate(divide="ignore"):
        informations = -0.5 * np.log1p(-(rho**2))
    np.fill_diagonal(informations, 0.0)
    tree = maximum_spanning_tree(informations)
    z = (held_out - mean) / spread
    gains = [0.0]
    for u, v in tree.edges:
        r = rho[u, v]
        # log of the pair's density over the product of its margins
        form = (z[:, u] ** 2 + z[:, v] ** 2) * r**2 - 2 * r * z[:, u] * z[:, v]
        gains.append(np.mean(-0.5 * np.log1p(-(r**2)) - 0.5 * form / (1 - r**2)))
    return tree.edges[: int(np.argmax(np.cumsum(gains)))]


def kernel_case(seed, n=1000):
    """One data set and as many held-out rows: who finds the seven edges.

    Returns
    -------
    dict
        ``normal_rule``, ``chosen``, ``correlations``: 1 if the edges are right; ``factor``: of the
        normal rule, as chosen.
    """
    rng = np.random.default_rng([seed, 75])
    X = bent_rows(n, rng)
    held_out = bent_rows(n, rng)
    wide = KernelForest("normal").fit(X, X_val=held_out)
    chosen = KernelForest().fit(X, X_val=held_out)
    return {
        "normal_rule": int(_right(wide.edges_)),
        "chosen": int(_right(chosen.edges_)),
        "correlations": int(_right(normal_edges(X, held_out))),
        "factor": float(chosen.bandwidths_[0] / wide.bandwidths_[0]),
    }


def _right(edges):
    return {tuple(edge) for edge in np.asarray(edges).tolist()} == set(BENT)
