"""Gaussian classifiers against scikit-learn, to the same posteriors; leave-one-out against refits.

``LinearDiscriminantAnalysis`` with the solver "lsqr" divides the pooled scatter by n, as ours does,
and so does ``QuadraticDiscriminantAnalysis`` with each class's own: the posteriors are equal.
Leave-one-out of the peer fits it n times through ``cross_val_predict``; ours takes all samples out
of one factor, and is also set against refits of itself, at growing d, for the cost a sample.
"""

from functools import partial

import numpy as np
from scipy.special import log_softmax, softmax
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from _race import duel, equal, least, row
from mlcompanion.classification import FDA, GenerativeClassifier, fda_leave_one_out
from mlcompanion.teaching import log_slope

TITLE = "Gaussian classifiers"
CHAPTER = "sugiyama/12_gaussian_mle"

LEFT_OUT = 5  # samples whose refits are timed and compared at growing d
MANY = 5_000
FEATURES = (100, 200, 400, 800)
CHECKS = "checks of each class's rows are 48 % of ours, copies of the estimator 15 % (profiled)"
SOLVES = (
    "triangular solves for the rows are 39 % of ours, checks 23 % (profiled at d = 50); the peer "
    "multiplies by an eigenbasis from its longer fit"
)

same_numbers = partial(duel, same=equal(rtol=1e-6, atol=1e-9))


def clouds(n, d, c, seed=0):
    """Samples of c normal classes with one full covariance, whose means differ."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, c, size=n)
    means = rng.normal(size=(c, d))
    mix = np.eye(d) + 0.3 * rng.normal(size=(d, d)) / np.sqrt(d)
    return rng.normal(size=(n, d)) @ mix + means[y], y


def posterior_races():
    """Fit and posterior probabilities of the same rows."""
    for n, d, c, slow in ((600, 20, 2, CHECKS), (5_000, 50, 10, SOLVES), (5_000, 196, 10, SOLVES)):
        X, y = clouds(n, d, c)
        for race, ours, name, theirs, reason in (
            ("one covariance", FDA(), "LinearDiscriminantAnalysis",
             LinearDiscriminantAnalysis(solver="lsqr"), ""),
            ("a covariance a class", GenerativeClassifier(), "QuadraticDiscriminantAnalysis",
             QuadraticDiscriminantAnalysis(), slow),
        ):  # fmt: skip
            yield same_numbers(
                race, f"n = {n}, d = {d}, {c} classes",
                lambda ours=ours, X=X, y=y: ours.fit(X, y).predict_proba(X),
                f"scikit-learn {name}",
                lambda theirs=theirs, X=X, y=y: theirs.fit(X, y).predict_proba(X),
                note="equal posterior probabilities", reason=reason,
            )  # fmt: skip


def leave_one_out_races():
    """Posteriors of every sample by the classifier that was fitted to the others.

    Of two classes the peer takes one posterior as 1 - p, which leaves its logarithm few digits:
    hence probabilities are compared.
    """
    lda = LinearDiscriminantAnalysis(solver="lsqr")
    for n, d, c in ((600, 20, 2), (1_000, 50, 3)):
        X, y = clouds(n, d, c)

        def refits(X=X, y=y):
            cv = LeaveOneOut()
            return cross_val_predict(lda, X, y, cv=cv, method="predict_proba")

        yield same_numbers(
            "leave-one-out", f"n = {n}, d = {d}, {c} classes",
            lambda X=X, y=y: softmax(fda_leave_one_out(X, y), axis=1),
            "scikit-learn LeaveOneOut refits", refits,
            note="equal posterior probabilities of all samples",
        )  # fmt: skip


def cost_a_sample():
    """One sample left out against one refit of ours, at growing d."""
    times = []
    for d in FEATURES:
        X, y = clouds(MANY, d, 2)

        def refits(X=X, y=y):
            found = []
            for i in range(LEFT_OUT):
                rest = np.arange(MANY) != i
                found.append(FDA().fit(X[rest], y[rest]).predict_log_proba(X[[i]])[0])
            return np.array(found)

        seconds, scores = least(lambda X=X, y=y: fda_leave_one_out(X, y))
        times.append(seconds / MANY)
        other, expected = least(refits)
        np.testing.assert_allclose(
            log_softmax(scores[:LEFT_OUT], axis=1), expected, rtol=1e-6, atol=1e-9
        )
        note = f"equal log-posteriors of {LEFT_OUT} samples"
        if d == FEATURES[-1]:
            note += f"; time a sample ~ d^{log_slope(FEATURES, times):.2f}, the work is d^2"
        yield row("one sample left out", f"n = {MANY}, d = {d}, 2 classes", times[-1],
                  "refit of ours without it", other / LEFT_OUT, note)  # fmt: skip


def rows():
    """Posteriors, leave-one-out, and what one sample costs."""
    yield from posterior_races()
    yield from leave_one_out_races()
    yield from cost_a_sample()
