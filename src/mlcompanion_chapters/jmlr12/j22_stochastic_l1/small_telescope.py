"""Two experiments of ours on 2,000 rows of the telescope data: step lengths, right and wrong."""

import numpy as np

from mlcompanion.sparse.stochastic_l1 import scd, smidas, truncated_gradient

from .data_sets import telescope
from .tuned_runs import first_within

__all__ = ["curvature_gain", "wrong_step"]

METHODS = {"smidas": smidas, "trunc": truncated_gradient}
GRID = tuple(float(f"{a}e{k}") for k in range(-4, 1) for a in (1, 2, 5))


def curvature_gain(kind, lam, repeats, n_rows=2000):
    """Mean entries read to within 1 % of the minimum: a curvature a column, and one for all."""
    data = telescope(kind, n_rows)
    _, columns, y = data
    exact = scd(columns, y, lam, shrinking=True, tol=1e-4, max_passes=20_000, records=0,
                random_state=0)  # fmt: skip
    goal = 1.01 * (float(exact.work.curve().objective[-1]) - exact.gap)
    means = {}
    for curvature in ("column", "global"):
        reads = []
        for seed in range(repeats):
            for n_passes in (10, 100):
                run = scd(columns, y, lam, curvature=curvature, max_passes=n_passes, records=20,
                          random_state=seed)  # fmt: skip
                curve = run.work.curve()
                if curve.objective[-1] <= goal:
                    break
            reads.append(first_within(curve, goal))
        means[curvature] = float(np.mean(reads))
    return means


def _mean_objective(method, data, lam, eta, repeats):
    rows, _, y = data
    values = []
    for seed in range(repeats):
        try:
            run = METHODS[method](rows, y, lam, eta=eta, n_passes=5, records=0, random_state=seed)
        except ValueError:
            return np.inf
        values.append(run.work.curve().objective[-1])
    return float(np.mean(values))


def wrong_step(kind, method, repeats, lam=1e-4, n_rows=2000):
    """Mean objectives after 5 passes: with the best step, a tenth of it, ten times it."""
    data = telescope(kind, n_rows)
    values = [_mean_objective(method, data, lam, eta, repeats) for eta in GRID]
    best = GRID[int(np.argmin(values))]
    off = [_mean_objective(method, data, lam, f * best, repeats) for f in (0.1, 10.0)]
    return {"best": min(values), "eta": best, "short": off[0], "long": off[1]}
