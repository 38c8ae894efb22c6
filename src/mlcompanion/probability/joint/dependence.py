"""Uncorrelated and yet dependent: a measure for samples, and the diamond (Sugiyama 2016, 5.6)."""

import math

import numpy as np

from mlcompanion._validation import check_array, check_count, check_rng

from .._checks import check_size
from .tables import JointTable

__all__ = ["binned_information", "diamond_marginal", "diamond_pdf", "sample_diamond"]

_REACH = 1 / math.sqrt(2)  # of the diamond along each axis: its area is 1


def binned_information(x, y, n_bins=10):
    """Mutual information of two samples, from equally filled bins, in nats.

    Every bin of x and every bin of y holds the same number of samples, so that the measure depends
    on ranks alone; the mean that independent samples would have, (n_bins - 1)^2 / (2 n), is
    subtracted.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Paired samples, at least ``n_bins`` of them; without many ties.
    n_bins : int
        Bins a variable, at least 2.

    Returns
    -------
    float
        About 0 for independent variables (it may be slightly negative).
    """
    n_bins = check_count(n_bins, "n_bins", low=2)
    x = check_array(x, "x", ndim=1, min_rows=n_bins)
    y = check_array(y, "y", shape=x.shape)
    n = len(x)
    counts = np.zeros((n_bins, n_bins))
    # ranks, cut into n_bins parts of equal size
    bins = (np.argsort(np.argsort(v, kind="stable"), kind="stable") * n_bins // n for v in (x, y))
    np.add.at(counts, tuple(bins), 1)
    return JointTable.from_counts(counts).mutual_information() - (n_bins - 1) ** 2 / (2 * n)


def diamond_pdf(points):
    """Density 1 on ``|x| + |y| <= 1 / sqrt(2)``, 0 elsewhere (Fig. 5.3).

    Parameters
    ----------
    points : array_like, shape (..., 2)

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If the last axis has not two entries.
    """
    points = check_array(points, "points")
    if points.ndim == 0 or points.shape[-1] != 2:
        raise ValueError(f"points must have shape (..., 2), got {points.shape}")
    return (np.abs(points).sum(axis=-1) <= _REACH).astype(float)[()]


def diamond_marginal(x):
    """Density ``max(0, sqrt(2) - 2 |x|)`` of either coordinate of the diamond (section 5.6).

    Parameters
    ----------
    x : float or array_like

    Returns
    -------
    float or ndarray
    """
    return np.maximum(0, math.sqrt(2) - 2 * np.abs(check_array(x, "x")))[()]


def sample_diamond(size=1, random_state=None):
    """Points spread evenly over the diamond: a unit square, turned by 45 degrees.

    Parameters
    ----------
    size : int or tuple of int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (size, 2)
    """
    shape = check_size(size)
    rng = check_rng(random_state)
    u, v = rng.uniform(-0.5, 0.5, (2, *shape))
    return np.stack([u + v, u - v], axis=-1) * _REACH
