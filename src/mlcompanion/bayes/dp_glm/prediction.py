r"""Predicting with a mixture of local models (Hannah, Blei and Powell 2011, section 4.3.3).

For each state that was kept, clusters and the one that might be opened weigh a new input:

.. math:: E[y\mid x]=\frac{\alpha\,p_0(x)\,m_0(x)+\sum_cn_c\,p_c(x)\,m_c(x)}
    {\alpha\,p_0(x)+\sum_cn_c\,p_c(x)}

and the average over the states is taken. The same weights give density and quantiles.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, stdtr

__all__ = ["LocalTerms"]

#: Entries of a table of rows by clusters that are held at a time.
_ENTRIES = 2_000_000


class LocalTerms(NamedTuple):
    """A law of the response at each row: a mixture of t densities, normal if freedom is infinite.

    Attributes
    ----------
    weights : ndarray, shape (n, C)
        Rows of sum 1.
    centres : ndarray, shape (n, C)
    scales : ndarray, shape (n, C)
    freedoms : ndarray, shape (C,)
    """

    weights: np.ndarray
    centres: np.ndarray
    scales: np.ndarray
    freedoms: np.ndarray


def normalised(logs, starts):
    """Weights from their logarithms (n, C), each group of columns of sum one by number of groups.

    ``starts`` are the groups' first columns. The largest is taken away first, so that far from all
    data there is something left to divide by.
    """
    counts = np.diff(np.append(starts, logs.shape[1]))
    top = np.maximum.reduceat(logs, starts, axis=1)
    logs -= np.repeat(top, counts, axis=1)
    weights = np.exp(logs, out=logs)
    totals = np.add.reduceat(weights, starts, axis=1) * len(starts)  # all states count alike
    weights /= np.repeat(totals, counts, axis=1)
    return weights


def blocks(n, n_columns):
    """Slices of rows so that a table of them is not too large."""
    rows = max(1, _ENTRIES // max(1, n_columns))
    return [slice(start, min(start + rows, n)) for start in range(0, n, rows)]


def mean_of(terms):
    """Mean of each row's law."""
    return np.einsum("nc,nc->n", terms.weights, terms.centres)


def deviation_of(terms):
    """Standard deviation of each row's law; infinite where a t has too little freedom."""
    mean = mean_of(terms)
    freedoms = terms.freedoms
    factors = np.full(len(freedoms), np.inf)
    enough = freedoms > 2
    factors[enough] = 1 / (1 - 2 / freedoms[enough])  # nu / (nu - 2), also where nu is infinite
    squares = np.square(terms.centres - mean[:, None]) + np.square(terms.scales) * factors
    return np.sqrt(np.einsum("nc,nc->n", terms.weights, squares))


def cdf_of(terms, y):
    """Probability that the response is at most y (n,), row by row."""
    z = (y[:, None] - terms.centres) / terms.scales
    return np.einsum("nc,nc->n", terms.weights, stdtr(terms.freedoms, z))


def _log_heights(freedoms):
    """Log of the standard t density's height; of the normal one's where freedom is infinite."""
    finite = np.where(np.isinf(freedoms), 1.0, freedoms)
    ratio = gammaln(0.5 * (finite + 1)) - gammaln(0.5 * finite) - 0.5 * np.log(np.pi * finite)
    return np.where(np.isinf(freedoms), -0.5 * np.log(2 * np.pi), ratio)


def density_of(terms, y):
    """Density of the response at y (n,), row by row."""
    squares = np.square((y[:, None] - terms.centres) / terms.scales)
    freedoms = terms.freedoms
    finite = np.where(np.isinf(freedoms), 1.0, freedoms)
    kernels = -0.5 * (finite + 1) * np.log1p(squares / finite)
    kernels = np.where(np.isinf(freedoms), -0.5 * squares, kernels)
    densities = np.exp(kernels + _log_heights(freedoms)) / terms.scales
    return np.einsum("nc,nc->n", terms.weights, densities)


def quantile_of(terms, level):
    """Quantile of each row's law: Newton's steps, halved brackets where they leave them.

    The bracket holds each component's own quantile at the level, by Chebyshev's bound on the share
    of weight beyond; it is doubled until it does.
    """
    centres, scales = terms.centres, terms.scales
    width = scales.max(axis=1)
    low = centres.min(axis=1) - width
    high = centres.max(axis=1) + width
    for _ in range(200):
        below = cdf_of(terms, low) > level
        above = cdf_of(terms, high) < level
        if not (below.any() or above.any()):
            break
        reach = high - low
        low = np.where(below, low - reach, low)
        high = np.where(above, high + reach, high)
    y = mean_of(terms)
    y = np.where((y > low) & (y < high), y, 0.5 * (low + high))
    for _ in range(200):
        gap = cdf_of(terms, y) - level
        low = np.where(gap < 0, y, low)
        high = np.where(gap < 0, high, y)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = y - gap / density_of(terms, y)
        inside = (step > low) & (step < high)
        after = np.where(inside, step, 0.5 * (low + high))
        moved = np.abs(after - y)
        y = after
        if (moved <= 1e-10 * (np.abs(y) + width)).all():
            break
    return y
