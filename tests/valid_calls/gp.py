"""Arguments and calls of the Gaussian processes."""

from valid_calls.gp_low_rank import CALLS_LOW_RANK

SHARED = {}

INTERNAL = {
    "LowRankFit": "made by low_rank_fit, which checks",
}

CALLS = {**CALLS_LOW_RANK}
