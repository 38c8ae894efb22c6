"""The stored races of section 5.6 as the page and its ledger read them; numbers of the source."""

from itertools import pairwise

import numpy as np

from .lasso_stream import METHODS, STAGES

#: As printed in Tables 5.2, 5.3, 5.5 and 5.6.
PRINTED = {
    0.0: ([20.87, 20.67, 20.66, 20.98, 20.65, 20.56], [0.67, 0.67, 0.67, 0.83, 0.82, 0.92]),
    1.0: (
        [21.57, 21.12, 21.01, 21.19, 21.09, 20.97, 20.98],
        [0.67, 0.67, 0.67, 0.84, 0.73, 0.87, 0.88],
    ),
    "digits": (
        [570.26, 527.95, 514.40, 560.73, 547.54, 497.62],
        [62.50, 71.42, 80.73, 53.44, 55.86, 41.70],
        [0.106, 0.098, 0.106, 0.123, 0.114, 0.065],
    ),
    "news": (
        [272.07, 252.36, 249.13, 281.54, 232.56, 229.30],
        [43.42, 68.36, 89.39, 33.99, 33.15, 22.23],
        [3.310, 3.213, 3.213, 3.408, 3.310, 2.823],
    ),
}
OBJECTIVES = {0.0: 20.56, 1.0: 20.97}


def best_row(rows):
    """The step constant with the lowest mean objective."""
    return min(rows, key=lambda row: row["obj"])


def tuned(study, rho):
    """The tuned row of each method; RDA and FOBOS are also tried with steps for a ridge."""
    names = METHODS if rho == 0 else (*METHODS, "M_ORDA")
    rows = [r for r in study.rows if r["experiment"] == "method" and r["rho"] == rho]
    mine = {name: [r for r in rows if r["method"].split(",")[0] == name] for name in names}
    return {name: best_row(found) for name, found in mine.items()}


def chosen_penalty(study, rho):
    """The penalty at which ORDA's mean objective is nearest to the printed one."""
    rows = [r for r in study.rows if r["experiment"] == "lambda" and r["rho"] == rho]
    return min(rows, key=lambda row: abs(row["obj"] - OBJECTIVES[rho]))["lam"]


def tuned_classifiers(study, data):
    """The tuned row of each method on a data set."""
    rows = [r for r in study.rows if r["data"] == data]
    return {name: best_row([r for r in rows if r["method"] == name]) for name in METHODS}


def stage_moves(staged, single):
    """What happens at the start of each stage but the first, from two mean curves."""
    staged = np.asarray(staged)
    ends = np.cumsum(STAGES)
    found = {"before": [], "peak": [], "after": [], "quick": []}
    for begin, end in pairwise(ends):
        before = staged[begin - 1]
        length = end - begin
        stage = staged[begin:end]
        above = np.flatnonzero(stage >= before)
        found["before"].append(float(before))
        found["peak"].append(float(stage[: max(3, length // 10)].max()))
        found["after"].append(float(stage[-1]))
        found["quick"].append((int(above[-1]) + 1) / length if len(above) else 0.0)
    found["diff"] = float(staged[-1] - single[-1])
    return found
