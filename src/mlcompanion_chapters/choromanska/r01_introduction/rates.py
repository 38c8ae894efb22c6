"""How fast the methods are: bends of curves, orders, slopes, and who leads when."""

import numpy as np

from mlcompanion.optimize.finite_sums import bfgs, growing_batch, newton, sgd, steepest_descent
from mlcompanion.teaching import log_slope

from .methods import BATCH, INCREMENTAL, SINGLE, STOCHASTIC, first_below, gaps, run
from .problems import generated, optimum, separable

__all__ = [
    "batch_rates",
    "bend",
    "distances",
    "leaders",
    "order_of_newton",
    "sag_steps",
    "sgd_orders",
    "stochastic_rates",
    "who_leads",
    "without_penalty",
]


def distances(solve, problem, target, **options):
    """Distances of the iterates from the optimum, the start first."""
    seen = []
    solve(problem, callback=lambda w: seen.append(np.linalg.norm(w - target)), **options)
    return np.array(seen)


def _down_to(errors, level):
    """The errors until the first one below a level."""
    below = np.flatnonzero(errors < level)
    return errors[: below[0] + 1] if below.size else errors


def bend(errors):
    """Mean decrease of the log error a step in the last third of the steps over the middle one."""
    logs = np.log(errors)
    n = len(logs) - 1
    a, b = round(n / 3), round(2 * n / 3)
    return float(((logs[b] - logs[n]) / (n - b)) / ((logs[a] - logs[b]) / (b - a)))


def order_of_newton(errors):
    """log(e3/e2) / log(e2/e1) of the last three errors above 1e-13."""
    e1, e2, e3 = errors[errors > 1e-13][-3:]
    if e1 > 0.3 * errors[0]:
        return np.nan
    return float(np.log(e3 / e2) / np.log(e2 / e1))


def batch_rates(seed):
    """Factor, limit and bend of the gradient method, Newton's order, bend of BFGS: one draw."""
    problem = generated(seed)
    target = optimum(problem)[1]
    gd = _down_to(distances(steepest_descent, problem, target, step="lipschitz", tol=1e-11,
                            max_iter=5000), 1e-8)  # fmt: skip
    half = len(gd) // 2
    smallest = np.linalg.eigvalsh(problem.hessian(target))[0]
    exact = distances(newton, problem, target, step=1.0, tol=1e-13)
    quasi = _down_to(distances(bfgs, problem, target, tol=1e-12), 1e-10)
    return {
        "gd_factor": float((gd[-1] / gd[half]) ** (1 / (len(gd) - 1 - half))),
        "gd_limit": float(1 - smallest / problem.lipschitz()),
        "gd_bend": bend(gd),
        "newton_order": order_of_newton(exact),
        "bfgs_bend": bend(quasi),
    }


def _evenness(name, problem, least):
    """Passes from 1e-3 to 1e-6 over those from 1e-6 to 1e-9; 0 if the end is not reached."""
    made = run(name, problem, 500 if name != "MISO" else 100)
    curve = (made.passes, np.maximum(made.objective - least, 1e-16))
    p3, p6, p9 = (first_below(curve, level) for level in (1e-3, 1e-6, 1e-9))
    return 0.0 if np.isinf(p9) else float((p6 - p3) / (p9 - p6))


def stochastic_rates(seed, orders=10):
    """Slope of SGD, evenness of three incremental methods, and who leads: one draw."""
    problem = generated(seed)
    least = optimum(problem)[0]
    passes = np.unique(np.geomspace(10, 100, 20).round()).astype(int)
    curves = [gaps("SGD", problem, least, passes, order) for order in range(orders)]
    early = gaps("SGD", problem, least, [1, 50])
    n = problem.n_samples
    full = growing_batch(problem, batch=n, max_passes=1, random_state=0).objective[-1] - least
    slow = min(full, gaps("steepest descent", problem, least, [1, 2])[0])
    quasi = gaps("L-BFGS", problem, least, [1, 50])
    return {
        "sgd_slope": float(log_slope(passes, np.mean(curves, axis=0))),
        **{f"{name.lower()}_bend": _evenness(name, problem, least)
           for name in ("SAG", "SVRG", "SDCA")},
        "first": bool(early[0] < min(slow, quasi[0])),
        "late": bool(quasi[1] < early[1]),
    }  # fmt: skip


def leaders(seed, smallest):
    """Gaps of all methods after 1, 5 and 20 passes: one draw, by name."""
    lam = 0.01 if smallest == 1 else 1 / 2000
    problem = generated(seed, lam, smallest)
    least = optimum(problem)[0]
    return {name: gaps(name, problem, least, [1, 5, 20], seed) for name in (*BATCH, *STOCHASTIC)}


def who_leads(made):
    """Whether a single-sample, a batch, an incremental method leads, and by how much at the end."""
    best = [min(made, key=lambda name: made[name][k]) for k in range(3)]
    ahead = min(made[name][2] for name in BATCH) / min(made[name][2] for name in INCREMENTAL)
    return {
        "first": best[0],
        "fifth": best[1],
        "last": best[2],
        "single_1": best[0] in SINGLE,
        "batch_1": best[0] in BATCH,
        "incremental_20": best[2] in INCREMENTAL,
        "share_20": float(ahead),
    }


def sag_steps(seed, passes=50):
    """What SAG leaves of the first gap with its own step and with the whole sum's: one draw."""
    problem = generated(seed)
    least = optimum(problem)[0]
    start = problem.value(np.zeros(problem.n_features)) - least
    steepest = problem.row_lipschitz().max()
    left = []
    for step in (1 / steepest, 1 / problem.lipschitz()):
        made = run("SAG", problem, passes, seed, step=step)
        left.append(float(max(made.objective[-1] - least, 0) / start))
    return {"short": left[0], "long": left[1], "ratio": float(steepest / problem.lipschitz())}


def without_penalty(seed, n_steps=10_000):
    """Power of the number of steps by which gradient steps close the gap without a penalty."""
    problem = separable(seed)
    w = np.zeros(problem.n_features)
    L = problem.lipschitz()
    marks = np.unique(np.geomspace(100, n_steps, 30).round()).astype(int)
    met = []
    for k in range(1, n_steps + 1):
        w -= problem.gradient(w) / L
        if k in marks:
            met.append(problem.value(w))
    strong = separable(seed, 0.01)
    least = optimum(strong)[0]
    ridge = steepest_descent(strong, step="lipschitz", tol=1e-9, max_iter=n_steps)
    steps = np.flatnonzero(ridge.objective - least <= 1e-10)[0]
    return {"slope": float(log_slope(marks, met)), "steps": int(steps)}


def sgd_orders(seed, passes=50):
    """Gap of SGD with samples drawn anew and with shuffled ones: one draw."""
    problem = generated(seed)
    least = optimum(problem)[0]
    drawn = sgd(problem, max_passes=passes, random_state=seed).objective[-1] - least
    shuffled = sgd(problem, max_passes=passes, replace=False, random_state=seed).objective[-1]
    return float(drawn), float(shuffled - least)
