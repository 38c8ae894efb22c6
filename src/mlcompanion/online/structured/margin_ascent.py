"""The trick behind all complex losses: one round is one hinge.

Shalev-Shwartz (2007), section 5.3.2. The losses of section 5.3 are maxima or means of hinges. Once
the answer is known, the subgradient at ``w_t`` belongs to a single hinge ``[rho - <w, a>]_+``, with
``a`` the direction in which the right answer should gain: value and slope agree at ``w_t``,
and it lies below the loss elsewhere. So the engine of binary classification runs them all.
"""

from mlcompanion._validation import check_array
from mlcompanion.losses import Hinge
from mlcompanion.online.core.dual_ascent import DualAscent

__all__ = ["MarginAscent"]


class MarginAscent(DualAscent):
    """Dual ascent in Euclidean space for a hinge ``[rho_t - <w, a_t>]_+`` that varies by round.

    Parameters
    ----------
    n_features : int
        Length of the directions.
    scale : FixedScale, RootScale, LipschitzScale or MistakeScale
    step : {"subgradient", "coordinate"}

    Notes
    -----
    A learner may have to :meth:`announce` the largest norm that this round's directions can have
    before it chooses one: ``c_t``, and with it ``w_t``, may depend on it.
    """

    def __init__(self, n_features, scale, step="coordinate"):
        super().__init__(n_features, scale=scale, step=step)

    def climb(self, direction, margin):
        """Play the hinge of this round; return its :class:`OnlineRun` of length 1. O(n)."""
        direction = check_array(direction, "direction", shape=(self.n_features,))
        self.retune(loss=Hinge(margin))
        return self.update(direction, 1.0)  # the right answer is folded into the direction
