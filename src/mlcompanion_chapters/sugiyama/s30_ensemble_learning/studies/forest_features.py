"""Sugiyama (2016), chapter 30: bagged trees with and without features drawn at each split.

Settles of chapter sugiyama/30_ensemble_learning: forest-needs-features.

A row a training half: how often two trees disagree, and errors.
"""

from ..method_votes import FORESTS, forest_against_bagging

SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each data set and half."""
    return [{"data": data, "seed": seed} for data in FORESTS for seed in range(repeats)]


def run(case):
    """Disagreement of trees, and errors, with and without."""
    return forest_against_bagging(case["data"], case["seed"])
