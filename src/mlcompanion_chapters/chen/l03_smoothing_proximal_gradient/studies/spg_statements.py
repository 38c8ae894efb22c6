"""Chen (2013), chapter 3: what its statements say, measured by many runs.

Settles of chapter chen/03_smoothing_proximal_gradient: gamma-linear, fig32-false-positives,
fig33-scaling, pathways, thm32-iterations and erratum-noise. Cases, by ``experiment``:

*gamma*: steps to 1.001 times the optimum on overlapping groups, N = 5000, for five strengths.
*floor*: half the residual sum of squares of least squares by QR, noise variance 1.
*variance*: for noise variances 0.10, 0.15, ..., 1.20 the penalised objectives of the six cells of
the first block of Table 3.5.
*iterations*: steps of SPG to six accuracies, the bound (3.19), the largest ratio in the lemma
(3.26) and the steps of FOBOS at the least constant (1, 10 or 100 times the source's) that reaches
three accuracies in 20,000 steps.
*positives*: false positives and hits of three penalties on traits that share causes.
*scaling*: processor seconds of SPG and FOBOS on traits with a graph of 5 edges a trait. SPG stops
at a relative change below 1e-6; ``faster`` tells whether FOBOS needs more time to 1.001 times its
objective. It is given twice the steps.
*program*: the same problem by a barrier method for the quadratic program, to a relative gap 1e-6.
*pathways*: simulated tumours, 200 for training and 100 for testing.
"""

from time import process_time

import numpy as np
from scipy import linalg, sparse

from mlcompanion.sparse import fobos
from mlcompanion.sparse.structured import spg

from ..spg_protocols import (
    first_within,
    tumour_paths,
)
from ..spg_statements import (
    floor,
    gamma,
    iterations,
    positives,
    traits,
    variance,
)

SCALING = [("K", k) for k in (50, 100, 200, 400)] + [("J", j) for j in (50, 100, 200, 400)]
SCALING += [("N", n) for n in (500, 1000, 3000, 10000)]
SIZES = {
    "default": {"scaling": SCALING, "programs": (10, 20)},
    "paper": {
        "scaling": [*SCALING, ("K", 10000), ("J", 10000)],
        "programs": (10, 20, 30, 50),
    },
}


def cases(scaling, programs):
    """All experiments; only the sizes of the last figure differ."""
    table = [{"experiment": "gamma", "seed": s} for s in range(5)]
    table += [{"experiment": "floor", "n": n, "seed": s} for n in (5000, 10000) for s in range(20)]
    table += [{"experiment": "variance", "n": n, "seed": 0} for n in (1000, 5000, 10000)]
    kinds = ("190", "910", "graph")
    table += [{"experiment": "iterations", "kind": k, "seed": s} for k in kinds for s in range(2)]
    table += [{"experiment": "positives", "seed": s} for s in range(50)]
    table += [{"experiment": "scaling", "axis": a, "size": size} for a, size in scaling]
    table += [{"experiment": "program", "outputs": k} for k in programs]
    return table + [{"experiment": "pathways", "seed": s} for s in range(5)]


def run(case):
    """The result of a case."""
    settings = {k: v for k, v in case.items() if k != "experiment"}
    return RUNS[case["experiment"]](**settings)


def scaling(axis, size):
    """Both first-order methods at one size."""
    sizes = {"K": (500, 100, size), "J": (1000, size, 50), "N": (size, 100, 50)}
    problem = traits(*sizes[axis])
    problem.fit.lipschitz()
    start = process_time()
    run = spg(problem)
    t_spg = process_time() - start
    start = process_time()
    slow = fobos(problem, 2 * run.n_iter).objective[1:]
    t_fobos = process_time() - start
    reached = first_within(slow, 1.001 * run.objective)
    if reached:
        t_fobos *= reached / len(slow)
    return {
        "t_spg": round(t_spg, 4), "it_spg": run.n_iter, "t_fobos": round(t_fobos, 4),
        "reached": reached or 0, "faster": t_spg < t_fobos,
    }  # fmt: skip


def program(outputs):
    """The quadratic program of all coefficients together by a barrier method, against SPG."""
    problem = traits(500, 100, outputs)
    d, q = problem.shape
    start = process_time()
    goal = spg(problem)
    t_spg = process_time() - start
    F = sparse.vstack(
        [sparse.kron(problem.penalty.C, sparse.eye_array(d)), 5.0 * sparse.eye_array(d * q)]
    ).tocsr()  # output by output: rows of B.T one after the other
    gram, pull = problem.X.T @ problem.X, (problem.X.T @ problem.y).T.ravel()
    square = 0.5 * np.sum(problem.y**2)
    start = process_time()
    dense = np.kron(np.eye(q), gram)
    w, c, steps = np.zeros(d * q), square / F.shape[0], 0

    def value(w):
        r, smooth = F @ w, 0.5 * w @ (gram @ w.reshape(q, d).T).T.ravel() - pull @ w + square
        t = c + np.sqrt(c**2 + r**2)
        return smooth + np.sum(t - c * np.log(2 * c * t))

    while 2 * c * F.shape[0] > 1e-6 * goal.objective:
        c /= 10
        for _ in range(30):
            r = F @ w
            root = np.sqrt(c**2 + r**2)
            gradient = (gram @ w.reshape(q, d).T).T.ravel() - pull + F.T @ (r / (c + root))
            bend = c / (root * (c + root))  # second derivative of the rounded absolute value
            hessian = dense + (F.T * bend @ F).toarray()
            move = -linalg.solve(hessian, gradient, assume_a="pos", check_finite=False)
            steps, fall, s, now = steps + 1, gradient @ move, 1.0, value(w)
            while value(w + s * move) > now + 0.01 * s * fall and s > 1e-8:
                s /= 2
            w = w + s * move
            if -fall < 0.1 * c:
                break
    t_program = process_time() - start
    return {
        "t_program": round(t_program, 3), "steps": steps, "t_spg": round(t_spg, 4),
        "objective_ratio": problem.objective(w.reshape(q, d).T) / goal.objective,
    }  # fmt: skip


def pathways(seed):
    """Least balanced errors, and groups touched at equal numbers of genes."""
    paths = tumour_paths(seed)
    best = paths["groups"][np.argmin(paths["groups"][:, 2])]
    nearest = paths["l1"][np.argmin(np.abs(paths["l1"][:, 0] - best[0]))]
    return {
        "err_group": 100 * best[2], "err_l1": 100 * paths["l1"][:, 2].min(),
        "genes_group": best[0], "genes_l1": nearest[0],
        "paths_group": best[1], "paths_l1": nearest[1],
    }  # fmt: skip


RUNS = {
    "gamma": gamma, "floor": floor, "variance": variance, "iterations": iterations,
    "positives": positives, "scaling": scaling, "program": program, "pathways": pathways,
}  # fmt: skip
