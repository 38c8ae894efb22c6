"""Ridge regression and its choice of penalty: against scikit-learn, to the same numbers.

``Ridge`` and ``KernelRidge`` for one fit, ``RidgeCV`` for leave-one-out errors along a path of
penalties, ``GridSearchCV`` for k-fold and leave-one-out errors over widths and penalties, and n
refits against the closed form (23.4). All answers are asserted equal. Run
``python benchmarks/ridge.py``. Times are printed, never asserted.
"""

from time import perf_counter

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge as PeerRidge
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GridSearchCV, LeaveOneOut, PredefinedSplit
from threadpoolctl import threadpool_limits

from mlcompanion.regression import (
    KernelLeastSquares,
    Ridge,
    cross_validate_grid,
    fold_labels,
    loo_by_refitting,
    loo_error,
    loo_grid,
    loo_path,
    ridge_path,
)

LAMS = np.geomspace(1e-2, 1e3, 30)
WIDTHS = np.geomspace(0.3, 3, 8)


def timed(call, repeats=5):
    """A result and the least time of some calls."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = call()
        times.append(perf_counter() - start)
    return result, min(times)


def row(race, size, ours, peer_name, peer, note):
    """Two timed results, asserted equal, as a row of the table."""
    (mine, ours_s), (theirs, peer_s) = ours, peer
    np.testing.assert_allclose(mine, theirs, rtol=1e-6, atol=1e-8)
    ratio = peer_s / ours_s
    return dict(
        race=race, size=size, ours_s=ours_s, peer=peer_name, peer_s=peer_s, ratio=ratio, note=note
    )


def linear_races(n, b):
    """One fit, a path of fits and a path of leave-one-out errors on a design matrix."""
    rng = np.random.default_rng(0)
    Phi, y = rng.normal(size=(n, b)), rng.normal(size=n)
    size = f"{n} x {b}"

    def fit(lam):
        return PeerRidge(alpha=lam, fit_intercept=False).fit(Phi, y).coef_

    search = RidgeCV(alphas=LAMS, fit_intercept=False, store_cv_results=True)
    yield row(
        "ridge: one fit",
        size,
        timed(lambda: Ridge(1.0).fit(Phi, y).coef_),
        "sklearn Ridge",
        timed(lambda: fit(1.0)),
        "same coefficients",
    )
    yield row(
        "ridge: path of 30 penalties",
        size,
        timed(lambda: ridge_path(Phi, y, LAMS), 2),
        "sklearn Ridge, 30 fits",
        timed(lambda: np.array([fit(lam) for lam in LAMS]), 1),
        "same coefficients",
    )
    yield row(
        "leave-one-out errors, 30 penalties",
        size,
        timed(lambda: loo_path(Phi, y, LAMS), 2),
        "sklearn RidgeCV",
        timed(lambda: search.fit(Phi, y).cv_results_.mean(axis=0), 2),
        "same errors",
    )


def searched(X, y, splits):
    """Mean validation errors of KernelRidge over all widths and penalties, by GridSearchCV."""
    search = GridSearchCV(
        KernelRidge(kernel="rbf"),
        {"gamma": 1 / (2 * WIDTHS**2), "alpha": LAMS},
        cv=splits,
        scoring="neg_mean_squared_error",
        refit=False,
    ).fit(X, y)
    return -search.cv_results_["mean_test_score"].reshape(len(LAMS), len(WIDTHS)).T


def samples(n):
    rng = np.random.default_rng(1)
    return rng.normal(size=(n, 5)), rng.normal(size=n)


def kernel_fit_race(n):
    """One fit of kernel ridge regression."""
    X, y = samples(n)
    peer = KernelRidge(alpha=0.1, kernel="rbf", gamma=0.5)
    return row(
        "kernel ridge: one fit",
        f"n = {n}",
        timed(lambda: KernelLeastSquares(1.0, 0.1, "K").fit(X, y).dual_coef_),
        "sklearn KernelRidge",
        timed(lambda: peer.fit(X, y).dual_coef_),
        "same coefficients",
    )


def fold_race(n):
    """5-fold cross validation over widths and penalties."""
    X, y = samples(n)
    folds = PredefinedSplit(fold_labels(n, 5, 0))
    return row(
        "kernel ridge: 5 folds, 8 widths x 30 penalties",
        f"n = {n}",
        timed(lambda: cross_validate_grid(X, y, WIDTHS, LAMS, 5, 0, "K"), 2),
        "sklearn GridSearchCV",
        timed(lambda: searched(X, y, folds), 1),
        "same errors",
    )


def leave_one_out_race(n):
    """Leave-one-out over widths and penalties."""
    X, y = samples(n)
    return row(
        "kernel ridge: leave-one-out, 8 widths x 30 penalties",
        f"n = {n}",
        timed(lambda: loo_grid(X, y, WIDTHS, LAMS, "K")),
        "sklearn GridSearchCV",
        timed(lambda: searched(X, y, LeaveOneOut()), 1),
        f"same errors; {240 * n:,} fits avoided",
    )


def refitting_race(n):
    """The closed form (23.4) against n refits: O(n^3) against O(n^4)."""
    x = np.linspace(-3, 3, n)
    K, y = np.exp(-((x[:, None] - x) ** 2) / 0.18), np.random.default_rng(2).normal(size=n)
    return row(
        "leave-one-out error, one penalty",
        f"n = {n}",
        timed(lambda: loo_error(K, y, 0.1)),
        "n refits",
        timed(lambda: loo_by_refitting(K, y, 0.1), 1),
        "same error",
    )


def main():
    """Run the races; print a table; return its rows."""
    with threadpool_limits(1):  # one core for everyone
        rows = [r for n, b in ((2000, 100), (5000, 300), (300, 2000)) for r in linear_races(n, b)]
        rows += [kernel_fit_race(n) for n in (300, 1000)]
        rows += [fold_race(n) for n in (100, 300)]
        rows += [leave_one_out_race(30)]
        rows += [refitting_race(n) for n in (50, 100, 200)]
    for r in rows:
        times = f"{r['ours_s'] * 1e3:>8.2f} ms {r['peer_s'] * 1e3:>9.2f} ms {r['ratio']:>8.1f}x"
        print(f"{r['race']:<54}{r['size']:<12}{times}  {r['peer']}")
    return rows


if __name__ == "__main__":
    main()
