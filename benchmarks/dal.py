"""l1-penalised logistic regression to equal relative duality gap: DAL, its baselines and peers.

Every solver must reach a relative gap of 1e-4, computed by one function. A peer's tolerance means
something else, so it gets the loosest one (by tens) that reaches the gap, and only that run is
timed.
"""

import warnings
from time import process_time

import numpy as np
from sklearn.datasets import make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from _race import least, peer, reach, row
from mlcompanion.datasets import load_khan
from mlcompanion.losses import Logistic
from mlcompanion.optimize import (
    DataFit,
    fista,
    log_barrier,
    owlqn,
    relative_duality_gap,
    reweighted_ridge,
    sparsa,
)
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1

TITLE = "Dual augmented Lagrangian"
CHAPTER = "jmlr12/13_dal"
GAP = 1e-4
LIMIT = 3.0  # seconds after which a solver is stopped, or gets no tighter tolerance


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def problems():
    """Name, design, signs and share of the largest useful penalty."""
    rng = np.random.default_rng(0)
    A = rng.normal(size=(256, 8192))
    beta = np.where(rng.random(8192) < 0.04, rng.normal(size=8192), 0)
    y = np.sign(A @ beta + 0.01 * rng.normal(size=256))
    for share in (0.1, 0.01):
        yield f"gaussian 256 x 8192, {share}", A, y, share
    khan = load_khan()
    yield "khan 63 x 2308, 0.01", standardized(khan.data), np.where(khan.target == 2, 1.0, -1), 0.01
    X, y = make_classification(1733, 500, n_informative=5, n_redundant=15, n_clusters_per_class=16,
                               random_state=0)  # fmt: skip
    yield "madelon-like 1733 x 500, 0.01", standardized(X), 2.0 * y - 1, 0.01


def own_baselines(fit, lam):
    """The paper's baselines in this package, each stopped by the gap itself or by the clock."""
    penalty = L1(lam)
    zero = np.zeros(fit.A.shape[1])
    first = 0.1 * np.random.default_rng(1).normal(size=len(zero))

    def stop():
        begin = process_time()

        def stopped(w):
            return process_time() - begin > LIMIT or relative_duality_gap(fit, penalty, w) < GAP

        return stopped

    return {
        "our FISTA": lambda: fista(fit, penalty, zero, backtracking=True, track=False, stop=stop()),
        "our OWL-QN": lambda: owlqn(fit, lam, zero, stop=stop(), max_iter=5000),
        "our SpaRSA": lambda: sparsa(fit, penalty, zero, stop=stop()),
        "our interior point": lambda: log_barrier(fit, lam, tol=GAP),
        "our IRS": lambda: reweighted_ridge(fit, lam, first, stop=stop(), max_iter=100),
    }


def sklearn_solver(solver):
    """scikit-learn's l1 logistic regression without an intercept."""

    def fit(A, y, lam, tol):
        model = LogisticRegression(
            l1_ratio=1.0, C=1 / lam, solver=solver, fit_intercept=False, tol=tol, max_iter=2000,
            random_state=0,
        )  # fmt: skip
        return model.fit(A, y).coef_.ravel()

    return fit


def peers():
    """Name and solver ``(A, y, lam, tol)``; skglm's loss is a mean."""
    found = {f"scikit-learn {name}": sklearn_solver(name) for name in ("liblinear", "saga")}
    few = dict(fit_intercept=False, max_iter=200)
    if celer := peer("celer"):
        found["celer"] = lambda A, y, lam, tol: (
            celer.LogisticRegression(C=1 / lam, tol=tol, **few).fit(A, y).coef_.ravel()
        )
    if skglm := peer("skglm"):
        found["skglm"] = lambda A, y, lam, tol: (
            skglm.SparseLogisticRegression(alpha=lam / len(y), tol=tol / len(y), **few)
            .fit(A, y)
            .coef_.ravel()
        )
    return found


def reason_of(run, ours_s):
    """Why DAL may be behind: what its Newton steps cost, and how many columns they work on."""
    active = np.count_nonzero(run.w)
    each = 1e3 * ours_s / run.n_newton
    start = f"{run.n_newton} Newton steps on up to {active} active columns at {each:.1f} ms each"
    if active < 50:
        return f"{start}, mostly NumPy's calls; compiled coordinate steps visit those columns alone"
    return f"{start}: forming and solving the systems, which coordinate steps do without"


def rows():
    """DAL against its baselines and the peers on four problems."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", FutureWarning)
    dal(np.eye(3), np.array([1.0, -1, 1]), Logistic(), L1(0.1))  # compiles
    for size, A, y, share in problems():
        lam = share * np.abs(A.T @ y).max()
        fit = DataFit(A, y, Logistic())
        penalty = L1(lam)

        def gap_of(w, fit=fit, penalty=penalty):
            return relative_duality_gap(fit, penalty, w)

        ours_s, run = least(lambda A=A, y=y, p=penalty: dal(A, y, Logistic(), p, tol=GAP), 5)
        assert relative_duality_gap(fit, penalty, run.w, run.alpha) <= 1.01 * GAP
        best = run.path[-1].objective
        times = {}
        for name, solve in own_baselines(fit, lam).items():
            seconds, result = least(solve, 2)
            gap = gap_of(result.w)
            if gap <= 1.01 * GAP:
                assert abs(fit.value(result.w) + penalty.value(result.w) - best) <= 2.1 * GAP * best
            times[name] = (seconds if gap <= 1.01 * GAP else None), gap
        for name, solver in peers().items():
            times[name] = reach(
                lambda tol, s=solver, A=A, y=y, lam=lam: s(A, y, lam, tol), gap_of, GAP, limit=LIMIT
            )
        for name, (seconds, gap) in times.items():
            note = f"relative gap <= {GAP:.0e}" if seconds else f"stopped at gap {gap:.0e}"
            yield row("l1 logistic, DAL", size, ours_s, name, seconds, note, reason_of(run, ours_s))
