"""Lasso, elastic net, group lasso and paths to equal duality gap, against their usual solvers.

Every solver must reach a duality gap of 1e-6 of the objective at zero. Ours takes the gap as its
tolerance; a peer's tolerance means something else, so it gets the loosest one (by tens) that
reaches the gap, and only that run is timed.
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import ElasticNet as SklearnElasticNet
from sklearn.linear_model import Lasso as SklearnLasso
from sklearn.linear_model import lasso_path as sklearn_path

from _race import least, peer, reach, row
from mlcompanion.datasets import load_nci60
from mlcompanion.optimize import lasso_gap
from mlcompanion.prox import GroupNorm
from mlcompanion.sparse import ElasticNet, GroupLasso, Lasso, lasso_path
from mlcompanion.sparse.structured.penalties import norm_gap

TITLE = "Lasso and its relatives"
CHAPTER = "sugiyama/24_sparse_regression"
GAP = 1e-6


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


def compare(race, size, ours, peers, gap, goal, reason=""):
    """Rows of one race; ``peers`` maps a name to ``solve(tol)``."""
    ours()  # compiles
    mine, w = least(ours, 5)
    assert gap(w) <= goal * (1 + 1e-6)
    for name, solve in peers.items():
        other, best = reach(solve, gap, goal)
        reached = f"gap {GAP:g}, {np.sum(w != 0)} non-zeros"
        note = reached if other else f"stopped at gap {GAP * best / goal:.0e}"
        yield row(race, size, mine, name, other, note, reason)


def single(size, A, y, share, eta_share=0.0, reason=""):
    """One penalty, ``share`` of the largest; the elastic net's square is ``eta_share`` of it."""
    n = len(y)
    lam = share * np.abs(A.T @ y).max()
    eta = eta_share * lam
    kind = "ElasticNet" if eta else "Lasso"
    alpha = dict(alpha=(lam + eta) / n, l1_ratio=lam / (lam + eta)) if eta else dict(alpha=lam / n)
    solvers = {"scikit-learn": (SklearnElasticNet if eta else SklearnLasso, 100_000)}
    solvers |= {m: (getattr(peer(m), kind), 500) for m in ("celer", "skglm") if peer(m)}
    peers = {
        f"{name} {kind}": lambda tol, solver=solver, steps=steps: (
            solver(**alpha, fit_intercept=False, max_iter=steps, tol=tol).fit(A, y).coef_
        )
        for name, (solver, steps) in solvers.items()
    }
    model = (
        ElasticNet(lam, eta, tol=GAP, fit_intercept=False)
        if eta
        else Lasso(lam, tol=GAP, fit_intercept=False)
    )
    yield from compare(
        "elastic net" if eta else "lasso", f"{size}, {share:g} of the largest penalty",
        lambda: model.fit(A, y).coef_, peers,
        lambda w: lasso_gap(A, y, w, lam, eta), GAP * 0.5 * (y @ y), reason,
    )  # fmt: skip


def path(size, A, y, n_lams=30, ratio=0.03):
    """A path of penalties in even ratios; the worst gap on it counts."""
    lams = np.abs(A.T @ y).max() * np.geomspace(1, ratio, n_lams)
    alphas = lams / len(y)

    def worst(coefs):
        return max(lasso_gap(A, y, w, lam) for w, lam in zip(coefs, lams))

    peers = {
        "scikit-learn lasso_path": lambda tol: (
            sklearn_path(A, y, alphas=alphas, tol=tol, max_iter=100_000)[1].T
        )
    }
    if celer := peer("celer"):
        peers["celer_path"] = lambda tol: (
            celer.celer_path(A, y, "lasso", alphas=alphas, tol=tol, max_iter=500)[1].T
        )
    yield from compare(
        "lasso path", f"{size}, {n_lams} penalties", lambda: lasso_path(A, y, lams, tol=GAP).coefs,
        peers, worst, GAP * 0.5 * (y @ y),
    )  # fmt: skip


def grouped(size, A, y, width, share):
    """Group lasso with groups of ``width`` neighbours."""
    groups = np.arange(A.shape[1]) // width
    lam = share * GroupNorm(groups).dual_norm(A.T @ y)
    norm = GroupNorm(groups, lam)
    n = len(y)
    peers = {}
    if skglm := peer("skglm"):
        peers["skglm GroupLasso"] = lambda tol: (
            skglm.GroupLasso(width, lam / n, fit_intercept=False, tol=tol).fit(A, y).coef_
        )
    if group_lasso := peer("group_lasso", "group-lasso"):
        peers["group-lasso"] = lambda tol: group_lasso.GroupLasso(
            groups, group_reg=lam / (2 * n), l1_reg=0, scale_reg="none", fit_intercept=False,
            n_iter=3000, tol=tol, supress_warning=True,
        ).fit(A, y).coef_.ravel()  # fmt: skip
    model = GroupLasso(groups, lam, tol=GAP, fit_intercept=False)
    yield from compare(
        "group lasso", f"{size}, groups of {width}, {share:g} of the largest penalty",
        lambda: model.fit(A, y).coef_, peers,
        lambda w: norm_gap(A, y, w, norm), GAP * 0.5 * (y @ y),
        reason="accelerated gradient steps read all of A; the peer's visit a working set of groups",
    )  # fmt: skip


def rows():
    """One penalty, paths, groups."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    tall = design(5000, 500, 50)
    wide = design(500, 5000, 50)
    nci = genes()
    memory = "both read every column of A in turn: memory bandwidth decides, not arithmetic"
    yield from single("5000 x 500", *tall, 0.01, reason=memory)
    yield from single("500 x 5000", *wide, 0.05)
    yield from single("NCI60, 64 x 6829", *nci, 0.1)
    yield from single("500 x 5000", *wide, 0.05, 0.1)
    yield from single("NCI60, 64 x 6829", *nci, 0.05, 0.1)
    yield from path("500 x 5000", *wide)
    yield from path("NCI60, 64 x 6829", *nci)
    yield from grouped("1000 x 300", *design(1000, 300, 30), 5, 0.05)
    yield from grouped("200 x 1000", *design(200, 1000, 20), 5, 0.1)
