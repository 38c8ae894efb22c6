"""Class probabilities by least squares, against the same ridge, and against logistic regression.

The data are three normal classes on a line, whose true probabilities are known. scikit-learn gets
the same Gaussian kernels as columns, made within its time. Its ridge regression of the indicators
gives the same probabilities. Its logistic regression is another estimate from the same columns with
the same penalty: to be compared are the times and both mean errors to the truth.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge

from _race import duel, equal
from mlcompanion.classification import LSPC
from mlcompanion.classification.linear.lspc import clip_and_normalize
from mlcompanion.kernels import rbf_kernel
from mlcompanion_chapters.sugiyama.s28_probabilistic_classification.class_probabilities import (
    GRID,
    draw_line,
    true_probabilities,
)

TITLE = "Class probabilities"
CHAPTER = "sugiyama/28_probabilistic_classification"
LAM = 0.1  # of the listing
SIZES = (90, 300, 900)
POINTS = GRID[:, None]
TRUTH = true_probabilities(GRID)


def ours(x, y, centers):
    """Probabilities on the grid."""
    return LSPC(lam=LAM, centers=centers).fit(x, y).predict_proba(POINTS)


def by_ridge(x, y, centers):
    """Ridge regression of each class's indicator on kernels at its own samples, or at all."""
    K = rbf_kernel(x)
    new = rbf_kernel(POINTS, x)
    T = np.eye(y.max() + 1)[y]

    def values(columns, targets):
        model = Ridge(LAM, fit_intercept=False, solver="cholesky")
        return model.fit(K[:, columns], targets).predict(new[:, columns])

    if centers == "all":
        return clip_and_normalize(values(slice(None), T))
    parts = [values(y == k, T[:, k]) for k in range(T.shape[1])]
    return clip_and_normalize(np.column_stack(parts))


def logistic(x, y):
    """Logistic regression on the kernels at all samples."""
    model = LogisticRegression(C=1 / LAM, fit_intercept=False, tol=1e-3, max_iter=2000)
    return model.fit(rbf_kernel(x), y).predict_proba(rbf_kernel(POINTS, x))


def error(p):
    """Mean distance to the true probabilities."""
    return abs(p - TRUTH).mean()


def rows():
    """Both kinds of centres against ridge regression, then the listing's against the logistic."""
    for n in SIZES:
        x, y = draw_line(n, random_state=0)
        for centers in ("own", "all"):
            yield duel(
                f"LSPC, kernels at {centers} samples", f"n = {n}, 3 classes",
                lambda x=x, y=y, centers=centers: ours(x, y, centers), "scikit-learn Ridge",
                lambda x=x, y=y, centers=centers: by_ridge(x, y, centers),
                same=equal(rtol=0, atol=1e-6), note="equal probabilities",
            )  # fmt: skip
        yield duel(
            "LSPC, kernels at own samples", f"n = {n}, 3 classes",
            lambda x=x, y=y: ours(x, y, "own"), "LogisticRegression",
            lambda x=x, y=y: logistic(x, y),
            same=lambda a, b: np.testing.assert_array_less(error(a), error(b) + 0.02),
            note=lambda a, b: f"mean error to the truth {error(a):.4f} against {error(b):.4f}",
        )  # fmt: skip
