# ruff: noqa: B023  (closures are called at once)
"""l1-penalised logistic regression to equal relative duality gap: DAL, its baselines and peers.

Every solver must reach a relative gap of 1e-4, computed by one function. A peer's tolerance means
something else, so it gets the loosest one (by tens) that reaches the gap, and only that run is
timed. Run ``python benchmarks/dal.py``. Times are printed, never asserted.
"""

import warnings
from importlib import import_module
from time import perf_counter

import numpy as np
from sklearn.datasets import make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from mlcompanion.datasets import load_khan
from mlcompanion.losses import Logistic
from mlcompanion.optimize import (
    DataFit,
    dal,
    fista,
    log_barrier,
    owlqn,
    relative_duality_gap,
    reweighted_ridge,
    sparsa,
)
from mlcompanion.prox import L1

GAP = 1e-4
TOLERANCES = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
LIMIT = 8.0  # seconds after which a solver gets no tighter tolerance


def problems():
    """Name, design, signs and share of the largest useful penalty."""
    rng = np.random.default_rng(0)
    A = rng.normal(size=(256, 8192))
    beta = np.where(rng.random(8192) < 0.04, rng.normal(size=8192), 0)
    y = np.sign(A @ beta + 0.01 * rng.normal(size=256))
    for share in (0.1, 0.01):
        yield f"gaussian 256 x 8192, {share}", A, y, share
    khan = load_khan()
    genes = (khan.data - khan.data.mean(axis=0)) / khan.data.std(axis=0)
    yield "khan 63 x 2308, 0.01", genes, np.where(khan.target == 2, 1.0, -1.0), 0.01
    X, y = make_classification(1733, 500, n_informative=5, n_redundant=15, n_clusters_per_class=16,
                               random_state=0)  # fmt: skip
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    yield "madelon-like 1733 x 500, 0.01", X, 2.0 * y - 1, 0.01


def own_baselines(fit, lam):
    """The paper's baselines in this package, each stopped by the gap itself."""
    penalty, zero = L1(lam), np.zeros(fit.A.shape[1])
    start = 0.1 * np.random.default_rng(1).normal(size=len(zero))

    def stop(w):
        return relative_duality_gap(fit, penalty, w) < GAP

    return {
        "our FISTA": lambda: fista(fit, penalty, zero, backtracking=True, track=False, stop=stop),
        "our OWL-QN": lambda: owlqn(fit, lam, zero, stop=stop, max_iter=5000),
        "our SpaRSA": lambda: sparsa(fit, penalty, zero, stop=stop),
        "our interior point": lambda: log_barrier(fit, lam, tol=GAP),
        "our IRS": lambda: reweighted_ridge(fit, lam, start, stop=stop, max_iter=100),
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


def celer_solver(A, y, lam, tol):
    """celer's working sets."""
    model = import_module("celer").LogisticRegression(
        C=1 / lam, fit_intercept=False, tol=tol, max_iter=200
    )
    return model.fit(A, y).coef_.ravel()


def skglm_solver(A, y, lam, tol):
    """skglm's proximal Newton steps; its loss is a mean."""
    model = import_module("skglm").SparseLogisticRegression(
        alpha=lam / len(y), fit_intercept=False, tol=tol / len(y), max_iter=200
    )
    return model.fit(A, y).coef_.ravel()


PEERS = {
    "scikit-learn liblinear": sklearn_solver("liblinear"),
    "scikit-learn saga": sklearn_solver("saga"),
    "celer": celer_solver,
    "skglm": skglm_solver,
}


def timed(solve, repeats=3):
    """Result and least time of some runs."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = solve()
        times.append(perf_counter() - start)
        if times[-1] > 1:
            break
    return result, min(times)


def reach(solver, A, y, lam, gap):
    """Least time of the loosest tolerance that reaches the gap, or None with the best gap."""
    solver(A, y, lam, 0.1)  # compiles
    best = np.inf
    for tol in TOLERANCES:
        w, elapsed = timed(lambda tol=tol: solver(A, y, lam, tol), 1)
        best = min(best, gap(w))
        if best <= GAP:
            return min(elapsed, timed(lambda tol=tol: solver(A, y, lam, tol))[1]), best
        if elapsed > LIMIT:
            break
    return None, best


def main():
    """Run all races and return their rows."""
    rows = []
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", FutureWarning)
    with threadpool_limits(1):
        dal(np.eye(3), np.array([1.0, -1, 1]), Logistic(), L1(0.1))  # compiles
        for size, A, y, share in problems():
            lam = share * np.abs(A.T @ y).max()
            fit, penalty = DataFit(A, y, Logistic()), L1(lam)
            run, ours_s = timed(lambda: dal(A, y, Logistic(), penalty, tol=GAP))
            assert relative_duality_gap(fit, penalty, run.w, run.alpha) <= 1.01 * GAP
            best = run.path[-1].objective

            def note(name, w, seconds, gap):
                if seconds is None:
                    text = f"stopped at gap {gap:.0e}"
                else:
                    text = f"relative gap <= {GAP:.0e}"
                    reached = fit.value(w) + penalty.value(w) if w is not None else best
                    assert abs(reached - best) <= 2.1 * GAP * best
                ratio = None if seconds is None else seconds / ours_s
                rows.append({"race": "l1 logistic, DAL", "size": size, "ours_s": ours_s,
                             "peer": name, "peer_s": seconds, "ratio": ratio,
                             "note": text})  # fmt: skip
                shown = "-" if seconds is None else f"{seconds * 1e3:9.1f} ms, ratio {ratio:7.2f}"
                print(f"{size:32} DAL {ours_s * 1e3:7.1f} ms  {name:24} {shown}  {text}")

            for name, solve in own_baselines(fit, lam).items():
                result, seconds = timed(solve, 1)
                reached = relative_duality_gap(fit, penalty, result.w)
                note(name, result.w, seconds if result.converged else None, reached)
            for name, solver in PEERS.items():
                try:
                    seconds, gap = reach(
                        solver, A, y, lam, lambda w: relative_duality_gap(fit, penalty, w)
                    )
                except ImportError as error:
                    print(f"{name} is not installed, its row is left out: {error}")
                    continue
                note(name, None, seconds, gap)
    return rows


if __name__ == "__main__":
    main()
