"""Sugiyama (2016), section 38.2: what holds of balls, on random problems, by other solvers.

Settles of chapter sugiyama/38_outlier_detection: svdd-kkt, svdd-range-of-c, singular-q-convex,
svdd-half-is-enough, svdd-is-one-class-svm.
"""

from ..balls import half_case, kkt_case, one_class_case, range_case, singular_case

CHECKS = {
    "kkt": kkt_case,
    "range": range_case,
    "singular": singular_case,
    "half": half_case,
    "one-class": one_class_case,
}
REPEATS = {"kkt": 200, "range": 100, "singular": 200, "half": 500, "one_class": 100}
SIZES = {"default": REPEATS, "paper": REPEATS}


def cases(**repeats):
    """One case for each theorem and seed."""
    return [
        {"check": check.replace("_", "-"), "seed": seed}
        for check, count in repeats.items()
        for seed in range(count)
    ]


def run(case):
    """The row of a problem."""
    return CHECKS[case["check"]](case["seed"])
