"""Methods with one feature or one example a step and an l1 penalty, run for their rates."""

import numpy as np

from mlcompanion.losses import Logistic
from mlcompanion.sparse.stochastic_l1 import scd, smidas, theory_eta

from .rate_slopes import Trace

__all__ = ["by_examples", "by_features"]

LAM = 0.01


def sparse_signs(seed, m=200, d=100):
    """Uniform entries in [-1, 1], signs that ten of the columns decide with noise, the least value.

    Also returns the l1 norm of the least point.
    """
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(m, d))
    y = np.where(3 * X[:, :10].sum(axis=1) + rng.logistic(size=m) > 0, 1.0, -1.0)
    found = scd(X, y, LAM, Logistic(), tol=1e-14, max_passes=100_000, random_state=seed)
    return X, y, found.work.curve().objective[-1], np.abs(found.w).sum()


def by_features(seed, passes=40, runs=10):
    """One feature a step, one curvature for all, as in the source: the mean gap of ten runs."""
    X, y, best, _ = sparse_signs(seed)
    found = [
        scd(X, y, LAM, Logistic(), curvature="global", max_passes=passes, random_state=k)
        for k in range(runs)
    ]
    gaps = np.mean([run.work.curve().objective for run in found], axis=0) - best
    return Trace(np.arange(1, passes + 1), gaps[1:], -1.0)


def by_examples(seed, runs=5):
    """One example a step, with the step that the theorem chooses for each number of steps.

    The expected gap of a random iterate, as the theorem speaks of it.
    """
    X, y, best, size = sparse_signs(seed)
    horizons = 200 * 4 ** np.arange(4)
    gaps = []
    for steps in horizons:
        eta = theory_eta(int(steps), X.shape[1], size, 1.0)
        found = [
            smidas(X, y, LAM, Logistic(), eta=eta, n_steps=int(steps), records=0, watch=True,
                   random_state=k).watched
            for k in range(runs)
        ]  # fmt: skip
        gaps.append(np.mean(found) - best)
    return Trace(horizons, np.array(gaps), -0.5)
