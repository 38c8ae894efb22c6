"""Digits that a classifier may refuse, and whether its probabilities are what they say.

To chapter 28 of Sugiyama (2016), whose opening speaks of rejecting patterns of low reliability.
"""

import numpy as np
from sklearn.datasets import load_digits

from mlcompanion.classification import LSPC, SoftmaxRegression, reject_curve
from mlcompanion.linalg import one_blas_thread, squared_distances

__all__ = ["PENALTIES", "SHARES", "digit_halves", "probabilities", "refusals", "reliability_table"]

SHARES = (0.0, 0.05, 0.1, 0.2)  #: of the least reliable inputs, refused
#: Penalties among which the posterior's is chosen.
PENALTIES = (0.001, 0.01, 0.1)


def digit_halves(random_state=0):
    """The 1,797 digits of 8 x 8 pixels, grey values in [0, 1], in two halves.

    Returns
    -------
    X_train, y_train, X_test, y_test : ndarray
    """
    digits = load_digits()
    order = np.random.default_rng(random_state).permutation(len(digits.target))
    X = digits.data[order] / 16
    y = digits.target[order]
    half = len(y) // 2
    return X[:half], y[:half], X[half:], y[half:]


def _makers(sigma):
    return {
        "logistic": lambda lam: SoftmaxRegression(
            lam, sigma=sigma, fit_intercept=False, tol=0.01, max_iter=100
        ),
        "squares": lambda lam: LSPC(sigma, lam),
    }


def choose(X, y):
    """Width, half the median distance; and each method's penalty, by log-loss on a held-out half.

    A probability below 1e-6 counts as 1e-6.
    """
    sigma = float(np.sqrt(np.median(squared_distances(X[:200], X[200:400]))) / 2)
    half = len(y) // 2
    chosen = {}
    for name, make in _makers(sigma).items():
        losses = []
        for lam in PENALTIES:
            p = make(lam).fit(X[:half], y[:half]).predict_proba(X[half:])
            losses.append(-np.log(np.maximum(p[np.arange(len(p)), y[half:]], 1e-6)).mean())
        chosen[name] = PENALTIES[int(np.argmin(losses))]
    return sigma, chosen


def probabilities(repeats=5):
    """Class probabilities of the test half for several splits; parameters chosen on the first.

    Returns
    -------
    found : dict
        ``logistic`` and ``squares``: lists of arrays, shape (n_test, 10).
    labels : list of ndarray
    parameters : tuple
        Width, and a dictionary of the penalties.
    """
    found = {"logistic": [], "squares": []}
    labels = []
    for seed in range(repeats):
        X, y, X_test, y_test = digit_halves(seed)
        with one_blas_thread():
            if seed == 0:
                sigma, chosen = choose(X, y)
            for name, make in _makers(sigma).items():
                found[name].append(make(chosen[name]).fit(X, y).predict_proba(X_test))
        labels.append(y_test)
    return found, labels, (sigma, chosen)


def refusals(proba, labels, shares=SHARES):
    """Mean error on the accepted, a number for each share refused."""
    return np.mean([reject_curve(p, y, shares).error for p, y in zip(proba, labels)], axis=0)


def reliability_table(proba, labels, edges=(0.0, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0)):
    """Decisions binned by their probability.

    Returns
    -------
    said, right, count : ndarray
        Mean probability, share of right decisions and number of decisions of each bin.
    """
    p = np.concatenate(proba)
    y = np.concatenate(labels)
    sure = p.max(axis=1)
    hit = p.argmax(axis=1) == y
    place = np.clip(np.digitize(sure, edges) - 1, 0, len(edges) - 2)
    count = np.bincount(place, minlength=len(edges) - 1)
    with np.errstate(invalid="ignore"):
        said, right = (np.bincount(place, v, len(edges) - 1) / count for v in (sure, hit))
    return said, right, count
