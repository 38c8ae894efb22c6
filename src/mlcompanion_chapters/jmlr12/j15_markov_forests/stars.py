"""Stars and chains of fair coins, and many runs of the thresholded tree on them.

The star of section 7.1: node 0 is a fair coin, k further nodes copy it but for a share of errors,
the rest are fair coins of their own.
"""

import numpy as np

from mlcompanion.graphical.forests import error_shares, tree_run
from mlcompanion.graphical.trees import pairwise_mutual_information

__all__ = [
    "BETAS",
    "apart_share",
    "chain_error",
    "chain_rows",
    "component_of",
    "shape_edges",
    "shape_rows",
    "star_edges",
    "star_rows",
    "star_runs",
    "wrong_share",
]

#: Exponents of the figures 3 and 4.
BETAS = np.round(np.arange(0.3, 0.9001, 0.025), 3)


def star_edges(k):
    """Edges of the star: node 0 with each of the next k."""
    return [(0, j) for j in range(1, k + 1)]


def star_rows(n, d, k, rng, crossover=0.3):
    """``n`` rows of a star of k edges among d coins."""
    X = rng.integers(0, 2, (n, d), dtype=np.int8)
    X[:, 1 : k + 1] = X[:, :1] ^ (rng.random((n, k)) < crossover)
    return X


def star_runs(n, d, k, repeats, seed=0):
    """What ``repeats`` runs on stars leave behind, three numbers each.

    Returns
    -------
    ndarray, shape (repeats, 3)
        See :func:`mlcompanion.graphical.forests.tree_run`.
    """
    edges = star_edges(k)
    rngs = [np.random.default_rng([seed, n, d, k, run]) for run in range(repeats)]
    return np.array(
        [tree_run(pairwise_mutual_information(star_rows(n, d, k, rng), 2), edges) for rng in rngs]
    )


def wrong_share(runs, n, beta):
    """Share of wrong edge sets, its standard error, and the share of runs with a lost edge."""
    shares = error_shares(runs, [n**-beta])
    wrong = float(shares.wrong[0])
    return wrong, float(np.sqrt(wrong * (1 - wrong) / len(runs))), float(shares.too_few[0])


def chain_rows(n, d, rng, crossover=0.2):
    """``n`` rows of a chain of d fair coins, each a copy of the last but for a share of errors."""
    flips = rng.random((n, d)) < crossover
    flips[:, 0] = rng.random(n) < 0.5
    return np.cumsum(flips, axis=1) % 2


def chain_error(n, d, repeats, beta=0.625, seed=0):
    """Share of runs in which the thresholded tree is not the chain."""
    edges = [(j, j + 1) for j in range(d - 1)]
    runs = []
    for run in range(repeats):
        rng = np.random.default_rng([seed, n, d, run])
        runs.append(tree_run(pairwise_mutual_information(chain_rows(n, d, rng), 2), edges))
    return wrong_share(np.array(runs, dtype=float), n, beta)[0]


def shape_edges(shape, k):
    """Edges of a star, or of k pairs side by side."""
    if shape == "star":
        return star_edges(k)
    return [(2 * j, 2 * j + 1) for j in range(k)]


def shape_rows(shape, n, d, k, rng, crossover=0.3):
    """Rows of a star, or of k pairs, among d fair coins."""
    if shape == "star":
        return star_rows(n, d, k, rng, crossover)
    X = rng.integers(0, 2, (n, d), dtype=np.int8)
    X[:, 1 : 2 * k : 2] = X[:, : 2 * k : 2] ^ (rng.random((n, k)) < crossover)
    return X


def component_of(edges, d):
    """A number for each node, the same for nodes of one tree."""
    part = np.arange(d)
    for i, j in edges:
        part[part == part[j]] = part[i]
    return part


def apart_share(shape, n, d, k, repeats, beta=0.75, seed=0):
    """Share of runs in which a pair of different trees looks like an edge; no tree is built."""
    part = component_of(shape_edges(shape, k), d)
    apart = part[:, None] != part
    hits = 0
    for run in range(repeats):
        rng = np.random.default_rng([seed, n, d, k, run])
        M = pairwise_mutual_information(shape_rows(shape, n, d, k, rng), 2)
        hits += bool((M[apart] >= n**-beta).any())
    return hits / repeats
