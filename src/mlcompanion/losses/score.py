"""Losses of a score and a target: values, slopes, curvatures, conjugates.

Shalev-Shwartz (2007), sections 2.3, 3.5 and 5.3; Sugiyama (2016), chapter 25; Tomioka et al.
(2011), Table 1: the losses ``g(w) = loss(<w, x>, y)`` of linear predictors. A loss carries a code
and two parameters, so that compiled loops evaluate the same formulas as the methods.
"""

import numpy as np

from .._jit import njit, plain_layout
from .._validation import check_real

__all__ = [
    "Absolute",
    "EpsilonInsensitive",
    "Hinge",
    "Huber",
    "HyperbolicSecant",
    "Linear",
    "Logistic",
    "ScoreLoss",
    "Squared",
    "SquaredHinge",
    "Tukey",
    "ZeroOne",
    "loss_conjugate",
    "loss_derivative",
    "loss_value",
]

HINGE, SQUARED_HINGE, SQUARED, INSENSITIVE, LOGISTIC, LINEAR, ZERO_ONE = range(7)
HUBER, TUKEY, SECANT = range(7, 10)


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
    if kind == HUBER:
        gap = abs(score - target)
        return 0.5 * gap * gap if gap <= a else a * gap - 0.5 * a * a
    if kind == TUKEY:
        rest = max(0.0, 1.0 - ((score - target) / a) ** 2)
        return a * a / 6 * (1.0 - rest**3)
    if kind == SECANT:
        gap = abs(score - target)
        return gap + np.log1p(np.exp(-2 * gap))
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
    if kind == HUBER:
        return min(a, max(-a, score - target))
    if kind == TUKEY:
        return (score - target) * max(0.0, 1.0 - ((score - target) / a) ** 2) ** 2
    if kind == SECANT:
        return np.tanh(score - target)
    return 0.0


@njit
def loss_second(kind, a, slope, score, target):
    """Second derivative in the score; from the inside where it jumps."""
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
        return (1.0 - t) * (1.0 - 5.0 * t) if t < 1 else 0.0
    if kind == SECANT:
        return 1.0 - np.tanh(score - target) ** 2
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
    if kind == HUBER:
        return 0.5 * v * v + v * target if abs(v) <= a * (1 + 1e-12) else np.inf
    if kind == SECANT:
        if abs(v) > 1.0:
            return np.inf
        low, high = 1.0 - v, 1.0 + v
        entropy = (low * np.log(low) if low > 0 else 0.0) + (
            high * np.log(high) if high > 0 else 0.0
        )
        return 0.5 * entropy - np.log(2.0) + v * target
    return 0.0 if v == 0.0 else np.inf


@njit
def loss_conjugate_derivative(kind, a, slope, v, target):
    """The score whose derivative is ``v``: inverse of :func:`loss_derivative` where it has one."""
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
    return np.nan


@njit
def loss_conjugate_second(kind, a, slope, v, target):
    """Second derivative of the conjugate: one over the curvature at the score it stands for."""
    if kind in (SQUARED, SQUARED_HINGE):
        return 1.0 / slope
    if kind == LOGISTIC:
        alpha = -v * target
        return 1.0 / (alpha * (1.0 - alpha)) if 0.0 < alpha < 1.0 else np.nan
    if kind == HUBER:
        return 1.0
    if kind == SECANT:
        return 1.0 / ((1.0 - v) * (1.0 + v)) if abs(v) < 1.0 else np.nan
    return np.nan


@njit
def _each(kind, a, slope, what, scores, targets):
    out = np.empty(len(scores))
    for i in range(len(scores)):
        if what == 0:
            out[i] = loss_value(kind, a, slope, scores[i], targets[i])
        elif what == 1:
            out[i] = loss_derivative(kind, a, slope, scores[i], targets[i])
        elif what == 2:
            out[i] = loss_conjugate(kind, a, slope, scores[i], targets[i])
        elif what == 3:
            out[i] = loss_second(kind, a, slope, scores[i], targets[i])
        elif what == 4:
            out[i] = loss_conjugate_derivative(kind, a, slope, scores[i], targets[i])
        else:
            out[i] = loss_conjugate_second(kind, a, slope, scores[i], targets[i])
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
        A ``b`` with ``derivative**2 / 2 <= b * value`` (self-boundedness, Definition 2); may be
        infinite. With ``|x|`` bounded by X in the dual norm, the constant of the text is
        ``L = b X**2``.
    curvature : float
        Least Lipschitz constant of the derivative in the score; may be infinite.
    """

    code, margin, slope = ZERO_ONE, 0.0, 1.0
    lipschitz = smoothness = curvature = np.inf

    def _apply(self, what, scores, targets):
        s, y = np.asarray(scores, dtype=float), np.asarray(targets, dtype=float)
        if s.shape != y.shape:
            s, y = np.broadcast_arrays(s, y)
        shape, s, y = s.shape, plain_layout(s.ravel()), plain_layout(y.ravel())
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

    def second_derivative(self, score, target):
        """Curvature in the score, elementwise; 0 where the loss is piecewise linear."""
        return self._apply(3, score, target)

    def conjugate_derivative(self, slope, target):
        """The score at which the derivative is ``slope``; NaN where no single one exists."""
        return self._apply(4, slope, target)

    def conjugate_second_derivative(self, slope, target):
        """Second derivative of the conjugate at ``slope``; NaN where there is none."""
        return self._apply(5, slope, target)

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
        self.smoothness = self.curvature = self.slope


class Squared(ScoreLoss):
    """``slope / 2 * (s - y)**2`` (section 5.3.1); self-bounded."""

    code = SQUARED

    def __init__(self, slope=1.0):
        self.slope = check_real(slope, "slope", low=0, open_low=True)
        self.smoothness = self.curvature = self.slope


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

    code, lipschitz, smoothness, curvature = LOGISTIC, 1.0, 0.5, 0.25


class Linear(ScoreLoss):
    """``y s``: the target is the slope itself (section 3.6)."""

    code, lipschitz, curvature = LINEAR, 1.0, 0.0


class ZeroOne(ScoreLoss):
    """1 where ``y s <= 0``: a mistake; a score of 0 counts as one. Not convex."""

    code = ZERO_ONE


class Huber(ScoreLoss):
    """``r**2 / 2`` for residuals ``|r| <= eta``, ``eta |r| - eta**2 / 2`` beyond.

    Sugiyama (2016), section 25.3.
    """

    code, smoothness, curvature = HUBER, 1.0, 1.0

    def __init__(self, eta=1.0):
        self.margin = self.lipschitz = check_real(eta, "eta", low=0, open_low=True)


class Tukey(ScoreLoss):
    """Biweight ``eta**2 / 6 (1 - (1 - r**2 / eta**2)**3)``, constant beyond ``eta``; not convex.

    Sugiyama (2016), section 25.4.
    """

    code, smoothness, curvature = TUKEY, 1.0, 1.0

    def __init__(self, eta=1.0):
        self.margin = check_real(eta, "eta", low=0, open_low=True)
        self.lipschitz = 16 * self.margin / (25 * np.sqrt(5))


class HyperbolicSecant(ScoreLoss):
    """``log(exp(s - y) + exp(y - s))``: minus the logarithm of a hyperbolic secant density.

    Tomioka, Suzuki and Sugiyama (2011), Table 1. The least value is log 2.
    """

    code, lipschitz, smoothness, curvature = SECANT, 1.0, 1.0, 1.0
