"""Section 7.2 of Tomioka, Suzuki and Sugiyama (2011), one draw at a time; studies draw several.

A function of sizes and a seed returns one row of a study's table. DAL solves its Newton systems by
preconditioned conjugate gradients, as in the source; seconds are the processor's, on one thread.
"""

from time import process_time

import numpy as np

from mlcompanion.losses import Logistic
from mlcompanion.optimize import DataFit, counted, log_barrier, reweighted_ridge
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1

from .dal_races import (
    RIVAL_COLUMNS,
    GapRule,
    dal_trace,
    first_at_most,
    rival_trace,
    run_rival,
    sign_problem,
)

__all__ = ["bias_race", "scaling_times", "shrinkage_race", "start_work", "step_race"]

LOGISTIC = Logistic()


def _dal_seconds(problem, **options):
    """Processor seconds of a run of DAL with the paper's inner solver."""
    start = process_time()
    run = dal(problem.A, problem.y, LOGISTIC, L1(problem.lam), solver="pcg", **options)
    return process_time() - start, run


def step_race(m, n, seed, limit=5000):
    """Section 7.2.2 on one draw: DAL's run, and when its rivals reach what it reached.

    Returns
    -------
    dict
        ``r0, r, gap, eta`` of DAL (12 steps); steps ``it_*`` to its tenth distance and ``f_*`` to
        its tenth objective (``limit`` if they never get there); ``dal_end``, ``fista_6x``, ``low``
        and ``high`` as the chapter's claims call them.

    Notes
    -----
    An objective within 1e-12 of the minimum, relatively, counts as equal to it. A rival ends as
    well after ``3 * limit`` products: where rounding hides all descent, each line search of OWL-QN
    asks for a hundred.
    """
    problem = sign_problem(m, n, seed, 0.01)
    best = problem.solution()
    least = problem.objective(best)
    trace, run = dal_trace(problem, best, 12, solver="pcg")
    spent = trace.seconds[-1]
    r10 = trace.distance[9]
    near = least + max(trace.objective[9] - least, 1e-12 * least)
    row = {
        "r0": float(np.linalg.norm(best)), "r": trace.distance.tolist(),
        "gap": (trace.objective - least).tolist(), "eta": [step.eta for step in run.path],
        "newton": run.n_newton, "dal_end": trace.distance[-1], "dal_s": spent,
    }  # fmt: skip
    dal_low = _dal_seconds(problem, tol=1e-3)[0]
    steps = first_at_most(trace.distance, 1e-6) or 12
    dal_high = _dal_seconds(problem, tol=0.0, max_iter=steps)[0]
    for name, key in RIVAL_COLUMNS.items():
        reached = {"r": False, "f": False}

        def done(last, reached=reached, name=name):
            reached["r"] |= last["distance"] <= r10
            reached["f"] |= last["objective"] <= near
            enough = all(reached.values()) and (name != "FISTA" or last["seconds"] > 6 * spent)
            return enough or last["products"] > 3 * limit  # a line search that finds nothing more

        rival, _ = rival_trace(name, problem, best, limit, done)
        row[f"it_{key}"] = first_at_most(rival.distance, r10) or limit
        row[f"f_{key}"] = first_at_most(rival.objective, near) or limit
        row[f"seconds_{key}"] = rival.seconds[-1]
        row[f"end_{key}"] = rival.distance[-1]
        if name == "FISTA":
            within = rival.seconds <= 6 * spent
            row["fista_6x"] = rival.distance[within][-1] if within.any() else row["r0"]
        if name == "OWL-QN":
            low = first_at_most(rival.gap, 1e-3)
            high = first_at_most(rival.distance, 1e-6)
            row["low"] = rival.seconds[low - 1] / dal_low
            row["high"] = rival.seconds[high - 1] / dal_high if high else 10.0
    return row


def shrinkage_race(m, n, seed, limit=100):
    """Steps of iteratively reweighted shrinkage and of two rivals to one objective.

    The goal is a relative error of 1e-3; IRS starts from a standard Gaussian draw.

    Returns
    -------
    dict
        ``it_*`` and ``products_*`` of "irs", "owlqn" and "sparsa" (0 if not within ``limit``
        steps, for IRS, or 5,000).
    """
    problem = sign_problem(m, n, seed, 0.01)
    best = problem.solution()
    goal = 1.001 * problem.objective(best)
    row = {}
    for name in ("OWL-QN", "SpaRSA"):
        key = RIVAL_COLUMNS[name]
        trace, _ = rival_trace(name, problem, best, 5000, lambda last: last["objective"] <= goal)
        row[f"it_{key}"] = first_at_most(trace.objective, goal)
        row[f"products_{key}"] = int(trace.products[-1])
    A, work = counted(problem.A)
    first = np.random.default_rng(seed).standard_normal(n)
    values = []

    def near(w):
        values.append(problem.objective(w))
        return values[-1] <= goal

    run = reweighted_ridge(
        DataFit(A, problem.y, LOGISTIC), problem.lam, first, stop=near, max_iter=limit
    )
    row["it_irs"] = run.n_iter if run.converged else 0
    row["products_irs"] = work.products - run.n_iter - 1  # one a step for the objective
    return row | {"excess_irs": values[-1] / (goal / 1.001) - 1, "steps_irs": run.n_iter}


def bias_race(m, n, seed):
    """Section 7.2.2, Figure 3, on one draw: DAL with a free intercept, and an interior point.

    Returns
    -------
    dict
        ``factor, first, last, steps, steps_plain, steps_ip, time_ratio`` as the claim calls them,
        and the objective above its minimum after each step: ``gaps``, ``gaps_plain``, ``gaps_ip``.
        The step that takes the gap below 1e-8 is not among the last three before it.

    Raises
    ------
    ValueError
        If DAL needs fewer than four steps, or a run does not come within 1e-5 of the minimum:
        the slopes of the claim are then not defined.
    """
    problem = sign_problem(m, n, seed, 0.01)
    options = {"bias": True, "tol": 1e-12, "max_iter": 40}
    run = dal(problem.A, problem.y, LOGISTIC, L1(problem.lam), **options)
    least = min(step.objective for step in run.path)
    gaps = {}
    for key, growth in (("gaps", 40.0), ("gaps_plain", 2.0)):
        _, run = _dal_seconds(problem, bias_growth=growth, **options)
        gaps[key] = np.array([step.objective for step in run.path]) - least
    steps = first_at_most(gaps["gaps"], 1e-5)
    end = first_at_most(gaps["gaps"], 1e-8) or len(gaps["gaps"])
    if end < 4 or not steps:
        raise ValueError(f"m, n: DAL gives no slopes, {end} steps to a gap of 1e-8")
    seconds, _ = _dal_seconds(problem, bias=True, tol=0.0, max_iter=steps)
    times = []
    start = process_time()
    barrier = log_barrier(
        problem.fit(), problem.lam, bias=True, tol=3e-6 / least, max_iter=100,
        callback=lambda t, w: times.append(process_time() - start),
    )  # fmt: skip
    gaps["gaps_ip"] = barrier.objective[1:] - least
    steps_ip = first_at_most(gaps["gaps_ip"], 1e-5)
    if not steps_ip:
        raise ValueError("m, n: the interior point does not come within 1e-5 of the minimum")
    falls = np.append(problem.objective(np.zeros(n)) - least, gaps["gaps"])
    logs = np.log10(np.maximum(falls, 1e-9))
    late = gaps["gaps_ip"][9:steps_ip]
    return {
        "factor": (late[0] / late[-1]) ** (1 / (len(late) - 1)) if len(late) > 1 else 1.0,
        "first": (logs[0] - logs[3]) / 3, "last": (logs[end - 4] - logs[end - 1]) / 3,
        "steps": steps, "steps_plain": first_at_most(gaps["gaps_plain"], 1e-5),
        "steps_ip": steps_ip, "time_ratio": times[steps_ip - 1] / seconds,
        **{key: values.tolist() for key, values in gaps.items()},
    }  # fmt: skip


def scaling_times(m, n, seed, share, limit=1000):
    """Processor seconds of five solvers to a relative duality gap of 1e-3 (section 7.2.3).

    Returns
    -------
    dict
        ``t_*`` and ``it_*`` for "dal", "dalb", "fista", "owlqn", "sparsa"; steps count the outer
        ones of DAL, and ``limit`` says that a rival was stopped there. The clock of FISTA and of
        SpaRSA includes the norm of the design, where they start.
    """
    _dal_seconds(sign_problem(8, 16, 0, 0.1))  # compiles
    problem = sign_problem(m, n, seed, share)
    row = {}
    for key, bias in (("dal", False), ("dalb", True)):
        row[f"t_{key}"], run = _dal_seconds(problem, bias=bias)
        row[f"it_{key}"] = run.n_iter
    for name, key in RIVAL_COLUMNS.items():
        fit = problem.fit()
        start = process_time()
        rule = GapRule(fit, problem.lam, 1e-3)
        run = run_rival(name, fit, problem.lam, np.zeros(n), stop=rule, max_iter=limit)
        row[f"t_{key}"] = process_time() - start
        row[f"it_{key}"] = run.n_iter
    return row


def start_work(m, n, seed, cg_tol):
    """Both first proximities of section 7.2.4: conjugate-gradient steps by outer step, and seconds.

    Returns
    -------
    dict
        For "con" (0.01 / lam) and "agg" (1 / lam): ``outer_*`` steps, ``cg_*`` steps in all,
        ``first_*`` those in the first outer step, and seconds ``t_*``.
    """
    _dal_seconds(sign_problem(8, 16, 0, 0.1))  # compiles
    problem = sign_problem(m, n, seed, 0.1)
    row = {}
    for key, eta0 in (("con", "conservative"), ("agg", "aggressive")):
        row[f"t_{key}"], run = _dal_seconds(problem, eta0=eta0, cg_tol=cg_tol)
        row |= {f"outer_{key}": run.n_iter, f"cg_{key}": run.n_cg}
        row[f"first_{key}"] = run.path[0].n_cg
    return row
