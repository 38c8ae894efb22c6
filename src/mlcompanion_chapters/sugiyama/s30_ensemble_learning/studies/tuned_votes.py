"""Sugiyama (2016), chapter 30: a vote of five methods with tuned weights on five data sets.

Settles of chapter sugiyama/30_ensemble_learning: tuned-vote.
"""

from ..method_votes import DATA, tuned_vote

SIZES = {"default": {"repeats": 20}, "paper": {"repeats": 20}}


def cases(repeats):
    """One case for each data set and split."""
    return [{"data": data, "seed": seed} for data in DATA for seed in range(repeats)]


def run(case):
    """Errors and weights of a split."""
    return tuned_vote(case["data"], case["seed"])
