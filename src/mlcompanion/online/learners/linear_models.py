"""Linear online learners for two classes and for regression, as scikit-learn estimators.

Shalev-Shwartz (2007), chapters 2, 3 and 5: every one of them is a setting of
:class:`~mlcompanion.online.DualAscent`.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_count
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.losses import EpsilonInsensitive, Hinge, SquaredHinge
from mlcompanion.online.core.dual_ascent import DualAscent
from mlcompanion.online.core.scales import FixedScale, LipschitzScale

__all__ = [
    "DualAscentClassifier",
    "DualAscentRegressor",
    "PassiveAggressive",
    "Perceptron",
]


class _LinearLearner(BaseEstimator):
    """What classifier and regressor share: a stream played through :class:`DualAscent`."""

    def _settings(self):
        """Geometry, loss, scale, step and conservativeness of this learner."""
        return {
            "geometry": self.geometry,
            "loss": self.loss if self.loss is not None else self._default_loss(),
            "scale": self.scale if self.scale is not None else LipschitzScale(),
            "step": self.step,
            "conservative": getattr(self, "conservative", False),
        }

    def _instances(self, X):
        """The rows with a constant 1 appended where an intercept is wanted."""
        return np.column_stack([X, np.ones(len(X))]) if self.fit_intercept else X

    def _start(self, n_features):
        self._learner = DualAscent(n_features + bool(self.fit_intercept), **self._settings())
        self.t_ = 0

    def _play(self, X, targets):
        X = plain_layout(self._instances(X).astype(float, copy=False))
        checked = isinstance(self._learner, DualAscent)  # it can skip what was checked already
        play = self._learner.unchecked_run if checked else self._learner.run
        self.run_ = play(X, plain_layout(targets))
        self.t_ += len(X)
        w = self._learner.weights
        self.coef_, self.intercept_ = (
            (w[:-1][None], w[-1:]) if self.fit_intercept else (w[None], np.zeros(1))
        )

    def _scores(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        return X @ self.coef_[0] + self.intercept_[0]

    def _passes(self, X, targets):
        self._start(X.shape[1])
        self.n_iter_ = check_count(self.n_epochs, "n_epochs", low=1)
        for _ in range(self.n_iter_):
            self._play(X, targets)


class DualAscentClassifier(BinaryClassifierMixin, _LinearLearner):
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

    def _default_loss(self):
        return Hinge()

    def fit(self, X, y):
        """Start anew and pass ``n_epochs`` times over the rows.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y)
        self._two_classes(y)
        self._passes(X, self._signs(y))
        self.n_mistakes_ = int(self._learner.history[3])
        return self

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows of the stream.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (2,), optional
            Both labels; needed in the first call if ``y`` does not show them.

        Returns
        -------
        self
        """
        first = not hasattr(self, "_learner")
        X, y = self._next_rows(X, y, classes, first)
        if first:
            self._start(X.shape[1])
        self._play(X, self._signs(y))
        self.n_mistakes_ = int(self._learner.history[3])
        return self

    def decision_function(self, X):
        """Scores, shape (n_samples,); positive for the second class."""
        return self._scores(X)


class Perceptron(DualAscentClassifier):
    """Rosenblatt's Perceptron: the hinge's subgradient step on mistakes (section 2.3).

    ``w`` grows by ``y x`` on a mistake. Parameters and attributes as in
    :class:`DualAscentClassifier`; the scale of ``w`` never changes a prediction.
    """

    def __init__(self, fit_intercept=True, n_epochs=1):
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def _settings(self):
        return {
            "geometry": Euclidean(),
            "loss": Hinge(),
            "scale": FixedScale(1.0),
            "step": "subgradient",
            "conservative": True,
        }


class PassiveAggressive(DualAscentClassifier):
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

    def _settings(self):
        if self.variant not in (0, 1, 2):
            raise ValueError(f"variant must be 0, 1 or 2, got {self.variant!r}")
        loss = (
            Hinge(slope=np.inf)
            if self.variant == 0
            else Hinge(slope=self.C)
            if self.variant == 1
            else SquaredHinge(slope=2 * self.C)
        )
        return {
            "geometry": Euclidean(),
            "loss": loss,
            "scale": FixedScale(1.0),
            "step": "coordinate",
        }


class DualAscentRegressor(RegressorMixin, _LinearLearner):
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

    def _default_loss(self):
        return EpsilonInsensitive(0.1)

    def fit(self, X, y):
        """Start anew and pass ``n_epochs`` times over the rows."""
        X, y = validate_data(self, X, y, y_numeric=True)
        self._passes(X, y.astype(float))
        return self

    def partial_fit(self, X, y):
        """Go on with further rows of the stream."""
        first = not hasattr(self, "_learner")
        X, y = validate_data(self, X, y, y_numeric=True, reset=first)
        if first:
            self._start(X.shape[1])
        self._play(X, y.astype(float))
        return self

    def predict(self, X):
        """Predictions, shape (n_samples,)."""
        return self._scores(X)
