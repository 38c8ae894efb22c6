"""Chen (2013), section 6.5.1.1, with more rows than the source's 10,000: is the partition found?

Settles of chapter chen/06_graph_valued_regression: twice-the-rows.
"""

from mlcompanion.datasets import make_graph_regions

from ..region_runs import grow, right_partition

SIZES = {"default": {"repeats": 30}, "paper": {"repeats": 30}}


def cases(repeats):
    """One case for each data set."""
    return [{"n": n, "seed": seed} for seed in range(repeats) for n in (14_000, 20_000)]


def run(case):
    """Whether the greedy tree has exactly the 22 regions, and cuts along other covariates."""
    found = grow(make_graph_regions(case["n"], random_state=case["seed"]))
    return {
        "right": bool(right_partition(found.tree)),
        "irrelevant": int((found.tree.feature >= 2).sum()),
        "leaves": found.tree.n_leaves,
    }
