"""The local outlier factor's listing: its data, the text's definition, and what is printed."""

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import spearmanr

from mlcompanion.outliers import LOF

__all__ = ["by_definition", "factor_draw", "listing_factors", "scattered", "slip_of_the_listing"]

PLANTED = 99
TOP = 5  # of 100: the top five per cent


def scattered(seed):
    """The listing's points: 50 uniform, 50 standard normal, the last one moved to 14.

    Parameters
    ----------
    seed : int or Generator

    Returns
    -------
    ndarray, shape (100, 2)
    """
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.uniform(-10, 10, (50, 2)), rng.normal(size=(50, 2))])
    X[PLANTED, 0] = 14
    return X


def factor_draw(seed):
    """What one draw says of fig38.2-lof.

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict
        ``rank`` of the planted point, ``corr`` of factors with isolation, ``kept10`` and
        ``kept30``, the shares of the largest five that stay with other k.
    """
    X = scattered(seed)
    factors = {k: LOF(k).fit(X).factors_ for k in (3, 10, 30)}
    distances = cdist(X, X)
    np.fill_diagonal(distances, np.inf)
    top = {k: set(np.argsort(-f)[:TOP]) for k, f in factors.items()}
    return {
        "rank": int(1 + np.sum(factors[3] > factors[3][PLANTED])),
        "corr": float(spearmanr(factors[3], distances.min(axis=1))[0]),
        "kept10": len(top[3] & top[10]) / TOP,
        "kept30": len(top[3] & top[30]) / TOP,
    }


def by_definition(X, k):
    """Factors by the text's formulas, one point after another.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    k : int

    Returns
    -------
    ndarray, shape (n,)
    """
    D = cdist(X, X)
    near = []
    for i in range(len(X)):
        others = [j for j in np.argsort(D[i], kind="stable") if j != i]
        near.append(others[:k])
    far = [D[i, near[i][-1]] for i in range(len(X))]
    density = np.empty(len(X))
    for i in range(len(X)):
        density[i] = 1 / np.mean([max(far[j], D[i, j]) for j in near[i]])
    return np.array([np.mean(density[near[i]]) for i in range(len(X))]) / density


def listing_factors(X, k, column):
    """The listing with its parentheses closed, reading a column of the sorted distances.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    k : int
        Neighbours.
    column : int
        Which column floors the reachability distance, counted from 1 as in the listing; the
        listing has ``k``, and column 1 is a point's distance to itself.

    Returns
    -------
    ndarray, shape (n,)
    """
    D = cdist(X, X)
    t = np.argsort(D, axis=1, kind="stable")
    s = np.take_along_axis(D, t, axis=1)
    lrd = np.empty((len(X), k + 1))
    for i in range(k + 1):
        reach = np.empty((len(X), k))
        for j in range(k):
            reach[:, j] = np.maximum(s[t[t[:, i], j + 1], column - 1], s[t[:, i], j + 1])
        lrd[:, i] = 1 / reach.mean(axis=1)
    return lrd[:, 1:].mean(axis=1) / lrd[:, 0]


def slip_of_the_listing(draws, k=3):
    """How the printed column differs from the text (lof-listing-neighbor).

    Parameters
    ----------
    draws : int
        Seeds 0, 1, ...
    k : int

    Returns
    -------
    dict
        Numbers of draws: ``differ``, ``column`` (with column k + 1 it agrees), ``top``.
    """
    counts = {"differ": 0, "column": 0, "top": 0}
    for seed in range(draws):
        X = scattered(seed)
        right = by_definition(X, k)
        printed = listing_factors(X, k, k)
        mended = listing_factors(X, k, k + 1)
        counts["differ"] += bool(np.abs(printed - right).max() > 1e-9)
        counts["column"] += bool(np.abs(mended - right).max() <= 1e-9)
        counts["top"] += bool(printed.argmax() != right.argmax())
    return counts
