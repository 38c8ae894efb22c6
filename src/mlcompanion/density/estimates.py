"""Density estimates without a parametric model (Sugiyama 2016, sections 9.2.2, 16.3 and 16.4).

The kernel estimate puts a bump on every sample; the nearest-neighbour estimate asks how far one
must go to meet k samples. Cross validation (9.2.4) chooses the width of the bumps or the number k
for a whole list of candidates at once.
"""

import math

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist
from scipy.special import gammaln

from mlcompanion._linear import check_weights, counted_rows
from mlcompanion._validation import check_array, check_count, check_flag, check_real
from mlcompanion.resampling import fold_splits, validation_of

__all__ = [
    "cross_validate_bandwidth",
    "cross_validate_neighbours",
    "knn_density",
    "log_kernel_density",
]

_BLOCK = 2**18  # distances at a time: they stay in the processor's cache


def _pair(points, X):
    X = check_array(X, "X", ndim=2, min_rows=1)
    return check_array(points, "points", shape=(None, X.shape[1])), X


def _log_average(squares, h, d, shares=None):
    """Log of the average Gaussian bump of width h at the squared distances to all samples."""
    # taken out of the exponent: the logarithm stays finite however far the samples are
    nearest = squares.min(axis=1)
    bumps = np.exp((nearest[:, None] - squares) / (2 * h * h))  # the nearest one's is 1
    bumps = bumps.mean(axis=1) if shares is None else bumps @ shares
    return np.log(bumps) - nearest / (2 * h * h) - 0.5 * d * math.log(2 * math.pi * h * h)


def log_ball_density(k, n, radius, d):
    """Log of k / (n V) for balls of the given radii in d dimensions; infinite for radius 0."""
    log_unit_ball = 0.5 * d * math.log(math.pi) - gammaln(d / 2 + 1)
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(k) / n) - log_unit_ball - d * np.log(radius)


def log_kernel_density(points, X, h, weights=None):
    r"""Logarithm of the kernel density estimate with Gaussian bumps (section 9.2.2).

    .. math:: \hat f(x)=\frac1n\sum_{i=1}^n\frac1{(2\pi h^2)^{d/2}}
        \exp\Bigl(-\frac{\|x-x_i\|^2}{2h^2}\Bigr)

    Parameters
    ----------
    points : array_like, shape (m, d)
    X : array_like, shape (n, d)
        The samples.
    h : float
        Bandwidth, in the units of the samples.
    weights : array_like, shape (n,), optional
        Of the samples, not negative: the average is weighted.

    Returns
    -------
    ndarray, shape (m,)

    Notes
    -----
    Cost O(m n d); memory O(m + n).
    """
    points, X = _pair(points, X)
    X, _, weights, _ = counted_rows(check_weights(weights, len(X), "weights"), X, None)
    shares = None if weights is None else weights / weights.sum()
    h = check_real(h, "h", low=0, open_low=True)
    rows = max(1, _BLOCK // len(X))
    result = np.empty(len(points))
    for i in range(0, len(points), rows):
        squares = cdist(points[i : i + rows], X, "sqeuclidean")
        result[i : i + rows] = _log_average(squares, h, X.shape[1], shares)
    return result


def knn_density(points, X, k=5):
    r"""Nearest-neighbour density estimate (section 9.2.2).

    .. math:: \hat f(x)=\frac{k\,\Gamma(d/2+1)}{n\,\pi^{d/2}\,\|x-\tilde x_k\|^d}

    Parameters
    ----------
    points : array_like, shape (m, d)
    X : array_like, shape (n, d)
        The samples.
    k : int
        The k-th nearest sample :math:`\tilde x_k` counts.

    Returns
    -------
    ndarray, shape (m,)
        Infinite where k samples coincide with the point. No density: its integral diverges.

    Notes
    -----
    Cost O(m log n) in few dimensions.
    """
    points, X = _pair(points, X)
    n, d = X.shape
    k = check_count(k, "k", low=1, high=n)
    distance = cKDTree(X).query(points, k=[k])[0][:, 0]
    return np.exp(log_ball_density(k, n, distance, d))


def cross_validate_bandwidth(X, bandwidths, folds=5, random_state=None, *, full=False):
    """Average log-density of held-out samples under the kernel estimate from the others (9.2.4).

    Parameters
    ----------
    X : array_like, shape (n, d)
    bandwidths : array_like, shape (H,)
        Candidates, positive.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (H,), or CrossValidation
        Means of the folds' means; the largest is the most promising.

    Raises
    ------
    ValueError
        If a bandwidth is not positive, or there are more folds than samples.

    Notes
    -----
    Cost O(H n^2); memory O(n^2 / folds).
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    bandwidths = check_array(bandwidths, "bandwidths", ndim=1, min_rows=1, low=0, open_low=True)
    full = check_flag(full, "full")
    splits = fold_splits(folds, X, random_state=random_state)
    held_out = []
    for kept, out in splits:
        # distances once a fold: they do not know the width
        squares = cdist(X[out], X[kept], "sqeuclidean")
        held_out.append([_log_average(squares, h, X.shape[1]).mean() for h in bandwidths])
    return validation_of(held_out, splits) if full else np.mean(held_out, axis=0)


def cross_validate_neighbours(X, ks, folds=5, random_state=None, *, further=0, full=False):
    """Average log-density of held-out samples under the neighbour estimate from the others.

    Parameters
    ----------
    X : array_like, shape (n, d)
    ks : array_like of int, shape (K,)
        Candidates for the number of neighbours.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.
    further : int
        Take the radius to the (k + further)-th neighbour: 1 is what Fig. 16.14 does.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (K,), or CrossValidation
        Means of the folds' means; the largest is the most promising. Infinite if a held-out
        sample has ``k`` copies.

    Raises
    ------
    ValueError
        If a fold leaves fewer samples than neighbours are asked for.

    Notes
    -----
    Cost O(n (d + max k) log n) in few dimensions: one search a fold serves all candidates. Source:
    section 16.4.1.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    d = X.shape[1]
    ks = check_array(ks, "ks", ndim=1, min_rows=1, dtype=int, low=1)
    further = check_count(further, "further")
    full = check_flag(full, "full")
    splits = fold_splits(folds, X, random_state=random_state)
    check_array(ks + further, "ks", high=min(len(kept) for kept, _ in splits))
    scores = []
    for kept, out in splits:
        # one search gives the neighbours of all ranks
        radii = cKDTree(X[kept]).query(X[out], k=list(ks + further))[0]
        scores.append(log_ball_density(ks, len(kept), radii, d).mean(axis=0))
    if full:
        return validation_of(scores, splits)
    return np.mean(scores, axis=0)
