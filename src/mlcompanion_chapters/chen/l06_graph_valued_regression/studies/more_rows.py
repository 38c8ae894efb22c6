"""Chen (2013), section 6.5.1.1: are the 22 regions found with more rows, or by an exact search?

Settles of chapter chen/06_graph_valued_regression: twice-the-rows, exact-regions.

*rows*: the greedy tree at the source's setting with more rows. *exact*: the source's 10,000 rows
and the two covariates that matter alone, greedy and exact, sides down to 1/8.
"""

from mlcompanion.datasets import make_graph_regions
from mlcompanion.graphical.graph_regression import GaussianLeafModel
from mlcompanion.graphical.partitions import exact_partition, greedy_partition

from ..region_runs import grow, right_partition

SIZES = {"default": {"repeats": 30}, "paper": {"repeats": 30}}


def cases(repeats):
    """One case for each data set."""
    made = [{"experiment": "exact", "n": 10_000, "seed": seed} for seed in range(repeats)]
    return made + [
        {"experiment": "rows", "n": n, "seed": seed}
        for seed in range(repeats)
        for n in (14_000, 20_000)
    ]


def run(case):
    """Which trees have exactly the 22 regions; cuts along covariates that do not matter."""
    if case["experiment"] == "rows":
        found = grow(make_graph_regions(case["n"], random_state=case["seed"]))
        return {
            "greedy": bool(right_partition(found.tree)),
            "irrelevant": int((found.tree.feature >= 2).sum()),
            "greedy_leaves": found.tree.n_leaves,
        }
    data = make_graph_regions(case["n"], d=2, random_state=case["seed"])
    row = {}
    for name, search in (("greedy", greedy_partition), ("exact", exact_partition)):
        found = search(
            data.X, data.Y, data.X_out, data.Y_out, leaf=GaussianLeafModel(), max_level=3
        )
        row[name] = bool(right_partition(found.tree))
        row[f"{name}_leaves"] = found.tree.n_leaves
        row[f"{name}_risk"] = found.risk
    return row
