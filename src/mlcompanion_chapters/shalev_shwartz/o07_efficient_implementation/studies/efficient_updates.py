"""Shalev-Shwartz (2007), chapter 7: the label-ranking step, its time, and the rate of Figure 7.5.

Settles of chapter shalev_shwartz/07_efficient_implementation: label-ranking-constant,
sopopo-time, pdip-iterations and max-of-hinge-rate. A row holds: the step with c gamma and with half
of it against the primal problem (``constant``); processor time of SOPOPO and of its sorting
(``time``); iterations, time of one and gap of the interior point (``interior``); excess of the
averaged iterate over its bound, and its slope, on 20 problems (``rate``).
"""

import numpy as np

from ..hinge_steps import (
    max_of_hinge_rates,
)
from ..ranking_steps import (
    constant_problem,
    pdip_problem,
    sopopo_seconds,
)

MARKS = np.array([100, 316, 1000, 3162, 10_000, 31_623, 100_000])
SIZES = {
    "default": {"steps": 50, "problems": 10},
    "paper": {"steps": 50, "problems": 10},
}


def cases(steps, problems):
    """Cases of the four experiments."""
    found = [
        {"experiment": "constant", "k": k, "n": n, "seed": 0, "steps": steps}
        for k in (2, 3, 5, 10)
        for n in (2, 5)
    ]
    found += [
        {"experiment": "interior", "cost": cost, "d": d, "seed": 0, "problems": problems}
        for cost in ("quadratic", "entropy", "logistic")
        for d in (10, 32, 100, 316, 1000, 3162, 10_000)
    ]
    found += [
        {"experiment": "rate", "k": k, "n": n, "c": c, "seed": 0}
        for k in (2, 10, 50)
        for n in (2, 20)
        for c in (0.1, 1.0, 10.0)
    ]
    return found + [
        {"experiment": "time", "k": k, "seed": 0}
        for k in (10_000, 31_623, 100_000, 316_228, 1_000_000)
    ]


def run(case):
    """The rows of a case, one a problem."""
    kind, seed = case["experiment"], case["seed"]
    if kind == "constant":
        return [constant_problem(case["k"], case["n"], s) for s in range(case["steps"])]
    if kind == "interior":
        return [pdip_problem(case["cost"], case["d"], s) for s in range(case["problems"])]
    if kind == "rate":
        return max_of_hinge_rates(case["k"], case["n"], case["c"], MARKS, 20, seed)
    return sopopo_seconds(case["k"], 7, seed)
