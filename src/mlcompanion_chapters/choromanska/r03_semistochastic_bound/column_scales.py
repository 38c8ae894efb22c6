"""Two experiments of our own: steps that rise, and columns of unlike size."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum, asgd, sgd
from mlcompanion.optimize.majorising.semistochastic import LogisticBounds

from .racing import bound_run, growths
from .stand_ins import Split, least_value, split

__all__ = ["passes_to_a_hundredth", "rising_shares", "scaled_columns"]


def rising_shares(name, seed, batches=(5, 20, 200), points=10, draws=100):
    """Share of full steps that raise the cost, by the rows that give the curvature; None for all.

    The gradient is that of all rows; the points are the first iterates of the whole method.
    """
    problem = split(name, seed).problem
    bounds = LogisticBounds(problem)
    n = problem.n_samples
    rng = np.random.default_rng(seed)
    shares = dict.fromkeys((*batches, None), 0.0)
    w = np.zeros(problem.n_features)
    for _ in range(points):
        value = problem.value(w)
        gradient, _ = bounds.gradient_at(w)
        for size in batches:
            for _ in range(draws):
                rows = rng.choice(n, size, replace=False, shuffle=False)
                moved = w - bounds.curvature_at(w, rows).solve(gradient)
                shares[size] += (problem.value(moved) > value) / (points * draws)
        w = w - bounds.curvature_at(w).solve(gradient)
        shares[None] += (problem.value(w) > value) / points
    return [float(shares[size]) for size in (*batches, None)]


def scaled_columns(seed, n_samples=10_000, d=50):
    """Logistic regression with column deviations from 1 to 0.01, each column of equal weight."""
    rng = np.random.default_rng([7, seed])
    Z = rng.normal(size=(n_samples, d))
    chances = 1 / (1 + np.exp(-Z @ rng.normal(size=d)))
    y = np.where(rng.random(n_samples) < chances, 1.0, -1.0)
    problem = FiniteSum(Z * np.logspace(0, -2, d), y, Logistic(), 1 / n_samples)
    return Split(problem, least_value(problem), Z[:1], y[:1])


def _first_below(passes, excess, goal):
    reached = np.flatnonzero(np.asarray(excess) <= goal)
    return float(passes[reached[0]]) if len(reached) else float(passes[-1] + 1)


def passes_to_a_hundredth(seed, limit=50):
    """Passes of the bound, and of the better of SGD and ASGD, to a hundredth of the first excess.

    Each with its best step; ``limit + 1`` if never.
    """
    data = scaled_columns(seed)
    problem = data.problem
    goal = 0.01 * (problem.value(np.zeros(problem.n_features)) - data.least)
    marks = np.arange(1, limit + 1)
    found = {"sqb": limit + 1.0, "sgd": limit + 1.0}
    for step in (1.0, 0.1):
        grown = growths(problem.n_samples, (0.005, 0.001), (5, 200))
        excess, *_ = bound_run(data, grown, marks, step=step, inner=20, random_state=seed)
        found["sqb"] = min(found["sqb"], _first_below(marks, excess, goal))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", ConvergenceWarning)
        for method in (sgd, asgd):
            for step in 10.0 ** np.arange(-3, 4):
                run = method(problem, step=step, max_passes=limit, random_state=seed)
                below = run.objective - data.least <= goal
                if below.any():
                    found["sgd"] = min(found["sgd"], float(run.passes[np.argmax(below)]))
    return found
