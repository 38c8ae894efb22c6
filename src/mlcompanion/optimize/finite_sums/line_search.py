r"""A step length by the Wolfe conditions, exact down to the rounding of the function's values.

Nocedal and Wright (2006), section 3.1. Near the optimum two values agree in all their digits while
their slopes still differ; there the value may rise by rounding, and the slopes decide
(Hager and Zhang 2005, "approximate Wolfe conditions").
"""

from typing import NamedTuple

import numpy as np

__all__ = ["Trial"]

_DECREASE = 1e-4
_ROUNDING = 1e-14
_MOST_TRIALS = 40


class Trial(NamedTuple):
    """A point on the line: step length, point, value, gradient and slope along the line."""

    step: float
    w: np.ndarray
    value: float
    gradient: np.ndarray
    slope: float


def wolfe_step(function, origin, direction, first, curvature):
    r"""A point along the line that lies low enough, and where the slope has flattened enough.

    Asked for: :math:`f(w+\eta p)\le f(w)+10^{-4}\eta\,s` with the slope :math:`s=p^\top\nabla f(w)`
    at the origin, and at most ``curvature`` times :math:`|s|` left of it.

    Parameters
    ----------
    function : callable
        ``function(w)`` gives value and gradient.
    origin : Trial
        With step 0 and a negative slope.
    direction : ndarray
    first : float
        First step length that is tried.
    curvature : float
        Between 1e-4 and 1: small for a nearly exact search.

    Returns
    -------
    Trial or None
        None if rounding leaves no such point.
    """
    low, high = origin, None
    step = first
    for _ in range(_MOST_TRIALS):
        w = origin.w + step * direction
        value, gradient = function(w)
        trial = Trial(step, w, value, gradient, float(np.vdot(gradient, direction)))
        fell = _lies_low(trial, origin)
        if fell and abs(trial.slope) <= curvature * abs(origin.slope):
            return trial
        if not fell or trial.slope > 0:
            high = trial
        else:
            low = trial
        step = _next_step(low, high)
        if not np.isfinite(step) or step == low.step:
            break
    return low if low is not origin else None


def _lies_low(trial, origin):
    if not np.isfinite(trial.value):
        return False
    if trial.value <= origin.value + _DECREASE * trial.step * origin.slope:
        return True
    rounding = _ROUNDING * abs(origin.value)
    flat = trial.slope <= (2 * _DECREASE - 1) * origin.slope
    return trial.value <= origin.value + rounding and flat


def _next_step(low, high):
    """Where the slope would be 0 on a straight line through two slopes, kept inside."""
    if high is None:
        return 4 * low.step
    width = high.step - low.step
    rise = high.slope - low.slope
    if not np.isfinite(rise) or rise <= 0 or high.slope <= 0:
        return low.step + 0.5 * width
    share = -low.slope / rise
    return low.step + min(max(share, 0.05), 0.95) * width
