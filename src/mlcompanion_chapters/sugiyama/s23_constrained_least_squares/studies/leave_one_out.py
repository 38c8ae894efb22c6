"""Sugiyama (2016), section 23.3: leave-one-out errors in closed form against n refits.

Settles of chapter sugiyama/23_constrained_least_squares: leave-one-out-formula.

*identity*: random Gaussian designs and Gaussian kernel matrices with 10 to 60 samples and penalties
1e-4, 0.1 and 10; a row holds the relative ``difference`` of the formula (23.4) from n separate
fits with the basis held fixed. *time*: processor seconds of both at ``n`` samples and as many
columns.
"""

from time import process_time

import numpy as np

from mlcompanion.regression import gaussian_basis, loo_error
from mlcompanion.regression.selection.cross_validation import loo_by_refitting

LAMS = (1e-4, 0.1, 10.0)
SIZES = {
    "default": {"n_problems": 200, "n_times": 5},
    "paper": {"n_problems": 200, "n_times": 5},
}


def cases(n_problems, n_times):
    """One case for each problem and each timing."""
    problems = [
        {"experiment": "identity", "design": ("gaussian", "kernel")[k % 2], "seed": k}
        for k in range(n_problems)
    ]
    return problems + [{"experiment": "time", "n": 200, "seed": k} for k in range(n_times)]


def run(case):
    """The row of a case."""
    rng = np.random.default_rng(case["seed"])
    if case["experiment"] == "time":
        n = case["n"]
        return times(rng.normal(size=(n, n)), rng.normal(size=n))
    n, lam = int(rng.integers(10, 61)), float(rng.choice(LAMS))
    if case["design"] == "kernel":
        Phi = gaussian_basis(np.sort(rng.uniform(-3, 3, size=n)), sigma=0.3)
    else:
        Phi = rng.normal(size=(n, int(rng.integers(2, 61))))
    y = rng.normal(size=n)
    refitted = loo_by_refitting(Phi, y, lam)
    difference = abs(loo_error(Phi, y, lam) - refitted) / refitted
    return {"n": n, "columns": Phi.shape[1], "lam": lam, "difference": difference}


def times(Phi, y, lam=0.1):
    """Processor seconds of the formula (the least of five) and of n refits."""
    closed = []
    for _ in range(5):
        start = process_time()
        loo_error(Phi, y, lam)
        closed.append(process_time() - start)
    start = process_time()
    loo_by_refitting(Phi, y, lam)
    return {"formula_s": min(closed), "refits_s": process_time() - start}
