r"""Searches for counterexamples to the smoothing of penalties: Chen (2013), section 3.2.2.

Theorem 3.1 and Propositions 3.1 and 3.2, on random overlapping groups and random graphs with signs.
The references are general solvers, central differences and dense singular values.
"""

import numpy as np
from scipy.optimize import minimize

from mlcompanion._validation import check_array, check_rng
from mlcompanion.prox import GraphPenalty, GroupPenalty, LinearPenalty

from .spg_protocols import random_penalties

__all__ = ["check_norms", "check_smoothing", "smoothed_by_solver"]


def smoothed_by_solver(penalty, w, mu):
    r"""Maximise :math:`\alpha^\top Cw-\frac\mu2\|\alpha\|^2` over the dual set by a general solver.

    Sequential quadratic programming for each ball of a group penalty, else a quasi-Newton method
    with bounds; neither knows the projection.

    Parameters
    ----------
    penalty : GroupPenalty with l2 norms, or GraphPenalty
    w : array_like of shape (n_features,)
    mu : float, positive

    Returns
    -------
    float
    """
    u = penalty.C @ check_array(w, "w", shape=(penalty.n_features,))

    def least(part, **options):
        def value(a):
            return 0.5 * mu * a @ a - a @ part, mu * a - part

        return minimize(value, np.zeros(len(part)), jac=True, **options).fun

    if not isinstance(penalty, GroupPenalty):
        return -least(u, method="L-BFGS-B", bounds=[(-1, 1)] * len(u), options={"ftol": 1e-14})
    ball = {"type": "ineq", "fun": lambda a: 1 - a @ a, "jac": lambda a: -2 * a}
    parts = [u[penalty.row_groups == g] for g in range(penalty.n_groups)]
    fits = [least(p, method="SLSQP", constraints=[ball], options={"ftol": 1e-12}) for p in parts]
    return -sum(fits)


def _slopes(penalty, w, mu):
    return penalty.smoothed(w, mu)[1]


def check_smoothing(n_draws=1000, n_solved=50, seed=0):
    """Bounds, maximum, gradient and its Lipschitz constant for random penalties over 30 features.

    Returns
    -------
    dict
        ``low`` and ``high``: least loss of the smoothed penalty, and the largest one relative to
        what the theorem allows; ``max_err``: against :func:`smoothed_by_solver`; ``grad_err``:
        against central differences; ``lip``: largest change of the gradient relative to its bound;
        ``huber_err``: distance from the rounded absolute value in one dimension.
    """
    rng = check_rng(seed)
    low = np.inf
    high = 0.0
    lip = 0.0
    max_err = 0.0
    grad_err = 0.0
    for draw in range(n_draws // 2):
        if draw % 10 == 0:
            penalties = random_penalties(draw)
            norms = [np.linalg.svd(p.C.toarray())[1:] for p in penalties]
        w = rng.normal(size=30) * 10 ** rng.uniform(-3, 1)
        mu = 10 ** rng.uniform(-3, 0)
        for penalty, (sizes, rows) in zip(penalties, norms):
            lost = penalty.value(w) - penalty.smoothed(w, mu)[0]
            low = min(low, lost)
            high = max(high, lost / (mu * penalty.prox_diameter()))
            steps = rng.normal(size=30) * 10 ** rng.uniform(-4, 1), 1e-3 * mu * rows[0]
            for at, step in zip((w, 0 * w), steps):
                moved = _slopes(penalty, at + step, mu) - _slopes(penalty, at, mu)
                allowed = sizes[0] ** 2 / mu * np.linalg.norm(step)
                lip = max(lip, np.linalg.norm(moved) / allowed)
            if draw >= n_solved // 2:
                continue
            ours = penalty.smoothed(w, mu)[0]
            max_err = max(max_err, abs(ours - smoothed_by_solver(penalty, w, mu)) / abs(ours))
            # differences are accurate
            far = rng.normal(size=30)
            wide = 10 ** rng.uniform(-2, 0)
            values = [
                [penalty.smoothed(far + s * e, wide)[0] for s in (1e-6, -1e-6)] for e in np.eye(30)
            ]
            slope = -np.diff(values, axis=1)[:, 0] / 2e-6
            apart = np.linalg.norm(slope - _slopes(penalty, far, wide))
            grad_err = max(grad_err, apart / np.linalg.norm(slope))
    one = LinearPenalty([[1.0]])
    x = np.linspace(-3, 3, 301)
    rounded = np.where(np.abs(x) <= 1, 0.5 * x**2, np.abs(x) - 0.5)
    huber = [one.smoothed(np.array([v]), 1.0)[0] for v in x]
    return {
        "low": float(low), "high": float(high), "max_err": float(max_err),
        "grad_err": float(grad_err), "lip": float(lip),
        "huber_err": float(np.abs(huber - rounded).max()),
    }  # fmt: skip


def check_norms(n_draws=300, d=40, leaves=9, cycle=10):
    """Formula against spectral norm: random groups and graphs, an even cycle, a star.

    Returns
    -------
    dict
        ``dev_group``: largest relative difference; ``ratio_graph``, ``ratio_cycle`` and
        ``ratio_star``: norm over bound (the largest for random graphs).
    """
    deviations = []
    ratios = []
    for seed in range(n_draws):
        groups, graph = random_penalties(seed, d)
        deviations.append(abs(groups.norm() / np.linalg.norm(groups.C.toarray(), 2) - 1))
        ratios.append(np.linalg.norm(graph.C.toarray(), 2) / graph.norm())
    ring = GraphPenalty(np.column_stack([np.arange(cycle), (np.arange(cycle) + 1) % cycle]))
    star = GraphPenalty(np.column_stack([np.zeros(leaves), np.arange(1, leaves + 1)]))
    special = [np.linalg.norm(p.C.toarray(), 2) / p.norm() for p in (ring, star)]
    return {
        "dev_group": float(max(deviations)), "ratio_graph": float(max(ratios)),
        "ratio_cycle": float(special[0]), "ratio_star": float(special[1]),
    }  # fmt: skip
