"""Chen (2013), sections 8.3.2 and 8.4.1: what a refit gains, which rate is fastest, which zeros.

Settles of chapter chen/08_sparse_preferences: refit-gain, best-start-rate, penalty-and-rate,
lazy-shrinkage, refit-equal-steps.
"""

from ..box import equal_step_gains, spacing_row
from ..penalty_rows import DENSITY_LAMS, STARTING_RATES, objective_row, refit_row, zeros_row
from ..protocol import LAM

RATES = (2.0, 20.0, 2000.0, 20_000.0)
SIZES = {
    "default": {"seeds": 5, "steps": 5000, "short": 1000},
    "paper": {"seeds": 5, "steps": 100_000, "short": 100_000},
}


def cases(seeds, steps, short):
    """One case for each seed and penalty or starting rate."""
    found = []
    for seed in range(seeds):
        found += [{"what": what, "seed": seed} for what in ("spacing", "equal")]
        found += [{"what": "zeros", "seed": seed, "C": C} for C in RATES]
        found += [
            {"what": "objective", "seed": seed, "C": C, "steps": short} for C in STARTING_RATES
        ]
        found += [
            {"what": "refit", "seed": seed, "lam": lam, "steps": steps} for lam in DENSITY_LAMS
        ]
    return found


def run(case):
    """The row of a case."""
    if case["what"] == "spacing":
        return {"spacing": spacing_row(case["seed"], LAM["digits"])}
    if case["what"] == "equal":
        return {"equal": equal_step_gains(case["seed"], LAM["digits"])}
    if case["what"] == "zeros":
        return zeros_row(case["seed"], case["C"])
    if case["what"] == "objective":
        return objective_row(case["seed"], case["C"], case["steps"])
    return refit_row(case["seed"], case["lam"], case["steps"])
