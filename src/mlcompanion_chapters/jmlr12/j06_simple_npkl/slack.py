"""A budget that the optimum does not use up, by an interior-point solver.

Beside the same instances under SCS (``races.slack_row``): first-order steps end a percent off where
all answers can be had for nothing.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.kernel_methods.pairs import SimpleNPKL, pairwise_constraints

__all__ = ["interior_slack_row"]

GAP = 1e-8  # relative primal-dual gap at which the solver stops
TIE = 1e-8  # weight of the squared entries, which chooses among kernels that are equally good


def interior_pairs(L, T, C, budget):
    """Kernel, slacks, optimum of the square hinge with tr K^2 <= budget."""
    import cvxpy as cp

    K = cp.Variable(L.shape, PSD=True)
    rows, columns = T.nonzero()
    slack = cp.pos(1 - cp.multiply(T.data, K[rows, columns]))
    objective = cp.trace(L.toarray() @ K) + C / 2 * cp.sum_squares(slack)
    # of many best kernels a small one: some grow without end at no cost
    smallest = cp.Minimize(objective + TIE * cp.sum_squares(K))
    problem = cp.Problem(smallest, [cp.norm(K, "fro") <= budget**0.5])
    # it stops at relative gaps of 1e-8, which is what the answer is held to
    problem.solve(solver=cp.CLARABEL, tol_gap_rel=GAP)
    return K.value, slack.value, float(objective.value)


def interior_slack_row(seed):
    """What the solver finds at ten times the needed budget, and where fixed steps end."""
    rng = np.random.default_rng(seed)
    n = 10 + seed
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 2)) + 2 * y[:, None]
    T = pairwise_constraints(y, n, random_state=seed)
    model = SimpleNPKL("linear", 1.0, n_neighbors=3).fit(X, T=T)
    given = (model.laplacian_, model.pairs_, 1.0)
    free = interior_pairs(*given, float(n**4))[0]
    budget = 10 * float((free**2).sum())
    K, slack, value = interior_pairs(*given, budget)
    A = model.pairs_.toarray()
    A[A != 0] *= slack  # alpha is C times the slack, and C is 1
    spectrum = np.linalg.eigvalsh(A - model.laplacian_.toarray())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        fixed = SimpleNPKL(
            C=1.0, budget=budget, n_neighbors=3, step=0.02, tol=0.0, max_iter=2000
        ).fit(X, T=T)
    ended = fixed.history_[-100:].mean()
    return {
        "used": float((K**2).sum() / budget),
        "top": spectrum[-1] / np.abs(spectrum).max(),
        "short": (value - ended) / abs(value),
        "tol": GAP + TIE * float((K**2).sum()) / abs(value),
        "optimum": value,
        "ended": ended,
    }
