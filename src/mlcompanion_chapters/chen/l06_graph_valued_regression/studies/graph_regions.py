"""Chen (2013), chapter 6: the 22 regions, drifting graphs, single leaves, searches and rates.

Settles of chapter chen/06_graph_valued_regression: partition-82, table61-graphs,
fig62c-risk-curve, density-pattern, fig64-chain, fig66-grid, heldout-or-bic, refit-bias,
kernel-or-tree, sizes-alone, greedy-exact, which-reading, thm61-62-rate, thm63-covariance.

*regions*: one data set of 22 regions and its greedy tree; the first twenty also for each of three
judges and two layouts.
*chain*, *grid*: one draw of drifting graphs. *leaf*: one region alone. *search*: greedy and exact
tree. *smooth*, *jumps*: a kernel smoother and a tree. *rate*: excess risks. *quadrants*: share of
200 runs that refine the true partition.
"""

from itertools import product

from ..leaf_runs import leaf_run
from ..moving_runs import chain_run, grid_run
from ..region_runs import region_run
from ..search_runs import greedy_exact_run, kernel_tree_run
from ..theory_runs import quadrant_run, rate_run

#: Runs of the readings that the source does not tell of, each two to four seconds.
OTHER_READINGS = 20
SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each run."""

    def seeds(repeats):
        return range(max(int(repeats * share), 1))

    made = [
        {"experiment": "leaf", "n": n, "seed": seed}
        for n in (156, 625, 2500)
        for seed in seeds(100)
    ]
    made += [
        {"experiment": "quadrants", "n": n, "repeats": max(int(200 * share), 1)}
        for n in (100, 400, 1600, 6400)
    ]
    for experiment in ("chain", "grid"):
        made += [{"experiment": experiment, "seed": seed} for seed in seeds(10)]
    made += [
        {"experiment": "rate", "n": n, "seed": seed}
        for n in (500, 2000, 8000, 32000)
        for seed in seeds(50)
    ]
    for experiment in ("search", "smooth", "jumps"):
        made += [{"experiment": experiment, "seed": seed} for seed in seeds(50)]
    readings = list(product(("refit", "lasso", "both"), ("one", "two")))
    made += [
        {"experiment": "regions", "judge": judge, "layout": layout, "seed": seed}
        for seed in seeds(100)
        for judge, layout in (readings if seed < OTHER_READINGS else readings[:1])
    ]
    return made


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "regions":
        return region_run(case["seed"], case["judge"], case["layout"])
    if kind == "quadrants":
        return {"share": quadrant_run(case["n"], case["repeats"])}
    if kind in ("smooth", "jumps"):
        return kernel_tree_run(kind, case["seed"])
    if kind in ("leaf", "rate"):
        return {"leaf": leaf_run, "rate": rate_run}[kind](case["n"], case["seed"])
    return {"chain": chain_run, "grid": grid_run, "search": greedy_exact_run}[kind](case["seed"])
