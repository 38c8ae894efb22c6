"""Lasso, elastic net, group lasso and paths to equal duality gap, against their usual solvers.

Every solver must reach a duality gap of 1e-6 of the objective at zero. Ours takes the gap as its
tolerance; a peer's tolerance means something else, so it gets the loosest one (by tens) that
reaches the gap, and only that run is timed. Run ``python benchmarks/lasso.py``. Times are printed,
never asserted.
"""

import warnings
from importlib import import_module
from time import perf_counter

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import ElasticNet as SklearnElasticNet
from sklearn.linear_model import Lasso as SklearnLasso
from sklearn.linear_model import lasso_path as sklearn_path
from threadpoolctl import threadpool_limits

from mlcompanion.datasets import load_nci60
from mlcompanion.optimize import lasso_gap
from mlcompanion.prox import GroupNorm
from mlcompanion.sparse import ElasticNet, GroupLasso, Lasso, lasso_path, norm_gap

GAP = 1e-6
TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)


def peer(name):
    """The module, or None with a word of why."""
    try:
        return import_module(name)
    except ImportError as error:
        print(f"{name} is not installed, its rows are left out: {error}")
        return None


def timed(solve, repeats=3):
    """Result and least time of some runs; the first one compiles."""
    result, times = solve(), []
    for _ in range(repeats):
        start = perf_counter()
        result = solve()
        times.append(perf_counter() - start)
    return result, min(times)


def reach(solve, gap, goal):
    """Least time of the loosest tolerance whose result has the gap; None if none has."""
    solve(0.1)  # compiles
    for tol in TOLERANCES:
        start = perf_counter()
        result = solve(tol)
        elapsed = perf_counter() - start
        if gap(result) <= goal:
            again = 0 if elapsed > 1 else 2
            return min([elapsed, *(timed(lambda tol=tol: solve(tol), 1)[1] for _ in range(again))])
    return None


def design(n, b, k, seed=0, rho=0.5):
    """Neighbouring columns correlated by rho, k coefficients of size 1, noise a third of signal."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, b))
    for j in range(1, b):
        A[:, j] = rho * A[:, j - 1] + np.sqrt(1 - rho**2) * A[:, j]
    w = np.zeros(b)
    w[rng.choice(b, k, replace=False)] = rng.choice([-1.0, 1.0], k)
    y = A @ w
    return np.asfortranarray(A), y + rng.normal(size=n) * np.std(y) / 3


def genes():
    """Predict the first gene of NCI60 from the others, standardised."""
    X = load_nci60().data
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return np.asfortranarray(X[:, 1:]), np.ascontiguousarray(X[:, 0])


def row(race, size, ours, name, other, note):
    return dict(
        race=race, size=size, ours_s=ours, peer=name, peer_s=other, ratio=other / ours, note=note
    )


def compare(race, size, ours, peers, gap, goal):
    """Rows of one race; ``peers`` maps a name to ``solve(tol)``."""
    w, mine = timed(ours)
    assert gap(w) <= goal * (1 + 1e-6)
    rows = []
    for name, solve in peers.items():
        other = reach(solve, gap, goal)
        if other is None:
            print(f"{race}, {size}: {name} does not reach the gap")
            continue
        rows.append(row(race, size, mine, name, other, f"gap {GAP:g}, {np.sum(w != 0)} non-zeros"))
    return rows


def single(size, A, y, share, eta_share=0.0):
    """One penalty, ``share`` of the largest; the elastic net's square is ``eta_share`` of it."""
    n, lam = len(y), share * np.abs(A.T @ y).max()
    eta = eta_share * lam
    common = dict(fit_intercept=False, max_iter=100_000)
    few = dict(fit_intercept=False, max_iter=500)
    peers, celer, skglm = {}, peer("celer"), peer("skglm")
    if eta:
        race, model = "elastic net", ElasticNet(lam, eta, tol=GAP)
        alpha = dict(alpha=(lam + eta) / n, l1_ratio=lam / (lam + eta))
        classes = {"scikit-learn ElasticNet": (SklearnElasticNet, common)}
        classes |= {"celer ElasticNet": (celer.ElasticNet, few)} if celer else {}
        classes |= {"skglm ElasticNet": (skglm.ElasticNet, few)} if skglm else {}
    else:
        race, model = "lasso", Lasso(lam, tol=GAP)
        alpha = dict(alpha=lam / n)
        classes = {"scikit-learn Lasso": (SklearnLasso, common)}
        classes |= {"celer Lasso": (celer.Lasso, few)} if celer else {}
        classes |= {"skglm Lasso": (skglm.Lasso, few)} if skglm else {}
    for name, (kind, options) in classes.items():
        peers[name] = lambda tol, kind=kind, options=options: (
            kind(**alpha, **options, tol=tol).fit(A, y).coef_
        )
    size = f"{size}, {share:g} of the largest penalty"
    return compare(
        race, size, lambda: model.fit(A, y).coef_, peers,
        lambda w: lasso_gap(A, y, w, lam, eta), GAP * 0.5 * (y @ y),
    )  # fmt: skip


def path(size, A, y, n_lams=30, ratio=0.03):
    """A path of penalties in even ratios; the worst gap on it counts."""
    lams = np.abs(A.T @ y).max() * np.geomspace(1, ratio, n_lams)
    goal, n = GAP * 0.5 * (y @ y), len(y)

    def worst(coefs):
        return max(lasso_gap(A, y, w, lam) for w, lam in zip(coefs, lams))

    peers, celer = {}, peer("celer")
    peers["scikit-learn lasso_path"] = lambda tol: (
        sklearn_path(A, y, alphas=lams / n, tol=tol, max_iter=100_000)[1].T
    )
    if celer:
        peers["celer_path"] = lambda tol: (
            celer.celer_path(A, y, "lasso", alphas=lams / n, tol=tol, max_iter=500)[1].T
        )
    return compare(
        "lasso path", f"{size}, {n_lams} penalties", lambda: lasso_path(A, y, lams, tol=GAP).coefs,
        peers, worst, goal,
    )  # fmt: skip


def grouped(size, A, y, width, share):
    """Group lasso with groups of ``width`` neighbours."""
    groups = np.arange(A.shape[1]) // width
    lam = share * GroupNorm(groups).dual_norm(A.T @ y)
    norm, n = GroupNorm(groups, lam), len(y)
    peers, skglm, group_lasso = {}, peer("skglm"), peer("group_lasso")
    if skglm:
        peers["skglm GroupLasso"] = lambda tol: (
            skglm.GroupLasso(width, lam / n, fit_intercept=False, tol=tol).fit(A, y).coef_
        )
    if group_lasso:
        peers["group-lasso"] = lambda tol: group_lasso.GroupLasso(
            groups, group_reg=lam / (2 * n), l1_reg=0, scale_reg="none", fit_intercept=False,
            n_iter=3000, tol=tol, supress_warning=True,
        ).fit(A, y).coef_.ravel()  # fmt: skip
    model = GroupLasso(groups, lam, tol=GAP)
    size = f"{size}, groups of {width}, {share:g} of the largest penalty"
    return compare(
        "group lasso", size, lambda: model.fit(A, y).coef_, peers,
        lambda w: norm_gap(A, y, w, norm), GAP * 0.5 * (y @ y),
    )  # fmt: skip


def main():
    """Run all races on one core, print them, and return the rows."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    tall, wide, nci = design(5000, 500, 50), design(500, 5000, 50), genes()
    rows = []
    with threadpool_limits(1):
        rows += single("5000 x 500", *tall, 0.01)
        rows += single("500 x 5000", *wide, 0.05)
        rows += single("NCI60, 64 x 6829", *nci, 0.1)
        rows += single("500 x 5000", *wide, 0.05, 0.1)
        rows += single("NCI60, 64 x 6829", *nci, 0.05, 0.1)
        rows += path("500 x 5000", *wide)
        rows += path("NCI60, 64 x 6829", *nci)
        rows += grouped("1000 x 300", *design(1000, 300, 30), 5, 0.05)
        rows += grouped("200 x 1000", *design(200, 1000, 20), 5, 0.1)
    for r in rows:
        print(
            f"{r['race']:12} {r['size']:48} {r['peer']:24} ours {r['ours_s']:.4f} s, "
            f"peer {r['peer_s']:.4f} s, ratio {r['ratio']:.2f}; {r['note']}"
        )
    return rows


if __name__ == "__main__":
    main()
