"""Graphical lasso against scikit-learn; interior point against first-order methods on a lasso.

The precision matrices of both graphical lassos are asserted equal, as are the objectives of the
three lasso solvers, whose times are taken at growing numbers of features: the slopes of log time
against log size are what Chen (2013), section 2.5, is about. Run
``python benchmarks/graphical_lasso.py``. Times are printed, never asserted.
"""

from functools import partial
from time import perf_counter

import numpy as np
from sklearn.covariance import graphical_lasso as peer_graphical_lasso
from threadpoolctl import threadpool_limits

from mlcompanion.graphical import graphical_lasso, graphical_lasso_objective
from mlcompanion.optimize import DataFit, coordinate_descent, fista, lasso_gap
from mlcompanion.prox import L1

try:
    import cvxpy
except ImportError:
    cvxpy = None

SIZES = (50, 100, 200, 400, 800)
GOAL = 1e-6  # relative accuracy of the lasso objective


def timed(call, repeats=3):
    """A result and the least time of some calls."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = call()
        times.append(perf_counter() - start)
    return result, min(times)


def row(race, size, ours_s, peer, peer_s, note):
    """One line of the table."""
    ratio = peer_s / ours_s
    return dict(
        race=race, size=size, ours_s=ours_s, peer=peer, peer_s=peer_s, ratio=ratio, note=note
    )


def graph_race(p, n, lam, parts=1):
    """Correlated variables, in independent parts, to the same duality gap."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, p))
    X += 0.7 * np.roll(X, 1, axis=1)
    S = np.cov(X.T, bias=True)
    if parts > 1:
        part = np.arange(p) * parts // p
        S = S * (part[:, None] == part)
    ours, ours_s = timed(lambda: graphical_lasso(S, lam, penalize_diagonal=False, tol=1e-7))
    (_, theirs), peer_s = timed(
        lambda: peer_graphical_lasso(S, lam, tol=1e-7 * p, enet_tol=1e-6, max_iter=500), 1
    )
    np.testing.assert_allclose(ours.precision, theirs, atol=2e-3 * np.abs(theirs).max())
    objectives = [graphical_lasso_objective(S, P, lam, False) for P in (ours.precision, theirs)]
    return row(
        "graphical lasso" + (f", {parts} parts" if parts > 1 else ""),
        f"p = {p}, n = {n}",
        ours_s,
        "sklearn",
        peer_s,
        f"objective minus theirs {objectives[0] - objectives[1]:.0e}",
    )


def lasso_problem(d):
    """As many samples as features, neighbours correlated 0.5, a tenth of the coefficients."""
    rng = np.random.default_rng(d)
    A = rng.normal(size=(d, d))
    A[:, 1:] = 0.5 * A[:, :-1] + np.sqrt(0.75) * A[:, 1:]
    w = np.where(np.arange(d) % 10 == 0, rng.normal(size=d), 0.0)
    y = A @ w + rng.normal(size=d)
    return A, y, 0.1 * np.abs(A.T @ y).max()


def interior_point(A, y, lam):
    """The lasso as a cone program, by CVXPY and the interior point solver Clarabel."""
    w = cvxpy.Variable(A.shape[1])
    objective = 0.5 * cvxpy.sum_squares(A @ w - y) + lam * cvxpy.norm1(w)
    cvxpy.Problem(cvxpy.Minimize(objective)).solve(solver=cvxpy.CLARABEL)
    return w.value


def by_fista(A, y, lam):
    """Accelerated proximal gradient steps until the duality gap is small; L is part of the cost."""
    goal = GOAL * 0.5 * (y @ y)
    run = fista(
        DataFit(A, y),
        L1(lam),
        np.zeros(A.shape[1]),
        restart=True,
        stop=lambda w: lasso_gap(A, y, w, lam) <= goal,
    )
    return run.w


def by_coordinates(A, y, lam):
    """Coordinate descent to the same gap."""
    return coordinate_descent(A, y, lam, tol=GOAL).w


def lasso_races():
    """FISTA and coordinate descent against interior point at growing size, to one accuracy."""
    rows, times = [], {"FISTA": [], "coordinate descent": [], "interior point": []}
    for d in SIZES:
        A, y, lam = lasso_problem(d)
        goal = GOAL * 0.5 * (y @ y)
        runs = {
            "FISTA": timed(partial(by_fista, A, y, lam)),
            "coordinate descent": timed(partial(by_coordinates, A, y, lam)),
            "interior point": timed(partial(interior_point, A, y, lam), 1),
        }
        values = [0.5 * np.sum((y - A @ w) ** 2) + lam * np.abs(w).sum() for w, _ in runs.values()]
        assert max(values) - min(values) <= 2 * goal, values
        for name, (_, seconds) in runs.items():
            times[name].append(seconds)
        for name in ("FISTA", "coordinate descent"):
            rows.append(
                row(
                    f"lasso: {name}",
                    f"{d} x {d}",
                    times[name][-1],
                    "cvxpy (Clarabel)",
                    times["interior point"][-1],
                    "same objective to 1e-6",
                )
            )
    upper = slice(-3, None)  # the larger sizes: small ones time the overhead
    for name, seconds in times.items():
        slope = np.polyfit(np.log(SIZES[upper]), np.log(seconds[upper]), 1)[0]
        print(f"{name}: time grows like size to the power {slope:.1f} from {SIZES[-3]} features on")
    return rows


def main():
    """Run the races; print a table; return its rows."""
    with threadpool_limits(1):  # one core for everyone
        graphical_lasso(np.eye(2) + 0.5, 0.1)  # compile
        coordinate_descent(np.eye(2), np.ones(2), 0.1)
        rows = [graph_race(*size) for size in ((20, 200, 0.1), (60, 200, 0.2), (150, 300, 0.2))]
        rows.append(graph_race(200, 400, 0.1, parts=10))
        if cvxpy is None:
            print("cvxpy is not installed: interior point not raced")
        else:
            rows += lasso_races()
    for r in rows:
        times = f"{r['ours_s'] * 1e3:>9.2f} ms {r['peer_s'] * 1e3:>10.1f} ms {r['ratio']:>8.1f}x"
        print(f"{r['race']:<28}{r['size']:<18}{times}  {r['peer']:<18}{r['note']}")
    return rows


if __name__ == "__main__":
    main()
