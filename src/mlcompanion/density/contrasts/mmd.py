r"""How far apart the mean kernels of two samples are: Sugiyama (2016), section 39.1.5.

A kernel K makes a function of each point, and of a sample the mean of these functions. The maximum
mean discrepancy is the distance of two such means; what the source prints under this name is its
square.
"""

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_flag, check_function, check_real
from mlcompanion.kernels import rbf_kernel

__all__ = ["median_distance", "mmd2"]

_BLOCK = 2**20  # kernel values at a time


def median_distance(X, Y=None):
    """Median distance between different points, the usual width of a Gaussian kernel.

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (m, d), optional
        Added to the points of ``X``: the width does not ask which sample a point is from.

    Returns
    -------
    float
        In the units of the points; 1 if all points are equal.

    Raises
    ------
    ValueError
        If the samples are empty, not finite or of unequal width.

    Notes
    -----
    Cost: O(N^2 d) for the N points of both, of which no more than 1000 are taken, evenly spaced.
    Source: Sugiyama (2016), section 39.1.5.

    Examples
    --------
    >>> median_distance([[0.0], [1.0], [3.0]])
    2.0
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    if Y is not None:
        Y = check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
        X = np.concatenate([X, Y])
    # rounded up: the points taken reach from the first sample to the end of the second
    some = X[:: -(-len(X) // 1000)]
    distances = cdist(some, some)
    positive = distances[distances > 0]
    return float(np.median(positive)) if len(positive) else 1.0


def mmd2(X, Y, kernel=None, *, sigma=None, unbiased=False):
    r"""Squared maximum mean discrepancy between two samples (section 39.1.5).

    .. math::
        \mathrm{MMD}^2=\mathbb E\,K(x,\tilde x)+\mathbb E\,K(x',\tilde x')-2\,\mathbb E\,K(x,x')

    Parameters
    ----------
    X : array_like, shape (n, d)
    Y : array_like, shape (m, d)
    kernel : callable, optional
        From two arrays (n, d) and (m, d) to the kernel's values (n, m). Default: Gaussian.
    sigma : float, optional
        Width of the Gaussian kernel, in the units of the samples. Default: the median distance
        between points of both samples, :func:`median_distance`.
    unbiased : bool
        Whether the pairs of a point with itself are left out of the means, so that the result is
        right on average, and may be negative. With them, as printed, it is never negative for a
        positive definite kernel.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a sample is empty, the samples are of unequal width, ``sigma`` is not positive or is
        given beside a kernel of your own, or a sample has one row only where ``unbiased``.

    Notes
    -----
    Cost: O((n + m)^2 d), memory O(n + m) beside a million kernel values.

    Examples
    --------
    >>> round(mmd2([[0.0], [1.0]], [[3.0], [4.0]], sigma=1.0), 3)
    1.528
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    Y = check_array(Y, "Y", shape=(None, X.shape[1]), min_rows=1)
    check_flag(unbiased, "unbiased")
    check_function(kernel, "kernel")
    if kernel is not None and sigma is not None:
        raise ValueError("sigma is the width of the Gaussian kernel: leave it out beside a kernel")
    gaussian = kernel is None
    if gaussian:
        if sigma is None:
            width = median_distance(X, Y)
        else:
            width = check_real(sigma, "sigma", low=0, open_low=True)
        kernel = _rbf_of(width)
    across = _mean_value(kernel, X, Y)
    square = _within(kernel, X, "X", unbiased) + _within(kernel, Y, "Y", unbiased) - 2 * across
    # of a square rounding may leave less than zero
    return square if unbiased or not gaussian else max(square, 0.0)


def _rbf_of(sigma):
    """The Gaussian kernel of one width."""
    return lambda X, Y: rbf_kernel(X, Y, sigma=sigma)


def _mean_value(kernel, X, Y):
    """Mean of the kernel over all pairs, so many rows at a time."""
    rows = max(1, _BLOCK // len(Y))
    total = 0.0
    for start in range(0, len(X), rows):
        some = X[start : start + rows]
        total += check_array(kernel(some, Y), "kernel's values", shape=(len(some), len(Y))).sum()
    return float(total / (len(X) * len(Y)))


def _within(kernel, X, name, unbiased):
    """Mean of the kernel over pairs of one sample, a point with itself among them or not."""
    mean = _mean_value(kernel, X, X)
    n = len(X)
    if not unbiased:
        return mean
    if n < 2:
        raise ValueError(f"{name} needs two rows for an unbiased estimate, got one")
    itself = sum(_mean_value(kernel, x[None], x[None]) for x in X)
    return (n**2 * mean - itself) / (n * (n - 1))
