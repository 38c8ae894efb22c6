"""Linear online learners for two classes and for regression, as scikit-learn estimators.

Shalev-Shwartz (2007), chapters 2, 3 and 5: every one of them is a setting of
:class:`~mlcompanion.online.DualAscent`.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_in, check_real
from mlcompanion.losses import EpsilonInsensitive, Hinge, SquaredHinge
from mlcompanion.online.core.dual_ascent import DualAscent
from mlcompanion.online.core.scales import LipschitzScale

from .mixins import BinaryStreamMixin, OnlineLinearMixin, StreamMixin

__all__ = [
    "DualAscentClassifier",
    "DualAscentRegressor",
    "PassiveAggressive",
    "Perceptron",
]


class OnlineLinearClassifier(OnlineLinearMixin, BinaryStreamMixin, BaseEstimator):
    """A linear online classifier for two classes; it says with ``new_engine`` how it learns."""

    def decision_function(self, X):
        """Scores, shape (n_samples,); positive for the second class."""
        return self._scores(X)


class DualAscentClassifier(OnlineLinearClassifier):
    """Online linear classifier for two classes by dual ascent.

    Parameters
    ----------
    geometry : MirrorMap, optional
        Geometry; Euclidean by default.
    loss : ScoreLoss, optional
        A loss for targets -1 and 1; the hinge by default.
    scale : object, optional
        Rule for ``c_t``; ``LipschitzScale()`` by default.
    step : {"coordinate", "subgradient"}
    conservative : bool
        Update on mistakes only.
    fit_intercept : bool
        Append a constant 1 to every instance; its weight is the intercept.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    n_mistakes_ : int
        Mistakes since the start, counted before each update; a score of 0 is one.
    t_ : int
        Rounds since the start.
    run_ : OnlineRun
        The rounds of the last call.

    Notes
    -----
    O(n_features) a round. Source: Shalev-Shwartz (2007), Figures 3.2, 5.1 and 5.3.
    """

    def __init__(
        self,
        geometry=None,
        loss=None,
        scale=None,
        step="coordinate",
        conservative=False,
        fit_intercept=True,
        n_epochs=1,
    ):
        self.geometry = geometry
        self.loss = loss
        self.scale = scale
        self.step = step
        self.conservative = conservative
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def new_engine(self, n_weights):
        """Dual ascent with these settings."""
        return DualAscent(
            n_weights,
            self.geometry,
            self.loss,
            LipschitzScale() if self.scale is None else self.scale,
            self.step,
            self.conservative,
        )


class Perceptron(OnlineLinearClassifier):
    """Rosenblatt's Perceptron: the hinge's subgradient step on mistakes (section 2.3).

    ``w`` grows by ``y x`` on a mistake; the scale of ``w`` never changes a prediction.

    Parameters
    ----------
    fit_intercept : bool
        Append a constant 1 to every instance; its weight is the intercept.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Notes
    -----
    O(n_features) a round. Attributes as in :class:`DualAscentClassifier`.
    """

    def __init__(self, fit_intercept=True, n_epochs=1):
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def new_engine(self, n_weights):
        """Conservative dual ascent with subgradient steps of length 1."""
        # hinge, Euclidean space and c = 1 are the defaults: theta is the Perceptron's w
        return DualAscent(n_weights, conservative=True)


class PassiveAggressive(OnlineLinearClassifier):
    """Passive-aggressive learner: dual coordinate steps with a fixed scale (section 5.2).

    Parameters
    ----------
    C : float
        Largest step of variant I, inverse regularisation of variant II; variant 0 ignores it.
    variant : {0, 1, 2}
        0: the smallest change that removes the loss; 1: the same, at most C; 2: squared hinge.
    fit_intercept : bool
    n_epochs : int

    Notes
    -----
    Variants 0, 1, 2 are the hinge with infinite slope, the hinge with slope C and the squared hinge
    with slope 2C, all with ``c = 1``.
    """

    def __init__(self, C=1.0, variant=1, fit_intercept=True, n_epochs=1):
        self.C = C
        self.variant = variant
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def new_engine(self, n_weights):
        """Dual ascent with coordinate steps and the variant's loss."""
        # the loss's slope bounds the step: C caps the dual variable, as in PA-I
        losses = {0: lambda C: Hinge(slope=np.inf), 1: lambda C: Hinge(slope=C),
                  2: lambda C: SquaredHinge(slope=2 * C)}  # fmt: skip
        C = check_real(self.C, "C", low=0, open_low=True)
        loss = losses[check_in(self.variant, "variant", losses)](C)
        return DualAscent(n_weights, loss=loss, step="coordinate")


class DualAscentRegressor(OnlineLinearMixin, RegressorMixin, StreamMixin, BaseEstimator):
    """Online linear regression by dual ascent (section 5.3.1).

    Parameters
    ----------
    geometry : MirrorMap, optional
        Euclidean by default.
    loss : ScoreLoss, optional
        ``EpsilonInsensitive(0.1)`` by default.
    scale : object, optional
        Rule for ``c_t``; ``LipschitzScale()`` by default.
    step : {"coordinate", "subgradient"}
    fit_intercept : bool
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
    t_ : int
    run_ : OnlineRun
    """

    def __init__(
        self,
        geometry=None,
        loss=None,
        scale=None,
        step="coordinate",
        fit_intercept=True,
        n_epochs=10,
    ):
        self.geometry = geometry
        self.loss = loss
        self.scale = scale
        self.step = step
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    _numeric = True

    def new_engine(self, n_weights):
        """Dual ascent with these settings."""
        return DualAscent(
            n_weights,
            self.geometry,
            EpsilonInsensitive(0.1) if self.loss is None else self.loss,
            LipschitzScale() if self.scale is None else self.scale,
            self.step,
        )

    def meet(self, labels):
        """Any number may be an answer."""

    def _targets(self, y):
        return plain_layout(self.engine_.loss.check_target(y.astype(float)))

    def _target(self, answer):
        target = np.array([answer], dtype=float)
        return target if np.isfinite(answer) and not self.engine_.loss.signs else None

    def partial_fit(self, X, y):
        """Go on with further rows of the stream."""
        return self._partial_fit(X, y)

    def predict(self, X):
        """Predictions, shape (n_samples,)."""
        return self._scores(X)
