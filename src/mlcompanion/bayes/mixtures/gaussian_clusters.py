r"""Gaussian clusters under a normal-Wishart prior: add, remove, predict (Sugiyama 2016, Eq. 20.6).

.. math:: p(x\mid\text{cluster})=t\Bigl(x;\,h_\ell,\,
    \frac{\beta_\ell+1}{\beta_\ell\,u}V_\ell,\,u\Bigr),\quad u=\nu_\ell-d+1,\quad
    V_\ell=W_0^{-1}+\sum xx^\top+\beta_0m_0m_0^\top-\beta_\ell h_\ell h_\ell^\top

Each cluster holds its centre h and the Cholesky factor of V, which a sample changes by rank one.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from mlcompanion._jit import njit
from mlcompanion.linalg.updates import add_to_factor, take_from_factor

from .label_sweep import label_sweep

__all__ = ["GaussianClusters", "gaussian_clusters", "more_room"]


class GaussianClusters(NamedTuple):
    """State of the clusters; place 0 to capacity - 1 of the last but the prior's parts.

    Attributes
    ----------
    rows : ndarray, shape (n, d)
    labels : ndarray of int, shape (n,)
        The sweep's.
    centres : ndarray, shape (capacity, d)
    factors : ndarray, shape (capacity, d, d)
        Lower Cholesky factors of V.
    log_dets : ndarray, shape (capacity,)
        Half the log-determinants of V.
    beta0 : float
    nu0 : float
    mean0 : ndarray, shape (d,)
    factor0 : ndarray, shape (d, d)
    peaks : ndarray, shape (n + 1,)
        Log of the t density's height by the size of the cluster, without the determinant.
    step : ndarray, shape (d,)
        Scratch.
    """

    rows: np.ndarray
    labels: np.ndarray
    centres: np.ndarray
    factors: np.ndarray
    log_dets: np.ndarray
    beta0: float
    nu0: float
    mean0: np.ndarray
    factor0: np.ndarray
    peaks: np.ndarray
    step: np.ndarray


@njit
def clear(clusters, k):
    """Make place k as new: the prior."""
    d = clusters.rows.shape[1]
    for a in range(d):
        clusters.centres[k, a] = clusters.mean0[a]
        for b in range(d):
            clusters.factors[k, a, b] = clusters.factor0[a, b]
    keep_log_det(clusters, k)


@njit
def keep_log_det(clusters, k):
    """Half the log-determinant of V from its factor."""
    total = 0.0
    for a in range(clusters.rows.shape[1]):
        total += math.log(clusters.factors[k, a, a])
    clusters.log_dets[k] = total


@njit
def write_step(clusters, k, i, scale):
    """The way from the centre of cluster k to row i, times a number, into the scratch vector."""
    for a in range(clusters.rows.shape[1]):
        clusters.step[a] = scale * (clusters.rows[i, a] - clusters.centres[k, a])


@njit
def move_centre(clusters, k, i, share):
    """Move the centre of cluster k towards row i by a share of the way."""
    for a in range(clusters.rows.shape[1]):
        clusters.centres[k, a] += share * (clusters.rows[i, a] - clusters.centres[k, a])


@njit
def add_row(clusters, k, i, size):
    """Let row i join cluster k, which then has ``size`` rows; cost O(d^2)."""
    # beta is that with the row: beta0 plus the number of rows
    beta = clusters.beta0 + size
    # before the centre moves: so much of the squared step goes into V
    write_step(clusters, k, i, math.sqrt((beta - 1) / beta))
    move_centre(clusters, k, i, 1 / beta)
    add_to_factor(clusters.factors[k], clusters.step)
    keep_log_det(clusters, k)


@njit
def remove_row(clusters, k, i, size):
    """Let row i leave cluster k, which then has ``size`` rows; cost O(d^2).

    Where rounding leaves nothing of the factor, because row i dwarfed the others, the cluster is
    computed anew from its rows.
    """
    if size == 0:
        clear(clusters, k)
        return
    beta = clusters.beta0 + size
    # from the centre with the row still in it; beta is that without it
    write_step(clusters, k, i, math.sqrt((beta + 1) / beta))
    # otherwise V is near singular: it is built anew from the rows that stay
    if take_from_factor(clusters.factors[k], clusters.step):
        move_centre(clusters, k, i, -1 / beta)  # undoes the share 1 / (beta + 1)
        keep_log_det(clusters, k)
        return
    clear(clusters, k)
    held = 0
    for j in range(len(clusters.labels)):
        if clusters.labels[j] == k:
            held += 1
            add_row(clusters, k, j, held)


@njit
def log_t(clusters, k, i, size):
    """Log-density of row i given the ``size`` rows of cluster k; cost O(d^2)."""
    # forward substitution on the fly: squared Mahalanobis distance in V
    square = 0.0
    z = clusters.step
    for a in range(clusters.rows.shape[1]):
        rest = clusters.rows[i, a] - clusters.centres[k, a]
        for b in range(a):
            rest -= clusters.factors[k, a, b] * z[b]
        z[a] = rest / clusters.factors[k, a, a]
        square += z[a] * z[a]
    beta = clusters.beta0 + size
    power = 0.5 * (clusters.nu0 + size + 1)
    peak = clusters.peaks[size] - clusters.log_dets[k]
    # log1p: rows near the centre keep their digits
    return peak - power * math.log1p(beta / (beta + 1) * square)


gaussian_sweep = label_sweep("gaussian", add_row, remove_row, log_t)


@njit
def gather(clusters, capacity):
    """Compute all clusters anew from their rows; what rounding left behind goes; O(n d^2)."""
    sizes = np.zeros(capacity, dtype=np.int64)
    for k in range(capacity):
        clear(clusters, k)
    for i in range(len(clusters.labels)):
        k = clusters.labels[i]
        if k >= 0:
            sizes[k] += 1
            add_row(clusters, k, i, sizes[k])


def log_peaks(prior, n, d):
    """Entry s: log height of the predictive t density of a cluster of s rows, V's part left out."""
    size = np.arange(n + 1)
    freedom = prior.nu0 + size - d + 1
    beta = prior.beta0 + size
    peaks = np.full(n + 1, np.nan)
    held = freedom > 0  # the book's rule never asks for an empty cluster
    ratio = gammaln(0.5 * (freedom[held] + d)) - gammaln(0.5 * freedom[held])
    peaks[held] = ratio - 0.5 * d * np.log(np.pi * (beta[held] + 1) / beta[held])
    return peaks


def gaussian_clusters(rows, labels, prior, capacity):
    """The clusters of labelled rows.

    Parameters
    ----------
    rows : ndarray, shape (n, d)
    labels : ndarray of int, shape (n,)
        Held, not copied: a sweep changes it. -1 for a row without cluster.
    prior : MixturePrior
    capacity : int

    Returns
    -------
    GaussianClusters

    Notes
    -----
    Cost: O(n d^2) time, O(capacity d^2) memory.
    """
    n, d = rows.shape
    clusters = GaussianClusters(
        rows=rows,
        labels=labels,
        centres=np.empty((capacity, d)),
        factors=np.empty((capacity, d, d)),
        log_dets=np.empty(capacity),
        beta0=prior.beta0,
        nu0=prior.nu0,
        mean0=prior.mean0,
        factor0=np.linalg.cholesky(prior.inverse_W0),
        peaks=log_peaks(prior, n, d),
        step=np.empty(d),
    )
    gather(clusters, capacity)
    return clusters


def more_room(clusters, capacity):
    """The same clusters with room for more.

    Parameters
    ----------
    clusters : GaussianClusters
    capacity : int

    Returns
    -------
    GaussianClusters
    """
    grown = clusters._replace(
        centres=np.empty((capacity, clusters.rows.shape[1])),
        factors=np.empty((capacity, *clusters.factor0.shape)),
        log_dets=np.empty(capacity),
    )
    gather(grown, capacity)
    return grown
