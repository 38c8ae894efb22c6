r"""What a cluster knows of its inputs, parameters integrated out: add, remove, predict.

Numbers, column by column, under a normal-inverse-gamma prior (Hannah, Blei and Powell 2011, section
5.3.2): with :math:`\nu_n=\nu+n` and :math:`a_n=a+n/2`,

.. math:: x_j\mid\text{cluster}\sim t_{2a_n}\Bigl(\mu_{n,j},\;
    \frac{b_{n,j}}{a_n}\Bigl(1+\frac1{\nu_n}\Bigr)\Bigr)

Categories, column by column, under a Dirichlet prior (section 6.5):
:math:`(n_{jv}+\text{extra})/(n+K_j\,\text{extra})`.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._jit import njit

__all__ = ["CategoryInputs", "NormalInputs"]

#: What must be left of a sum of squares after a sample left, so that nine digits of it are right.
_LEFT = 1e-6


class NormalInputs(NamedTuple):
    """Numbers, one place a cluster.

    Attributes
    ----------
    rows : ndarray, shape (n, d)
    centres : ndarray, shape (capacity, d)
    spreads : ndarray, shape (capacity, d)
        The b of each column.
    half_logs : ndarray, shape (capacity,)
        Half the sum of the logarithms of the spreads.
    centre0, spread0 : ndarray, shape (d,)
        The prior's.
    nu0, a0 : float
    peaks : ndarray, shape (n + 1,)
        Log height of the t densities by the size of the cluster, without the spreads.
    """

    rows: np.ndarray
    centres: np.ndarray
    spreads: np.ndarray
    half_logs: np.ndarray
    centre0: np.ndarray
    spread0: np.ndarray
    nu0: float
    a0: float
    peaks: np.ndarray


def normal_peaks(nu0, a0, size):
    """Log height of the t density of one column with b = 1, for an array of sizes."""
    a = a0 + 0.5 * size
    nu = nu0 + size
    # t with 2 a degrees of freedom; 1 / nu is the uncertainty of the centre
    return gammaln(a + 0.5) - gammaln(a) - 0.5 * np.log(2 * np.pi * (1 + 1 / nu))


def normal_inputs(rows, prior, capacity):
    """Empty places for clusters of rows of numbers.

    Parameters
    ----------
    rows : ndarray, shape (n, d)
    prior : LocalPrior
    capacity : int

    Returns
    -------
    NormalInputs
    """
    n, d = rows.shape
    inputs = NormalInputs(
        rows=rows,
        centres=np.empty((capacity, d)),
        spreads=np.empty((capacity, d)),
        half_logs=np.empty(capacity),
        centre0=np.full(d, float(prior.centre)),
        spread0=np.full(d, float(prior.b_x)),
        nu0=float(prior.nu),
        a0=float(prior.a_x),
        peaks=d * normal_peaks(prior.nu, prior.a_x, np.arange(n + 1)),
    )
    for k in range(capacity):
        clear_normal(inputs, k)
    return inputs


@njit
def clear_normal(inputs, k):
    """Make place k as new: the prior."""
    for j in range(inputs.rows.shape[1]):
        inputs.centres[k, j] = inputs.centre0[j]
        inputs.spreads[k, j] = inputs.spread0[j]
    keep_half_log(inputs, k)


@njit
def keep_half_log(inputs, k):
    """Half the logarithm of the product of the spreads; one logarithm for many factors."""
    total = 0.0
    product = 1.0
    for j in range(inputs.rows.shape[1]):
        product *= inputs.spreads[k, j]
        if not 1e-100 < product < 1e100:  # before the product leaves the range
            total += math.log(product)
            product = 1.0
    inputs.half_logs[k] = 0.5 * (total + math.log(product))


@njit
def add_normal(inputs, k, i, size):
    """Let row i join cluster k, which then has ``size`` rows; cost O(d)."""
    nu = inputs.nu0 + size
    for j in range(inputs.rows.shape[1]):
        gap = inputs.rows[i, j] - inputs.centres[k, j]
        inputs.centres[k, j] += gap / nu
        # Welford's update, the gap from the old centre; the prior counts as nu0 rows
        inputs.spreads[k, j] += 0.5 * (nu - 1) / nu * gap * gap
    keep_half_log(inputs, k)


@njit
def remove_normal(inputs, k, i, size):
    """Let row i leave cluster k, which keeps ``size`` rows; False if rounding left too little."""
    nu = inputs.nu0 + size
    for j in range(inputs.rows.shape[1]):
        gap = inputs.rows[i, j] - inputs.centres[k, j]
        spread = inputs.spreads[k, j] - 0.5 * (nu + 1) / nu * gap * gap  # nu is without the row
        if spread <= _LEFT * inputs.spreads[k, j]:
            # columns before this one have moved already: the caller sums the cluster anew
            return False
        inputs.centres[k, j] -= gap / nu
        inputs.spreads[k, j] = spread
    keep_half_log(inputs, k)
    return True


@njit
def log_normal_inputs(inputs, k, i, size):
    """Log-density of row i given the ``size`` rows of cluster k; cost O(d), one logarithm."""
    # the row's own noise, and the uncertainty of the centre
    share = 0.5 / (1 + 1 / (inputs.nu0 + size))
    total = 0.0
    product = 1.0
    for j in range(inputs.rows.shape[1]):
        gap = inputs.rows[i, j] - inputs.centres[k, j]
        product *= 1 + share * gap * gap / inputs.spreads[k, j]
        if product > 1e100:
            total += math.log(product)
            product = 1.0
    power = inputs.a0 + 0.5 * (size + 1)
    return inputs.peaks[size] - inputs.half_logs[k] - power * (total + math.log(product))


class CategoryInputs(NamedTuple):
    """Categories, one place a cluster.

    Attributes
    ----------
    rows : ndarray of int, shape (n, d)
        For each column the place of its category in one list of all columns' categories.
    counts : ndarray, shape (capacity, n_categories)
        The prior's extra counts included.
    extra : float
    logs : ndarray, shape (n + 1,)
        Log of the product of the columns' denominators, by the size of the cluster.
    """

    rows: np.ndarray
    counts: np.ndarray
    extra: float
    logs: np.ndarray


def category_inputs(rows, widths, extra, capacity):
    """Empty places for clusters of rows of categories.

    Parameters
    ----------
    rows : ndarray of int, shape (n, d)
        Places in one list of all columns' categories.
    widths : ndarray of int, shape (d,)
        Numbers of categories.
    extra : float
        The Dirichlet law's parameter.
    capacity : int

    Returns
    -------
    CategoryInputs
    """
    sizes = np.arange(len(rows) + 1)[:, None]
    logs = np.log(sizes + extra * widths).sum(axis=1)
    return CategoryInputs(rows, np.full((capacity, widths.sum()), float(extra)), extra, logs)


@njit
def clear_categories(inputs, k):
    """Make place k as new: the prior."""
    inputs.counts[k] = inputs.extra


@njit
def count_categories(inputs, k, i, change):
    """Let row i join cluster k (change 1) or leave it (-1)."""
    for j in range(inputs.rows.shape[1]):
        inputs.counts[k, inputs.rows[i, j]] += change


@njit
def log_categories(inputs, k, i, size):
    """Log probability of row i given the ``size`` rows of cluster k; cost O(d), few logarithms."""
    total = -inputs.logs[size]  # the denominators of all columns, tabulated by size
    product = 1.0
    for j in range(inputs.rows.shape[1]):
        product *= inputs.counts[k, inputs.rows[i, j]]
        if not 1e-100 < product < 1e100:
            total += math.log(product)
            product = 1.0
    return total + math.log(product)
