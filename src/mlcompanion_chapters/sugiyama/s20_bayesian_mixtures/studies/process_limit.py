"""Sugiyama (2016), section 20.1.3: the Dirichlet process mixture as the limit of many components.

Settles of chapter sugiyama/20_bayesian_mixtures: dirichlet-process-limit.

A case is one chain on one data set of the listing: of ``m`` components with concentration 1 / m
each, by the library's sweep, or of the limit (``m`` = 0), programmed separately. ``occupied`` is
the mean number of clusters with points after the first sweeps are dropped.
"""

from ..limit import finite_chain, process_chain

SIZES = {
    "default": {"n_sweeps": 2000, "m": 1000, "chains": 4},
    "paper": {"n_sweeps": 2000, "m": 1000, "chains": 4},
}


def cases(n_sweeps, m, chains):
    """One case for each chain of each kind."""
    return [
        {"m": size, "seed": seed, "n_sweeps": n_sweeps, "burn_in": n_sweeps // 10}
        for size in (m, 0)
        for seed in range(chains)
    ]


def run(case):
    """The row of a case."""
    if case["m"]:
        occupied = finite_chain(case["seed"], case["m"], case["n_sweeps"], case["burn_in"])
    else:
        occupied = process_chain(case["seed"], case["n_sweeps"], case["burn_in"])
    return {"occupied": float(occupied)}
