"""The error of the machine at the best parameters of a search, for each of many series."""

import numpy as np
from scipy.linalg import eigh

from .machine_search import GAMMAS, widths
from .source_data import curve, places


def best_errors(noise):
    """Least ASE over the search that both criteria have, one a series.

    Parameters
    ----------
    noise : ndarray, shape (n, q)
        Errors of q series on the design of the source.

    Returns
    -------
    ndarray, shape (q,)
        Mean squared distance from the true curve, at the parameters that nobody knows.

    Notes
    -----
    A decomposition a width; no fit is formed, as lengths are the same among the eigenvectors.
    """
    n = len(noise)
    x = places(n)
    best = np.full(noise.shape[1], np.inf)
    for h in widths(n):
        values, V = eigh(np.exp(-((x[:, None] - x) ** 2) / (2 * h**2)) / np.sqrt(2 * np.pi))
        ones = V.sum(axis=0)
        errors = V.T @ noise
        Y = errors + (V.T @ curve(x))[:, None]
        for gamma in GAMMAS:
            inverse = 1 / (np.maximum(values, 0.0) + 1 / gamma)
            weights = inverse * ones
            dual = inverse[:, None] * (Y - np.outer(ones, weights @ Y / (weights @ ones)))
            best = np.minimum(best, np.mean((errors - dual / gamma) ** 2, axis=0))
    return best
