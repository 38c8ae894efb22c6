"""Abrahamsen and Hansen (2011), section 2: seconds of leave-one-out projections in three ways.

Settles of chapter jmlr12/28_kpca_variance_inflation: sec2-cost, own-exact-cheap.

Times are processor seconds on one thread; run it with one worker.
"""

from ..costs import loo_costs

SIZES = {
    "default": {"points": (50, 100, 200, 400), "repeats": 5},
    "paper": {"points": (50, 100, 200, 400), "repeats": 5},
}


def cases(points, repeats):
    """One case for each number of points and seed."""
    return [{"n": n, "seed": seed} for seed in range(repeats) for n in points]


def run(case):
    """The row of a draw."""
    return loo_costs(case["n"], case["seed"])
