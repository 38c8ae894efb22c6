"""Sugiyama (2016), chapter 30: variance over training sets of a vote of bagged stumps.

Settles of chapter sugiyama/30_ensemble_learning: variance-floor.

A row a block of training sets, whose variances and covariances are averaged.
"""

from ..voting_draws import score_variances

VOTE_SIZES = (1, 3, 10, 30, 100, 300)
SIZES = {"default": {"blocks": 40, "sets": 500}, "paper": {"blocks": 40, "sets": 500}}


def cases(blocks, sets):
    """One case a block."""
    return [{"seed": sets * block, "sets": sets} for block in range(blocks)]


def run(case):
    """Variances of votes by their size, and of single stumps."""
    measured, variance, covariance = score_variances(VOTE_SIZES, case["sets"], case["seed"])
    by_size = {f"vote_{b}": float(v) for b, v in zip(VOTE_SIZES, measured)}
    return {**by_size, "variance": variance, "covariance": covariance}
