"""Chen (2013), section 4.4.1: the large blocks of Table 4.1, its rivals, and the searches.

Settles of chapter chen/04_structured_cca: table41-large, table41-rivals, thm41-gap,
excessive-gap-condition, own-tree-oracle. Times are processor seconds on one thread.

*cell*: one cell of Table 4.1 at its whole size. *blocks*: a cell by its blocks of equal entries,
which has the same iterates (``objective``, ``gap``, ``iterations``; steps of the projected
subgradient method to 1.00001 times that objective in ``grad``). *times*: three methods at 20
groups, five timings each; the cone program is solved by CVXPY with Clarabel where it is to be had.
*search*: worst cases over all steps of ten random problems. *tree*: exact steps along trees.
The default size leaves out the longest whole cells: a step takes half a second at 5,000 groups.
"""

import importlib.util

import numpy as np

from mlcompanion.sparse.cca import ball_subgradient, excessive_gap

from ..chains import CELLS, chain, reduced_chain, subgradient_run, timed
from ..gap_checks import searched, tree_oracle

WHOLE = ((500, 5.0), (500, 50.0), (1000, 10.0), (1000, 100.0), (5000, 50.0), (5000, 500.0))
SIZES = {"default": {"whole": 1, "problems": 200}, "paper": {"whole": 6, "problems": 200}}
TIMINGS = 5


def cases(whole, problems):
    """The cells, the timings and the searches."""
    made = [{"experiment": "search", "first": k, "many": 10} for k in range(0, problems, 10)]
    made += [{"experiment": "tree", "many": 100}]
    made += [{"experiment": "times", "groups": n, "gamma": g} for n, g in CELLS[:2]]
    made += [{"experiment": "blocks", "groups": n, "gamma": g} for n, g in (*CELLS, *WHOLE)]
    made += [{"experiment": "cell", "groups": n, "gamma": g} for n, g in WHOLE[:whole]]
    return made


def cone_seconds(beta, penalty):
    """Time and optimum of an interior-point solver, NaN where CVXPY is missing."""
    if importlib.util.find_spec("cvxpy") is None:
        return np.nan, np.nan
    import cvxpy as cp

    v = cp.Variable(len(beta))
    members = [penalty.C.indices[penalty.row_groups == g] for g in range(penalty.n_groups)]
    norms = sum(cp.norm(v[g]) for g in members)
    program = cp.Problem(
        cp.Minimize(0.5 * cp.sum_squares(v - beta) + penalty.gamma * norms), [cp.norm(v) <= 1]
    )
    seconds, _ = timed(lambda: program.solve(solver="CLARABEL"))
    return seconds, float(program.value)


def times(n_groups, gamma):
    """Five timings of our two methods, one of the cone solver."""
    beta, penalty = chain(n_groups, gamma)
    goal = 1.00001 * excessive_gap(beta, penalty).primal[-1]
    ours = [timed(lambda: excessive_gap(beta, penalty))[0] for _ in range(TIMINGS)]
    grad = [timed(lambda: ball_subgradient(beta, penalty, goal))[0] for _ in range(TIMINGS)]
    cone = [cone_seconds(beta, penalty) for _ in range(TIMINGS)]
    seconds, optima = np.median(cone, axis=0)
    return {
        "t_ex": float(np.median(ours)),
        "t_grad": float(np.median(grad)),
        "t_cone": float(seconds),
        "cone": float(optima),
    }


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "search":
        found = searched(range(case["first"], case["first"] + case["many"]))
        return {name: float(value) for name, value in found.items()}
    if kind == "tree":
        found = tree_oracle(range(case["many"]))
        return {name: float(value) for name, value in found.items()}
    n = case["groups"]
    gamma = case["gamma"]
    if kind == "times":
        return times(n, gamma)
    blocks = kind == "blocks"
    problem = reduced_chain(n, gamma) if blocks else chain(n, gamma)
    seconds, fit = timed(lambda: excessive_gap(*problem))
    found = {
        "objective": float(fit.primal[-1]),
        "gap": float(fit.relative_gap),
        "iterations": fit.n_iter,
        "t_cell": seconds,
    }
    if blocks:
        rival = subgradient_run(n, gamma, found["objective"])
        found["grad"] = rival.n_iter
        found["reached"] = rival.converged
    return found
