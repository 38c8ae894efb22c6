"""Losses of a score and a target, with the slopes and conjugates that online learners need.

Shalev-Shwartz (2007), sections 2.3, 3.5 and 5.3: the losses ``g(w) = loss(<w, x>, y)`` of linear
predictors. A loss carries a code and two parameters, so that compiled loops evaluate the same
formulas as the methods.
"""

import numpy as np

from ._jit import njit
from ._validation import check_real

__all__ = [
    "Absolute",
    "EpsilonInsensitive",
    "Hinge",
    "Linear",
    "Logistic",
    "ScoreLoss",
    "Squared",
    "SquaredHinge",
    "ZeroOne",
    "loss_derivative",
    "loss_value",
]

HINGE, SQUARED_HINGE, SQUARED, INSENSITIVE, LOGISTIC, LINEAR, ZERO_ONE = range(7)


@njit
def loss_value(kind, a, slope, score, target):
    """Loss at one score; ``a`` is the margin or the insensitive zone."""
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
        return max(m, 0.0) + np.log1p(np.exp(-abs(m)))
    if kind == LINEAR:
        return score * target
    return 1.0 if target * score <= 0 else 0.0


@njit
def loss_derivative(kind, a, slope, score, target):
    """One subgradient in the score; 0 where 0 is one."""
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
        return -target / (1.0 + np.exp(min(target * score, 700.0)))
    if kind == LINEAR:
        return 1.0 * target
    return 0.0


@njit
def loss_conjugate(kind, a, slope, v, target):
    """Conjugate ``sup_s v s - loss(s, target)``; infinite outside its domain."""
    if kind == HINGE:
        alpha = -v * target  # target is -1 or 1
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
        if alpha == 0.0 or alpha == 1.0:
            return 0.0
        return alpha * np.log(alpha) + (1 - alpha) * np.log(1 - alpha)
    if kind == LINEAR:
        return 0.0 if abs(v - target) <= 1e-12 else np.inf
    return 0.0 if v == 0.0 else np.inf


@njit
def _each(kind, a, slope, what, scores, targets):
    out = np.empty(len(scores))
    for i in range(len(scores)):
        if what == 0:
            out[i] = loss_value(kind, a, slope, scores[i], targets[i])
        elif what == 1:
            out[i] = loss_derivative(kind, a, slope, scores[i], targets[i])
        else:
            out[i] = loss_conjugate(kind, a, slope, scores[i], targets[i])
    return out


class ScoreLoss:
    """A loss of a score and a target.

    Attributes
    ----------
    code : int
        Number under which compiled loops know the formula.
    margin : float
        Margin of a hinge, or half the width of the zone without loss.
    slope : float
        Factor of the loss.
    lipschitz : float
        Least number that bounds every derivative in the score; may be infinite.
    smoothness : float
        Least ``b`` with ``derivative**2 / 2 <= b * value`` (self-boundedness, Definition 2); may be
        infinite. With ``|x|`` bounded by X in the dual norm, the constant of the text is
        ``L = b X**2``.
    """

    code, margin, slope = ZERO_ONE, 0.0, 1.0
    lipschitz = smoothness = np.inf

    def _apply(self, what, scores, targets):
        shape = np.broadcast_shapes(np.shape(scores), np.shape(targets))
        s = np.broadcast_to(np.asarray(scores, dtype=float), shape).ravel()
        y = np.broadcast_to(np.asarray(targets, dtype=float), shape).ravel()
        s, y = np.require(s, requirements="W"), np.require(y, requirements="W")
        out = _each(self.code, self.margin, self.slope, what, s, y).reshape(shape)
        return out if shape else float(out)

    def value(self, score, target):
        """Loss, elementwise; both arguments broadcast."""
        return self._apply(0, score, target)

    def derivative(self, score, target):
        """A subgradient in the score, elementwise."""
        return self._apply(1, score, target)

    def conjugate(self, slope, target):
        """Fenchel conjugate in the score at ``slope``, elementwise."""
        return self._apply(2, slope, target)

    def __repr__(self):
        return f"{type(self).__name__}(margin={self.margin:g}, slope={self.slope:g})"


class Hinge(ScoreLoss):
    """``slope * max(0, margin - y s)``, targets -1 and 1 (equation 5.1).

    An infinite slope makes the margin a constraint: then only dual coordinate steps are defined.
    """

    code = HINGE

    def __init__(self, margin=1.0, slope=1.0):
        self.margin = check_real(margin, "margin", low=0)
        infinite = slope == np.inf
        self.slope = np.inf if infinite else check_real(slope, "slope", low=0, open_low=True)
        self.lipschitz = self.slope


class SquaredHinge(ScoreLoss):
    """``slope / 2 * max(0, margin - y s)**2``, targets -1 and 1; self-bounded."""

    code = SQUARED_HINGE

    def __init__(self, margin=1.0, slope=1.0):
        self.margin = check_real(margin, "margin", low=0)
        self.slope = check_real(slope, "slope", low=0, open_low=True)
        self.smoothness = self.slope


class Squared(ScoreLoss):
    """``slope / 2 * (s - y)**2`` (section 5.3.1); self-bounded."""

    code = SQUARED

    def __init__(self, slope=1.0):
        self.slope = check_real(slope, "slope", low=0, open_low=True)
        self.smoothness = self.slope


class EpsilonInsensitive(ScoreLoss):
    """``slope * max(0, |s - y| - epsilon)`` (section 5.3.1)."""

    code = INSENSITIVE

    def __init__(self, epsilon=0.1, slope=1.0):
        self.margin = check_real(epsilon, "epsilon", low=0)
        self.slope = self.lipschitz = check_real(slope, "slope", low=0, open_low=True)


class Absolute(EpsilonInsensitive):
    """``|s - y|``: the insensitive loss without a zone."""

    def __init__(self):
        super().__init__(epsilon=0.0)


class Logistic(ScoreLoss):
    """``log(1 + exp(-y s))``, targets -1 and 1; Lipschitz and self-bounded, both with 1/2 or 1."""

    code, lipschitz, smoothness = LOGISTIC, 1.0, 0.5


class Linear(ScoreLoss):
    """``y s``: the target is the slope itself (section 3.6)."""

    code, lipschitz = LINEAR, 1.0


class ZeroOne(ScoreLoss):
    """1 where ``y s <= 0``: a mistake; a score of 0 counts as one. Not convex."""

    code = ZERO_ONE
