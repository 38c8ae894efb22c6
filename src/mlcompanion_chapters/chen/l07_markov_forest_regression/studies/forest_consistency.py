"""Chen (2013), section 7.2: does the pruned tree find the forest as the sample grows?

Settles of chapter chen/07_markov_forest_regression: structure-consistency.

One region of the simulation, 4 random trees of 5 nodes: the share of wrong forests for each
exponent, with the spanning tree found once a sample, and the share of wrong graphs without pruning.
"""

import numpy as np

from mlcompanion.graphical.forests import binary_forest, error_shares, tree_run
from mlcompanion.graphical.partitions import random_forest_edges
from mlcompanion.graphical.trees import pairwise_mutual_information

SIZES = {"default": {"repeats": 500}, "paper": {"repeats": 500}}
EXPONENTS = (0.2, 0.5, 0.8)


def cases(repeats):
    """One case a sample size."""
    return [{"n": n, "repeats": repeats} for n in (100, 1000, 10_000, 100_000)]


def run(case):
    """The row of a case: shares of wrong forests."""
    n = case["n"]
    runs = []
    for seed in range(case["repeats"]):
        rng = np.random.default_rng([n, seed])
        law = binary_forest(20, random_forest_edges(20, 5, rng), crossover=0.8)
        runs.append(tree_run(pairwise_mutual_information(law.sample(n, rng), 2), law.edges))
    shares = error_shares(runs, [*(float(n) ** -beta for beta in EXPONENTS), 0.0])
    return {
        "wrong": shares.wrong[:3].tolist(),
        "too_few": shares.too_few[:3].tolist(),
        "too_many": shares.too_many[:3].tolist(),
        "wrong_tree": float(shares.wrong[3]),
    }
