"""Quasi-additive classifiers: Perceptron, p-norm and Winnow are one loop with three links.

Shalev-Shwartz (2007), section 5.1, Figures 5.1 and 5.2. All of them add ``y x`` to a dual vector on
a mistake and differ in the link that turns this vector into weights: they are settings of
:class:`~mlcompanion.online.DualAscent`. The Perceptron itself stands in
:mod:`~mlcompanion.online.learners.linear_models`.
"""

import numpy as np

from mlcompanion._validation import check_flag
from mlcompanion.convex.mirror_maps import Entropy, PNorm
from mlcompanion.online.core.dual_ascent import DualAscent
from mlcompanion.online.core.scales import FixedScale, MistakeScale

from .linear_models import OnlineLinearClassifier

__all__ = ["PNormPerceptron", "SelfTunedWinnow", "Winnow"]


class _QuasiAdditive(OnlineLinearClassifier):
    """Figure 5.1: the hinge's subgradient step, on mistakes only."""

    def new_engine(self, n_weights):
        """Conservative dual ascent with this link and scale."""
        return DualAscent(
            n_weights, self._geometry(), scale=self._scale(n_weights), conservative=True
        )


class PNormPerceptron(_QuasiAdditive):
    """The p-norm algorithm: link ``sign(theta) |theta|^(p-1) / |theta|_p^(p-2)`` (5.9).

    ``p = 2`` is the Perceptron; with ``p = 2 log n`` it behaves much like Winnow. The scale of the
    weights, and with it ``c``, never changes a prediction.

    Parameters
    ----------
    p : float
        At least 2.
    fit_intercept : bool
        Append a constant 1 to every instance.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Notes
    -----
    O(n_features) a round. Attributes as in
    :class:`~mlcompanion.online.DualAscentClassifier`.
    """

    def __init__(self, p=4.0, fit_intercept=True, n_epochs=1):
        self.p = p
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def _geometry(self):
        return PNorm(self.p)

    def _scale(self, n_weights):
        return FixedScale(1.0)


class _Exponential(_QuasiAdditive):
    """Weights on the simplex; *balanced*: of the instance and its negative, side by side."""

    def _geometry(self):
        return Entropy()

    def n_weights(self, n_features):
        """Weights of an instance, twice as many if it is balanced."""
        return super().n_weights(n_features) * (2 if check_flag(self.balanced, "balanced") else 1)

    def instances(self, X):
        """The rows as the engine sees them."""
        X = super().instances(X)
        # weights on the simplex are positive: a negative one is a weight of the negated feature
        return np.hstack([X, -X]) if self.balanced else X

    def split(self, w):
        """Coefficients and intercept; of a balanced learner, the difference of its halves."""
        half = len(w) // 2
        return super().split(w[:half] - w[half:] if self.balanced else w)


class Winnow(_Exponential):
    """Winnow: a mistake multiplies weight i by ``exp(y x_i / c)`` (5.5), then all are normalised.

    Parameters
    ----------
    inverse_rate : float
        The scale ``c``, positive; small means long steps. Unlike the Perceptron's it matters.
    balanced : bool
        Hold a weight for ``x`` and one for ``-x``, so that negative weights can be expressed. Then
        the first score is 0, which counts as a mistake.
    fit_intercept : bool
        Append a constant 1 to every instance.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Notes
    -----
    O(n_features) a round; exponents are shifted, so that none overflows. Attributes as in
    :class:`~mlcompanion.online.DualAscentClassifier`; ``coef_`` of a balanced learner
    is the difference of its two halves.
    """

    def __init__(self, inverse_rate=1.0, balanced=True, fit_intercept=True, n_epochs=1):
        self.inverse_rate = inverse_rate
        self.balanced = balanced
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def _scale(self, n_weights):
        return FixedScale(self.inverse_rate)


class SelfTunedWinnow(_Exponential):
    """Winnow with ``c_t = X_t sqrt((M_t + 1) / log n)`` (Figure 5.2).

    ``X_t`` is the largest absolute feature and ``M_t`` the number of mistakes so far: nothing is
    left to choose. The dual vector is kept unscaled, so a new ``c_t`` rescales the whole past.

    Parameters
    ----------
    balanced, fit_intercept, n_epochs
        As in :class:`Winnow`; ``n`` counts both halves and the constant feature.

    Notes
    -----
    O(n_features) a round.
    """

    def __init__(self, balanced=True, fit_intercept=True, n_epochs=1):
        self.balanced = balanced
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def _scale(self, n_weights):
        return MistakeScale(np.log(max(n_weights, 2)))  # one weight alone is always 1
