"""The inverse of the relative entropy of two coins in its second coin.

Langford (2005); Wang et al. (2011), section 3: after a share q of failures the failure rate may be
as high as the p above q with ``D(q||p) = u``. For large u that p is 1 in floating point, so the
search is for ``d`` in ``1 - p = (1 - q) exp(-d)``, and near ``d = 0`` for a sum of two terms that
are not negative, ``D = q (r - log(1 + r)) + (1 - q) (d - 1 + exp(-d))`` with ``r = p/q - 1``.
"""

import math

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_flag

__all__ = ["kl_inverse"]

SERIES = 0.01  # below it the series errs by less than the difference of two large terms
STEPS = 200
#: A step of this share of d leaves an error of its cube.
CLOSE = 1e-6
#: Ratios from which on a quotient may overflow.
HUGE = 1e300


@njit
def _behind_log(r):
    """``r - log(1 + r)``, also where the two nearly cancel."""
    if r < SERIES:
        return r * r * (
            1 / 2 - r * (1 / 3 - r * (1 / 4 - r * (1 / 5 - r * (1 / 6 - r * (1 / 7 - r / 8)))))
        )  # fmt: skip
    return r - math.log1p(r)


@njit
def _behind_line(d, gone):
    """``d - gone`` with ``gone = 1 - exp(-d)``, also where they nearly cancel."""
    if d < SERIES:
        return d * d * (1 / 2 - d * (1 / 6 - d * (1 / 24 - d * (1 / 120 - d / 720))))
    return d - gone


@njit
def _divergence(q, log_q, d, gone):
    """``D(q||p)`` at ``1 - p = (1 - q) exp(-d)``; ``gone`` is ``1 - exp(-d)``."""
    # p - q, without forming p
    rise = (1 - q) * gone
    if rise < HUGE * q:
        return q * _behind_log(rise / q) + (1 - q) * _behind_line(d, gone)
    # p/q may overflow, its logarithm does not
    return (1 - q) * d - q * (math.log(q + rise) - log_q)


@njit
def kl_root(q, u):
    """``d = log((1 - q)/(1 - p))`` of the p above q with ``D(q||p) = u``; 0 < q < 1, u > 0.

    Halley's steps, which need the second derivative as well: two or three are enough.
    """
    log_q = math.log(q)
    # the root lies below this bound, since D >= (1 - q) d + q log q, and for large u close to it
    top = (u - q * log_q) / (1 - q)
    # and above this one, since D <= (1 - q) d^2 / (2 q)
    bottom = math.sqrt(2 * q * u / (1 - q))
    # two terms of the root's series in the lower bound: for small u they are close to it
    d = min(top, bottom * (1 + (2 - q) * bottom / (6 * q)))
    for _ in range(STEPS):
        gone = -math.expm1(-d)
        rise = (1 - q) * gone
        p = q + rise
        slope = rise / p
        if not slope > 0:
            return d  # u is so small that the root is as well
        newton = (_divergence(q, log_q, d, gone) - u) / slope
        # the slope of the slope, q (1 - p) / p^2
        bend = q / p * ((1 - q) * (1 - gone)) / p
        # bend d <= slope, and from above newton <= d: what is divided by is at least a half
        step = newton / (1 - newton * bend / (2 * slope))
        d = min(top, d - step)
        if abs(step) <= CLOSE * d:
            return d
    return d


@njit
def _roots(q, u, logarithm):
    found = np.empty(len(q))
    for i in range(len(q)):
        if u[i] == 0.0:
            d = 0.0
        # q = 0: D(0||p) = -log(1 - p) = d
        elif q[i] == 0.0:
            d = u[i]
        elif q[i] == 1.0:
            found[i] = np.inf if logarithm else 1.0
            continue
        else:
            d = kl_root(q[i], u[i])
        if logarithm:
            found[i] = d - math.log1p(-q[i]) if q[i] < 1.0 else np.inf
        # -log(1 - p), where p itself would round to 1
        else:
            found[i] = min(1.0, q[i] - (1 - q[i]) * math.expm1(-d))
    return found


def kl_inverse(q, u, log1m=False):
    """The largest p in [q, 1] whose coin is no farther than u from that of q: ``D(q||p) = u``.

    Parameters
    ----------
    q : float or array_like
        Observed shares, in [0, 1].
    u : float or array_like
        Relative entropies in nats, not negative; broadcast with ``q``.
    log1m : bool
        Return ``-log(1 - p)`` instead of p: p is 1 in floating point from ``u/(1 - q)`` about 37
        on, and this is not.

    Returns
    -------
    float or ndarray
        The p, or ``-log(1 - p)``, which is infinite for ``q = 1``.

    Raises
    ------
    ValueError
        If a share lies outside [0, 1], u is negative, or the shapes do not fit.

    Notes
    -----
    Two or three of Halley's steps a number. Source: Wang et al. (2011), section 3,
    ``D^{-1}(q, u)``; they propose bisection in p.

    Examples
    --------
    >>> round(kl_inverse(0.1, 0.05), 4)
    0.2201
    >>> kl_inverse(0.5, 60.0), round(kl_inverse(0.5, 60.0, log1m=True), 4)
    (1.0, 121.3863)
    """
    q = check_array(q, "q", low=0, high=1)
    u = check_array(u, "u", low=0)
    check_flag(log1m, "log1m")
    try:
        shares, distances = np.broadcast_arrays(q, u)
    except ValueError:
        raise ValueError(f"q and u must broadcast, got shapes {q.shape} and {u.shape}") from None
    found = _roots(shares.ravel().astype(float), distances.ravel().astype(float), log1m)
    return float(found[0]) if shares.ndim == 0 else found.reshape(shares.shape)
