"""Ueno et al. (2011), section 8.2: processor seconds of a step, with and without a matrix.

Settles of chapter jmlr12/26_generalized_td: own-step-cost.

Times are processor seconds on one thread; run it with one worker.
"""

from ..costs import METHODS, step_seconds

SIZES = {
    "default": {"features": (50, 100, 200, 400), "repeats": 5},
    "paper": {"features": (50, 100, 200, 400), "repeats": 5},
}


def cases(features, repeats):
    """One case for each method, number of features and seed."""
    return [
        {"method": method, "m": m, "seed": seed}
        for seed in range(repeats)
        for method in METHODS
        for m in features
    ]


def run(case):
    """The row of a draw."""
    return {"step": step_seconds(case["method"], case["m"], case["seed"])}
