"""Runs that the page draws: 500 flashes in two columns, and growing batches on all of them."""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import load_magic
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising.semistochastic import (
    LinearGrowth,
    LogisticBounds,
    semistochastic_steps,
)

from .racing import bound_run, growths
from .stand_ins import split

__all__ = ["RUNS", "STEPS", "Flashes", "batch_curve", "flashes", "growth_curve", "many_runs"]

RUNS = 20
STEPS = 12
COLUMNS = (8, 1)  # angle of the axis, width
PASSES = tuple(np.round(np.geomspace(0.05, 10, 24), 3))


class Flashes(NamedTuple):
    """The sum over 500 flashes, its bounds, and its least point and value."""

    problem: FiniteSum
    bounds: LogisticBounds
    best: np.ndarray
    least: float


@lru_cache
def flashes(n_samples=500):
    """Angle and width of 500 flashes about their means, +1 for a gamma ray; penalty 1 / 500."""
    data = load_magic()
    rows = np.random.default_rng(12).choice(len(data.target), n_samples, replace=False)
    X = data.data[np.ix_(rows, COLUMNS)]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    y = np.where(data.target[rows] == "g", 1.0, -1.0)
    problem = FiniteSum(X, y, Logistic(), 1 / n_samples)
    bounds = LogisticBounds(problem)
    whole = LinearGrowth(n_samples, 0, n_samples)
    *_, last = islice(semistochastic_steps(bounds, np.zeros(2), whole, whole, solver="exact"), 60)
    return Flashes(problem, bounds, last.w, problem.value(last.w))


@lru_cache(maxsize=200)
def many_runs(gradient_rows, curvature_rows, step=1.0):
    """Twenty runs of twelve exact steps with batches of fixed size.

    Returns
    -------
    paths : ndarray of shape (RUNS, STEPS + 1, 2)
    excess : ndarray of shape (RUNS, STEPS + 1)
    """
    problem, bounds, _, least = flashes()
    grown = [LinearGrowth(size, 0, size) for size in (gradient_rows, curvature_rows)]
    paths = np.empty((RUNS, STEPS + 1, 2))
    for seed in range(RUNS):
        steps = semistochastic_steps(
            bounds, np.zeros(2), *grown, step=step, solver="exact", random_state=seed
        )
        paths[seed] = [state.w for state in islice(steps, STEPS + 1)]
    with np.errstate(over="ignore"):
        excess = [[problem.value(w) - least for w in path] for path in paths]
    return paths, np.maximum(excess, 1e-12)


@lru_cache(maxsize=40)
def growth_curve(rate, seeds=3, step=0.1, curvature_rate=0.001):
    """Median excess cost on all flashes after given passes, where batches grow by a rate.

    Parameters
    ----------
    rate : float
        Of the gradient batch, as a fraction of T an iteration; 0 keeps it at five rows.

    Returns
    -------
    passes, excess : ndarray of shape (24,)
    """
    runs = []
    for seed in range(seeds):
        data = split("magic", seed)
        grown = growths(data.problem.n_samples, (rate, curvature_rate))
        runs.append(bound_run(data, grown, PASSES, step=step, random_state=seed)[0])
    return np.array(PASSES), np.median(runs, axis=0)


def batch_curve(rate, n_samples, first=5):
    """Gradient batch against the passes that it has cost, up to ten passes."""
    growth = LinearGrowth(first, rate * n_samples, n_samples)
    sizes = []
    spent = 0
    while spent < 10 * n_samples and len(sizes) < 50_000:
        sizes.append(growth.size(sizes))
        spent += sizes[-1]
    return np.cumsum(sizes) / n_samples, np.array(sizes)
