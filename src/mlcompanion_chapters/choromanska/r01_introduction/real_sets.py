"""The real two-class sets: passes to an accurate solution, and batches that grow."""

import numpy as np

from .methods import first_below, run
from .problems import optimum, real

__all__ = ["growth_gaps", "passes_to_accuracy"]

#: The most passes that a method gets.
LIMIT = 1000


def _passes(name, problem, least, seed):
    gap = problem.value(np.zeros(problem.n_features)) - least
    for limit in (30, 120, LIMIT):
        made = run(name, problem, limit, seed)
        curve = (made.passes, np.maximum(made.objective - least, 1e-17))
        found = first_below(curve, 1e-6 * gap)
        if np.isfinite(found):
            break
    return float(min(found, LIMIT))


def passes_to_accuracy(name, orders):
    """Passes to a millionth of the gap at zero: medians over orders, by method."""
    problem = real(name)
    least = optimum(problem)[0]
    row = {"samples": problem.n_samples, "columns": problem.n_features}
    row["ratio"] = float(problem.row_lipschitz().max() / problem.lipschitz())
    for key in ("SAG", "SVRG", "SDCA"):
        row[key] = float(np.median([_passes(key, problem, least, s) for s in range(orders)]))
    for key in ("steepest descent", "L-BFGS"):
        row[key] = _passes(key, problem, least, 0)
    return row


def growth_gaps(name, orders):
    """Gaps of the growing batch, the full gradient, and SGD with its best constant step."""
    problem = real(name)
    least = optimum(problem)[0]
    n = problem.n_samples

    def gap(key, passes, **options):
        made = [
            run(key, problem, max(passes), s, **options).objective_after(passes)
            for s in range(orders)
        ]
        return np.median(made, axis=0) - least

    semi = gap("growing batch", [1, 50])
    full = run("growing batch", problem, 50, 0, batch=n).objective_after([1, 50]) - least
    steepest = problem.row_lipschitz().max()
    tried = {k: gap("SGD", [1, 50], step=10.0**k)
             for k in range(-6, 1) if 10.0**k <= 2 / steepest or k == -6}  # fmt: skip
    best = min(tried, key=lambda k: tried[k][1])
    return {
        "semi": semi.tolist(),
        "full": full.tolist(),
        "sgd": tried[best].tolist(),
        "best_power": best,
    }
