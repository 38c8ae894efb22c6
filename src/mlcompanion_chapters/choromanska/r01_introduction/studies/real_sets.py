"""Choromanska (2014), section 1.1.3: passes of incremental and batch methods on real sets.

Settles of chapter choromanska/01_introduction: incremental-beats-batch, semi-stochastic,
scaling-slow.

One case a set and question.
"""

from ..problems import SETS
from ..real_sets import growth_gaps, passes_to_accuracy
from ..scaling import SCALED, scaling_passes

SIZES = {
    "default": {"accuracy": 5, "growth": 10, "limit": 100_000},
    "paper": {"accuracy": 5, "growth": 10, "limit": 100_000},
}


def cases(accuracy, growth, limit):
    """The sets, for each of three questions; repeats are orders of the samples."""
    made = [{"experiment": "accuracy", "data": s, "repeats": accuracy} for s in SETS]
    made += [{"experiment": "growth", "data": s, "repeats": growth} for s in SETS]
    return made + [{"experiment": "scaling", "data": s, "limit": limit} for s in SCALED]


def run(case):
    """The row of a set."""
    if case["experiment"] == "scaling":
        return scaling_passes(case["data"], case["limit"])
    if case["experiment"] == "accuracy":
        return passes_to_accuracy(case["data"], case["repeats"])
    return growth_gaps(case["data"], case["repeats"])
