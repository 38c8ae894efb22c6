"""Gaps to an optimum that is known, and the slopes that are fitted to them.

Powers are fitted over the last nine tenths of the steps (both axes logarithmic), factors over the
gaps between a hundredth and a ten-billionth of the first, an order over the last two pairs of gaps.
"""

from typing import NamedTuple

import numpy as np

__all__ = ["KINDS", "Trace", "slope"]

HIGH = 1e-2
LOW = 1e-10


class Trace(NamedTuple):
    """Gaps after so many steps (or passes over the data), and the promise for this draw."""

    steps: np.ndarray
    gaps: np.ndarray
    promised: float


def power_slope(trace):
    """Slope of log gap over log steps, in the last nine tenths."""
    late = (trace.steps >= trace.steps[-1] / 10) & (trace.gaps > 0)
    x = np.log(trace.steps[late])
    return float(np.polyfit(x, np.log(trace.gaps[late]), 1)[0])


def factor_slope(trace):
    """Slope of log gap over steps, while the gap is between two shares of the first."""
    share = trace.gaps / trace.gaps[0]
    inside = (share < HIGH) & (share > LOW)
    if inside.sum() < 3:  # faster than any factor: from the first gap to the last above rounding
        inside = share > LOW
    return float(np.polyfit(trace.steps[inside], np.log(trace.gaps[inside]), 1)[0])


def order_slope(trace):
    """Slope of the log gap over the log gap before it, where both are above rounding."""
    share = trace.gaps / trace.gaps[0]
    last = share > 1e-13
    pairs = last[1:] & last[:-1]
    x = np.log(share[:-1][pairs])
    y = np.log(share[1:][pairs])
    return float((y[-1] - y[-2]) / (x[-1] - x[-2]))


#: What a slope is a slope of, by kind.
KINDS = {"power": power_slope, "factor": factor_slope, "order": order_slope}


def slope(kind, trace):
    """The fitted slope of a trace: an exponent, a logarithm of a factor, or an order."""
    return KINDS[kind](trace)
