"""The trick behind all complex losses: one round is one hinge.

Shalev-Shwartz (2007), section 5.3.2. The losses of section 5.3 are maxima or means of hinges. Once
the answer is known, the subgradient at ``w_t`` belongs to a single hinge ``[rho - <w, a>]_+``, with
``a`` the direction in which the right answer should gain: value and slope agree at ``w_t``,
and it lies below the loss elsewhere. So the engine of binary classification runs them all.
"""

from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.losses import Hinge
from mlcompanion.online.core.dual_ascent import DualAscent
from mlcompanion.online.core.scales import NORM_MAX, ROUNDS

__all__ = ["MarginAscent"]


class MarginAscent:
    """Dual ascent in Euclidean space for a hinge ``[rho_t - <w, a_t>]_+`` that varies by round.

    Parameters
    ----------
    n_features : int
        Length of the directions.
    scale : FixedScale, RootScale, LipschitzScale or MistakeScale
    step : {"subgradient", "coordinate"}

    Attributes
    ----------
    engine : DualAscent
    """

    def __init__(self, n_features, scale, step="coordinate"):
        self.engine = DualAscent(n_features, Euclidean(), scale=scale, step=step)

    def announce(self, norm):
        """Tell the largest norm that this round's directions can have; O(1).

        ``c_t``, and with it ``w_t``, may depend on it before the direction is chosen.
        """
        history = self.engine.history
        history[NORM_MAX] = max(history[NORM_MAX], norm)

    @property
    def weights(self):
        """``w_t = theta_t / c_t``."""
        return self.engine.theta / self.engine.inverse_rate

    def skip(self):
        """A round without an update."""
        self.engine.history[ROUNDS] += 1

    def climb(self, direction, margin):
        """Play the hinge of this round; return its :class:`OnlineRun` of length 1. O(n)."""
        self.engine.loss = Hinge(float(margin))
        return self.engine.update(direction, 1.0)
