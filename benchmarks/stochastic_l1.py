"""Stochastic coordinate descent on sparse columns to equal duality gap, against usual solvers.

Every solver must reach a duality gap of 1e-6 of the objective at zero, by one function. Ours takes
the gap as its tolerance; a peer's tolerance means something else, so it gets the loosest one (by
tens) that reaches the gap, and only that run is timed. Ours draws its coordinates at random, with a
curvature for each column, and settles those that matter between two looks at all of them.
"""

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, LogisticRegression

from _race import least, peer, reach, row
from mlcompanion.losses import Logistic, Squared
from mlcompanion.sparse.stochastic_l1 import L1Problem, l1_gap, scd, truncated_gradient

TITLE = "Stochastic coordinate descent"
CHAPTER = "jmlr12/22_stochastic_l1"
GAP = 1e-6


def design(m, d, density, k, seed=0):
    """Sparse columns in [-1, 1] of unequal density, k of them relevant; scores and signs."""
    rng = np.random.default_rng(seed)
    shares = density * rng.exponential(size=d)
    columns = [rng.choice(m, max(1, int(share * m)), replace=False) for share in shares]
    places = np.concatenate(columns)
    starts = np.cumsum([0, *(len(column) for column in columns)])
    X = sparse.csc_matrix((rng.uniform(-1, 1, len(places)), places, starts), (m, d))
    X.sort_indices()
    w = np.zeros(d)
    w[rng.choice(d, k, replace=False)] = rng.choice([-2.0, 2.0], k)
    scores = X @ w
    y = scores + 0.3 * scores.std() * rng.normal(size=m)
    signs = np.where(rng.random(m) < 1 / (1 + np.exp(-4 * scores)), 1.0, -1.0)
    return X, y, signs


def lasso_peers(X, y, lam):
    """Solvers of the lasso, from a tolerance to weights."""
    solvers = {
        "scikit-learn Lasso, random": (Lasso, {"selection": "random", "random_state": 0}),
        "scikit-learn Lasso, cyclic": (Lasso, {}),
    }
    solvers |= {
        f"{name} Lasso": (peer(name).Lasso, {"max_iter": 500})
        for name in ("celer", "skglm")
        if peer(name)
    }
    return {
        name: lambda tol, solver=solver, own=own: (
            solver(alpha=lam, fit_intercept=False, tol=tol, **{"max_iter": 100_000, **own})
            .fit(X, y)
            .coef_
        )
        for name, (solver, own) in solvers.items()
    }


def logistic_peers(X, y, lam):
    """Solvers of the l1-penalised logistic regression."""
    m = X.shape[0]
    rows = X.tocsr()
    found = {
        "scikit-learn liblinear": lambda tol: (
            LogisticRegression(
                l1_ratio=1, C=1 / (m * lam), solver="liblinear", fit_intercept=False, tol=tol,
                max_iter=1000, random_state=0,
            ).fit(rows, y).coef_.ravel()
        )
    }  # fmt: skip
    few = {"fit_intercept": False, "max_iter": 500}
    if celer := peer("celer"):
        found["celer LogisticRegression"] = lambda tol: (
            celer.LogisticRegression(C=1 / (m * lam), tol=tol, **few).fit(X, y).coef_.ravel()
        )
    if skglm := peer("skglm"):
        found["skglm SparseLogisticRegression"] = lambda tol: (
            skglm.SparseLogisticRegression(alpha=lam, tol=tol, **few).fit(X, y).coef_.ravel()
        )
    return found


def compare(race, size, X, y, loss, share, reasons):
    """Rows of one race; the penalty is a share of the largest useful one."""
    m = X.shape[0]
    lam = share * np.abs(X.T @ loss.derivative(np.zeros(m), y)).max() / m
    problem = L1Problem(X, y, lam, loss)
    goal = GAP * problem.value(np.zeros(X.shape[1]))

    def ours():
        return scd(X, y, lam, loss, shrinking=True, tol=GAP, max_passes=100_000, records=0,
                   random_state=0)  # fmt: skip

    ours()
    mine, run = least(ours, 5)
    assert l1_gap(problem, run.w) <= goal * (1 + 1e-6)
    peers = lasso_peers if isinstance(loss, Squared) else logistic_peers
    for name, solve in peers(X, y, lam).items():
        other, best = reach(solve, lambda w: l1_gap(problem, w), goal)
        reached = f"gap {GAP:g}, {np.count_nonzero(run.w)} non-zeros"
        note = reached if other else f"stopped at gap {GAP * best / goal:.0e}"
        yield row(race, f"{size}, {share:g} of the largest penalty", mine, name, other, note,
                  reasons.get(name, ""))  # fmt: skip


def steps(m, filled, n_steps=20_000):
    """Seconds of a coordinate step and of an example step where each line has so many entries."""
    rng = np.random.default_rng(1)
    places = rng.integers(m, size=(200, filled)).astype(np.int64)
    columns = sparse.csc_matrix(
        (rng.uniform(-1, 1, 200 * filled), places.ravel(), np.arange(201) * filled), (m, 200)
    )
    columns.sum_duplicates()
    y = np.sign(rng.normal(size=m))
    passes = max(2, n_steps // 200)
    long, _ = least(lambda: scd(columns, y, 1e-3, max_passes=passes, records=0, random_state=0))
    short, _ = least(lambda: scd(columns, y, 1e-3, max_passes=1, records=0, random_state=0))
    by_column = (long - short) / (200 * (passes - 1))
    rows_ = sparse.csr_matrix(columns.T)
    labels = y[:200]
    long, _ = least(lambda: truncated_gradient(rows_, labels, 1e-3, eta=0.1, n_passes=passes,
                                               records=0, random_state=0))  # fmt: skip
    short, _ = least(lambda: truncated_gradient(rows_, labels, 1e-3, eta=0.1, n_passes=1,
                                                records=0, random_state=0))  # fmt: skip
    return by_column, (long - short) / (200 * (passes - 1))


def growth():
    """How a step's seconds grow with its entries, and with the length of the lines."""
    names = ("SCD on CSC", "truncated gradient on CSR")
    filled = (100, 1000, 10_000)
    times = np.array([steps(100_000, n) for n in filled])
    lengths = (10_000, 100_000, 1_000_000)
    long = np.array([steps(m, 1000) for m in lengths])
    for k, name in enumerate(names):
        slope = np.polyfit(np.log(filled), np.log(times[:, k]), 1)[0]
        flat = np.polyfit(np.log(lengths), np.log(long[:, k]), 1)[0]
        yield row(f"a step of {name}", "100 and 10,000 entries", times[0, k],
                  "the step with 100 times the entries", times[-1, k],
                  f"slope {slope:.2f} in entries")  # fmt: skip
        yield row(f"a step of {name}", "lines of 10,000 and 1,000,000, 1,000 entries", long[0, k],
                  "the step on lines 100 times as long", long[-1, k],
                  f"slope {flat:.2f} in the length of the line",
                  "even: a step does not look at zeros")  # fmt: skip


def rows():
    """Lasso and logistic regression at two sizes; what a step costs."""
    warnings.simplefilter("ignore", ConvergenceWarning)
    work = "working sets with extrapolation, which is no random order"
    reasons = {
        "scikit-learn Lasso, cyclic": "columns in the order of memory, which a processor foresees",
        "scikit-learn Lasso, random": "even: both draw their steps at random",
        "scikit-learn liblinear": "half of our time are exponentials, one for each entry of "
        "a moved column; liblinear takes one a sample and then moves many columns",
        "celer Lasso": work,
        "skglm Lasso": work,
        "celer LogisticRegression": work,
        "skglm SparseLogisticRegression": work,
    }
    tall = design(50_000, 2000, 0.01, 50)
    wide = design(5000, 20_000, 0.01, 50)
    for size, (X, y, signs) in (("50000 x 2000, 1 %", tall), ("5000 x 20000, 1 %", wide)):
        yield from compare("lasso", size, X, y, Squared(), 0.1, reasons)
        yield from compare("logistic", size, X, signs, Logistic(), 0.1, reasons)
    yield from growth()
