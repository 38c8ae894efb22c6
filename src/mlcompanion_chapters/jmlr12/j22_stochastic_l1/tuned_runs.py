"""The four methods on one data set: step lengths of a grid, ten seeds, what the figures show."""

import numpy as np

from mlcompanion.sparse.stochastic_l1 import scd, smidas, truncated_gradient

__all__ = ["GRID", "best_step", "coordinate_rows", "example_rows", "first_within", "minimum"]

#: 1 and 5 times powers of ten, from 1e-6 to 100.
GRID = (*(float(f"{a}e{k}") for k in range(-6, 2) for a in (1, 5)), 100.0)
METHODS = {"smidas": smidas, "trunc": truncated_gradient}
CHECKS = (1, 2, 3, 5)


def _objective(method, data, lam, eta, n_passes, seed):
    """Objective after all passes; infinite where the weights diverge."""
    rows, _, y = data
    try:
        run = METHODS[method](
            rows, y, lam, eta=eta, n_passes=n_passes, records=0, random_state=seed
        )
    except ValueError:
        return np.inf
    return float(run.work.curve().objective[-1])


def best_step(method, data, lam, n_passes, seed, near, grid=GRID):
    """Step of lowest final objective: from one nearby down to the bottom of the valley.

    Parameters
    ----------
    method : {"smidas", "trunc"}
    data : rows, columns, y
    lam : float
    n_passes, seed : int
    near : float
        Where to begin.
    grid : tuple of float

    Returns
    -------
    float
    """
    known = {}

    def value(k):
        if not 0 <= k < len(grid):
            return np.inf
        if k not in known:
            known[k] = _objective(method, data, lam, grid[k], n_passes, seed)
        return known[k]

    k = int(np.argmin(np.abs(np.log(np.array(grid) / near))))
    while True:
        step = min((k - 1, k, k + 1), key=value)
        if step == k and value(k) < np.inf:
            return grid[k]
        k = k - 1 if value(k) == np.inf else step


def first_within(curve, goal):
    """Entries read when the objective first meets a goal; all of them if it does not."""
    met = np.flatnonzero(curve.objective <= goal)
    return int(curve.entries[met[0]] if len(met) else curve.entries[-1])


def minimum(data, lam):
    """The least objective, to a relative gap of 1e-6."""
    _, columns, y = data
    run = scd(columns, y, lam, shrinking=True, tol=1e-6, max_passes=20_000, records=0,
              random_state=0)  # fmt: skip
    return float(run.work.curve().objective[-1])


def _row(curves, goal):
    """What the figures show, from the curves of some seeds."""
    return {
        "objective": [round(float(c.objective[-1]), 6) for c in curves],
        "nonzeros": [int(c.nonzeros[-1]) for c in curves],
        "reached": [first_within(c, goal) for c in curves],
        "budget": int(np.mean([c.entries[-1] for c in curves])),
        "curve_entries": np.mean([c.entries for c in curves], axis=0).astype(int).tolist(),
        "curve_objective": np.mean([c.objective for c in curves], axis=0).round(5).tolist(),
        "curve_nonzeros": np.mean([c.nonzeros for c in curves], axis=0).round(1).tolist(),
    }


def coordinate_rows(data, lam, n_passes, seeds, records=2, goal=0.0):
    """Rows of SCD, of its greedy kin, and how far the cyclic one is from SCD's mean."""
    _, columns, y = data
    options = {"curvature": "global", "max_passes": n_passes}
    curves = []
    early = []
    for seed in range(seeds):
        run = scd(columns, y, lam, records=records, random_state=seed, **options)
        curves.append(run.work.curve())
        early.append(curves[-1].objective[[records * c for c in CHECKS]])
    cyclic = scd(columns, y, lam, order="cyclic", curvature="global", max_passes=CHECKS[-1])
    far = cyclic.work.curve().objective[list(CHECKS)] - np.mean(early, axis=0)
    greedy = scd(columns, y, lam, order="greedy", **options)
    made = [{"method": "scd"} | _row(curves, goal)]
    made[0]["cyclic"] = round(float(np.abs(far).max()), 6)
    return [*made, {"method": "gcd"} | _row([greedy.work.curve()], goal)]


def example_rows(method, data, lam, n_passes, seeds, near, tuned=5, *, records=1, goal=0.0):
    """The row of SMIDAS or truncated gradient with its median best step of some seeds."""
    rows, _, y = data
    best = []
    for seed in range(tuned):
        near = best_step(method, data, lam, n_passes, seed, near)
        best.append(near)
    eta = float(np.sort(best)[len(best) // 2])
    curves = []
    for seed in range(seeds):
        run = METHODS[method](
            rows, y, lam, eta=eta, n_passes=n_passes, records=records, random_state=seed
        )
        curves.append(run.work.curve())
    return [{"method": method, "eta": eta, "best": best} | _row(curves, goal)]
