"""Sugiyama (2016), chapter 28: logistic regression or least squares, by sample size and by seconds.

Settles of chapter sugiyama/28_probabilistic_classification: small-sample-reliability, lspc-faster.

Three normal classes at -3, 0 and 3. ``small``: both penalties chosen by leave-one-out from seven
values; errors are mean absolute differences from the true probabilities on the grid of the
listings. ``best``: errors at every penalty, to find where the methods cross. ``seconds``: kernels
at all samples for both, the penalty 0.1, L-BFGS until the largest entry of the gradient is 1e-4 of
that at zero; seconds of the processor, one thread.
"""

from time import process_time

import numpy as np

from mlcompanion.classification import LSPC, SoftmaxRegression
from mlcompanion.teaching import timed

from ..class_probabilities import (
    best_penalty_errors,
    draw_line,
    small_sample_errors,
)

BLOCK = 50
SMALL = (9, 15)
BEST = {9: 100, 15: 100, 30: 100, 90: 30, 300: 10}
SECONDS = ((3, 1000), (10, 1000), (26, 1000), (10, 300), (10, 2600))
SIZES = {"default": {"repeats": 200, "timings": 5}, "paper": {"repeats": 200, "timings": 5}}


def cases(repeats, timings):
    """Blocks of draws for each size, and one case for each timing."""
    small = [
        {"kind": "small", "n": n, "draws": min(BLOCK, repeats - start), "seed": start}
        for n in SMALL
        for start in range(0, repeats, BLOCK)
    ]
    best = [{"kind": "best", "n": n, "draws": draws, "seed": 0} for n, draws in BEST.items()]
    seconds = [
        {"kind": "seconds", "c": c, "n": n, "seed": seed}
        for c, n in SECONDS
        for seed in range(timings)
    ]
    return small + best + seconds


def training_seconds(c, n, seed):
    """Seconds to fit both methods to the same samples, and the iterations of one of them."""
    x, y = draw_line(n - n % c, c, random_state=np.random.default_rng([seed, c, n]))
    logistic = SoftmaxRegression(0.1, sigma=1.0, fit_intercept=False, max_iter=10_000)
    squares = LSPC(centers="all")
    return {
        "logistic": timed(lambda: logistic.fit(x, y), clock=process_time).seconds,
        "squares": timed(lambda: squares.fit(x, y), clock=process_time).seconds,
        "iterations": logistic.n_iter_,
        "converged": logistic.converged_,
    }


def run(case):
    """The rows of a case: one a draw, one a draw and penalty, or one of seconds."""
    if case["kind"] == "seconds":
        return training_seconds(case["c"], case["n"], case["seed"])
    errors = small_sample_errors if case["kind"] == "small" else best_penalty_errors
    return errors(case["n"], case["draws"], case["seed"])
