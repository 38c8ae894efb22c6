"""Ridge regression and its choice of penalty: against scikit-learn, to the same numbers.

``Ridge`` and ``KernelRidge`` for one fit, ``RidgeCV`` for leave-one-out errors along a path of
penalties, ``GridSearchCV`` for k-fold and leave-one-out errors over widths and penalties, and n
refits against the closed form (23.4). All answers are asserted equal.
"""

from functools import partial

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge as PeerRidge
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GridSearchCV, LeaveOneOut, PredefinedSplit

from _race import duel, equal
from mlcompanion.regression import (
    KernelLeastSquares,
    Ridge,
    cross_validate_grid,
    loo_error,
    loo_path,
    ridge_path,
)
from mlcompanion.regression.selection.cross_validation import loo_by_refitting, loo_grid
from mlcompanion.resampling import fold_labels

TITLE = "Ridge regression"
CHAPTER = "sugiyama/23_constrained_least_squares"
LAMS = np.geomspace(1e-2, 1e3, 30)
WIDTHS = np.geomspace(0.3, 3, 8)

same_numbers = partial(duel, same=equal(rtol=1e-6, atol=1e-8))


def linear_races(n, b):
    """One fit, a path of fits and a path of leave-one-out errors on a design matrix."""
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(n, b))
    y = rng.normal(size=n)
    size = f"{n} x {b}"

    def fit(lam):
        return PeerRidge(alpha=lam, fit_intercept=False).fit(Phi, y).coef_

    search = RidgeCV(alphas=LAMS, fit_intercept=False, store_cv_results=True)
    yield same_numbers(
        "ridge: one fit", size, lambda: Ridge(1.0, fit_intercept=False).fit(Phi, y).coef_,
        "sklearn Ridge", lambda: fit(1.0), note="same coefficients",
    )  # fmt: skip
    yield same_numbers(
        "ridge: path of 30 penalties", size, lambda: ridge_path(Phi, y, LAMS),
        "sklearn Ridge, 30 fits", lambda: np.array([fit(lam) for lam in LAMS]),
        note="same coefficients",
    )  # fmt: skip
    yield same_numbers(
        "leave-one-out errors, 30 penalties", size, lambda: loo_path(Phi, y, LAMS),
        "sklearn RidgeCV", lambda: search.fit(Phi, y).cv_results_.mean(axis=0),
        note="same errors",
        reason="RidgeCV decomposes the Gram matrix, at half the digits; ours the design itself",
    )  # fmt: skip


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
    return same_numbers(
        "kernel ridge: one fit", f"n = {n}",
        lambda: KernelLeastSquares(1.0, 0.1, "K").fit(X, y).dual_coef_,
        "sklearn KernelRidge", lambda: peer.fit(X, y).dual_coef_, note="same coefficients",
    )  # fmt: skip


def fold_race(n):
    """5-fold cross validation over widths and penalties."""
    X, y = samples(n)
    folds = PredefinedSplit(fold_labels(n, 5, 0))
    return same_numbers(
        "kernel ridge: 5 folds, 8 widths x 30 penalties", f"n = {n}",
        lambda: cross_validate_grid(X, y, WIDTHS, LAMS, 5, 0, "K"),
        "sklearn GridSearchCV", lambda: searched(X, y, folds), note="same errors",
    )  # fmt: skip


def leave_one_out_race(n):
    """Leave-one-out over widths and penalties."""
    X, y = samples(n)
    return same_numbers(
        "kernel ridge: leave-one-out, 8 widths x 30 penalties", f"n = {n}",
        lambda: loo_grid(X, y, WIDTHS, LAMS, "K"),
        "sklearn GridSearchCV", lambda: searched(X, y, LeaveOneOut()),
        note=f"same errors; {240 * n:,} fits avoided",
    )  # fmt: skip


def refitting_race(n):
    """The closed form (23.4) against n refits: O(n^3) against O(n^4)."""
    x = np.linspace(-3, 3, n)
    K = np.exp(-((x[:, None] - x) ** 2) / 0.18)
    y = np.random.default_rng(2).normal(size=n)
    return same_numbers(
        "leave-one-out error, one penalty", f"n = {n}", lambda: loo_error(K, y, 0.1),
        "n refits", lambda: loo_by_refitting(K, y, 0.1), note="same error",
    )  # fmt: skip


def rows():
    """Linear models, kernels, cross validation."""
    for n, b in ((2000, 100), (5000, 300), (300, 2000)):
        yield from linear_races(n, b)
    for race, sizes in (
        (kernel_fit_race, (300, 1000)),
        (fold_race, (100, 300)),
        (leave_one_out_race, (30,)),
        (refitting_race, (50, 100, 200)),
    ):
        yield from map(race, sizes)
