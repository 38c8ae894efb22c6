"""Bounds of a vote's error by other features of its margins, to set beside the equilibrium margin.

Wang et al. (2011): Theorem 2 (Breiman 1999, the least margin), Theorem 1 (Schapire et al. 1998, one
quantile, up to a constant) and part 3 of Corollary 9 (a simpler equilibrium).
"""

import numpy as np

from mlcompanion._validation import check_count, check_real
from mlcompanion.probability.distances.inverse_kl import kl_inverse

from .emargin import (
    EquilibriumMargin,
    check_delta,
    check_log_size,
    check_margins,
    finite_cost,
)

__all__ = ["least_margin_bound", "quantile_bound", "simple_emargin"]


def least_margin_bound(margin, n_samples, log_size, delta=0.05):
    """Breiman's bound (Theorem 2) by the least training margin of a vote.

    Parameters
    ----------
    margin : float
        The least margin, in (0, 1].
    n_samples : int
    log_size : float
        ``log |H|`` of the class of base classifiers, above ``log 8``.
    delta : float
        Probability with which the bound may fail.

    Returns
    -------
    float
        ``R (log(2 n) + log(1/R) + 1) + log(|H|/delta)/n`` with
        ``R = 32 log(2 |H|)/(n margin^2)``; infinite where the theorem's conditions
        ``R <= 2 n`` and ``margin > 4 sqrt(2/|H|)`` fail.

    Raises
    ------
    ValueError
        If an argument is out of range.
    """
    theta = check_real(margin, "margin", low=0, high=1, open_low=True)
    n = check_count(n_samples, "n_samples", low=2)
    log_size = check_log_size(log_size, n)
    delta = check_delta(delta)
    R = 32 * (np.log(2) + log_size) / (n * theta**2)
    least = np.log(4) + 0.5 * (np.log(2) - log_size)  # its exponential may be 0
    if 2 * n < R or np.log(theta) <= least:
        return np.inf
    return float(R * (np.log(2 * n) - np.log(R) + 1) + (log_size - np.log(delta)) / n)


def quantile_bound(margins, log_size, delta=0.05, constant=1.0):
    """The bound of Schapire et al. (Theorem 1), whose constant the theorem leaves open.

    Parameters
    ----------
    margins : array_like, shape (n_samples,)
    log_size : float
        ``log |H|``.
    delta : float
    constant : float
        What stands for the O(.), positive. With 1 it is no bound, only its shape.

    Returns
    -------
    theta : float
        The margin at which the sum is least.
    value : float
        ``P(y f <= theta) + constant sqrt((log n log |H|/theta^2 + log(1/delta))/n)`` there, as
        theta comes to it from below.

    Raises
    ------
    ValueError
        If an argument is out of range, or no margin is positive.

    Notes
    -----
    Cost O(n log n). Between two margins the sum falls in theta, so its infimum stands just below
    one of them, or at 1.
    """
    ordered = np.sort(check_margins(margins))
    n = len(ordered)
    log_size = check_log_size(log_size, n)
    delta = check_delta(delta)
    constant = check_real(constant, "constant", low=0, open_low=True)
    below = np.arange(n) / n
    usable = ordered > 0
    if not usable.any():
        raise ValueError(f"margins must hold a positive value, got at most {ordered[-1]}")
    theta = np.append(np.minimum(ordered[usable], 1.0), 1.0)
    share = np.append(below[usable], 1.0)
    share[-1] = np.mean(ordered <= 1.0)
    cost = (np.log(n) * log_size / theta**2 - np.log(delta)) / n
    values = share + constant * np.sqrt(cost)
    best = int(np.argmin(values))
    return float(theta[best]), float(values[best])


def simple_emargin(margins, log_size, factor=4.0, delta=0.05):
    """The largest margin whose error is at most C times its cost (part 3 of Corollary 9).

    Parameters
    ----------
    margins : array_like, shape (n_samples,)
    log_size : float
        ``log |H|``.
    factor : float
        C, positive.
    delta : float

    Returns
    -------
    EquilibriumMargin
        ``margin`` is the largest theta with ``P(y f < theta) <= C u(theta)``, ``error`` the share
        below it, ``bound`` the sum ``log |H|/n + max(2 C, 8) u(theta)`` and ``surprise`` what
        :func:`emargin` would report for that pair.

    Raises
    ------
    ValueError
        If an argument is out of range, or no margin above ``sqrt(8/|H|)`` will do.

    Notes
    -----
    Cost O(n log n). u falls in theta, and the error rises only at margins of the sample, so one of
    them, or the place where C u falls to the error before it, is the largest theta. With theta
    between two margins the bound is the one at that theta.
    """
    ordered = np.sort(check_margins(margins))
    n = len(ordered)
    log_size = check_log_size(log_size, n)
    delta = check_delta(delta)
    C = check_real(factor, "factor", low=0, open_low=True)
    least = np.exp(0.5 * (np.log(8) - log_size))
    # the cost at which a share is just allowed, as a margin: u(theta) = share / C
    shares = np.arange(n) / n
    spread = 8 * np.log(2 * n**2 / log_size) * (np.log(2) + log_size)
    left = n * shares / C - 2 * log_size - np.log(n / delta)
    with np.errstate(divide="ignore"):
        allowed = np.where(left > 0, np.sqrt(spread / np.maximum(left, 1e-300)), 1.0)
    upper = np.minimum(ordered, 1.0)
    lower = np.append(-1.0, upper[:-1])
    theta = np.minimum(upper, allowed)
    fits = (theta > least) & (theta > lower)
    if not fits.any():
        raise ValueError(f"margins have no value above sqrt(8/|H|) = {least:.3g} with P <= C u")
    best = int(np.flatnonzero(fits)[-1])
    cost = float(finite_cost(theta[best], n, log_size, delta))
    value = log_size / n + max(2 * C, 8.0) * cost
    share = float(shares[best])
    return EquilibriumMargin(
        float(theta[best]), share, float(kl_inverse(share, cost, log1m=True)), float(value)
    )
