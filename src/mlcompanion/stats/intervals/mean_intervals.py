"""Confidence intervals for the expectation of normal samples (Sugiyama 2016, 9.3.1).

Each is ``average ± quantile * standard deviation / sqrt(n)``; they differ in which quantile and
whose standard deviation. Samples run along the last axis: of shape ``(repeats, n)`` every row gets
its interval, which is what :func:`mlcompanion.stats.coverage` asks for.
"""

import numpy as np
from scipy.special import ndtri, stdtrit

from mlcompanion._validation import check_real

from ..tests.null_laws import check_samples, refuse_constant

__all__ = ["plug_in_interval", "t_interval", "z_interval"]


def check_alpha(alpha):
    """How often an interval may miss: inside (0, 1)."""
    return check_real(alpha, "alpha", low=0, high=1, open_low=True, open_high=True)


def _around(mean, half):
    return (mean - half)[()], (mean + half)[()]


def _estimates(x):
    """Average and its estimated standard error, the variance with divisor n - 1."""
    x = check_samples(x, "x")
    variance = x.var(axis=-1, ddof=1)
    refuse_constant("x", variance, x)
    return x.mean(axis=-1), np.sqrt(variance / x.shape[-1])


def z_interval(x, sigma=1.0, alpha=0.05):
    """Interval for the expectation, the standard deviation being known (section 9.3.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
    sigma : float
        Standard deviation of one sample, positive.
    alpha : float
        How often the interval may miss the expectation, in (0, 1).

    Returns
    -------
    low, high : float or ndarray, shape (...)
        Covers the expectation of normal samples with probability ``1 - alpha`` exactly.

    Raises
    ------
    ValueError
        If ``x`` is empty, or ``sigma`` or ``alpha`` is out of range.
    """
    x = check_samples(x, "x", 1)
    alpha = check_alpha(alpha)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    return _around(x.mean(axis=-1), ndtri(1 - alpha / 2) * sigma / np.sqrt(x.shape[-1]))


def plug_in_interval(x, alpha=0.05):
    """The interval of :func:`z_interval` with the estimated standard deviation put in its place.

    Parameters
    ----------
    x : array_like, shape (..., n)
        At least two samples, not all equal.
    alpha : float
        In (0, 1).

    Returns
    -------
    low, high : float or ndarray, shape (...)
        Too short: it covers with probability ``1 - 2 Pr(T > z)``, where T has Student's law with
        ``n - 1`` degrees of freedom and z is the normal quantile; 0.88 at n = 5 for 0.95.

    Raises
    ------
    ValueError
        If there are fewer than two samples, or all of a row are equal.
    """
    mean, error = _estimates(x)
    return _around(mean, ndtri(1 - check_alpha(alpha) / 2) * error)


def t_interval(x, alpha=0.05):
    """Interval for the expectation, the standard deviation being estimated (section 9.3.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
        At least two samples, not all equal.
    alpha : float
        How often the interval may miss the expectation, in (0, 1).

    Returns
    -------
    low, high : float or ndarray, shape (...)
        Covers the expectation of normal samples with probability ``1 - alpha`` exactly: the
        quantile is that of Student's law with ``n - 1`` degrees of freedom.

    Raises
    ------
    ValueError
        If there are fewer than two samples, or all of a row are equal.
    """
    mean, error = _estimates(x)
    dof = np.shape(x)[-1] - 1
    return _around(mean, stdtrit(dof, 1 - check_alpha(alpha) / 2) * error)
