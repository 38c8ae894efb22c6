"""What the theory promises of the excessive-gap method, searched for counterexamples."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion.prox import GroupPenalty, TreeGroups, prox_tree
from mlcompanion.sparse.cca import (
    BallProblem,
    excessive_gap,
    excessive_gap_bound,
    excessive_gap_iterations,
    excessive_gap_steps,
    project_unit_ball,
    restarted_excessive_gap,
)
from mlcompanion.teaching import log_slope

EPSILONS = (1.0, 0.1, 0.01, 1e-3, 1e-4)
GOALS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001)
FAR = 50  # how many times too small the first smoothing of the control is
ROUNDING = 1e-10


def random_problem(seed):
    """A target and overlapping groups of random sizes, weights and strengths."""
    rng = np.random.default_rng(seed)
    p = int(rng.integers(10, 301))
    n_groups = int(rng.integers(2, 13))
    groups = [
        rng.choice(p, size=int(rng.integers(2, p // 2 + 1)), replace=False) for _ in range(n_groups)
    ]
    gamma = 10 ** rng.uniform(-2, 1)
    beta = 10 ** rng.uniform(-1, 2) * rng.normal(size=p)
    weights = rng.uniform(0.5, 2, size=n_groups)
    return beta, GroupPenalty(groups, gamma, weights, n_features=p)


class Search(NamedTuple):
    """Worst cases over all steps of one problem.

    Attributes
    ----------
    worst : float
        Largest gap over its bound.
    late : int
        Tolerances that took more steps than promised.
    mu_err : float
        Of the recursion for mu against its closed form.
    below, weak, above : float
        Largest violations of the three inequalities, relative to the value.
    half, broken : float, bool
        The control: gap over the shrunk bound, and whether the condition fails at t = 0.
    """

    worst: float
    late: int
    mu_err: float
    below: float
    weak: float
    above: float
    half: float
    broken: bool


def search(seed, n_steps=500):
    """Walk through the steps of a random problem."""
    beta, penalty = random_problem(seed)
    problem = BallProblem(beta, penalty)
    L = problem.lipschitz
    D = penalty.prox_diameter()
    worst = below = weak = above = mu_err = -np.inf
    reached = dict.fromkeys(EPSILONS, np.inf)
    for state in excessive_gap_steps(problem):
        t = state.t
        size = 1 + abs(state.primal)
        smooth = problem.smoothed(state.v, state.mu)
        below = max(below, (smooth - state.dual) / size)
        weak = max(weak, (state.dual - state.primal) / size)
        above = max(above, (state.primal - smooth - state.mu * D) / size)
        if state.gap > ROUNDING * size:
            worst = max(worst, state.gap / excessive_gap_bound(penalty, t))
        mu_err = max(mu_err, abs(state.mu * (t + 1) * (t + 2) / (4 * L) - 1))
        for eps in EPSILONS:
            if state.gap <= eps:
                reached[eps] = min(reached[eps], t)
        if t == n_steps:
            break
    promised = {eps: excessive_gap_iterations(penalty, eps) for eps in EPSILONS}
    late = sum(reached[eps] > promised[eps] for eps in EPSILONS if promised[eps] <= n_steps)
    return Search(worst, late, mu_err, below, weak, above, *control(problem, penalty))


def control(problem, penalty, n_steps=50):
    """A first smoothing that is too small: gap over the bound as small, and the condition."""
    mu = 2 * problem.lipschitz / FAR
    half = -np.inf
    for state in excessive_gap_steps(problem, mu):
        if state.t == 0:
            size = 1 + abs(state.primal)
            broken = problem.smoothed(state.v, mu) > state.dual + ROUNDING * size
        if state.gap > ROUNDING * (1 + abs(state.primal)):
            half = max(half, FAR * state.gap / excessive_gap_bound(penalty, state.t))
        if state.t == n_steps:
            return half, bool(broken)


def searched(seeds, n_steps=500):
    """The worst of all problems: a dictionary by the names of the claims."""
    found = [search(seed, n_steps) for seed in seeds]
    most = {
        name: max(getattr(one, name) for one in found)
        for name in ("worst", "mu_err", "below", "weak", "above", "half")
    }
    late = sum(one.late for one in found)
    broken = sum(one.broken for one in found)
    return {"problems": len(found), "late": late, "broken": broken, **most}


def closed_form_errors(seed):
    """Closed forms against a general solver, and the norm against singular values."""
    rng = np.random.default_rng(seed)
    groups = [[0, 1, 2], [2, 3], [1, 3, 4]]
    penalty = GroupPenalty(groups, rng.uniform(0.2, 2), rng.uniform(0.5, 2, 3))
    problem = BallProblem(rng.uniform(0.3, 3) * rng.normal(size=5), penalty)
    C = penalty.C.toarray()
    alpha = penalty.project(rng.normal(size=len(C)))
    v = problem.primal_point(alpha)
    ball = {"type": "ineq", "fun": lambda x: 1 - x @ x, "jac": lambda x: -2 * x}
    options = {"ftol": 1e-15, "maxiter": 1000}
    asked = minimize(
        lambda x: x @ C.T @ alpha + 0.5 * np.sum((x - problem.beta) ** 2),
        np.zeros(5), jac=lambda x: C.T @ alpha + x - problem.beta,
        constraints=[ball], method="SLSQP", options=options,
    ).x  # fmt: skip
    z = problem.gradient_step(alpha, v)
    L = problem.lipschitz
    balls = [
        {"type": "ineq", "fun": lambda a, r=penalty.row_groups == g: 1 - a[r] @ a[r]}
        for g in range(3)
    ]
    mapped = minimize(
        lambda a: 0.5 * L * np.sum((a - alpha) ** 2) - (C @ v) @ (a - alpha),
        alpha, jac=lambda a: L * (a - alpha) - C @ v,
        constraints=balls, method="SLSQP", options=options,
    ).x  # fmt: skip
    norm = np.linalg.svd(C, compute_uv=False)[0]
    return (
        float(np.linalg.norm(asked - v)),
        float(np.linalg.norm(mapped - z)),
        abs(penalty.norm() / norm - 1),
    )


def rate_problem(number):
    """Ten groups of forty that share eight: ones on half of the entries, or random ones."""
    groups = [np.arange(32 * k, 32 * k + 40) for k in range(10)]
    p = 328
    if number == 0:
        beta = np.zeros(p)
        beta[: p // 2] = 1.0
        return beta, GroupPenalty(groups, 2.0)
    rng = np.random.default_rng(number)
    weights = rng.uniform(0.5, 2, size=10)
    return rng.normal(size=p), GroupPenalty(groups, rng.uniform(2, 4), weights)


def gap_counts(number):
    """Steps of the excessive-gap method to each goal."""
    beta, penalty = rate_problem(number)
    run = excessive_gap(beta, penalty, gap=min(GOALS))
    gaps = run.primal - run.dual
    return [int(np.argmax(gaps <= goal)) for goal in GOALS]


def smoothing_counts(number):
    """Steps of smoothing with its own mu until the objective is within each goal of the optimum.

    Both methods are given the same problem: smoothing projects onto the ball after every step.
    """
    beta, penalty = rate_problem(number)
    optimum = restarted_excessive_gap(beta, penalty, tol=1e-11).dual[-1]
    problem = BallProblem(beta, penalty)
    return [_smoothing_steps(problem, optimum, goal) for goal in GOALS]


def _smoothing_steps(problem, optimum, eps, most=100_000):
    """Accelerated projected steps on the smoothed objective (Algorithm 3.1 with a ball)."""
    mu = eps / (2 * problem.penalty.prox_diameter())
    L = 1 + problem.lipschitz / mu
    v = np.zeros_like(problem.beta)
    w = v
    for t in range(most):
        if problem.primal(v) - optimum <= eps:
            return t
        slope = w - problem.beta + problem.penalty.smoothed(w, mu)[1]
        new = project_unit_ball(w - slope / L)
        w = new + t / (t + 3) * (new - v)
        v = new
    return most


def rates():
    """Slopes of both methods over six problems, and how often the first needs fewer steps."""
    ours = np.array([gap_counts(number) for number in range(6)])
    theirs = np.array([smoothing_counts(number) for number in range(6)])
    inverse = 1 / np.array(GOALS)
    slopes = [[log_slope(inverse, row) for row in table] for table in (ours, theirs)]
    small = np.array(GOALS) <= 0.01
    return {
        "ours": ours,
        "theirs": theirs,
        "slope_gap": float(np.median(slopes[0])),
        "slope_smooth": float(np.median(slopes[1])),
        "fewer": float(np.mean(ours[:, small] < theirs[:, small])),
    }


def random_tree(rng):
    """A random binary tree with a weight for each node."""
    n_leaves = int(rng.integers(8, 41))
    parent = np.full(2 * n_leaves - 1, -1)
    alone = list(range(n_leaves))
    for node in range(n_leaves, 2 * n_leaves - 1):
        for _ in range(2):
            parent[alone.pop(int(rng.integers(len(alone))))] = node
        alone.append(node)
    weights = rng.uniform(0.5, 2, size=len(parent))
    return TreeGroups(parent, np.arange(n_leaves), weights)


def tree_oracle(seeds):
    """Exact steps along trees against the certificate, and the wrong order of prox and ball."""
    worst = -np.inf
    swapped = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        tree = random_tree(rng)
        gamma = 10 ** rng.uniform(-2, 0)
        beta = 10 ** rng.uniform(-1, 1) * rng.normal(size=tree.n_features)
        penalty = GroupPenalty(tree.groups(), gamma, tree.weights)
        run = restarted_excessive_gap(beta, penalty, tol=1e-8)
        exact = project_unit_ball(prox_tree(beta, tree, gamma))
        apart = np.sum((run.v - exact) ** 2)
        worst = max(worst, apart / (2 * max(run.gap, 0) + 1e-12))
        wrong = prox_tree(project_unit_ball(beta), tree, gamma)
        value = BallProblem(beta, penalty).primal(wrong)
        swapped += value - run.primal[-1] > 1e-3 * abs(run.primal[-1])
    return {"problems": len(seeds), "worst": float(worst), "swapped": int(swapped)}
