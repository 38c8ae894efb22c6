"""Choromanska (2014), Table 2.2: passes on gene expressions, with the low-rank bound.

Settles of chapter choromanska/02_partition_bound: table22-srbct.

One row a start and split: passes and seconds of L-BFGS, steepest descent, conjugate gradients and
the bound of rank 14 (the logarithm of 9,236 parameters to the base two) until the value is within
1e-4 of where L-BFGS ended.
"""

import numpy as np

from ..clocked import least_value, run_to
from ..tables import logistic_problem, starts, table

SIZES = {"default": {"starts": 3, "most": 600}, "paper": {"starts": 10, "most": 1000}}
METHODS = ("lbfgs", "sd", "cg", "bound")
RANK = 14
LAM = 10.0


def cases(starts, most):
    """One case for each start."""
    return [{"start": start, "most": most} for start in range(starts)]


def run(case):
    """One row."""
    X, codes = table("srbct")
    rng = np.random.default_rng(case["start"])
    train = rng.permutation(len(X))[: round(0.9 * len(X))]
    problem = logistic_problem(X[train], codes[train], LAM, rank=RANK)
    start = starts(problem, 1, seed=case["start"])[0]
    least = least_value(problem, start, method="lbfgs", tol=1e-6)
    run_to(problem, "bound", start, -np.inf, most=2)  # compiled
    row = {"rank": RANK, "train": len(train), "value": least}
    for method in METHODS:
        arrival = run_to(problem, method, start, least + 1e-4 * abs(least), most=case["most"])
        row[f"passes_{method}"] = arrival.passes
        row[f"seconds_{method}"] = arrival.seconds
    return row
