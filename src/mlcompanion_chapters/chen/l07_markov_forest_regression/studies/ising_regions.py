"""Chen (2013), section 7.5.1: the tree of general graphs on the same runs as ``forest_regions``.

Settles of chapter chen/07_markov_forest_regression: table71-partitions, irrelevant-splits,
table71-graph-scores (with ``forest_regions``).

Each cell is a sparse Ising model by the log-determinant bound, twelve penalties, refitted. A
hundred runs at each size, as in the source.
"""

from ..region_runs import graph_run

SIZES = {"default": {"runs": 100}, "paper": {"runs": 100}}


def cases(runs):
    """One case a run."""
    return [{"n": n, "seed": seed} for n in (5000, 10_000) for seed in range(runs)]


def run(case):
    """The row of a case."""
    return graph_run(case["n"], case["seed"])
