"""Replace me: what no page can hold. Settles own-heavy-tails of chen/09_sparse_lsa.

Each case draws samples of Student's t with 2 degrees of freedom and compares their mean and median.
"""

import numpy as np

N = 64  # draws a sample
SIZES = {"default": {"repeats": 200}, "paper": {"repeats": 200}}


def cases(repeats):
    """One case for each sample."""
    return [{"seed": seed} for seed in range(repeats)]


def run(case):
    """How far the mean and the median of a sample are from the true centre."""
    draws = np.random.default_rng(case["seed"]).standard_t(2, size=N)
    return {"mean": abs(float(np.mean(draws))), "median": abs(float(np.median(draws)))}
