"""Graphical lasso against scikit-learn; interior point against first-order methods on a lasso.

The precision matrices of both graphical lassos are asserted equal, as are the objectives of the
three lasso solvers, whose times are taken at growing numbers of features: the slopes of log time
against log size are what Chen (2013), section 2.5, is about.
"""

from functools import partial

import numpy as np
from sklearn.covariance import graphical_lasso as peer_graphical_lasso

from _race import duel, least, peer, row
from mlcompanion.graphical import graphical_lasso, graphical_lasso_objective
from mlcompanion.optimize import DataFit, fista, lasso_gap
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.prox import L1
from mlcompanion.teaching import log_slope

TITLE = "Graphical lasso, and a lasso by three kinds of solver"
CHAPTER = "chen/02_background"
SIZES = (50, 100, 200, 400, 800)
GOAL = 1e-6  # relative accuracy of the lasso objective


def graph_race(p, n, lam, parts=1):
    """Correlated variables, in independent parts, to the same duality gap."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, p))
    X += 0.7 * np.roll(X, 1, axis=1)
    S = np.cov(X.T, bias=True)
    if parts > 1:
        part = np.arange(p) * parts // p
        S = S * (part[:, None] == part)

    def same(ours, theirs):
        np.testing.assert_allclose(ours, theirs, atol=2e-3 * np.abs(theirs).max())

    def note(ours, theirs):
        objectives = [graphical_lasso_objective(S, P, lam, False) for P in (ours, theirs)]
        return f"objective minus theirs {objectives[0] - objectives[1]:.0e}"

    return duel(
        "graphical lasso" + (f", {parts} parts" if parts > 1 else ""), f"p = {p}, n = {n}",
        lambda: graphical_lasso(S, lam, penalize_diagonal=False, tol=1e-7).precision, "sklearn",
        lambda: peer_graphical_lasso(S, lam, tol=1e-7 * p, enet_tol=1e-6, max_iter=500)[1],
        same=same, note=note, repeats=3,
    )  # fmt: skip


def lasso_problem(d):
    """As many samples as features, neighbours correlated 0.5, a tenth of the coefficients."""
    rng = np.random.default_rng(d)
    A = rng.normal(size=(d, d))
    A[:, 1:] = 0.5 * A[:, :-1] + np.sqrt(0.75) * A[:, 1:]
    w = np.where(np.arange(d) % 10 == 0, rng.normal(size=d), 0.0)
    y = A @ w + rng.normal(size=d)
    return A, y, 0.1 * np.abs(A.T @ y).max()


def interior_point(cvxpy, A, y, lam):
    """The lasso as a cone program, by CVXPY and the interior point solver Clarabel."""
    w = cvxpy.Variable(A.shape[1])
    objective = 0.5 * cvxpy.sum_squares(A @ w - y) + lam * cvxpy.norm1(w)
    cvxpy.Problem(cvxpy.Minimize(objective)).solve(solver=cvxpy.CLARABEL)
    return w.value


def by_fista(A, y, lam):
    """Accelerated proximal gradient steps until the duality gap is small; L is part of the cost."""
    goal = GOAL * 0.5 * (y @ y)
    zero = np.zeros(A.shape[1])
    return fista(
        DataFit(A, y), L1(lam), zero, restart=True, stop=lambda w: lasso_gap(A, y, w, lam) <= goal
    ).w


def by_coordinates(A, y, lam):
    """Coordinate descent to the same gap."""
    return coordinate_descent(A, y, lam, tol=GOAL).w


def lasso_races(cvxpy):
    """FISTA and coordinate descent against interior point at growing size, to one accuracy."""
    solvers = {"FISTA": by_fista, "coordinate descent": by_coordinates}
    times = {name: [] for name in (*solvers, "interior point")}
    for d in SIZES:
        A, y, lam = lasso_problem(d)
        runs = {name: least(partial(solve, A, y, lam)) for name, solve in solvers.items()}
        runs["interior point"] = least(partial(interior_point, cvxpy, A, y, lam), 1)
        values = [0.5 * np.sum((y - A @ w) ** 2) + lam * np.abs(w).sum() for _, w in runs.values()]
        assert max(values) - min(values) <= GOAL * (y @ y), values
        for name, (seconds, _) in runs.items():
            times[name].append(seconds)
        slopes = {k: log_slope(SIZES[-3:], t[-3:]) for k, t in times.items()} if d == 800 else {}
        words = ", ".join(f"{k} {b:.1f}" for k, b in slopes.items())
        for name in solvers:
            note = "same objective to 1e-6" + (f"; powers of the size: {words}" if words else "")
            yield row(f"lasso: {name}", f"{d} x {d}", runs[name][0], "cvxpy (Clarabel)",
                      runs["interior point"][0], note)  # fmt: skip


def rows():
    """Graphs, then lassos."""
    graphical_lasso(np.eye(2) + 0.5, 0.1)  # compile
    coordinate_descent(np.eye(2), np.ones(2), 0.1)
    for size in ((20, 200, 0.1), (60, 200, 0.2), (150, 300, 0.2)):
        yield graph_race(*size)
    yield graph_race(200, 400, 0.1, parts=10)
    if cvxpy := peer("cvxpy"):
        yield from lasso_races(cvxpy)
