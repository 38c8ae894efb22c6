"""What the families of a normal variable share: observations are numbers.

All squares are of differences from a centre, so that data far from zero lose no digits.
"""

import math

from mlcompanion._validation import check_array, check_real
from mlcompanion.probability import Gamma
from mlcompanion.probability.laws.multivariate_t import t_log_density

from .family import ConjugateFamily

__all__ = ["NormalVariable", "keep", "left_over"]


def keep(law, *positive):
    """Store the checked parameters of a frozen law as plain floats."""
    for name in law.__dataclass_fields__:
        low = 0 if name in positive else -math.inf
        value = check_real(getattr(law, name), name, low=low, open_low=name in positive)
        object.__setattr__(law, name, value)


def left_over(value, name):
    """What is left of a positive parameter when an observation goes, or that it was never in."""
    if not value > 0:
        raise ValueError(f"x cannot be removed: {name} would become {value:.6g}, not positive")
    return value


class NormalVariable(ConjugateFamily):
    """Base of the families whose precision has a gamma law with ``alpha`` and ``beta``."""

    def _log_base(self, n):
        return -0.5 * n * math.log(2 * math.pi)

    def precision_law(self):
        """The law of the precision: gamma with shape alpha and rate beta.

        Returns
        -------
        Gamma
        """
        return Gamma(self.alpha, self.beta)

    def _predictive_at(self, x, mean, variance_factor):
        x = check_array(x, "x")
        # two roots, whose product is in range where beta / alpha times the factor may not be
        scale = math.sqrt(self.beta) * math.sqrt(variance_factor / self.alpha)
        z = (x - mean) / scale
        return t_log_density(z * z, math.log(scale), 1, 2 * self.alpha)[()]
