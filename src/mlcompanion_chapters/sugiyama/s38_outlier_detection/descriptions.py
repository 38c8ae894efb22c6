"""The data description's listing: its data, and who stays outside for which C and width."""

import numpy as np

from mlcompanion.outliers import SVDD

__all__ = ["PRICES", "WIDTHS", "outside", "stretched", "tradeoff"]

PRICES = (0.025, 0.04, 0.1, 0.25)
#: exp(-d^2) of the listing, and exp(-d^2 / 25).
WIDTHS = (np.sqrt(0.5), np.sqrt(12.5))
BEYOND = 0.001  # the listing's tolerance


def stretched(seed):
    """The listing's points: normal, the second coordinate times 4, the first of 20 times 3.

    Parameters
    ----------
    seed : int or Generator

    Returns
    -------
    ndarray, shape (50, 2)
    """
    X = np.random.default_rng(seed).normal(size=(50, 2)) * [1.0, 4.0]
    X[:20, 0] *= 3
    return X


def outside(X, C, sigma):
    """Which points the description leaves outside, by the listing's tolerance.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    C, sigma : float

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    model = SVDD(C, sigma).fit(X)
    return -model.score_samples(X) - model.radius_**2 > BEYOND


def tradeoff(draws):
    """Counts outside over C, and whether the width changes who it is (fig38.5-svdd-tradeoff).

    Parameters
    ----------
    draws : int
        Seeds 0, 1, ...

    Returns
    -------
    counts : ndarray of int, shape (draws, 4)
        Points outside, by C.
    swapped : ndarray of bool, shape (draws,)
    """
    counts = []
    swapped = []
    for seed in range(draws):
        X = stretched(seed)
        sets = [outside(X, C, WIDTHS[0]) for C in PRICES]
        counts.append([one.sum() for one in sets])
        swapped.append((sets[1] != outside(X, PRICES[1], WIDTHS[1])).any())
    return np.array(counts), np.array(swapped)
