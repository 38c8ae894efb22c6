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

from mlcompanion.datasets import make_association, make_overlapping_groups
from mlcompanion.experiments.spg_protocols import (
    association_split,
    certified_optimum,
    first_within,
    steps_within,
    trait_paths,
    tumour_paths,
)
from mlcompanion.optimize import fista
from mlcompanion.prox import GraphPenalty, GroupPenalty
from mlcompanion.sparse import StructuredProblem, fobos, spg
from mlcompanion.sparse.spg import iteration_bound

GAMMAS = (0.25, 0.5, 1.0, 2.0, 4.0)
ACCURACIES = (10.0, 3.0, 1.0, 0.3, 0.1, 0.03)
VARIANCES = tuple(round(0.05 * k, 2) for k in range(2, 25))
LAMS = tuple(np.geomspace(40, 1.5, 8))
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


def gamma(seed):
    """Steps to a thousandth above the optimum, for each strength."""
    data = make_overlapping_groups(10, 5000, random_state=seed)
    base = StructuredProblem(data.X, data.y, GroupPenalty(data.groups, 1.0), 1.0)
    steps = []
    for strength in GAMMAS:
        problem = base.with_penalty(GroupPenalty(data.groups, strength), strength)
        goal = 1.001 * certified_optimum(problem, tol=1e-5)[1]
        run = spg(problem, stop=lambda w, p=problem, g=goal: p.objective(w) <= g, check_every=1)
        steps.append(run.n_iter)
    return {"steps": steps}


def floor(n, seed):
    """Least squares without a penalty."""
    data = make_overlapping_groups(10, n, random_state=seed)
    triangle = linalg.qr(np.column_stack([data.X, data.y]), mode="r", check_finite=False)[0]
    return {"floor": 0.5 * float(triangle[910, 910]) ** 2}


def variance(n, seed):
    """Penalised objectives for every variance, for strengths 2 and 0.5."""
    data = make_overlapping_groups(10, n, random_state=seed)
    signal = data.X @ data.coef
    noise, rows = data.y - signal, {}
    for strength in (2.0, 0.5):
        penalty, start, rows[f"objectives_{strength:g}"] = (
            GroupPenalty(data.groups, strength),
            None,
            [],
        )
        for v in VARIANCES:
            problem = StructuredProblem(data.X, signal + np.sqrt(v) * noise, penalty, strength)
            run = spg(problem, start=start)
            start = run.coef
            rows[f"objectives_{strength:g}"].append(run.objective)
    return rows


def iterations(kind, seed):
    """Steps against the bounds on one problem."""
    if kind == "graph":
        rng = np.random.default_rng(seed)
        edges = np.array([rng.choice(100, 2, replace=False) for _ in range(300)])
        X = rng.normal(size=(200, 100))
        y = X @ np.repeat([1.0, 0.0, -1.0, 0.5], 25) + rng.normal(size=200)
        problem = StructuredProblem(X, y, GraphPenalty(edges, 2.0, n_features=100), 2.0)
    else:
        groups = {"190": 2, "910": 10}[kind]
        data = make_overlapping_groups(groups, 1000, random_state=seed)
        problem = StructuredProblem(data.X, data.y, GroupPenalty(data.groups, 2.0), 2.0)
    w, least, gap = certified_optimum(problem)
    steps = steps_within(problem, ACCURACIES, least)
    bounds = [iteration_bound(problem, np.linalg.norm(w), e) for e in ACCURACIES]
    for factor in (1, 10, 100):
        slow = fobos_steps(problem, factor, least)
        if len(slow) >= 3:
            break
    return {
        "gap": gap, "steps": steps, "bounds": bounds, "lemma": lemma_ratio(problem),
        "fobos": slow, "factor": factor,
    }  # fmt: skip


def fobos_steps(problem, factor, least):
    """Steps of FOBOS to the accuracies that it reaches in 20,000, at one constant."""
    size = len(problem.X) * np.prod(problem.shape)
    values = fobos(problem, 20_000, factor * 0.1 / np.sqrt(size)).objective[1:]
    found = [first_within(values, least + e) for e in ACCURACIES]
    return [t for t in found if t]


def lemma_ratio(problem, accuracy=1.0, n_steps=2000):
    """Largest gap of the surrogate over what the lemma allows, from the tenth step on."""
    smooth = problem.smoothed(accuracy / (2 * problem.prox_diameter))
    start = np.zeros(problem.shape)
    best = fista(smooth, problem.l1, start, restart=True, tol=1e-12, max_iter=50_000)
    momentum = lambda t: (t - 1) / (t + 2)  # noqa: E731
    path = fista(smooth, problem.l1, start, momentum=momentum, tol=0, max_iter=n_steps)
    least = min(best.objective.min(), path.objective.min())
    t = np.arange(1, n_steps + 1)
    allowed = 2 * smooth.lipschitz() * np.sum(best.w**2) / t**2
    return float(((path.objective[1:] - least) / allowed).max())


def positives(seed):
    """False positives and share of hits; a coefficient above 1e-3 is a positive."""
    split = association_split(seed)
    found = {}
    for name, B in zip(("lasso", "rows", "graph"), trait_paths(split, LAMS).values()):
        positive = np.abs(B) > 1e-3
        found[f"false_{name}"] = int(positive[split.truth == 0].sum())
        found[f"hits_{name}"] = float(positive[split.truth != 0].mean())
    return found


def traits(n, d, q):
    """Outputs in groups of ten with common causes, and a graph of five edges a trait."""
    data = make_association([10] * (q // 10), d, n, random_state=0)
    k = np.arange(q)
    shifts = range(1, 1 + min(5, (q - 1) // 2))
    edges = np.concatenate([np.column_stack([k, (k + s) % q]) for s in shifts])
    return StructuredProblem(
        data.X - data.X.mean(axis=0), data.Y - data.Y.mean(axis=0),
        GraphPenalty(edges, 5.0, n_features=q), 5.0, on_outputs=True,
    )  # fmt: skip


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
