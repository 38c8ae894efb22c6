"""Chen (2013), section 2.5: an interior point method against accelerated proximal steps.

Settles of chapter chen/02_background: ipm-scaling. A case is one lasso with half as many samples
as features, a normal design, a tenth of the coefficients in use, unit noise, and a tenth of the
penalty that zeroes everything. The barrier method follows the central path of the quadratic
program with exact Newton steps, solved in the space of the samples. ``t_ipm``, ``t_fista`` and
``t_coordinates`` are processor seconds on one thread to a relative duality gap of 1e-4; ``steps``
counts the Newton steps to 1e-2, 1e-4, 1e-6 and 1e-8.
"""

from time import process_time

import numpy as np

from mlcompanion.optimize import DataFit, fista, lasso_gap, log_barrier
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.prox import L1
from mlcompanion.teaching import timed

ACCURACY = (1e-2, 1e-4, 1e-6, 1e-8)
SIZES = {
    "default": {"features": (100, 200, 400, 800, 1600), "repeats": 3},
    "paper": {"features": (100, 200, 400, 800, 1600), "repeats": 3},
}


def cases(features, repeats):
    """Every size with every seed."""
    return [{"features": d, "seed": seed} for d in features for seed in range(repeats)]


def lasso_problem(d, seed):
    """Design, outputs and penalty."""
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(d // 2, d)), np.zeros(d)
    w[rng.permutation(d)[: d // 10]] = rng.normal(size=d // 10)
    y = X @ w + rng.normal(size=d // 2)
    return X, y, 0.1 * np.abs(X.T @ y).max()


def run(case):
    """Times and steps of one lasso."""
    X, y, lam = lasso_problem(case["features"], case["seed"])
    fit, goal = DataFit(X, y), 1e-4 * 0.5 * (y @ y)

    def proximal():
        stop = lambda w: lasso_gap(X, y, w, lam) <= goal  # noqa: E731
        return fista(DataFit(X, y), L1(lam), np.zeros(X.shape[1]), stop=stop, track=False)

    def seconds(solve):
        return round(timed(solve, repeats=2, clock=process_time).seconds, 5)

    newton = [log_barrier(fit, lam, tol=tol).n_iter for tol in ACCURACY]
    return {
        "steps": newton,
        "steps_fista": proximal().n_iter,
        "t_ipm": seconds(lambda: log_barrier(fit, lam, tol=1e-4)),
        "t_fista": seconds(proximal),
        "t_coordinates": seconds(lambda: coordinate_descent(X, y, lam, tol=1e-4)),
    }
