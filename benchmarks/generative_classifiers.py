"""Classifiers from class densities against scikit-learn, to the same posterior probabilities.

With normal densities of full covariance the generative classifier is quadratic discriminant
analysis, with diagonal ones Gaussian naive Bayes; both sides divide by n.
"""

import numpy as np
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from _race import duel, equal
from mlcompanion.classification import GenerativeClassifier
from mlcompanion.density import GaussianDensity

TITLE = "Classifiers from densities"
CHAPTER = "sugiyama/11_generative_models"


def labelled(n, d, c, seed=0):
    """Samples of c normal classes whose means and covariances differ."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, c, size=n)
    spread = 1 + rng.random((c, d))
    means = rng.normal(size=(c, d))
    return rng.normal(size=(n, d)) * spread[y] + means[y], y


def rows():
    """Fit and posterior probabilities of the same rows."""
    for n, d, c in ((1_000, 2, 2), (20_000, 20, 10), (5_000, 100, 10)):
        X, y = labelled(n, d, c)
        for kind, name, peer in (
            ("full", "QuadraticDiscriminantAnalysis", QuadraticDiscriminantAnalysis()),
            ("diag", "GaussianNB", GaussianNB(var_smoothing=0)),
        ):
            ours = GenerativeClassifier(GaussianDensity(kind))
            yield duel(
                f"{kind} covariances", f"n = {n}, d = {d}, {c} classes",
                lambda ours=ours, X=X, y=y: ours.fit(X, y).predict_proba(X),
                f"scikit-learn {name}",
                lambda peer=peer, X=X, y=y: peer.fit(X, y).predict_proba(X),
                same=equal(rtol=1e-6, atol=1e-10), note="equal posterior probabilities",
                reason="every class is an estimator of its own, which checks all rows again",
            )  # fmt: skip
