"""Sugiyama (2016), chapter 30: statements about a round, searched for counterexamples.

Settles of chapter sugiyama/30_ensemble_learning: exponential-step, weights-after-update,
logit-half-log-odds, logit-calibrated.

Rows: the largest deviations of one random problem, by check.
"""

from ..noise_race import calibration_gaps
from ..theorem_checks import cell_probabilities, half_log_odds, steps_of, updates_of

SIZES = {
    "default": {"problems": 200, "cells": 10, "calibrations": 20},
    "paper": {"problems": 200, "cells": 10, "calibrations": 20},
}


def cases(problems, cells, calibrations):
    """One case a problem."""
    found = [{"check": "population", "seed": 0}]
    found += [{"check": "step", "seed": seed} for seed in range(problems)]
    for kind in ("random", "listing"):
        found += [{"check": f"update, {kind}", "seed": seed} for seed in range(problems)]
    found += [{"check": "cells", "seed": seed} for seed in range(cells)]
    return found + [{"check": "calibration", "seed": seed} for seed in range(calibrations)]


def run(case):
    """The measurements of a check."""
    check, _, kind = case["check"].partition(", ")
    seed = case["seed"]
    if check == "population":
        return {"pop_dev": half_log_odds()}
    if check == "update":
        return updates_of(seed, kind)
    return {"step": steps_of, "cells": cell_probabilities, "calibration": calibration_gaps}[check](
        seed
    )
