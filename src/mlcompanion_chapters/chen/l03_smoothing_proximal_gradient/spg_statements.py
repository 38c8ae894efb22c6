"""Statements of Chen (2013), chapter 3, on one problem each; a study draws many.

Steps against the strength of the penalty, least squares without a penalty, objectives by the
variance of the noise, and steps against the bounds of sections 3.4 and 3.5. A function of a seed
returns one row of the study's table, as a dictionary.
"""

import numpy as np
from scipy import linalg

from mlcompanion.datasets import make_association, make_overlapping_groups
from mlcompanion.optimize import fista
from mlcompanion.prox import GraphPenalty, GroupPenalty
from mlcompanion.sparse import StructuredProblem, fobos
from mlcompanion.sparse.structured import spg
from mlcompanion.sparse.structured.spg import iteration_bound

from .spg_protocols import (
    association_split,
    certified_optimum,
    first_within,
    steps_within,
    trait_paths,
)

__all__ = [
    "floor",
    "fobos_steps",
    "gamma",
    "iterations",
    "lemma_ratio",
    "positives",
    "traits",
    "variance",
]

GAMMAS = (0.25, 0.5, 1.0, 2.0, 4.0)
ACCURACIES = (10.0, 3.0, 1.0, 0.3, 0.1, 0.03)
VARIANCES = tuple(round(0.05 * k, 2) for k in range(2, 25))
LAMS = tuple(np.geomspace(40, 1.5, 8))


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
    noise = data.y - signal
    rows = {}
    for strength in (2.0, 0.5):
        penalty = GroupPenalty(data.groups, strength)
        start = None
        rows[f"objectives_{strength:g}"] = []
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
