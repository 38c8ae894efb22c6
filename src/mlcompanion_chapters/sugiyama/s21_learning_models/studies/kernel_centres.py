"""Sugiyama (2016), section 21.2: how many of the inputs are needed as centres of a kernel model?

Settles of chapter sugiyama/21_learning_models: subset-centres.

A case draws 1,000 inputs on [-1, 1]^2 with noise 0.1 on sin(3 x1) cos(2 x2) + 0.5, fits Gaussian
bumps of width 0.5 with squared penalty 0.1 at b random inputs, and returns the root-mean-square
error to the noise-free target at 2,000 test inputs and the seconds for design matrix and solution:
the least of three runs, on one thread.
"""

import numpy as np

from mlcompanion.regression import Ridge, gaussian_basis
from mlcompanion.teaching import timed

from ..learning_models import sounded_bed

N, N_TEST, SIGMA, LAM, NOISE = 1000, 2000, 0.5, 0.1, 0.1
CENTRES = (10, 30, 100, 200, 1000)
SIZES = {"default": {"repeats": 10}, "paper": {"repeats": 10}}


def cases(repeats):
    """One case for each number of centres and sample."""
    return [{"b": b, "seed": seed} for b in CENTRES for seed in range(repeats)]


def fit(X, y, centres):
    """The fitted model, from inputs to heights: what is timed."""
    return Ridge(LAM, fit_intercept=False).fit(gaussian_basis(X, centres, SIGMA), y)


def run(case):
    """The row of a case."""
    rng = np.random.default_rng(case["seed"])
    X, T = rng.uniform(-1, 1, size=(N, 2)), rng.uniform(-1, 1, size=(N_TEST, 2))
    y = sounded_bed(X) + NOISE * rng.normal(size=N)
    centres = X[rng.choice(N, size=case["b"], replace=False)]
    seconds, model = timed(lambda: fit(X, y, centres), repeats=3)
    gap = model.predict(gaussian_basis(T, centres, SIGMA)) - sounded_bed(T)
    return [{"test_error": float(np.sqrt(np.mean(gap**2))), "fit_seconds": seconds}]
