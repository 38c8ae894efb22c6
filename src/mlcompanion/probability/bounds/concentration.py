"""Bounds for averages of variables with a known range: Hoeffding, Bernstein, Bennett, and back.

Sugiyama (2016), Sections 8.4.2 and 8.4.3. ``eps`` is a deviation of the *average* of n independent
variables; a deviation of the sum, as the book has it first, is ``n * eps``. Their laws may differ:
each function says what it needs of them. :func:`radius` and :func:`sample_size` turn any bound
around: the deviation, or the number of variables, for a given probability.
"""

from math import inf

import numpy as np
from scipy.optimize import brentq
from scipy.special import hyp1f1

from mlcompanion._validation import check_array, check_flag, check_instance, check_real

from .inequalities import TailBound, check_number_of

__all__ = [
    "bennett",
    "bennett_h",
    "bennett_log_mgf",
    "bennett_t",
    "bernstein",
    "bernstein_g",
    "hoeffding",
    "hoeffding_log_mgf",
    "hoeffding_t",
    "radius",
    "sample_size",
]


def _positive(value, name):
    return check_array(value, name, low=0, open_low=True)


def _exponential(exponent, two_sided):
    """``exp(-exponent)``, twice that for both tails."""
    return TailBound((np.log(2.0) * check_flag(two_sided, "two_sided") - exponent)[()])


def hoeffding_log_mgf(t, width):
    """Hoeffding's formula, in logarithms: ``log E[exp(t(x - E))] <= t^2 width^2 / 8``.

    Parameters
    ----------
    t : float or array_like
    width : float or array_like
        Length of an interval that holds x.

    Returns
    -------
    float or ndarray
    """
    return (check_array(t, "t") ** 2 * _positive(width, "width") ** 2 / 8)[()]


def hoeffding_t(eps, width=1.0):
    """The t at which Hoeffding's formula gives its best bound: ``4 eps / width^2``.

    The arguments are those of :func:`hoeffding`.
    """
    return (4 * _positive(eps, "eps") / _positive(width, "width") ** 2)[()]


def hoeffding(eps, n, width=1.0, *, two_sided=False):
    """Section 8.4.2: ``Pr(mean - E >= eps) <= exp(-2 n eps^2 / width^2)``.

    Parameters
    ----------
    eps : float or array_like
        Positive deviation of the average.
    n : int or array_like
        Number of independent variables.
    width : float or array_like
        Length b - a of the range of one variable; of ranges that differ, the root of their mean
        square.
    two_sided : bool
        Bound both tails together, by twice as much.

    Returns
    -------
    TailBound
    """
    eps = _positive(eps, "eps")
    n = check_number_of(n)
    return _exponential(2 * n * (eps / _positive(width, "width")) ** 2, two_sided)


def bernstein_g(u):
    """``g(u) = u^2 / (2 + 2u/3)`` of Fig. 8.4, for u >= 0."""
    u = check_array(u, "u", low=0)
    return (u**2 / (2 + 2 * u / 3))[()]


def bennett_h(u):
    """``h(u) = (1 + u) log(1 + u) - u`` of Fig. 8.4, for u >= 0.

    Near 0 the two terms cancel: there it is the series ``u^2/2 - u^3/6 + u^4/12 - ...``.
    """
    u = check_array(u, "u", low=0)
    small = np.minimum(u, 0.01)  # np.where computes both sides: no power overflows
    # u² / 2 - u³ / 6 + u⁴ / 12 - ...: terms (-1)^k u^k / (k (k - 1))
    series = sum((-1) ** k * small**k / (k * (k - 1)) for k in range(2, 11))
    return np.where(u < 0.01, series, (1 + u) * np.log1p(u) - u)[()]


def bernstein(eps, n, var, a, *, two_sided=False):
    """Section 8.4.2: ``Pr(mean - E >= eps) <= exp(-n eps^2 / (2 var + 2 a eps / 3))``.

    Parameters
    ----------
    eps : float or array_like
        Positive deviation of the average.
    n : int or array_like
        Number of independent variables.
    var : float or array_like
        Variance of one variable; of variables that differ, the average.
    a : float or array_like
        Positive bound on the *centred* variable, ``|x - E| <= a`` for each.
    two_sided : bool
        Bound both tails together, by twice as much.

    Returns
    -------
    TailBound
    """
    eps, n, var, a = _bounded(eps, n, var, a)
    return _exponential(n * eps**2 / (2 * var + 2 * a * eps / 3), two_sided)


def bennett_log_mgf(t, var, a):
    """Bennett's formula, in logarithms: ``log E[exp(t(x - E))] <= var (e^{ta} - 1 - ta) / a^2``.

    Parameters
    ----------
    t : float or array_like
        Not negative.
    var, a
        As for :func:`bernstein`.

    Returns
    -------
    float or ndarray
    """
    t = check_array(t, "t", low=0)
    var = check_array(var, "var", low=0)
    a = _positive(a, "a")
    # e^x - 1 - x = x^2/2 M(1, 3, x): no digits are lost at small x
    return (var * t**2 / 2 * hyp1f1(1, 3, t * a))[()]


def bennett_t(eps, var, a):
    """The t at which Bennett's formula gives its best bound: ``log(1 + a eps / var) / a``.

    The arguments are those of :func:`bennett`; ``var`` must be positive.
    """
    eps = _positive(eps, "eps")
    var = _positive(var, "var")
    a = _positive(a, "a")
    return (np.log1p(a * eps / var) / a)[()]


def bennett(eps, n, var, a, *, two_sided=False):
    """Section 8.4.3: ``Pr(mean - E >= eps) <= exp(-n (var / a^2) h(a eps / var))``.

    Parameters
    ----------
    eps, n, var, a, two_sided
        As for :func:`bernstein`.

    Returns
    -------
    TailBound
    """
    eps, n, var, a = _bounded(eps, n, var, a)
    spread = np.where(var > 0, var, 1.0)
    exponent = n * spread / a**2 * bennett_h(a * eps / spread)
    # without variance no deviation is possible
    return _exponential(np.where(var > 0, exponent, inf), two_sided)


def _bounded(eps, n, var, a):
    """Checked arguments of the bounds that know a variance and a range."""
    eps = _positive(eps, "eps")
    n = check_number_of(n)
    return eps, n, check_array(var, "var", low=0), _positive(a, "a")


def _log_of(bound, given):
    """The log of a bound as a function of its remaining argument; ``given`` holds the others."""
    check_instance(bound, "bound", callable, "bound, a function")
    for name, value in given.items():
        if np.ndim(value) > 0:
            raise ValueError(f"{name} must be one number, got shape {np.shape(value)}")
    return lambda **rest: float(bound(**rest, **given).log)


def _log_level(delta):
    """The logarithm that a bound may reach: that of ``delta``, and what rounding adds to a bound.

    So a bound that is delta in exact arithmetic counts as reached.
    """
    target = np.log(check_real(delta, "delta", low=0, high=1, open_low=True, open_high=True))
    return target + 1e-14 * (1 - target)


def radius(bound, delta, **given):
    """The least deviation whose probability a bound puts at ``delta`` or less.

    Parameters
    ----------
    bound : callable
        A bound on an average that takes ``eps``, such as :func:`hoeffding`.
    delta : float
        In (0, 1).
    **given
        Its other arguments: ``n``, ``var``, ``a``, ``two_sided``, ...

    Returns
    -------
    float

    Examples
    --------
    >>> round(radius(hoeffding, 0.05, n=100), 4)
    0.1224
    """
    target = np.log(check_real(delta, "delta", low=0, high=1, open_low=True, open_high=True))
    log = _log_of(bound, given)
    # a bound falls as eps grows: doubling and halving bracket the root
    low = high = 1.0
    while log(eps=high) > target:
        high *= 2
    while log(eps=low) <= target:
        low, high = low / 2, low  # the root's own size, which xtol is a share of
        if low < 1e-150:
            return 0.0
    return float(brentq(lambda eps: log(eps=eps) - target, low, high, xtol=1e-14 * high))


def sample_size(bound, delta, **given):
    """The least n for which a bound is at most ``delta``.

    Parameters
    ----------
    bound : callable
        A bound on an average that takes ``n``.
    delta : float
        In (0, 1).
    **given
        Its other arguments: ``eps``, ``var``, ``a``, ``two_sided``, ...

    Returns
    -------
    int
        Above 2^53, where floats leave whole numbers out, to 16 digits.

    Examples
    --------
    >>> sample_size(hoeffding, 0.05, eps=0.1)
    150
    """
    target = _log_level(delta)
    log = _log_of(bound, given)
    # doubling, then halving between the two
    low = 0
    high = 1  # the bound is above delta at low, at most delta at high
    while log(n=high) > target:
        low = high
        high = 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if log(n=middle) > target else (low, middle)
    return high
