"""Choromanska (2014), section 1.2: dot products of machines for many classes, spectral splits.

Settles of chapter choromanska/01_introduction: log-time.

One case a number of classes, or a real set.
"""

from ..label_trees import tree_counts
from ..spectral_splits import LABELLED, worst_split

SIZES = {"default": {"depths": 8}, "paper": {"depths": 8}}


def cases(depths):
    """Powers of two from eight on, and the sets."""
    made = [{"experiment": "counts", "n": 8 << k} for k in range(depths)]
    return [*made, *({"experiment": "splits", "data": s} for s in LABELLED)]


def run(case):
    """The row of a case."""
    if case["experiment"] == "splits":
        return worst_split(case["data"])
    return tree_counts(case["n"])
