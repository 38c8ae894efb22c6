"""Choromanska (2014), Table 2.1: seconds and passes of six methods on five sets; visiting orders.

Settles of chapter choromanska/02_partition_bound: table21-times, own-small-lambda, order-effect.

*table21*: the five methods and L-BFGS, seconds to the value at which BFGS ends, within 1e-6
of it; the shortest of five runs. *passes*: passes to within 1e-4 of the optimum. *order*:
iterations of the bound to within 1e-4, labels visited in four orders, on the genes in the span of
the samples; one row a start everywhere.
"""

import numpy as np

from ..clocked import least_value, run_to
from ..tables import SMALL, in_span, logistic_problem, starts, table

SIZES = {"default": {"starts": 10}, "paper": {"starts": 10}}
LAMBDAS = (1.0, 100.0, 10_000.0)
ORDERS = ("given", "ascending", "descending", "shuffled")
#: The five of Table 2.1, and the usual choice of libraries.
RACED = ("bfgs", "lbfgs", "sd", "cg", "newton", "bound")
#: Set and lambda of the visiting orders.
ORDERED = (*(("wine", lam) for lam in LAMBDAS), ("srbct", 10.0), ("digits", 1.0))


def cases(starts):
    """A case for each set and strength of regularization."""
    made = [
        {"experiment": "table21", "data": name, "lam": lam, "starts": starts}
        for name in SMALL
        for lam in LAMBDAS
    ]
    made += [
        {"experiment": "passes", "data": name, "lam": lam, "starts": starts}
        for name in SMALL
        for lam in (0.001, 1.0)
    ]
    return made + [
        {"experiment": "order", "data": name, "lam": lam, "starts": starts} for name, lam in ORDERED
    ]


class _Shuffled:
    """A problem whose labels are visited in a new random order in each step."""

    def __init__(self, problem, rng):
        self.problem = problem
        self.rng = rng

    def touch(self, w):
        """The bound of this step's order."""
        self.problem.order = self.rng.permutation(self.problem.n_states)
        return self.problem.touch(w)


def _order_rows(case, X, codes):
    plain = logistic_problem(X, codes, case["lam"])
    least = least_value(plain, starts(plain, 1)[0], method="lbfgs")
    goal = least + 1e-4 * abs(least)
    for seed, start in enumerate(starts(plain, case["starts"])):
        row = {"start": seed}
        for order in ORDERS:
            fixed = "given" if order == "shuffled" else order
            problem = logistic_problem(X, codes, case["lam"], order=fixed)
            if order == "shuffled":
                problem = _Shuffled(problem, np.random.default_rng(seed))
            arrival = run_to(problem, "bound", start, goal)
            row[order] = arrival.passes - 1  # the pass at the start is no iteration
        yield row


def _race_rows(case, X, codes):
    problem = logistic_problem(X, codes, case["lam"])
    table21 = case["experiment"] == "table21"
    methods = RACED if table21 else ("bound", "lbfgs")
    run_to(problem, "bound", starts(problem, 1)[0], -np.inf, most=3)  # compiled
    for seed, start in enumerate(starts(problem, case["starts"])):
        least = least_value(problem, start)
        goal = least + (1e-6 if table21 else 1e-4) * abs(least)
        row = {"start": seed}
        for method in methods:
            arrival = run_to(problem, method, start, goal, most=20_000, repeats=5)
            row[f"passes_{method}"] = arrival.passes
            row[f"seconds_{method}"] = arrival.seconds
        yield row


def run(case):
    """One row a start."""
    X, codes = table(case["data"])
    if case["data"] == "srbct":
        X = in_span(X, X)
    rows = _order_rows if case["experiment"] == "order" else _race_rows
    return list(rows(case, X, codes))
