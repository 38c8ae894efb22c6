"""Paths of graphical lassos with refits against scikit-learn and gglasso; a tree's kept sums.

The precision matrices of the path are asserted equal to the peer's. Neither peer refits: each is
timed with our refit of the same graphs, which costs both sides the same. The greedy search is raced
against the same search by recounting, which looks at all rows for each cell: same tree, and the
slopes of log time against log rows.
"""

from functools import partial

import numpy as np
from sklearn.covariance import graphical_lasso as peer_graphical_lasso

from _race import duel, least, peer, row
from mlcompanion.datasets import make_graph_regions, region_labels
from mlcompanion.graphical import graphical_lasso_path, refit_precision
from mlcompanion.graphical.partitions import cell_sums, greedy_partition
from mlcompanion.graphical.partitions.dyadic import child_cells
from mlcompanion.teaching import log_slope

TITLE = "Paths of graphical lassos with refits, and trees of graphs"
CHAPTER = "chen/06_graph_valued_regression"


def covariance(p, n=625):
    """Covariance of one region's rows, a graph of p / 2 edges."""
    data = make_graph_regions(12 * n, d=2, p=p, n_edges=p // 2, random_state=0)
    rows = data.Y[region_labels(data.X) == 20][:n]
    return np.cov(rows.T, bias=True)


def refits(S, precisions):
    """Each graph fitted without a penalty."""
    return np.array([refit_precision(S, P, tol=1e-8).precision for P in precisions])


def ours(S, lams):
    """A warm path, and its refits."""
    path = graphical_lasso_path(S, lams, penalize_diagonal=False, tol=1e-8, max_iter=1000)
    return path.precisions, refits(S, path.precisions)


def by_sklearn(S, lams):
    """One penalty after the other."""
    found = [peer_graphical_lasso(S, lam, tol=3e-5, enet_tol=1e-6, max_iter=500)[1] for lam in lams]
    return np.array(found), refits(S, found)


def by_gglasso(solver, S, lams):
    """ADMM, each penalty begun at the last solution; it prints how each run ended."""
    start = np.eye(len(S))
    found = []
    for lam in lams:
        run, _ = solver.ADMM_SGL(S, lam, start, tol=1e-7, rtol=1e-6, max_iter=5000, verbose=False)
        start = run["Omega"]
        found.append(run["Theta"])
    return np.array(found), refits(S, found)


def close(one, other):
    """The lassos agree; a refit may have a weak edge more on one side."""
    np.testing.assert_allclose(one[0], other[0], atol=2e-3)


def path_race(p, name, other):
    """Twelve penalties down to a tenth of the first."""
    S = covariance(p)
    top = np.abs(S - np.diag(np.diag(S))).max()
    lams = top * np.geomspace(1, 0.1, 12)
    return duel(
        "path with refits", f"p = {p}, 12 penalties", lambda: ours(S, lams), name,
        lambda: other(S, lams), same=close, note="same path to 2e-3", repeats=3,
    )  # fmt: skip


class Full:
    """A leaf with any covariance, so that the search and not the leaf is timed."""

    def __init__(self, train, held_out):
        S = train.covariance()
        fit = np.trace(np.linalg.solve(S, held_out.covariance(train.mean())))
        self.loss = float(held_out.n * (fit + np.linalg.slogdet(S)[1]))


def members(X, cell):
    """Rows of a cell, found among all."""
    inside = np.ones(len(X), dtype=bool)
    for k, (level, place) in enumerate(cell):
        inside &= (X[:, k] <= (place + 1) / 2**level) & (
            (X[:, k] > place / 2**level) | (place == 0)
        )
    return inside


def recounted(data, max_level, min_rows=40):
    """Cells of the greedy tree, each counted among all rows."""

    def fit(cell):
        rows = members(data.X, cell)
        rows_out = members(data.X_out, cell)
        if rows.sum() < min_rows or not rows_out.any():
            return None
        return Full(cell_sums(data.Y[rows]), cell_sums(data.Y_out[rows_out])).loss

    leaves = set()
    waiting = [((0, 0),) * data.X.shape[1]]
    while waiting:
        cell = waiting.pop()
        here = fit(cell)
        best = (0.0, None)
        for k, (level, _) in enumerate(cell):
            halves = child_cells(cell, k)
            losses = [fit(half) for half in halves] if level < max_level else [None]
            if None not in losses and here - sum(losses) > best[0]:
                best = (here - sum(losses), halves)
        if best[1] is None:
            leaves.add(cell)
        else:
            waiting += best[1]
    return leaves


def tree_races():
    """The same tree with sums of a node's own rows, and by recounting."""

    def same(one, other):
        assert one == other
        assert len(one) > 10

    sizes = (10_000, 20_000, 40_000)
    times = {"kept": [], "recounted": []}
    for n in sizes:
        data = make_graph_regions(n, weight=0.245, p=10, n_edges=10, random_state=1)
        kept = (data.X, data.Y, data.X_out, data.Y_out)

        def search(kept=kept):
            return greedy_partition(*kept, leaf=Full, max_level=3, min_rows=40).tree.cells()

        found = duel(
            "greedy tree", f"n = {n}, 10 covariates", search, "recounting",
            lambda data=data: recounted(data, 3), same=same, note="same tree", repeats=2,
        )  # fmt: skip
        times["kept"].append(found["ours_s"])
        times["recounted"].append(found["peer_s"])
        yield found
    slopes = {name: log_slope(sizes, values) for name, values in times.items()}
    note = f"slope {slopes['kept']:.2f}, recounting {slopes['recounted']:.2f}"
    yield row("greedy tree, by rows", f"n = {sizes}", least(search)[0], "ours", None, note)


def rows():
    """Paths, then trees."""
    solver = peer("gglasso.solver.single_admm_solver", "gglasso")
    S = covariance(6)
    ours(S, np.array([0.1]))  # compile
    if solver is not None:
        by_gglasso(solver, S, [0.1])
    for p in (20, 60):
        yield path_race(p, "scikit-learn", by_sklearn)
        if solver is not None:
            yield path_race(p, "gglasso", partial(by_gglasso, solver))
    yield from tree_races()
