"""Checks on Sugiyama (2016), section 16.4.2: wrong labels, and handwritten digits."""

import numpy as np
from sklearn.metrics import confusion_matrix

from mlcompanion._validation import check_rng
from mlcompanion.classification import FDA, KNNClassifier, knn_error_rates
from mlcompanion.datasets import load_digits_14

__all__ = ["digit_votes", "disc", "two_clouds", "wrong_label"]

CENTRES = np.array([[-2.0, 0.0], [2.0, 0.0]])


def two_clouds(n, random_state=None):
    """Two round normal clouds in the plane, unit spread, centres 4 apart; half of n from each.

    Returns
    -------
    X : ndarray, shape (n, 2)
    y : ndarray of int, shape (n,)
    """
    y = np.arange(n) % 2
    return CENTRES[y] + check_rng(random_state).normal(size=(n, 2)), y


def disc(side=31):
    """Points of a square lattice in the disc of radius 1."""
    line = np.linspace(-1, 1, side)
    points = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return points[(points**2).sum(axis=1) <= 1]


def wrong_label(ks=(1, 3, 7), n=100, n_test=2000, random_state=None):
    """What one wrong label, and a tenth of wrong labels, do to the vote of k neighbours.

    Parameters
    ----------
    ks : sequence of int
    n, n_test : int
    random_state : int, Generator or None

    Returns
    -------
    island : ndarray, shape (len(ks),)
        Share of the disc of radius 1 about a centre whose decision changes when the label of the
        sample nearest to the centre is turned.
    loss : ndarray, shape (len(ks),)
        Rise of the test error when a random tenth of the labels is turned.
    """
    rng = check_rng(random_state)
    X, y = two_clouds(n, rng)
    X_test, y_test = two_clouds(n_test, rng)
    nearest = np.where(y == 0, ((X - CENTRES[0]) ** 2).sum(axis=1), np.inf).argmin()
    tenth = rng.choice(n, n // 10, replace=False)
    ground = CENTRES[0] + disc()

    def decide(turned, points):
        labels = y.copy()
        labels[turned] = 1 - labels[turned]
        return KNNClassifier().fit(X, labels).predict_path(points, ks)

    island = (decide([nearest], ground) != decide([], ground)).mean(axis=1)
    errors = [(decide(turned, X_test) != y_test).mean(axis=1) for turned in (tenth, [])]
    return island, errors[0] - errors[1]


def digit_votes(ks=tuple(range(1, 11)), ridge=0.01, random_state=None):
    """Digits by the vote of k neighbours, k by five folds, and by the linear classifier.

    Parameters
    ----------
    ks : sequence of int
    ridge : float
        Of the linear classifier; without it pixels that never change make it fail.
    random_state : int, Generator or None
        Draws the images and the folds.

    Returns
    -------
    dict
        ``"scores"``, mean held-out error rates; ``"k"``; ``"rates"``, the share right on the test
        images for every k; ``"linear"``, that of the linear classifier; ``"confusion"``, counts
        with the truth in the rows.
    """
    rng = check_rng(random_state)
    data = load_digits_14(rng)
    scores = knn_error_rates(data.X_train, data.y_train, ks, 5, rng).mean(axis=0)
    chosen = scores.argmin()
    votes = KNNClassifier().fit(data.X_train, data.y_train).predict_path(data.X_test, ks)
    linear = FDA(ridge=ridge, unbiased=True).fit(data.X_train, data.y_train)
    return {
        "scores": scores,
        "k": ks[chosen],
        "rates": (votes == data.y_test).mean(axis=1),
        "linear": linear.score(data.X_test, data.y_test),
        "confusion": confusion_matrix(data.y_test, votes[chosen]),
    }
