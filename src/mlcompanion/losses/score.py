"""What every loss of a score and a target answers: value, slope, curvature, conjugate.

The losses ``g(w) = loss(<w, x>, y)`` of linear predictors. A loss carries a code and two
parameters, so that compiled loops evaluate the same :mod:`.formulas` as the methods. The losses of
labels -1 and 1 stand in :mod:`.margin`, those of numbers in :mod:`.residual`.
"""

from math import isfinite

import numpy as np

from .._jit import njit, plain_layout
from .._validation import check_array
from .formulas import (
    ZERO_ONE,
    Loss,
    loss_conjugate,
    loss_conjugate_derivative,
    loss_conjugate_second,
    loss_derivative,
    loss_second,
    loss_value,
)

__all__ = ["ScoreLoss"]


@njit
def _each(kind, a, slope, what, scores, targets):
    loss = Loss(kind, a, slope)
    out = np.empty(len(scores))
    for i in range(len(scores)):
        if np.isnan(scores[i]) or np.isnan(targets[i]):  # no comparison of a formula is to hide it
            out[i] = np.nan
        elif what == 0:
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

    code = ZERO_ONE
    margin = 0.0
    slope = 1.0
    signs = False
    lipschitz = smoothness = curvature = np.inf

    @property
    def compiled(self):
        """The loss as compiled loops take it."""
        return Loss(self.code, float(self.margin), float(self.slope))

    def check_target(self, target, name="y", shape=None):
        """Return targets as a finite array, or raise a ``ValueError`` if the loss has no such."""
        return check_array(target, name, shape=shape, among=(-1, 1) if self.signs else None)

    def single_target(self, target, name="y"):
        """One target as an array of length 1, checked; a float in half a microsecond."""
        if isinstance(target, float) and (abs(target) == 1 if self.signs else isfinite(target)):
            return np.array([target], dtype=float)
        return plain_layout(self.check_target(np.atleast_1d(target), name, shape=(1,)))

    def _apply(self, what, scores, targets):
        s = np.asarray(scores, dtype=float)
        y = np.asarray(targets, dtype=float)
        if s.shape != y.shape:
            s, y = (np.array(part) for part in np.broadcast_arrays(s, y))
        shape = s.shape
        s = plain_layout(s.ravel())
        y = plain_layout(y.ravel())
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
