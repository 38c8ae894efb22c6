"""Bubeck et al. (2011): regret with the smoothness known and underestimated.

Settles of chapter jmlr12/16_x_armed_bandits: known-smoothness-rate, underestimated-smoothness-rate.
The default stops at n = 2^18, the paper's size at 2^22: a third of an hour of a quiet core.
A row holds the pseudo-regrets of all repeats for one dimension, dissimilarity and horizon.
"""

from ..tree_runs import RATE_SIZES, peak_regrets

SIZES = {
    "default": {"sizes": RATE_SIZES[:3], "repeats": 10},
    "paper": {"sizes": RATE_SIZES, "repeats": 10},
}


def cases(sizes, repeats):
    """One case for each horizon, dimension and dissimilarity."""
    return [
        {"n": n, "dimension": dimension, "known": known, "repeats": repeats}
        for n in sizes
        for dimension in (1, 2, 3)
        for known in (True, False)
    ]


def run(case):
    """The row of a case."""
    found = peak_regrets(case["dimension"], case["known"], case["n"], case["repeats"])
    return {"regret": found.tolist()}
