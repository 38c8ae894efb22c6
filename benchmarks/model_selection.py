"""Choosing between normal densities, against scikit-learn's mixture of one component and refits.

``GaussianMixture(1)`` without its ridge is the same density, its ``aic`` twice ours. Leave-one-out
by ``cross_val_score`` fits n times, ours once for all.
"""

from functools import partial

import numpy as np
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import LeaveOneOut, PredefinedSplit, cross_val_score

from _race import duel, equal
from mlcompanion.density import GaussianDensity, likelihood_cv, loo_gaussian
from mlcompanion.resampling import fold_labels
from mlcompanion.stats.selection.criteria import aic

TITLE = "Choosing a normal model"
CHAPTER = "sugiyama/14_model_selection"

same_scores = partial(duel, same=equal(rtol=1e-8, atol=0))


def leave_one_out(n, d, kind):
    """Scores of all samples, each under the fit to the others."""
    X = np.random.default_rng(n).normal(size=(n, d))
    mixture = GaussianMixture(1, covariance_type=kind, reg_covar=0)
    return same_scores(
        f"leave-one-out, {kind}", f"n = {n}, d = {d}", lambda: loo_gaussian(X, kind),
        "sklearn cross_val_score",
        lambda: cross_val_score(mixture, X, cv=LeaveOneOut()), note="same log-densities",
    )  # fmt: skip


def rows():
    """Leave-one-out for three sizes and two models, five folds, and the criterion."""
    for n, d, kind in ((50, 4, "full"), (200, 10, "full"), (800, 10, "full"), (200, 10, "diag")):
        yield leave_one_out(n, d, kind)
    X = np.random.default_rng(0).normal(size=(2000, 10))
    mixture = GaussianMixture(1, reg_covar=0)
    folds = PredefinedSplit(fold_labels(2000, 5, 0))
    yield same_scores(
        "five folds, full", "n = 2000, d = 10",
        lambda: likelihood_cv(GaussianDensity(), X, 5, 0).mean(), "sklearn cross_val_score",
        lambda: cross_val_score(mixture, X, cv=folds).mean(), note="same score",
    )  # fmt: skip

    def ours():
        model = GaussianDensity().fit(X)
        return 2 * aic(model.score_samples(X).sum(), model.n_params_)

    yield same_scores(
        "fit and AIC", "n = 2000, d = 10", ours, "sklearn GaussianMixture",
        lambda: mixture.fit(X).aic(X), note="same number, twice ours",
    )  # fmt: skip
