"""Stand-ins for the source's four real sets, with their n, m and lengths (Table 1).

SUSHI, DUBLIN and MSNBC: mixtures of five Mallows models around random complete orders; a chain is a
random item set put into a drawn order (SUSHI), or that order's first items (votes and visits).
MLENS: genes of NCI60, by the source's rule for film ratings.
"""

from functools import cache

import numpy as np

from mlcompanion.clustering.chains import Chains
from mlcompanion.datasets import load_nci60

__all__ = ["GENES", "SETS", "gene_chains", "mallows_orders", "stand_in"]

#: Number of groups, and displacement of an item as a share of all: phi = 1 - 3 / m.
GROUPS = 5
SPREAD = 3.0
SETS = ("sushi", "mlens", "dublin", "msnbc")
GENES = 207
#: How many chains, items, least length, and law of what is added to it.
SHAPES = {
    "sushi": (5000, 100, 10, (0, 0.0)),
    "dublin": (5000, 12, 4, (2, 0.4)),
    "msnbc": (5000, 17, 6, (2, 0.25)),
}


def mallows_orders(centers, phi, rng):
    r"""One draw from a Mallows model around each row: items are inserted one after another.

    .. math:: \Pr(\tau)\propto\phi^{d_K(\tau,\text{center})}

    Parameters
    ----------
    centers : ndarray of int, shape (n, m)
        Items, the first one first.
    phi : float
        In (0, 1); near 1 is near uniform.
    rng : Generator

    Returns
    -------
    ndarray of int, shape (n, m)
    """
    n, m = centers.shape
    places = np.zeros((n, m), dtype=np.int64)
    for i in range(1, m):
        weights = phi ** np.arange(i, -1, -1.0)  # the last place keeps the centre's order
        drawn = np.searchsorted(np.cumsum(weights) / weights.sum(), rng.random(n))
        here = np.minimum(drawn, i)
        places[:, :i] += places[:, :i] >= here[:, None]
        places[:, i] = here
    return np.take_along_axis(centers, np.argsort(places, axis=1), axis=1)


def gene_chains(seed=0):
    """Chains over the genes of NCI60 that vary most, and the cell line of each.

    An entry is graded 1 to 5 by fifths of all entries. A chain belongs to one cell line, of which
    it has seen 10 to 50 genes at random; at most three genes of a grade stay, and the chain puts
    the higher grade first, equal ones at random.

    Returns
    -------
    chains : Chains
    line : ndarray of int, shape (2191,)
    """
    rng = np.random.default_rng(seed)
    data = load_nci60().data
    values = data[:, np.argsort(-data.var(axis=0), kind="stable")[:GENES]]
    grades = np.searchsorted(np.quantile(values, [0.2, 0.4, 0.6, 0.8]), values) + 1
    line = np.arange(2191) % len(values)
    made = [_graded(grades[row], rng) for row in line]
    return Chains(made, GENES), line


def _graded(grades, rng, least=6):
    """One chain of at least six genes, by the rule for films."""
    chain = np.zeros(0, dtype=np.int64)
    while len(chain) < least:
        seen = rng.permutation(GENES)[: rng.integers(10, 51)]
        parts = [seen[grades[seen] == grade][:3] for grade in (5, 4, 3, 2, 1)]
        chain = np.concatenate(parts)
    return chain


@cache
def stand_in(name):
    """The chains of one set, always the same."""
    if name == "mlens":
        return gene_chains()[0]
    n, m, least, (more, chance) = SHAPES[name]
    rng = np.random.default_rng(SETS.index(name))
    centers = rng.permuted(np.tile(np.arange(m), (GROUPS, 1)), axis=1)
    orders = mallows_orders(centers[rng.integers(GROUPS, size=n)], 1 - SPREAD / m, rng)
    lengths = least + rng.binomial(more, chance, size=n)
    if name == "sushi":  # which items are ranked says nothing of their order
        rank = np.argsort(orders, axis=1)
        subsets = np.argsort(rng.random((n, m)), axis=1)[:, :least]
        places = np.argsort(np.take_along_axis(rank, subsets, axis=1), axis=1)
        return Chains(np.take_along_axis(subsets, places, axis=1), m)
    items = orders[:, : lengths.max()].copy()
    items[np.arange(items.shape[1]) >= lengths[:, None]] = -1
    return Chains(items, m)
