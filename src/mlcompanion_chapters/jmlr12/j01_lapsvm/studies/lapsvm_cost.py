"""Melacci and Belkin (2011), Section 6.4 and Table 6: training times and how they grow with n.

Settles of chapter jmlr12/01_lapsvm: table3-g50c, table3-growth and cost-exponents. Times are
processor seconds on one thread; run it with one worker on a quiet machine.

``kind`` "training": the splits of lapsvm_protocol at the weights of Tables 9 and 10 (the dual's,
cut off in the scan, are Newton's but on G50C); Gram matrix and Laplacian are computed beforehand
and not timed. A row is one solver: "dual", "Newton" (a new system each step, as printed), "Newton,
one factorisation" (ours), and conjugate gradients with each of the three checks. ``train_s`` and
``steps`` are summed over the machines of several classes. MNIST(B), 5,000 images of 0-4 against
5-9, is the large set in place of the paper's 3-against-8.

``kind`` "growth": G50C drawn with n points, 50 of them labelled: five timings of a Newton step and
of twenty conjugate-gradient iterations, and the iteration at which the stability check stops.
"""

from dataclasses import replace
from functools import partial
from time import process_time

import numpy as np

from mlcompanion.datasets import make_g50c
from mlcompanion.kernels import gram
from mlcompanion.manifold import (
    LapProblem,
    StabilityCheck,
    check_interval,
    newton_step,
    solve_dual,
    solve_newton,
    solve_pcg,
)
from mlcompanion.manifold.laplacian import graph_laplacian
from mlcompanion.teaching import timed as timed_by

from .lapsvm_protocol import CHECKS, SETS, checks, count_wrong, prepare

timed = partial(timed_by, clock=process_time)

#: gamma_A and gamma_I of the dual, of Newton's method and of the conjugate gradients.
WEIGHTS = {
    "G50C": ((1.0, 10.0), (0.1, 10.0), (0.1, 10.0)),
    "3vs8": ((1e-6, 1e-2), (1e-6, 1e-2), (1e-6, 0.1)),
    "USPST(B)": ((1e-6, 1e-2), (1e-6, 1e-2), (1e-6, 1.0)),
    "USPST": ((1e-4, 1.0), (1e-4, 1.0), (1e-4, 1.0)),
    "MNIST(B)": ((1e-6, 1e-2), (1e-6, 1e-2), (1e-6, 1.0)),
}
SIZES = {
    "g50c": {"sets": ("G50C",), "splits": 12, "points": ()},
    "default": {"sets": tuple(SETS), "splits": 12, "points": (500, 1000, 2000, 4000)},
    "paper": {"sets": tuple(SETS), "splits": 12, "points": (500, 1000, 2000, 4000, 8000)},
}


def cases(sets, splits, points):
    """Every split of every data set, then the growing samples."""
    training = [
        {"kind": "training", "set": name, "split": k} for name in sets for k in range(splits)
    ]
    return training + [{"kind": "growth", "n": n, "seed": 0} for n in points]


def training(case):
    """One row for each solver on one split."""
    problem, signs, (validation, test) = prepare(case["set"], case["split"])
    of_dual, of_newton, of_pcg = (
        [replace(problem, y=y, gamma_A=gamma_A, gamma_I=gamma_I) for y in signs]
        for gamma_A, gamma_I in WEIGHTS[case["set"]]
    )
    labels = [1] if len(signs) == 1 else range(len(signs))

    def early(rule):
        return [solve_pcg(p, stop=checks(p, validation, c)[rule]) for p, c in zip(of_pcg, labels)]

    solvers = {
        "dual": lambda: [solve_dual(p, tol=1e-6) for p in of_dual],
        "Newton": lambda: [solve_newton(p) for p in of_newton],
        "Newton, one factorisation": lambda: [solve_newton(p, reuse=True) for p in of_newton],
    } | {rule: lambda rule=rule: early(rule) for rule in CHECKS}
    early("mixed")  # the line search and the dual's steps are compiled before they are timed
    solve_dual(of_dual[0], tol=1e-2)
    rows = []
    for name, solve in solvers.items():
        seconds, found = timed(solve)
        rows.append(
            {"method": name, "n_train": len(problem.y), "train_s": round(seconds, 5)}
            | {"steps": sum(s.n_iter for s in found), "machines": len(found)}
            | {"wrong_test": count_wrong(found, test), "n_test": len(test[1])}
        )
    return rows


def growth(case):
    """Times of one step of either method on n points, and when the stability check stops."""
    n = case["n"]
    X, target = make_g50c(n, random_state=case["seed"])
    y = np.where(np.arange(n) < 50, 2.0 * target - 1, 0.0)
    L = graph_laplacian(X, 50, normalized=True)
    problem = LapProblem(gram(X, sigma=17.5), L, y, 0.1, 10.0, 5, fit_intercept=False)
    L_K = problem.smooth(problem.K)
    stop = solve_pcg(problem, stop=StabilityCheck(y == 0, check_interval(n)))
    newton, pcg = [], []
    for _ in range(5):
        newton.append(timed(lambda: newton_step(problem, problem.labeled, L_K))[0])
        seconds, found = timed(lambda: solve_pcg(problem, max_iter=20))
        pcg.append(seconds / found.n_iter)
    return {
        "newton_step_s": [round(s, 6) for s in newton],
        "pcg_iteration_s": [round(s, 7) for s in pcg],
        "stability_stop": stop.n_iter,
    }


def run(case):
    """The rows of one case."""
    return training(case) if case["kind"] == "training" else growth(case)
