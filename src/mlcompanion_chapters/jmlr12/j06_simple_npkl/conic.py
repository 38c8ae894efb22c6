"""The same problems as a general conic solver sees them: CVXPY's language, SCS as solver.

Imported by the studies alone: they have the solver among their dependencies, the page reads their
stored tables.
"""

from time import process_time
from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

__all__ = ["ConicRun", "conic_closed_form", "conic_embedding", "conic_pairs", "conic_structure"]


class ConicRun(NamedTuple):
    """What a solver found: its kernel, its objective, the relative gap it reports, its seconds."""

    kernel: np.ndarray
    value: float
    gap: float
    seconds: float


def _solve(objective, constraints, K, eps):
    """Minimise; seconds are the processor's, the reading of the problem included."""
    import cvxpy as cp

    problem = cp.Problem(cp.Minimize(objective), constraints)
    begin = process_time()
    value = problem.solve(solver=cp.SCS, eps_abs=eps, eps_rel=eps, max_iters=50_000)
    seconds = process_time() - begin
    stats = problem.solver_stats.extra_stats["info"]
    gap = abs(stats["gap"]) / (1 + abs(stats["pobj"]))
    return ConicRun(K.value, float(value), float(gap), seconds)


def conic_closed_form(A, budget=1.0, eps=1e-6):
    """Equation 13 at p = 2."""
    import cvxpy as cp

    K = cp.Variable(A.shape, PSD=True)
    return _solve(-cp.trace(A @ K), [cp.norm(K, "fro") <= budget**0.5], K, eps)


def conic_pairs(L, T, loss, C, budget, eps=1e-4):
    """Equations 12 and 21 and the hinge of section 4.5, at p = 2; also returns the slacks."""
    import cvxpy as cp

    K = cp.Variable(L.shape, PSD=True)
    rows, columns = T.nonzero()
    margins = cp.multiply(T.data, K[rows, columns])
    slack = cp.pos(1 - margins)
    costs = {
        "linear": -cp.sum(margins),
        "square_hinge": cp.sum_squares(slack) / 2,
        "hinge": cp.sum(slack),
    }
    objective = cp.trace(L.toarray() @ K) + C * costs[loss]
    run = _solve(objective, [cp.norm(K, "fro") <= budget**0.5], K, eps)
    return run, slack.value


def conic_embedding(base, patterns, lengths, C, budget, eps=1e-4):
    """One round of the unfoldings of section 6: fit ``base``, hold the distances."""
    import cvxpy as cp

    K = cp.Variable(base.shape, PSD=True)
    i, j = patterns.rows, patterns.columns
    diagonal = cp.diag(K)
    gaps = diagonal[i] + diagonal[j] - 2 * K[i, j] - lengths
    objective = -cp.trace(base @ K) + C / 2 * cp.sum_squares(gaps)
    return _solve(objective, [cp.norm(K, "fro") <= budget**0.5], K, eps)


def conic_structure(W, C, budget, eps=1e-4):
    """The structure preserving map of section 6.3 with all of its wishes at once."""
    import cvxpy as cp

    K = cp.Variable(W.shape, PSD=True)
    slack = cp.Variable(nonneg=True)
    n = W.shape[0]
    diagonal = cp.reshape(cp.diag(K), (n, 1), order="C")
    ones = np.ones((1, n))
    squares = diagonal @ ones + ones.T @ diagonal.T - 2 * K
    edges = W > 0
    strangers = ~edges
    np.fill_diagonal(strangers, False)
    # a bound between each point's neighbours and its strangers says the same with fewer wishes
    bound = cp.Variable((n, 1))
    wide = bound @ ones
    near = cp.multiply(edges.astype(float), squares - wide) <= 0
    far = cp.multiply(strangers.astype(float), squares - wide + slack) >= 0
    objective = -cp.trace(W @ K) + C * slack
    return _solve(objective, [near, far, cp.norm(K, "fro") <= budget**0.5], K, eps)


def worst_slack(K, edges):
    """By how much the farthest neighbour is farther than the nearest stranger."""
    values, vectors = np.linalg.eigh(K)
    F = vectors * np.sqrt(np.maximum(values, 0))
    squares = cdist(F, F, "sqeuclidean")
    near = np.where(edges, squares, -np.inf).max(axis=1)
    other = ~edges & ~np.eye(len(K), dtype=bool)
    far = np.where(other, squares, np.inf).min(axis=1)
    return max(float((near - far).max()), 0.0)
