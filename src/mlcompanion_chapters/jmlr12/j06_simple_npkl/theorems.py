"""Searches for counterexamples to the propositions, and to what we put in their place."""

import itertools

import numpy as np

from mlcompanion.kernel_methods.pairs import (
    DistancePatterns,
    KernelSize,
    SpectralDual,
    ascend,
    closed_form_kernel,
    pair_loss,
    pair_problem,
    pairwise_constraints,
)
from mlcompanion.manifold import graph_laplacian, knn_graph

__all__ = [
    "accelerated",
    "ascent_row",
    "closed_form_row",
    "distance_row",
    "iris_steps",
    "printed_trace_kernel",
]

BUDGETS = (1.0, 5.0)
PENALTIES = (0.5, 2.0)


def random_symmetric(n, rng):
    """A symmetric matrix with standard normal entries."""
    A = rng.normal(size=(n, n))
    return np.triu(A) + np.triu(A, 1).T


def powers(Ks, p):
    """tr K^p of a stack of kernels."""
    return (np.maximum(np.linalg.eigvalsh(Ks), 0.0) ** p).sum(axis=-1)


def trial_kernels(K, count, rng):
    """Random kernels of any rank, and small changes of the best one."""
    n = len(K)
    ranks = rng.integers(1, n + 1, count)
    factors = rng.normal(size=(count, n, n)) * (np.arange(n) < ranks[:, None])[:, None, :]
    free = factors @ factors.transpose(0, 2, 1)
    free *= np.trace(K) / np.trace(free, axis1=1, axis2=2)[:, None, None]
    shares = 10.0 ** rng.uniform(-6, 0, count // 2)
    free[: count // 2] = K + shares[:, None, None] * free[: count // 2]
    return free


def closed_form_row(seed, p, count=2000, n=30):
    """By how much any trial beats Proposition 1 and, for p above 1, Proposition 2."""
    rng = np.random.default_rng(seed)
    A = random_symmetric(n, rng)
    row = {}
    best = closed_form_kernel(A, p, 1.0)
    trials = trial_kernels(best.dense(), count, rng)
    trials *= powers(trials, p)[:, None, None] ** (-1 / p)  # brought to the bound of 1
    gained = np.einsum("ij,kij->k", A, trials)
    for B in BUDGETS:
        top = np.vdot(A, closed_form_kernel(A, p, B).dense())
        row[f"over_{B:g}"] = float((B ** (1 / p) * gained).max() / top - 1)
    if p > 1:
        for G in PENALTIES:
            kernel = closed_form_kernel(A, p, penalty=G)
            top = np.vdot(A, kernel.dense()) - G / p * (kernel.values**p).sum()
            trials = trial_kernels(kernel.dense(), count, rng)
            values = np.einsum("ij,kij->k", A, trials) - G / p * powers(trials, p)
            row[f"over_pen_{G:g}"] = float(values.max() / top - 1)
    return row


def accelerated(problem, alpha, curvature, max_iter=20_000, tol=1e-13):
    """The best state of accelerated ascent with restarts: the reference for slow steps."""
    state = problem.look(alpha)
    ahead = alpha
    momentum = 1.0
    for _ in range(max_iter):
        look = problem.look(ahead)
        new = problem.loss.project(ahead + look.slope / curvature)
        move = new - state.alpha
        if (new - ahead) @ move < 0:  # it overshot: begin anew
            momentum = 1.0
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = new + (momentum - 1) / following * move
        momentum = following
        last = state
        state = problem.look(new)
        if abs(state.value - last.value) <= tol * abs(state.value) and move @ move < 1e-20:
            break
    return state


def instance(seed):
    """Problem, constants and generator of one random instance of Proposition 6."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 61))
    X = rng.normal(size=(n, 2))
    L = graph_laplacian(X, 5, weights="binary", normalized=True)
    y = rng.integers(0, 2, n)
    T = pairwise_constraints(y, int(rng.integers(5, 101)), random_state=rng)
    C = (0.1, 1.0, 10.0)[seed % 3]
    G = (0.1, 1.0, 10.0)[seed // 3 % 3]
    return pair_problem(L, T, C=C, size=KernelSize(2.0, None, G)), C, rng


def shortfalls(states, curvature):
    """How many steps rise by less than promised, beyond rounding; the values on the way."""
    short = 0
    values = [states[0].value]
    for before, after in itertools.pairwise(states):
        move = after.alpha - before.alpha
        rise = after.value - before.value
        rounding = 1e-13 * (1 + abs(after.value))
        short += rise < curvature / 2 * (move @ move) - rounding
        values.append(after.value)
    return int(short), np.array(values)


def mirrored(problem, weights):
    """Dual variables that agree in both places of a pair."""
    patterns = problem.patterns
    grid = np.zeros(patterns.shape)
    grid[patterns.rows, patterns.columns] = weights
    return (grid + grid.T)[patterns.rows, patterns.columns] / 2


def ascent_row(seed, n_steps=500, n_points=1000):
    """Proposition 6 on one instance, with the printed constant and with ours."""
    problem, C, rng = instance(seed)
    m = len(problem.patterns)
    start = np.zeros(m)
    sharp = problem.curvature()
    printed = problem.curvature(m)
    best = accelerated(problem, start, sharp)
    row = {"m": m, "C": C, "G": problem.size.penalty}
    for name, curvature in (("printed", printed), ("sharp", sharp)):
        states = list(ascend(problem, start, step=1 / curvature, max_iter=n_steps))
        row[f"bad_{name}"], values = shortfalls(states, curvature)
        if name == "printed":
            distance = best.alpha @ best.alpha
            left = np.arange(1, n_steps + 1) * (best.value - values[1:])
            row["worst"] = float(left.max() / (curvature / 2 * distance))
    ratios = []
    for _ in range(n_points):
        one = problem.look(mirrored(problem, C * rng.exponential(size=m)))
        length = 10.0 ** rng.uniform(-4, 0)
        step = mirrored(problem, C * length * rng.normal(size=m))
        other = problem.look(np.maximum(one.alpha + step, 0.0))
        change = other.alpha - one.alpha
        turn = other.slope - one.slope
        ratios.append(np.sqrt(turn @ turn / (change @ change)))
    top = float(max(ratios))
    return row | {"lip_printed": top / printed, "lip_sharp": top / sharp, "steps": n_steps}


def iris_steps(X, y, within=1e-4):
    """Steps from zero to within a share of the way, with the printed length and with ours."""
    T = pairwise_constraints(y, 120, random_state=0)
    L = graph_laplacian(X, 5, weights="binary", normalized=True)
    problem = pair_problem(L, T, C=0.2, size=KernelSize(2.0, None, 1.0))
    start = np.zeros(len(problem.patterns))
    top = accelerated(problem, start, problem.curvature()).value
    found = []
    for curvature in (problem.curvature(len(start)), problem.curvature()):
        states = ascend(problem, start, step=1 / curvature, max_iter=5000)
        first = next(states).value
        goal = top - within * (top - first)
        found.append(1 + next(k for k, state in enumerate(states) if state.value >= goal))
    return found


def distance_row(seed, n_points=200):
    """How fast the slope changes for patterns of distances, over two constants."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 61))
    X = rng.normal(size=(n, 2))
    graph = knn_graph(X, 5, weights="binary")
    rows, columns = graph.nonzero()
    once = rows < columns
    patterns = DistancePatterns(rows[once], columns[once], n)
    lengths = ((X[rows[once]] - X[columns[once]]) ** 2).sum(axis=1)
    axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[0]
    base = 2 * axes @ axes.T - np.eye(n)
    C = 10.0
    problem = SpectralDual(
        base, patterns, lengths, pair_loss("square", C), KernelSize(2.0, None, 1.0)
    )
    ratios = []
    for _ in range(n_points):
        one = problem.look(rng.exponential(size=len(patterns)))
        other = problem.look(one.alpha + 0.1 * rng.exponential(size=len(patterns)))
        change = other.alpha - one.alpha
        turn = other.slope - one.slope
        ratios.append(np.sqrt(turn @ turn / (change @ change)))
    top = float(max(ratios))
    return {"sharp": top / (1 + 1 / C), "right": top / problem.curvature()}


def printed_trace_kernel(matrices=50, n=30):
    """Largest tr AK of the printed kernel for p = 1, over negative definite matrices."""
    values = []
    for seed in range(matrices):
        factor = np.random.default_rng(seed).normal(size=(n, n + 5))
        A = -(factor @ factor.T)
        vectors = np.linalg.eigh(A)[1]
        K = np.outer(vectors[:, -1], vectors[:, -1])  # B = 1, no ties
        values.append(np.vdot(A, K))
    return max(values)
