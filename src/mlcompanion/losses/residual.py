"""Losses of the residual ``s - y``: how far a score is from a number.

Shalev-Shwartz (2007), section 5.3.1; Sugiyama (2016), chapter 25; Tomioka et al. (2011), Table 1.
"""

import numpy as np

from .._validation import check_real
from .formulas import HUBER, INSENSITIVE, SECANT, SQUARED, TUKEY
from .score import ScoreLoss

__all__ = [
    "Absolute",
    "EpsilonInsensitive",
    "Huber",
    "HyperbolicSecant",
    "Squared",
    "Tukey",
]


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


class Huber(ScoreLoss):
    """``r**2 / 2`` for residuals ``|r| <= eta``, ``eta |r| - eta**2 / 2`` beyond.

    Sugiyama (2016), section 25.3.
    """

    code = HUBER
    smoothness = 1.0
    curvature = 1.0

    def __init__(self, eta=1.0):
        self.margin = self.lipschitz = check_real(eta, "eta", low=0, open_low=True)


class Tukey(ScoreLoss):
    """Biweight ``eta**2 / 6 (1 - (1 - r**2 / eta**2)**3)``, constant beyond ``eta``; not convex.

    Sugiyama (2016), section 25.4.
    """

    code = TUKEY
    smoothness = 1.0
    curvature = 1.0

    def __init__(self, eta=1.0):
        self.margin = check_real(eta, "eta", low=0, open_low=True)
        # the slope at eta / sqrt(5), where it is steepest
        self.lipschitz = 16 * self.margin / (25 * np.sqrt(5))


class HyperbolicSecant(ScoreLoss):
    """``log(exp(s - y) + exp(y - s))``: minus the logarithm of a hyperbolic secant density.

    Tomioka, Suzuki and Sugiyama (2011), Table 1. The least value is log 2.
    """

    code = SECANT
    lipschitz = 1.0
    smoothness = 1.0
    curvature = 1.0
