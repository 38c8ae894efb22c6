"""Small runs for the page: the greenhouse, Figure 5, and means over twenty draws of a tree."""

from functools import lru_cache

import numpy as np

from mlcompanion.graphical.latent import (
    LatentTree,
    complete_tree,
    correlation_distance,
    hidden_chain,
    learn_latent_tree,
    robinson_foulds,
    splits_of,
    with_random_lengths,
)
from mlcompanion.graphical.latent.families import difference_spreads
from mlcompanion.probability import Wishart

__all__ = [
    "DRAWS",
    "FIGURE_5",
    "FIGURE_5_PLACES",
    "GREENHOUSE",
    "SMALL",
    "SMALL_METHODS",
    "bic_gaps",
    "difference_spreads",
    "greenhouse",
    "mean_misses",
    "places_like",
    "small_distances",
    "small_tree",
]

DRAWS = 20
SMALL_METHODS = {"neighbour joining": "nj", "recursive grouping": "rg", "CLRG": "clrg",
                 "CLNJ": "clnj"}  # fmt: skip
#: Correlations of thermometers 1 to 4 with one boiler, 5 to 8 with the other, and of the boilers.
GREENHOUSE = (0.8, 0.7, 0.6, 0.75, 0.8, 0.65, 0.7, 0.55, 0.6)

#: A tree like the source's Figure 5, nodes from 0: hidden 6, 7, 8 are h1, h2, h3.
FIGURE_5 = LatentTree(
    6,
    [(0, 6), (3, 7), (4, 7), (7, 6), (6, 8), (2, 8), (1, 8), (5, 8)],
    [0.9, 0.8, 0.2, 0.3, 0.9, 0.2, 0.7, 0.8],
)
FIGURE_5_PLACES = np.array(
    [(-1.2, 1.1), (2.3, 0.9), (1.6, -1.0), (-2.2, -0.3), (-1.0, -1.0), (3.2, -0.4), (0, 0.4),
     (-1, 0), (1.6, 0.1)],
)  # fmt: skip


def greenhouse():
    """Two unseen boilers, nodes 8 and 9, and eight thermometers."""
    edges = [(j, 8) for j in range(4)] + [(j, 9) for j in range(4, 8)] + [(8, 9)]
    return LatentTree(8, edges, -np.log(GREENHOUSE))


SMALL = {
    "greenhouse": greenhouse(),
    "hidden chain": hidden_chain(16),
    "two layers": complete_tree((4, 2, 2)),
}


def small_tree(shape, run):
    """The greenhouse as it is; the others with correlations of this run."""
    tree = SMALL[shape]
    return tree if shape == "greenhouse" else with_random_lengths(tree, run)


def small_distances(shape, n, run):
    """Estimated distances of this run, from n rows."""
    law = Wishart(small_tree(shape, run).correlations(), n)
    return correlation_distance(law.rvs(random_state=np.random.default_rng([run, n]))[0])


@lru_cache(maxsize=64)
def mean_misses(shape, n):
    """For each method the mean Robinson-Foulds distance over the draws."""
    far = np.zeros(len(SMALL_METHODS))
    for run in range(DRAWS):
        truth = small_tree(shape, run)
        D = small_distances(shape, n, run)
        for place, method in enumerate(SMALL_METHODS.values()):
            far[place] += robinson_foulds(learn_latent_tree(D, method, n_samples=n), truth)
    return far / DRAWS


def bic_gaps(rows):
    """Printed minus recomputed BIC (28), a row a table row: log-likelihood, BIC, parameters, n."""
    rows = np.asarray(rows, dtype=float)
    return rows[:, 1] - (rows[:, 0] - 0.5 * rows[:, 2] * np.log(rows[:, 3]))


def places_like(tree, other, places):
    """Places of a tree's nodes: where the other tree's nodes of the same neighbourhoods stand.

    A hidden node stands where the hidden node stands whose edges' splits it shares most.
    """
    own = _splits_at(tree)
    theirs = _splits_at(other)
    found = [tuple(places[j]) for j in range(tree.n_observed)]
    for node in range(tree.n_observed, tree.n_nodes):
        best = max(range(other.n_observed, other.n_nodes), key=lambda h: len(own[node] & theirs[h]))
        found.append(tuple(places[best]))
    return found


def _splits_at(tree):
    """The splits of the edges at each node."""
    around = [set() for _ in range(tree.n_nodes)]
    for (a, b), split in zip(tree.edges.tolist(), splits_of(tree)):
        around[a].add(split)
        around[b].add(split)
    return around
