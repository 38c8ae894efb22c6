"""The step of the proof of Theorem 3 that is misprinted, and what rounding up costs.

Wang et al. (2011), section 6.1, from the printed formulas alone: no code for the bounds is used.
"""

from decimal import Decimal, getcontext

import numpy as np

__all__ = ["rounding_excess", "step_shares"]


def _holds(n, H, log_theta):
    """Whether 2 n > exp(N/(2 H)) + 1 with N = ceil(8/theta^2 log(2 n^2/log H)), in logarithms."""
    log_draws = np.log(8) - 2 * log_theta + np.log(np.log(2 * n**2 / np.log(H)))
    # the ceiling is lost where it is lost in a float as well
    draws = np.ceil(np.exp(min(log_draws, 700.0)))
    return np.log(2 * n - 1) > draws / (2 * H)


def step_shares():
    """Shares of the grid on which the step holds at sqrt(8/H) and at 8/H.

    Returns
    -------
    dict
        ``ok_root``, ``ok_plain`` and ``points``, the number of (n, H) with ``log H < 2 n^2``.
    """
    sizes = np.unique(np.round(np.geomspace(2, 1e5, 40)))
    classes = np.geomspace(9, 1e5, 40)
    root = []
    plain = []
    for n in sizes:
        for H in classes:
            if np.log(H) < 2 * n**2:
                root.append(_holds(n, H, 0.5 * (np.log(8) - np.log(H))))
                plain.append(_holds(n, H, np.log(8) - np.log(H)))
    return {
        "ok_root": float(np.mean(root)),
        "ok_plain": float(np.mean(plain)),
        "points": len(root),
    }


def rounding_excess(triples, seed):
    """What the proof's integer N costs beyond the printed u, in 50 digits.

    ``(N + 1) log H + N log 2 - (x log(2 H) + 2 log H)`` with x the number before it is rounded up:
    the printed u, times n, without its last term.

    Returns
    -------
    dict
        ``largest`` excess, share ``positive``, and ``share_of_u``, the largest positive excess over
        the printed n u at delta 0.05.
    """
    getcontext().prec = 50
    rng = np.random.default_rng(seed)
    log_2 = Decimal(2).ln()
    largest = Decimal("-Infinity")
    positive = 0
    share = Decimal(0)
    used = 0
    while used < triples:
        n = int(np.exp(rng.uniform(np.log(10), np.log(1e5))))
        H = int(np.exp(rng.uniform(np.log(9), np.log(1e12))))
        theta = Decimal(float(rng.uniform(np.sqrt(8 / H), 1)))
        log_H = Decimal(H).ln()
        draws = 8 / theta**2 * (Decimal(2 * n * n) / log_H).ln()
        whole = draws.to_integral_value(rounding="ROUND_CEILING")
        printed = draws * (log_2 + log_H) + 2 * log_H
        excess = (whole + 1) * log_H + whole * log_2 - printed
        used += 1
        positive += excess > 0
        largest = max(largest, excess)
        share = max(share, excess / (printed + (Decimal(n) / Decimal("0.05")).ln()))
    return {
        "largest": float(largest),
        "positive": positive / triples,
        "share_of_u": float(share),
    }
