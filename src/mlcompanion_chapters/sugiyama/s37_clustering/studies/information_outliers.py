"""Sugiyama (2016), section 37.4: which information does a single outlier change more?

Settles of chapter sugiyama/37_clustering: mi-outlier-sensitive.

A row a draw of two clouds: relative change of ordinary and of quadratic mutual information by a
point far out and by a mislabelled one.
"""

from ..added_point import relative_changes

SIZES = {"default": {"repeats": 50}, "paper": {"repeats": 50}}


def cases(repeats):
    """One case for each draw."""
    return [{"seed": seed} for seed in range(repeats)]


def run(case):
    """The row of a case."""
    return relative_changes(case["seed"])
