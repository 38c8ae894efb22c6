r"""Experiments of Chen (2013), section 3.5: data sets, paths of penalties, and certified optima.

The genotypes and the tumours of the source cannot be had; :func:`~mlcompanion.datasets` draws what
stands in for them.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_rng
from mlcompanion.datasets import make_association, make_pathways
from mlcompanion.losses import Logistic
from mlcompanion.optimize import fista
from mlcompanion.prox import L1, GraphPenalty, GroupPenalty, RowNorm
from mlcompanion.sparse import StructuredProblem, spg_path, structured_admm
from mlcompanion.sparse.structured import spg
from mlcompanion.sparse.structured.structured_regression import correlation_graph

__all__ = [
    "TraitSplit",
    "association_split",
    "certified_optimum",
    "communities",
    "first_within",
    "pathway_paths",
    "random_penalties",
    "steps_within",
    "trait_paths",
    "tumour_paths",
]

METHODS = ("lasso", "ℓ₁/ℓ₂ rows", "graph-guided")


def first_within(values, goal):
    """Number (from 1) of the first of the values that is at most the goal, or None.

    Parameters
    ----------
    values : array_like of shape (n_steps,)
        Objective after each step.
    goal : float
    """
    hit = np.flatnonzero(check_array(values, "values", ndim=1) <= goal)
    return int(hit[0]) + 1 if len(hit) else None


def certified_optimum(problem, rho=10.0, tol=1e-8, max_iter=20_000):
    """Minimise by splitting variables, which smooths nothing.

    Returns
    -------
    w : ndarray
    objective : float
    gap : float
        Duality gap from the multipliers.
    """
    run = structured_admm(problem, rho, tol=tol, max_iter=max_iter)
    w = run.z[-problem.shape[0] :]
    return w, problem.objective(w), problem.gap(w, alpha=rho * run.u[: -problem.shape[0]])


def steps_within(problem, accuracies, least, max_iter=50_000):
    r"""Steps of SPG with :math:`\mu=\epsilon/2D` until the objective is within each accuracy.

    Returns
    -------
    list of int or None
    """
    found = []
    for epsilon in accuracies:
        values = []
        goal = least + epsilon

        def arrived(w, values=values, goal=goal):
            values.append(problem.objective(w))
            return values[-1] <= goal

        mu = epsilon / (2 * problem.prox_diameter)
        spg(problem, mu, stop=arrived, check_every=1, max_iter=max_iter)
        found.append(first_within(values, goal))
    return found


def communities(seed=0, n=60, gamma=1.0, lam=0.5):
    """A regression whose coefficients are constant on four communities of a graph.

    60 features in communities of 15; an edge has probability 0.4 within one and 0.02 else.

    Returns
    -------
    StructuredProblem
    """
    rng = check_rng(seed)
    block = np.repeat(np.arange(4), 15)
    i, j = np.triu_indices(60, 1)
    edges = np.column_stack([i, j])[rng.random(len(i)) < np.where(block[i] == block[j], 0.4, 0.02)]
    X = rng.normal(size=(n, 60)) * np.sqrt(10 / n)
    y = X @ np.array([0.0, 1.0, 0.0, -0.5])[block] + 0.7 * rng.normal(size=n)
    return StructuredProblem(X, y, GraphPenalty(edges, gamma, n_features=60), lam)


def random_penalties(seed, d=30):
    """Random overlapping groups with random weights, and a random graph with signs.

    Returns
    -------
    list of LinearPenalty
        Two penalties of weight 1.5 over ``d`` features.
    """
    rng = check_rng(seed)
    groups = [rng.permutation(d)[: rng.integers(2, d // 2)] for _ in range(6)]
    groups.append(np.arange(d))
    pairs = np.array([rng.choice(d, 2, replace=False) for _ in range(2 * d)])
    tau = (np.abs, np.square)[seed % 2]
    return [
        GroupPenalty(groups, 1.5, rng.uniform(0.3, 2, len(groups))),
        GraphPenalty(pairs, 1.5, rng.uniform(-1, 1, len(pairs)), tau, n_features=d),
    ]


class TraitSplit(NamedTuple):
    """Centred halves of a data set of genotypes and traits, the truth, and the traits' graph."""

    X: np.ndarray
    Y: np.ndarray
    X_new: np.ndarray
    Y_new: np.ndarray
    truth: np.ndarray
    edges: np.ndarray
    r: np.ndarray


def association_split(seed, threshold=0.3):
    """Ten traits, thirty markers: 100 individuals for training, 100 for validation.

    Edges join traits whose correlation in training is at least ``threshold`` in size.

    Returns
    -------
    TraitSplit
    """
    data = make_association(n_samples=200, random_state=seed)
    order = np.random.default_rng(seed).permutation(200)
    X = data.X[order]
    Y = data.Y[order]
    X = X - X[:100].mean(axis=0)
    Y = Y - Y[:100].mean(axis=0)
    edges, r = correlation_graph(Y[:100], threshold)
    return TraitSplit(X[:100], Y[:100], X[100:], Y[100:], data.coef, edges, r)


def trait_paths(split, lams):
    r"""The estimate of each method at the penalty of least validation error.

    Methods: lasso, row norms with weight :math:`2\lambda`, and the graph-guided fused lasso with
    :math:`\gamma=\lambda`.

    Returns
    -------
    dict of str to ndarray of shape (n_markers, n_traits)
    """
    q = split.Y.shape[1]
    graphs = [(GraphPenalty(split.edges, lam, split.r, n_features=q), lam) for lam in lams]
    base = StructuredProblem(split.X, split.Y, *graphs[0], on_outputs=True)
    found = {}
    for name, penalty in zip(METHODS, (L1, lambda lam: RowNorm(2 * lam))):
        start = np.zeros(base.shape)
        found[name] = []
        for lam in lams:
            start = fista(base.fit, penalty(lam), start, restart=True, tol=1e-4).w
            found[name].append(start)
    runs = spg_path(base, graphs, mu=1e-3, restart=True, tol=1e-6)
    found[METHODS[2]] = [run.coef for run in runs]
    errors = {
        k: [np.mean((split.Y_new - split.X_new @ B) ** 2) for B in v] for k, v in found.items()
    }
    return {name: coefs[int(np.argmin(errors[name]))] for name, coefs in found.items()}


def pathway_paths(X, y, X_new, y_new, groups, gammas):
    """Genes selected, groups touched and balanced error along two paths of a logistic regression.

    Parameters
    ----------
    X, X_new : ndarray
    y, y_new : ndarray
        -1 and 1.
    groups : sequence of index arrays
    gammas : dict
        Penalties, falling, for ``"groups"`` (group norms and absolute values, equal weights) and
        ``"l1"``.

    Returns
    -------
    dict of str to ndarray of shape (n_gammas, 3)
    """
    d = X.shape[1]
    base = StructuredProblem(X, y, GroupPenalty(groups, 0.0, n_features=d), 1.0, loss=Logistic())
    found = {}
    for name, on in (("groups", 1.0), ("l1", 0.0)):
        models = [(GroupPenalty(groups, on * g, n_features=d), g) for g in gammas[name]]
        found[name] = []
        for run in spg_path(base, models, mu=1e-3, restart=True, tol=1e-5, max_iter=600):
            w = run.coef
            wrong = X_new @ run.coef * y_new <= 0
            error = 0.5 * (wrong[y_new > 0].mean() + wrong[y_new < 0].mean())
            found[name].append((np.sum(w != 0), sum((w[g] != 0).any() for g in groups), error))
    return {name: np.array(rows, dtype=float) for name, rows in found.items()}


def tumour_paths(seed, n_gammas=10):
    """:func:`pathway_paths` on simulated tumours: 200 for training, 100 for testing."""
    data = make_pathways(300, random_state=seed)
    gammas = {"groups": np.geomspace(22, 2, n_gammas), "l1": np.geomspace(15, 0.5, n_gammas)}
    halves = data.X[:200], data.y[:200], data.X[200:], data.y[200:]
    return pathway_paths(*halves, data.groups, gammas)
