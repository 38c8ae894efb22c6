"""Losses of a score and a target: values, slopes, curvatures, conjugates.

Shalev-Shwartz (2007), sections 2.3, 3.5 and 5.3; Sugiyama (2016), chapter 25; Tomioka et al.
(2011), Table 1: the losses ``g(w) = loss(<w, x>, y)`` of linear predictors. A loss carries a code
and two parameters, so that compiled loops evaluate the same :mod:`.formulas` as the methods.
"""

import numpy as np

from .._jit import njit, plain_layout
from .._validation import check_array, check_real
from .formulas import (
    HINGE,
    HUBER,
    INSENSITIVE,
    LINEAR,
    LOGISTIC,
    SECANT,
    SQUARED,
    SQUARED_HINGE,
    TUKEY,
    ZERO_ONE,
    Loss,
    loss_conjugate,
    loss_conjugate_derivative,
    loss_conjugate_second,
    loss_derivative,
    loss_second,
    loss_value,
)

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
]


@njit
def _each(kind, a, slope, what, scores, targets):
    loss = Loss(kind, a, slope)
    out = np.empty(len(scores))
    for i in range(len(scores)):
        if what == 0:
            out[i] = loss_value(loss, scores[i], targets[i])
        elif what == 1:
            out[i] = loss_derivative(loss, scores[i], targets[i])
        elif what == 2:
            out[i] = loss_conjugate(loss, scores[i], targets[i])
        elif what == 3:
            out[i] = loss_second(loss, scores[i], targets[i])
        elif what == 4:
            out[i] = loss_conjugate_derivative(loss, scores[i], targets[i])
        else:
            out[i] = loss_conjugate_second(loss, scores[i], targets[i])
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
    signs : bool
        Whether the targets must be -1 and 1.
    lipschitz : float
        Least number that bounds every derivative in the score; may be infinite.
    smoothness : float
        A ``b`` with ``derivative**2 / 2 <= b * value`` (self-boundedness, Definition 2); may be
        infinite. With ``|x|`` bounded by X in the dual norm, the constant of the text is
        ``L = b X**2``.
    curvature : float
        Least Lipschitz constant of the derivative in the score; may be infinite.
    """

    code, margin, slope, signs = ZERO_ONE, 0.0, 1.0, False
    lipschitz = smoothness = curvature = np.inf

    @property
    def compiled(self):
        """The loss as compiled loops take it."""
        return Loss(self.code, float(self.margin), float(self.slope))

    def check_target(self, target, name="y", shape=None):
        """Return targets as a finite array, or raise a ``ValueError`` if the loss has no such."""
        return check_array(target, name, shape=shape, among=(-1, 1) if self.signs else None)

    def _apply(self, what, scores, targets):
        s, y = np.asarray(scores, dtype=float), np.asarray(targets, dtype=float)
        if s.shape != y.shape:
            s, y = (np.array(part) for part in np.broadcast_arrays(s, y))
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

    code, signs = HINGE, True

    def __init__(self, margin=1.0, slope=1.0):
        self.margin = check_real(margin, "margin", low=0)
        infinite = slope == np.inf
        self.slope = np.inf if infinite else check_real(slope, "slope", low=0, open_low=True)
        self.lipschitz = self.slope


class SquaredHinge(ScoreLoss):
    """``slope / 2 * max(0, margin - y s)**2``, targets -1 and 1; self-bounded."""

    code, signs = SQUARED_HINGE, True

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

    code, signs = LOGISTIC, True
    lipschitz, smoothness, curvature = 1.0, 0.5, 0.25


class Linear(ScoreLoss):
    """``y s``: the target is the slope itself (section 3.6)."""

    code, lipschitz, curvature = LINEAR, 1.0, 0.0


class ZeroOne(ScoreLoss):
    """1 where ``y s <= 0``: a mistake; a score of 0 counts as one. Not convex."""

    code, signs = ZERO_ONE, True


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
