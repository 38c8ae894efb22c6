"""Sugiyama (2016), section 26.3: one against one and one against the rest, seconds and errors.

Settles of chapter sugiyama/26_least_squares_classification: ovr-ovo-cost, ovo-problems-simpler.

``seconds``: balanced normal classes in 20 dimensions; kernel least squares, each problem solved by
itself, on 1,600 samples; one pass of stochastic gradient on 16,000; seconds of the processor.
``errors``: a line with intercept, ridge 0.01 on standardised inputs, half of the data for training;
errors averaged over the two sides of a problem, then over the problems.
"""

from ..class_reductions import (
    SETS,
    balanced_errors,
    reduction_seconds,
)

CLASSES = (4, 8, 16)
SIZES = {"default": {"repeats": 5}, "paper": {"repeats": 20}}


def cases(repeats):
    """One case a number of classes or a data set, and a seed."""
    seconds = [{"kind": "seconds", "c": c, "seed": s} for c in CLASSES for s in range(repeats)]
    errors = [{"kind": "errors", "set": name, "seed": s} for name in SETS for s in range(repeats)]
    return seconds + errors


def run(case):
    """Seconds or errors of both reductions."""
    if case["kind"] == "seconds":
        return reduction_seconds(case["c"], case["seed"])
    return balanced_errors(case["set"], case["seed"])
