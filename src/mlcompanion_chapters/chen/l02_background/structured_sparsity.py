r"""Experiments on the statements of Chen (2013), sections 2.1, 2.2, 2.3 and 2.5.

The source's chapter surveys penalties and solvers without an experiment. Here its statements are
searched for counterexamples on many small random problems; proximal formulas have a module of their
own, :mod:`~mlcompanion_chapters.chen.l02_background.proximal_checks`.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.optimize import Quadratic, fista, ista, subgradient_descent
from mlcompanion.optimize.proximal.projected_least_squares import (
    constrained_least_squares,
)
from mlcompanion.prox import L1, GraphPenalty, GroupPenalty, soft_threshold
from mlcompanion.sparse import StructuredProblem, structured_admm
from mlcompanion.sparse.structured import sparse_cca, spg

__all__ = [
    "chain_as_graph",
    "coordinate_gaps",
    "covariance_or_correlation",
    "one_coordinate_at_a_time",
    "one_group_of_outputs",
    "sign_fusion",
    "slow_lasso",
    "steps_to_accuracy",
    "support_shares",
    "zero_patterns",
]


def slow_lasso(n=500, seed=0):
    r"""A lasso on which the orders of first-order methods are nearly attained.

    :math:`X^\top X` has the eigenvalues :math:`i^{-2}` in a random orthonormal basis, and the
    least-squares solution the squared coordinates :math:`i^{-1.2}`; the penalty is 1e-8 of the
    one that zeroes everything.

    Returns
    -------
    fit : Quadratic
    penalty : L1
    least : float
        The objective at the least-squares solution. It exceeds the minimum by less than 1e-6 of
        the objective at zero.
    """
    rng = check_rng(seed)
    i = np.arange(1, n + 1)
    basis = np.linalg.qr(rng.normal(size=(n, n)))[0]
    solution = basis @ (rng.choice([-1.0, 1.0], n) * i**-0.6)
    gram = (basis * i**-2.0) @ basis.T
    pull = gram @ solution
    fit = Quadratic(gram, pull, 0.5 * solution @ pull)
    penalty = L1(1e-8 * np.abs(pull).max())
    return fit, penalty, fit.value(solution) + penalty.value(solution)


def steps_to_accuracy(fit, penalty, least, method, accuracies, *, factors=(1.0,), max_iter=20_000):
    r"""Steps until the gap to ``least`` is first below each accuracy times the gap at zero.

    Parameters
    ----------
    method : {"subgradient", "ISTA", "FISTA"}
    accuracies : sequence of float, falling
    factors : sequence of float
        Constants c of the subgradient steps :math:`c/(L\sqrt t)`; at every accuracy the one that is
        there first counts.

    Returns
    -------
    ndarray of int, shape (n_accuracies,)
        ``max_iter`` where it was not reached.
    """
    start = np.zeros(len(fit.b))
    L = fit.lipschitz()

    def kinked(w):
        value, gradient = fit.value_and_gradient(w)
        return value + penalty.value(w), gradient + penalty.lam * np.sign(w)

    def count(objective):
        gap = (objective - least) / (objective[0] - least)
        return [int(np.argmax(gap < a)) if gap.min() < a else max_iter for a in accuracies]

    def reached(w):
        return fit.value(w) + penalty.value(w) - least < goal

    goal = accuracies[-1] * (fit.value(start) - least)
    if method == "subgradient":
        lengths = [c / L / np.sqrt(np.arange(1, max_iter + 1)) for c in factors]
        runs = [count(subgradient_descent(kinked, start, s).objective) for s in lengths]
        return np.min(runs, axis=0)
    solve = {"ISTA": ista, "FISTA": fista}[method]
    run = solve(fit, penalty, start, stop=reached, max_iter=max_iter)
    return np.array(count(run.objective))


def one_coordinate_at_a_time(A, y, w, weight, chain, tol=1e-10, max_sweeps=20_000):
    r"""Exact minimisation over one coordinate after another, for many problems at once.

    A penalty :math:`\gamma\sum_p|b-p|` on one coordinate moves the minimiser m of a parabola of
    curvature c to the median of the knots p and of the points :math:`m+\gamma k/c`, with k from
    minus to plus the number of knots in steps of two.

    Parameters
    ----------
    A : array_like of shape (n_problems, n_samples, n_features)
    y : array_like of shape (n_problems, n_samples)
    w : array_like of shape (n_problems, n_features)
        Starts.
    weight : float
    chain : bool
        Penalise neighbours' differences, else the coordinates.

    Returns
    -------
    ndarray of shape (n_problems, n_features)

    Raises
    ------
    RuntimeError
        If some coordinate still moves by more than ``tol`` after ``max_sweeps``.
    """
    w, d = np.array(w, dtype=float), np.shape(w)[1]
    gram = np.swapaxes(A, 1, 2) @ A
    pull = np.einsum("kij,ki->kj", A, y)
    for _ in range(max_sweeps):
        largest = 0.0
        for j in range(d):
            curvature = gram[:, j, j]
            middle = w[:, j] + (pull[:, j] - np.sum(gram[:, j] * w, axis=1)) / curvature
            knots = w[:, [k for k in (j - 1, j + 1) if 0 <= k < d]] if chain else 0 * w[:, :1]
            counts = np.arange(-knots.shape[1], knots.shape[1] + 1, 2)
            shifted = middle[:, None] + weight * counts / curvature[:, None]
            new = np.median(np.concatenate([knots, shifted], axis=1), axis=1)
            largest = max(largest, np.abs(new - w[:, j]).max())
            w[:, j] = new
        if largest <= tol:
            return w
    raise RuntimeError(f"max_sweeps={max_sweeps} sweeps did not suffice")


def coordinate_gaps(chain, n_problems=200, n_starts=5, weight=5.0, seed=0):
    r"""How far above the minimum moves along single coordinates end, relative to the minimum.

    Random least-squares problems of 20 samples and 8 features; starts are normal, the first is 0.
    The minimum comes from proximal gradient steps, for a chain in the variables
    :math:`w_1,w_2-w_1,\dots`, in which its penalty separates.

    Returns
    -------
    ndarray of shape (n_starts, n_problems)
    """
    rng = check_rng(seed)
    A = rng.normal(size=(n_problems, 20, 8))
    y = np.einsum("kij,kj->ki", A, rng.normal(size=(n_problems, 8)))
    y = y + rng.normal(size=y.shape)
    sums = np.tril(np.ones((8, 8))) if chain else np.eye(8)
    weights = weight * np.where(np.arange(8) < chain, 0.0, 1.0)
    design = A @ sums
    step = 1 / np.linalg.eigvalsh(np.swapaxes(design, 1, 2) @ design)[:, -1:]

    def objective(w):
        moved = np.diff(w, axis=1) if chain else w
        fit = 0.5 * np.sum((np.einsum("kij,kj->ki", A, w) - y) ** 2, axis=1)
        return fit + weight * np.abs(moved).sum(axis=1)

    best = constrained_least_squares(
        design, y, lambda V: soft_threshold(V, step * weights), tol=1e-12, max_iter=100_000
    )
    least = objective(best @ sums.T)
    starts = rng.normal(size=(n_starts, n_problems, 8))
    starts[0] = 0
    found = [one_coordinate_at_a_time(A, y, w, weight, chain) for w in starts]
    return np.array([objective(w) / least - 1 for w in found])


def zero_patterns(lam_share, gammas=(15.0, 25.0, 40.0, 60.0), n_fits=200, seed=0):
    r"""Zeros of least-squares fits under the groups {1..5}, {4..8}, {7..10}.

    Ten features, 50 samples, unit noise; each group is in the truth with probability one half.

    Parameters
    ----------
    lam_share : float
        :math:`\lambda/\gamma`.
    gammas : sequence of float
        A share of the fits for each.

    Returns
    -------
    zero : ndarray of bool, shape (n_fits, 10)
        Below 1e-5 of the largest coefficient (all, if that is below 1e-5).
    groups : list of ndarray
    """
    groups = [np.arange(0, 5), np.arange(3, 8), np.arange(6, 10)]
    rng = check_rng(seed)
    X = rng.normal(size=(50, 10))
    W = np.zeros((10, n_fits))
    for s in range(n_fits):
        for g in groups:
            if rng.random() < 0.5:
                W[g, s] = rng.normal(size=len(g))
    Y = X @ W + rng.normal(size=(50, n_fits))
    fits = []
    for part, gamma in zip(np.array_split(np.arange(n_fits), len(gammas)), gammas):
        problem = StructuredProblem(X, Y[:, part], GroupPenalty(groups, gamma), lam_share * gamma)
        run = spg(problem, 1e-6, stages=5, tol=1e-13, restart=True, max_iter=10_000)
        fits.append(run.coef.T)
    sizes = np.abs(np.concatenate(fits))
    return sizes < 1e-5 * np.maximum(sizes.max(axis=1, keepdims=True), 1.0), groups


def support_shares():
    """How often zeros are unions of groups: :func:`zero_patterns` with and without the l1 norm.

    Returns
    -------
    dict
        ``union_share``: share of the fits without the l1 norm whose zeros are the union of the
        zeroed groups; ``mixed``: how many of them have a zeroed group and a coefficient that is
        not zero; ``strict``: fits with it that have a zero outside every zeroed group.
    """

    def covered(zero, groups):
        out = np.zeros_like(zero)
        for g in groups:
            out[np.ix_(zero[:, g].all(axis=1), g)] = True
        return out

    zero, groups = zero_patterns(0.0)
    union = covered(zero, groups)
    sparser, _ = zero_patterns(1.0)
    return {
        "union_share": float(np.mean((zero == union).all(axis=1))),
        "mixed": int(np.sum(union.any(axis=1) & ~zero.all(axis=1))),
        "strict": int(np.sum((sparser & ~covered(sparser, groups)).any(axis=1))),
    }


def chain_as_graph(n_draws=100, seed=2):
    """Largest relative difference between (2.8) with r = 1 along a line and the sum (2.7)."""
    W = check_rng(seed).normal(size=(n_draws, 10))
    graph = GraphPenalty(np.column_stack([np.arange(9), np.arange(1, 10)]), 1.7)
    jumps = 1.7 * np.abs(W[:, 1:] - W[:, :-1]).sum(axis=1)
    return max(abs(graph.value(w) / j - 1) for w, j in zip(W, jumps))


def one_group_of_outputs(seed, n_inputs=4, n_outputs=7):
    """Relative differences of (2.11) with one group from the row norms (2.10) of a random matrix.

    Returns
    -------
    dict
        ``diff_K``: with the group of all outputs; ``diff_J``: with the first ``n_inputs`` of them.
    """
    B = check_rng(seed).normal(size=(n_inputs, n_outputs))
    rows = np.linalg.norm(B, axis=1).sum()
    groups = {"diff_K": range(n_outputs), "diff_J": range(n_inputs)}
    penalties = {k: GroupPenalty([list(g)], n_features=n_outputs) for k, g in groups.items()}
    return {k: abs(penalty.value(B.T) / rows - 1) for k, penalty in penalties.items()}


def sign_fusion(seed):
    """Least squares on ten inputs that a random tree of edges with r = 0.8 or -0.8 joins.

    The weight of the penalty is ten times the one from which the conditions for an optimum have
    every edge fused; on a tree the flows along the edges, and so this weight, are unique.

    Returns
    -------
    dict
        ``fused``: largest difference over an edge, signs turned, relative to the largest
        coefficient; ``free``: the same without a penalty; ``size``: the largest coefficient,
        relative to that without a penalty.
    """
    rng = check_rng(seed)
    edges = np.array([[rng.integers(j), j] for j in range(1, 10)])
    r = rng.choice([-0.8, 0.8], 9)
    X = rng.normal(size=(60, 10))
    y = X @ rng.normal(size=10) + rng.normal(size=60)
    signs = np.ones(10)
    for (parent, child), relation in zip(edges, r):
        signs[child] = signs[parent] * np.sign(relation)
    common = X @ signs
    slope = X.T @ (X @ signs * (common @ y / (common @ common)) - y)
    incidence = np.zeros((9, 10))
    incidence[np.arange(9), edges[:, 0]] = 0.8
    incidence[np.arange(9), edges[:, 1]] = -0.8 * np.sign(r)
    flows = np.linalg.lstsq(incidence.T, -slope, rcond=None)[0]
    penalty = GraphPenalty(edges, 10 * np.abs(flows).max(), r)
    problem = StructuredProblem(X, y, penalty)
    fused = structured_admm(problem, 60.0, tol=1e-9).z[-10:]
    plain = np.linalg.lstsq(X, y, rcond=None)[0]

    def worst(w):
        apart = w[edges[:, 0]] - np.sign(r) * w[edges[:, 1]]
        return np.abs(apart).max() / np.abs(w).max()

    return {
        "fused": worst(fused),
        "free": worst(plain),
        "size": np.abs(fused).max() / np.abs(plain).max(),
    }


def covariance_or_correlation(seed, whiten=False, n=300, p=8, q=6):
    """What (2.13) with idle bounds loses in correlation against canonical correlation analysis.

    Two sets of standardised columns share one hidden quantity and are correlated within each set.

    Parameters
    ----------
    whiten : bool
        Turn the columns of each set into uncorrelated ones first.

    Returns
    -------
    float
        First canonical correlation (by QR and singular values) minus that of the pair found.
    """
    rng = check_rng(seed)
    hidden = rng.normal(size=(n, 1))
    views = []
    for size in (p, q):
        Z = rng.normal(size=(n, size)) + hidden * rng.normal(size=size)
        Z = Z @ (np.eye(size) + 0.5 * rng.normal(size=(size, size)))
        Z = (Z - Z.mean(axis=0)) / Z.std(axis=0)
        views.append(np.linalg.qr(Z)[0] * np.sqrt(n) if whiten else Z)
    X, Y = views
    run = sparse_cca(X, Y, 2 * np.sqrt(p), 2 * np.sqrt(q))
    first = np.linalg.svd(np.linalg.qr(X)[0].T @ np.linalg.qr(Y)[0], compute_uv=False)[0]
    return float(first - np.corrcoef(X @ run.u, Y @ run.v)[0, 1])
