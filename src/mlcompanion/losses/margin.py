"""Losses of the margin ``y s``: how wrong a score ``s`` is for a label ``y`` of -1 or 1.

Shalev-Shwartz (2007), sections 2.3, 3.5 and 5.3; Sugiyama (2016), chapters 26 and 27. The linear
loss, whose target is any slope, stands with them.
"""

import numpy as np

from .._validation import check_real
from .formulas import (
    EXPONENTIAL,
    HINGE,
    LINEAR,
    LOGISTIC,
    RAMP,
    SQUARED_HINGE,
    SQUARED_RAMP,
    ZERO_ONE,
)
from .score import ScoreLoss

__all__ = [
    "Exponential",
    "Hinge",
    "Linear",
    "Logistic",
    "Ramp",
    "SquaredHinge",
    "SquaredRamp",
    "ZeroOne",
]


class Hinge(ScoreLoss):
    """``slope * max(0, margin - y s)``, targets -1 and 1 (equation 5.1).

    An infinite slope makes the margin a constraint: then only dual coordinate steps are defined.
    """

    code = HINGE
    signs = True

    def __init__(self, margin=1.0, slope=1.0):
        self.margin = check_real(margin, "margin", low=0)
        infinite = slope == np.inf
        self.slope = np.inf if infinite else check_real(slope, "slope", low=0, open_low=True)
        self.lipschitz = self.slope


class SquaredHinge(ScoreLoss):
    """``slope / 2 * max(0, margin - y s)**2``, targets -1 and 1; self-bounded."""

    code = SQUARED_HINGE
    signs = True

    def __init__(self, margin=1.0, slope=1.0):
        self.margin = check_real(margin, "margin", low=0)
        self.slope = check_real(slope, "slope", low=0, open_low=True)
        self.smoothness = self.curvature = self.slope


class Logistic(ScoreLoss):
    """``log(1 + exp(-y s))``, targets -1 and 1; Lipschitz and self-bounded, both with 1/2 or 1."""

    code = LOGISTIC
    signs = True
    lipschitz = 1.0
    smoothness = 0.5
    curvature = 0.25  # of p (1 - p)


class Exponential(ScoreLoss):
    """``exp(-y s)``, targets -1 and 1: the loss of AdaBoost.

    Sugiyama (2016), Fig. 26.6 and section 30.3.
    """

    code = EXPONENTIAL
    signs = True


class ZeroOne(ScoreLoss):
    """1 where ``y s <= 0``: a mistake; a score of 0 counts as one. Not convex."""

    code = ZERO_ONE
    signs = True


class Ramp(ScoreLoss):
    """``min(1, max(0, 1 - y s))``, targets -1 and 1: a hinge that no point can pull at; not convex.

    Sugiyama (2016), section 27.6.
    """

    code = RAMP
    signs = True
    lipschitz = 1.0


class SquaredRamp(ScoreLoss):
    """``slope / 2 * min(1, max(0, 1 - y s))**2``, targets -1 and 1; self-bounded, not convex.

    Sugiyama (2016), section 27.6, there with the factor 1.
    """

    code = SQUARED_RAMP
    signs = True

    def __init__(self, slope=1.0):
        self.slope = check_real(slope, "slope", low=0, open_low=True)
        self.lipschitz = self.smoothness = self.slope


class Linear(ScoreLoss):
    """``y s``: the target is the slope itself (section 3.6)."""

    code = LINEAR
    lipschitz = 1.0
    curvature = 0.0
