"""Counts of steps and the lower bound's example, against what is printed."""

import numpy as np
from scipy.optimize import minimize

from mlcompanion.losses import Logistic
from mlcompanion.sparse.stochastic_l1 import (
    L1Problem,
    scd_steps,
    sparse_excess_bound,
    sparse_least_loss,
)

from .theorem_checks import minimiser, random_problem, targets

__all__ = ["lemma5_checks", "logistic_problems", "runtime_checks"]


def _least_by_solver(s, B):
    """Least loss over s weights by L-BFGS, without the formula; its l1 norm."""
    noise = 1 - 1 / B**2

    def value(w):
        left = w.sum() / B - 1
        return noise * (w @ w) + left**2, 2 * noise * w + 2 * left / B

    start = np.linspace(0, 0.01, s)
    found = minimize(value, start, jac=True, method="L-BFGS-B",
                     options={"ftol": 1e-16, "gtol": 1e-12, "maxiter": 1000})  # fmt: skip
    return float(found.fun), float(np.abs(found.x).sum())


def lemma5_checks(bounds=(2, 3, 5, 10)):
    """Where the printed lower bound fails, by the exact least loss of sparse weights.

    Returns
    -------
    dict
        As the claims file names them.
    """
    errors = []
    for s in (1, 10, 87, 700, 800):
        value, size = _least_by_solver(s, 3.0)
        assert size <= 3.0
        errors.append(abs(value / sparse_least_loss(s, 3.0) - 1))
    early = 0
    right = 0
    for B in bounds:
        d = 100 * (B**2 - 1)
        s = np.arange(1, d + 1)
        least = sparse_least_loss(s, B)
        bound = sparse_excess_bound(s, B)
        fails = least - (B**2 - 1) / d < bound
        early += int(fails[s <= 12.5 * B**2 - 25].sum())
        right += int((least - (B**2 - 1) / np.maximum(d, 16 * s) < bound).sum())
        if B == 3:
            first_fail = int(s[fails][0])
            full = float(least[-1] - (B**2 - 1) / d)
    return {
        "solver_err": float(max(errors)),
        "first_fail": first_fail,
        "full": full,
        "early": early,
        "right": right,
    }


def logistic_problems(numbers=range(0, 30, 2)):
    """The logistic problems of the search: (minimiser, objective at zero) of each."""
    made = []
    for k in numbers:
        X, scores, lam = random_problem(k)
        y = targets("logistic", scores)
        w_star, _, certified = minimiser("logistic", X, y, lam)
        assert certified
        made.append((w_star, L1Problem(X, y, lam, Logistic()).value(np.zeros(X.shape[1]))))
    return made


def runtime_checks(problems, failures=(0.5, 0.1, 0.01, 0.001), accuracy=1e-3):
    """Printed numbers of steps against those that the theorems ask for.

    Returns
    -------
    dict
        Measures of erratum-runtimes (without ``c0``), and ``first``, ``first_right`` for the
        display without a failure probability.
    """
    ratio = []
    right = []
    first = []
    first_right = []
    for failure in failures:
        of_this = []
        for w_star, start in problems:
            d = len(w_star)
            square = w_star @ w_star
            needed = scd_steps(accuracy, w_star, start, 0.25, failure=failure)
            restarts = np.ceil(np.log2(1 / failure) - 1e-12)
            printed = d * ((square / 2 + 4) / accuracy + np.ceil(np.log(1 / failure)))
            of_this.append(needed / printed)
            right.append(needed / (d * restarts * (square / 4 + 2) / accuracy))
        ratio.append(float(min(of_this)))
    for w_star, start in problems:
        d = len(w_star)
        square = w_star @ w_star
        needed = scd_steps(accuracy, w_star, start, 0.25)
        first.append(d * (square / 4 + 2) / accuracy / needed)
        first_right.append(needed / (d * (square / 8 + 1) / accuracy))
    return {
        "ratio": ratio,
        "ratio_right": float(max(right)),
        "first": float(min(first)),
        "first_right": float(max(first_right)),
    }
