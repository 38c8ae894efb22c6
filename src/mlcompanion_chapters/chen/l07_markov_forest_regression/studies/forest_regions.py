"""Chen (2013), section 7.5.1: the tree of forests on 22 regions, a hundred runs at each size.

Settles of chapter chen/07_markov_forest_regression: table71-partitions, irrelevant-splits,
table71-forest-scores, table71-graph-scores, own-minimal-gain (with ``ising_regions``).

Of each run: whether the partition is right, cuts along covariates that do not matter, gains and
standard errors of all cuts in nats, the same with a least gain of two standard errors, and how
right the forests of the regions 1, 18 and 22 are.
"""

from ..region_runs import forest_run

SIZES = {"default": {"runs": 100}, "paper": {"runs": 100}}


def cases(runs):
    """One case a run."""
    return [{"n": n, "seed": seed} for n in (5000, 10_000) for seed in range(runs)]


def run(case):
    """The row of a case."""
    return forest_run(case["n"], case["seed"])
