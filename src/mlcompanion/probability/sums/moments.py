"""Centres, moments and what follows from them (Sugiyama 2016, section 2.4)."""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

__all__ = [
    "SampleMoments",
    "moments_from_mgf",
    "moments_to_shape",
    "pinball",
    "pinball_minimizer",
    "sample_moments",
]


def pinball(x, y, alpha=0.5):
    """The tilted absolute error of a guess: ``alpha`` a unit above it, ``1 - alpha`` below.

    Its mean is least at the alpha-quantile of x. (The book prints the two weights the other way
    round, which gives the quantile of 1 - alpha.)

    Parameters
    ----------
    x : array_like
        What happens.
    y : float or array_like
        The guess; shapes broadcast.
    alpha : float
        In [0, 1]; 0.5 is half the absolute error.

    Returns
    -------
    float or ndarray
    """
    alpha = check_real(alpha, "alpha", low=0, high=1)
    x = check_array(x, "x")
    y = check_array(y, "y")
    if not _broadcast(x.shape, y.shape):
        raise ValueError(f"y must have a shape that fits x, {x.shape}; got {y.shape}")
    above = x - y
    return np.maximum(alpha * above, (alpha - 1) * above)[()]


def _broadcast(*shapes):
    try:
        return np.broadcast_shapes(*shapes) is not None
    except ValueError:
        return False


def pinball_minimizer(x, alpha=0.5):
    """The least sample value that minimizes the mean pinball loss: an empirical quantile.

    Parameters
    ----------
    x : array_like, shape (n,)
    alpha : float
        In (0, 1].

    Returns
    -------
    float
        The first order statistic at which the empirical distribution function reaches alpha;
        O(n log n).
    """
    x = np.sort(check_array(x, "x", ndim=1, min_rows=1))
    alpha = check_real(alpha, "alpha", low=0, high=1, open_low=True)
    # alpha * n may be a whole number that rounding has lifted a little.
    return float(x[max(math.ceil(alpha * len(x) - 1e-9), 1) - 1])


def moments_to_shape(mu1, mu2, mu3, mu4):
    """Variance, skewness and excess kurtosis from the moments about the origin (section 2.4.3).

    Parameters
    ----------
    mu1, mu2, mu3, mu4 : float
        E[x], E[x^2], E[x^3], E[x^4].

    Returns
    -------
    variance, skewness, kurtosis : float

    Raises
    ------
    ValueError
        If the moments leave no positive variance beyond the rounding of mu2.

    Notes
    -----
    The differences are exact, but they magnify the rounding of the moments themselves if the mean
    is large against the spread: of a sample, see :func:`sample_moments`.
    """
    names = ("mu1", "mu2", "mu3", "mu4")
    m1, m2, m3, m4 = (check_real(m, n) for m, n in zip((mu1, mu2, mu3, mu4), names))
    m1, m2, m3, m4 = map(Fraction, (m1, m2, m3, m4))
    variance = m2 - m1**2
    if variance <= 8 * Fraction(np.finfo(float).eps) * m2:
        raise ValueError(
            f"mu2 must exceed the square of mu1, {float(m1) ** 2:.6g}, by more than its rounding; "
            f"got {float(m2):.6g}"
        )
    third = m3 - 3 * m2 * m1 + 2 * m1**3
    fourth = m4 - 4 * m3 * m1 + 6 * m2 * m1**2 - 3 * m1**4
    variance = float(variance)
    third = float(third)
    fourth = float(fourth)
    return variance, third / variance**1.5, fourth / variance**2 - 3


class SampleMoments(NamedTuple):
    """Mean, variance, skewness and excess kurtosis of a sample; numbers, or arrays of one shape."""

    mean: object
    variance: object
    skewness: object
    kurtosis: object


def sample_moments(x, axis=-1):
    """Mean, variance, skewness and excess kurtosis of a sample (section 2.4, of its points).

    Parameters
    ----------
    x : array_like, not empty
    axis : int

    Returns
    -------
    SampleMoments
        With the divisor n throughout: the moments of the law that gives each value the mass 1/n.
        Skewness and kurtosis of equal values are nan.

    Notes
    -----
    Deviations from the mean are taken first: the origin of x costs no digits. O(n).

    Examples
    --------
    >>> sample_moments([1.0, 2.0, 3.0]).variance.round(4).item()
    0.6667
    """
    x = check_array(x, "x", min_rows=1)
    if x.size == 0:
        raise ValueError(f"x must not be empty, got shape {x.shape}")
    axis = check_in(axis, "axis", range(-x.ndim, x.ndim))
    some = np.take(x, [0], axis=axis)  # equal values then deviate by nothing
    mean = some + (x - some).mean(axis=axis, keepdims=True)
    gaps = x - mean
    unit = np.abs(gaps).max(axis=axis, keepdims=True)
    scaled = gaps / np.where(unit > 0, unit, 1.0)  # no power overflows or vanishes
    second, third, fourth = ((scaled**k).mean(axis=axis) for k in (2, 3, 4))
    known = second > 0
    safe = np.where(known, second, 1.0)
    return SampleMoments(
        np.squeeze(mean, axis)[()],
        (np.squeeze(unit, axis) ** 2 * second)[()],
        np.where(known, third / safe**1.5, np.nan)[()],
        np.where(known, fourth / safe**2 - 3, np.nan)[()],
    )


def moments_from_mgf(mgf, order, radius=0.5, n_points=64):
    """Moments as derivatives of the moment-generating function at 0 (section 2.4.3).

    The k-th derivative is a Fourier coefficient of the function on a circle around 0 (Cauchy's
    formula), which a sum over equally spaced points gives to rounding.

    Parameters
    ----------
    mgf : callable
        Takes a complex array, and is finite within ``radius`` of 0.
    order : int
        Highest moment, at least 1.
    radius : float
        Of the circle, positive.
    n_points : int
        On the circle, more than ``order``.

    Returns
    -------
    ndarray, shape (order,)
        E[x], ..., E[x^order].
    """
    check_instance(mgf, "mgf", callable)
    order = check_count(order, "order", low=1)
    radius = check_real(radius, "radius", low=0, open_low=True)
    n_points = check_count(n_points, "n_points", low=order + 1)
    angles = 2 * np.pi * np.arange(n_points) / n_points
    coefficients = np.fft.fft(mgf(radius * np.exp(1j * angles))) / n_points
    k = np.arange(1, order + 1)
    factorials = np.cumprod(k.astype(float))
    return coefficients[k].real * factorials / radius**k
