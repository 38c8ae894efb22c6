"""Logarithms of binomial and Poisson masses without large terms that cancel (Loader 2000).

With log n! = n log n - n + s(n) the binomial mass of Sugiyama (2016, section 3.2) becomes

    log f(x) = s(n) - s(x) - s(n - x) - D(x, np) - D(n - x, nq),

where D(x, m) = x log(x / m) - (x - m) is no less than zero, and zero where the count x is the
expected m. The textbook form subtracts three log-factorials instead: at n = 10^7 each is about
1.5e8, and 16 digits of it leave 1e-9 of the mass.
"""

import math

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

__all__ = [
    "MANY",
    "least_mode",
    "log_binomial_mass",
    "log_multinomial_mass",
    "log_poisson_mass",
    "stirling_remainder",
]

#: Above this parameter, densities are masses of counts: their powers would cancel normalisers.
MANY = 1e5
_LARGE = 16
_TINY = np.finfo(float).tiny
#: Of 1/n, 1/n^3, ... in Stirling's series; what is left out is below 2e-14 from n = 16 on.
_SERIES = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680)


def stirling_remainder(n):
    """s(n) = log n! - n log n + n for real n >= 0: half of log(2 pi n), and what 1/n adds."""
    if type(n) is int and 0 <= n < len(_COUNTS):
        return _COUNTS[n]
    n = np.asarray(n, dtype=float)
    if n.size and n.item(n.argmax()) < len(_COUNTS):
        count = n.astype(np.intp)
        if (count == n).all():
            return _COUNTS.take(count)
    return _remainder(n)


def _remainder(n):
    """s(n) by Stirling's series; below 16, where it fails, by the definition."""
    inverse = 1 / np.maximum(n, _LARGE)
    square = inverse * inverse
    a, b, c, d = _SERIES
    tail = inverse * (a + square * (b + square * (c + square * d)))
    remainder = np.asarray(tail - 0.5 * np.log(inverse / (2 * math.pi)))  # log(2 pi n) / 2
    small = n < _LARGE
    if small.any():
        few = n[small]
        remainder[small] = gammaln(few + 1) - xlogy(few, few) + few
    return remainder


#: s(n) of the counts that are asked for most.
_COUNTS = _remainder(np.arange(1024.0))


def _deviance(x, excess, expected):
    """D(x, expected), where ``excess`` is x - expected as exactly as the caller knows it."""
    at_least = np.maximum if isinstance(expected, np.ndarray) else max
    relative = excess / at_least(expected, _TINY)  # nothing is 0 / 0 where nothing is expected
    return xlog1py(x, relative) - excess  # log1p: near the expected count the ratio is near 1


def least_mode(limit):
    """The count of largest mass, where masses grow at counts below the limit, and at no others.

    With the limit a fraction, a tie of two counts is one, and the lesser is returned.
    """
    return max(0, math.ceil(limit) - 1)


def log_binomial_mass(x, n, p, q):
    """Log-probability of x successes in n trials, at integers 0 <= x <= n.

    Parameters
    ----------
    x : ndarray
    n : float or ndarray
        Real where the law allows it (negative binomial).
    p, q : float
        Chances of success and failure; the caller gives both, since 1 - p loses a small p.
    """
    failures = n - x
    excess = x * q - failures * p  # x - np
    ways = stirling_remainder(n) - stirling_remainder(x) - stirling_remainder(failures)
    return ways - _deviance(x, excess, n * p) - _deviance(failures, -excess, n * q)


def log_multinomial_mass(x, n, p):
    """Log-probability of counts along the last axis, at counts whose total is n."""
    with np.errstate(over="ignore"):  # a count of what is impossible has the mass 0
        parts = stirling_remainder(x) + _deviance(x, x - n * p, n * p)
    return stirling_remainder(n) - parts.sum(axis=-1)


def log_poisson_mass(x, rate):
    """Log-probability of x events where ``rate`` are expected, at integers x >= 0."""
    return -stirling_remainder(x) - _deviance(x, x - rate, rate)
