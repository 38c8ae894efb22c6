"""Choromanska (2014), Tables 2.3 and 2.4: passes of conditional random fields on generated chains.

Settles of chapter choromanska/02_partition_bound: tables23-24-crf.

One row a start: passes and processor seconds until the value is within 1e-4 of where L-BFGS ended.
*bound* keeps a diagonal (rank 0) and merges by joins, *sum* merges by sums, as the source.
"""

import numpy as np

from ..clocked import least_value, run_to
from ..hidden_chains import chain_problem, draw_chains

SIZES = {
    "default": {"starts": 5, "strings": 30, "length": 6, "labels": 20},
    "paper": {"starts": 10, "strings": 30, "length": 6, "labels": 45},
}
LAM = 10.0
MOST = {"sum": 60, "iis": 2000}
#: Equation (2.1) multiplies lambda by the number of strings; the other reading does not.
PENALTIES = ("t lambda", "lambda")


def cases(starts, strings, length, labels):
    """One case for each set and start."""
    return [
        {"labels": k, "penalty": penalty, "start": start, "strings": strings, "length": length}
        for k in (9, labels)
        for penalty in PENALTIES
        for start in range(starts)
    ]


def run(case):
    """One row."""
    k = case["labels"]
    data = draw_chains(k, 20, case["strings"], case["length"], np.random.default_rng(k))
    lam = LAM if case["penalty"] == "t lambda" else LAM / case["strings"]
    problem, scaling = chain_problem(data, k, case["length"], lam)
    sums, _ = chain_problem(data, k, case["length"], lam, merge="sum")
    start = 0.01 * np.random.default_rng(case["start"]).normal(size=problem.likelihood.size)
    least = least_value(problem, start, method="lbfgs", tol=1e-6)
    runs = {"lbfgs": ("lbfgs", problem), "cg": ("cg", problem), "bound": ("bound", problem)}
    runs["sum"] = ("bound", sums)
    if k == 9:
        runs["iis"] = ("bound", scaling)
    row = {"value": least}
    for name, (method, searched) in runs.items():
        if method == "bound":
            searched.touch(start)  # compiled
        goal = least + 1e-4 * abs(least)
        arrival = run_to(searched, method, start, goal, most=MOST.get(name, 500))
        row[f"passes_{name}"] = arrival.passes
        row[f"seconds_{name}"] = arrival.seconds
    return row
