"""One formula of each loss for each question, told apart by a code: what compiled loops call.

Shalev-Shwartz (2007), sections 2.3, 3.5 and 5.3; Sugiyama (2016), chapters 25 to 27; Tomioka et al.
(2011), Table 1. In the formulas ``a`` is a margin, a zone or a threshold, ``slope`` a factor; the
classes of :mod:`.margin` and :mod:`.residual` carry them.
"""

from typing import NamedTuple

import numpy as np

from .._jit import njit

__all__ = [
    "EXPONENTIAL",
    "HINGE",
    "HUBER",
    "INSENSITIVE",
    "LINEAR",
    "LOGISTIC",
    "RAMP",
    "SECANT",
    "SQUARED",
    "SQUARED_HINGE",
    "SQUARED_RAMP",
    "TUKEY",
    "ZERO_ONE",
    "Loss",
    "hinge_coordinate",
    "loss_conjugate",
    "loss_conjugate_derivative",
    "loss_conjugate_second",
    "loss_derivative",
    "loss_implicit_slope",
    "loss_second",
    "loss_value",
]

#: Codes of the losses.
HINGE, SQUARED_HINGE, SQUARED, INSENSITIVE, LOGISTIC, LINEAR, ZERO_ONE = range(7)
#: Codes of the losses.
HUBER, TUKEY, SECANT, EXPONENTIAL, RAMP, SQUARED_RAMP = range(7, 13)


class Loss(NamedTuple):
    """A loss as compiled loops take it: which formula, and its two parameters."""

    kind: int
    margin: float
    slope: float


@njit
def loss_value(loss, score, target):
    """Loss at one score."""
    kind, a, slope = loss
    if kind == HINGE:
        gap = a - target * score
        return slope * gap if gap > 0 else 0.0  # also where the slope is infinite
    if kind == SQUARED_HINGE:
        return 0.5 * slope * max(0.0, a - target * score) ** 2
    if kind == SQUARED:
        return 0.5 * slope * (score - target) ** 2
    if kind == INSENSITIVE:
        gap = abs(score - target) - a
        return slope * gap if gap > 0 else 0.0
    if kind == LOGISTIC:
        m = -target * score
        return max(m, 0.0) + np.log1p(np.exp(-abs(m)))  # e^m taken out where it is large
    if kind == LINEAR:
        return score * target
    if kind == HUBER:
        gap = abs(score - target)
        return 0.5 * gap * gap if gap <= a else a * gap - 0.5 * a * a
    if kind == TUKEY:
        rest = max(0.0, 1.0 - ((score - target) / a) ** 2)
        return a * a / 6 * (1.0 - rest**3)
    if kind == SECANT:
        gap = abs(score - target)
        return gap + np.log1p(np.exp(-2 * gap))  # log(2 cosh gap), e^gap taken out
    if kind == EXPONENTIAL:
        return np.exp(-target * score)
    if kind == RAMP:
        return min(1.0, max(0.0, 1.0 - target * score))
    if kind == SQUARED_RAMP:
        return 0.5 * slope * min(1.0, max(0.0, 1.0 - target * score)) ** 2
    return 1.0 if target * score <= 0 else 0.0


@njit
def loss_derivative(loss, score, target):
    """One subgradient in the score; 0 where 0 is one."""
    kind, a, slope = loss
    if kind == HINGE:
        return -slope * target if target * score < a else 0.0
    if kind == SQUARED_HINGE:
        return -slope * target * max(0.0, a - target * score)
    if kind == SQUARED:
        return slope * (score - target)
    if kind == INSENSITIVE:
        if score - target > a:
            return slope
        return -slope if target - score > a else 0.0
    if kind == LOGISTIC:
        return -target / (1.0 + np.exp(min(target * score, 700.0)))  # e^710 overflows
    if kind == LINEAR:
        return 1.0 * target
    if kind == HUBER:
        return min(a, max(-a, score - target))
    if kind == TUKEY:
        return (score - target) * max(0.0, 1.0 - ((score - target) / a) ** 2) ** 2
    if kind == SECANT:
        return np.tanh(score - target)
    if kind == EXPONENTIAL:
        return -target * np.exp(-target * score)
    if kind == RAMP:
        return -1.0 * target if 0.0 < target * score < 1.0 else 0.0
    if kind == SQUARED_RAMP:
        gap = 1.0 - target * score
        return -slope * target * gap if 0.0 < gap < 1.0 else 0.0
    return 0.0


@njit
def loss_second(loss, score, target):
    """Second derivative in the score; from the inside where it jumps."""
    kind, a, slope = loss
    if kind == SQUARED:
        return slope
    if kind == SQUARED_HINGE:
        return slope if target * score < a else 0.0
    if kind == LOGISTIC:
        p = 1.0 / (1.0 + np.exp(min(target * score, 700.0)))
        return p * (1.0 - p)
    if kind == HUBER:
        return 1.0 if abs(score - target) <= a else 0.0
    if kind == TUKEY:
        t = ((score - target) / a) ** 2
        return (1.0 - t) * (1.0 - 5.0 * t) if t < 1 else 0.0  # below 0 from a / sqrt(5) on
    if kind == SECANT:
        return 1.0 - np.tanh(score - target) ** 2
    if kind == EXPONENTIAL:
        return np.exp(-target * score)
    if kind == SQUARED_RAMP:
        return slope if 0.0 < target * score < 1.0 else 0.0
    return 0.0


@njit
def loss_conjugate(loss, v, target):
    """Conjugate ``sup_s v s - loss(s, target)``; infinite outside its domain."""
    kind, a, slope = loss
    if kind == HINGE:
        alpha = -v * target  # target is -1 or 1
        # a dual variable may leave its box by rounding
        return -a * alpha if -1e-12 <= alpha <= slope * (1 + 1e-12) else np.inf
    if kind == SQUARED_HINGE:
        alpha = -v * target
        return -a * alpha + 0.5 * alpha * alpha / slope if alpha >= -1e-12 else np.inf
    if kind == SQUARED:
        return 0.5 * v * v / slope + v * target
    if kind == INSENSITIVE:
        return a * abs(v) + v * target if abs(v) <= slope * (1 + 1e-12) else np.inf
    if kind == LOGISTIC:
        alpha = -v * target
        if alpha < 0.0 or alpha > 1.0:
            return np.inf
        if alpha == 0.0 or alpha == 1.0:  # 0 log 0 is 0
            return 0.0
        return alpha * np.log(alpha) + (1 - alpha) * np.log(1 - alpha)
    if kind == LINEAR:
        return 0.0 if abs(v - target) <= 1e-12 else np.inf
    if kind == HUBER:
        return 0.5 * v * v + v * target if abs(v) <= a * (1 + 1e-12) else np.inf
    if kind == SECANT:
        if abs(v) > 1.0:
            return np.inf
        low = 1.0 - v
        high = 1.0 + v
        entropy = (low * np.log(low) if low > 0 else 0.0) + (
            high * np.log(high) if high > 0 else 0.0
        )
        return 0.5 * entropy - np.log(2.0) + v * target  # at v = 0: minus the least loss
    if kind == EXPONENTIAL:
        alpha = -v * target
        if alpha > 0.0:
            return alpha * np.log(alpha) - alpha
        return 0.0 if alpha == 0.0 else np.inf
    return 0.0 if v == 0.0 else np.inf


@njit
def loss_conjugate_derivative(loss, v, target):
    """The score whose derivative is ``v``: inverse of :func:`loss_derivative` where it has one."""
    kind, a, slope = loss
    if kind == SQUARED:
        return v / slope + target
    if kind == SQUARED_HINGE:
        return target * (a + v * target / slope) if v * target <= 0 else np.nan
    if kind == LOGISTIC:
        alpha = -v * target
        return -target * np.log(alpha / (1.0 - alpha)) if 0.0 < alpha < 1.0 else np.nan
    if kind == HUBER:
        return v + target if abs(v) <= a else np.nan
    if kind == SECANT:
        return target + np.arctanh(v) if abs(v) < 1.0 else np.nan
    if kind == EXPONENTIAL:
        return -target * np.log(-v * target) if v * target < 0.0 else np.nan
    return np.nan


@njit
def loss_conjugate_second(loss, v, target):
    """Second derivative of the conjugate: one over the curvature at the score it stands for."""
    kind, a, slope = loss
    if kind == SQUARED:
        return 1.0 / slope
    if kind == SQUARED_HINGE:
        return 1.0 / slope if v * target <= 0 else np.nan
    if kind == LOGISTIC:
        alpha = -v * target
        return 1.0 / (alpha * (1.0 - alpha)) if 0.0 < alpha < 1.0 else np.nan
    if kind == HUBER:
        return 1.0 if abs(v) <= a else np.nan
    if kind == SECANT:
        # not 1 - v^2, which loses digits near the ends
        return 1.0 / ((1.0 - v) * (1.0 + v)) if abs(v) < 1.0 else np.nan
    if kind == EXPONENTIAL:
        return -1.0 / (v * target) if v * target < 0.0 else np.nan
    return np.nan


@njit
def hinge_coordinate(alpha, missing, q, cap):
    """Dual variable of a hinge, moved from ``alpha`` to the best value in [0, cap].

    ``missing`` is what the score lacks to the margin, and a unit of the variable closes ``q`` of
    it (Shalev-Shwartz 2007, equation 5.15).
    """
    if q == 0.0:
        # the dual is linear then: an end is best, and without a cap there is none
        return cap if missing > 0.0 and cap < np.inf else 0.0
    return min(cap, max(0.0, alpha + missing / q))


@njit
def loss_implicit_slope(loss, score, target, q):
    """The number ``v`` that is a slope of the loss at the score ``score - v q`` where it leads.

    So it maximises the dual in one variable (Shalev-Shwartz 2007, equation 3.12), and the step to
    that score never overshoots. Closed forms, or bisection between 0 and the slope at ``score``.
    """
    kind, a, slope = loss
    if kind == HINGE:
        return -target * hinge_coordinate(0.0, a - target * score, q, slope)
    if kind == SQUARED_HINGE:
        # alpha = slope (gap - alpha q), solved for alpha = -y v
        return -target * max(0.0, a - target * score) / (q + 1.0 / slope)
    if kind == SQUARED:
        return (score - target) / (q + 1.0 / slope)  # v = slope (s - v q - y), solved for v
    if kind == INSENSITIVE:
        size = hinge_coordinate(0.0, abs(score - target) - a, q, slope)
        return size if score > target else -size
    low = 0.0
    high = loss_derivative(loss, score, target)
    for _ in range(60):
        middle = 0.5 * (low + high)
        new = loss_derivative(loss, score - middle * q, target)
        # the slope falls along the step: before the fixed point it is larger than v
        if abs(new) > abs(middle) and new * high > 0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
