"""The source's data, and its listings as they are printed."""

from typing import NamedTuple

import numpy as np

__all__ = [
    "ListingRun",
    "boundary_distance",
    "fresh_points",
    "labels",
    "listing_boost",
    "listing_stump",
    "training_set",
]


def labels(X):
    """The true classes: 1 where the first coordinate exceeds the second, else -1.

    Parameters
    ----------
    X : ndarray, shape (n, 2)

    Returns
    -------
    ndarray, shape (n,)
    """
    return np.where(X[:, 0] > X[:, 1], 1.0, -1.0)


def boundary_distance(X):
    """How far points are from the line between the classes.

    Parameters
    ----------
    X : ndarray, shape (n, 2)

    Returns
    -------
    ndarray, shape (n,)
    """
    return np.abs(X[:, 0] - X[:, 1]) / np.sqrt(2)


def training_set(seed, n=50, flips=0):
    """Points from the standard normal law, their labels, and which of those are flipped.

    Parameters
    ----------
    seed : int
    n : int
    flips : int
        How many labels are turned round.

    Returns
    -------
    X : ndarray, shape (n, 2)
    y : ndarray, shape (n,)
    flipped : ndarray of bool, shape (n,)
    """
    rng = np.random.default_rng([30, seed])
    X = rng.normal(size=(n, 2))
    flipped = np.zeros(n, dtype=bool)
    flipped[rng.permutation(n)[:flips]] = True
    return X, np.where(flipped, -labels(X), labels(X)), flipped


def fresh_points(seed, n=20_000):
    """Points that no training set holds.

    Parameters
    ----------
    seed : int
    n : int

    Returns
    -------
    ndarray, shape (n, 2)
    """
    return np.random.default_rng([31, seed]).normal(size=(n, 2))


def listing_stump(x, wy):
    """Figures 30.3 and 30.10, the search along one axis, as printed.

    Parameters
    ----------
    x : ndarray, shape (n,)
        One coordinate.
    wy : ndarray, shape (n,)
        Labels, times weights in boosting.

    Returns
    -------
    threshold : float
    sign : float
    """
    order = np.argsort(x)
    below = np.cumsum(wy[order])
    above = np.cumsum(wy[order[::-1]])
    e = above[-2::-1] - below[:-1]
    cut = np.argmax(np.abs(e))
    return x[order][cut : cut + 2].mean(), np.sign(e[cut])


class ListingRun(NamedTuple):
    """What the boosting listing computes.

    Attributes
    ----------
    scores : ndarray, shape (n,)
        ``f`` at the training points after the last round that was run.
    errors, confidences : ndarray, shape (rounds,)
    broken : bool
        Whether a score was no longer finite; the run ends there.
    """

    scores: np.ndarray
    errors: np.ndarray
    confidences: np.ndarray
    broken: bool


def listing_boost(X, y, axes):
    """Figure 30.10 as printed: weights ``exp(-f y)``, normalised, in double precision.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
    axes : sequence of int
        The axis of each round.

    Returns
    -------
    ListingRun
    """
    w = np.full(len(y), 1 / len(y))
    f = np.zeros(len(y))
    errors = []
    confidences = []
    with np.errstate(all="ignore"):
        for axis in axes:
            threshold, sign = listing_stump(X[:, axis], w * y)
            h = np.sign(sign * (X[:, axis] - threshold))
            errors.append(w @ (1 - h * y) / 2)
            confidences.append(np.log((1 - errors[-1]) / errors[-1]) / 2)
            f = f + confidences[-1] * h
            w = np.exp(-f * y)
            w = w / w.sum()
            if not (np.isfinite(f).all() and np.isfinite(w).all()):
                break
    broken = not (np.isfinite(f).all() and np.isfinite(w).all())
    return ListingRun(f, np.array(errors), np.array(confidences), broken)
