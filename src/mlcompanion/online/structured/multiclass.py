"""Many classes: one weight vector a class, and one hinge a round.

Shalev-Shwartz (2007), section 5.3.2.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from mlcompanion._validation import check_flag, check_real
from mlcompanion.online.core.scales import MistakeScale
from mlcompanion.online.learners.mixins import ManyClassesMixin

from .margin_ascent import MarginAscent

__all__ = ["MulticlassDualAscent"]


class MulticlassDualAscent(ManyClassesMixin, ClassifierMixin, BaseEstimator):
    """Online classifier with one weight vector a class: ``phi(x, r)`` puts x into block r.

    The loss is ``max_{r != y} [gamma - <w_y - w_r, x>]_+`` (5.19). A round moves the weights of the
    right class and of its strongest rival, in opposite directions.

    Parameters
    ----------
    margin : float
        Margin between right class and rival.
    scale : object, optional
        Rule for ``c_t``; ``MistakeScale()`` by default.
    step : {"coordinate", "subgradient"}
        Best step in the direction of the rival, or the full one. With ``"subgradient"``,
        ``conservative`` and a fixed scale this is the multiclass Perceptron.
    conservative : bool
        Update on mistakes only.
    fit_intercept : bool
        Append a constant 1 to every instance.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
    coef_ : ndarray, shape (n_classes, n_features)
    intercept_ : ndarray, shape (n_classes,)
    mistakes_ : ndarray of bool, shape (t_,)
        Rounds in which some rival's score was not below that of the right class.
    n_mistakes_, t_ : int

    Notes
    -----
    O(n_classes n_features) a round.
    """

    def __init__(
        self,
        margin=1.0,
        scale=None,
        step="coordinate",
        conservative=False,
        fit_intercept=True,
        n_epochs=1,
    ):
        self.margin = margin
        self.scale = scale
        self.step = step
        self.conservative = conservative
        self.fit_intercept = fit_intercept
        self.n_epochs = n_epochs

    def begin(self, n_features):
        """Forget everything."""
        self._margin = check_real(self.margin, "margin", low=0, open_low=True)
        check_flag(self.conservative, "conservative")
        width = n_features + check_flag(self.fit_intercept, "fit_intercept")
        scale = MistakeScale() if self.scale is None else self.scale
        self.engine_ = MarginAscent(len(self.classes_) * width, scale, self.step)
        self.mistakes_ = np.zeros(0, dtype=bool)

    def play(self, X, targets):
        """Play rows that have been checked."""
        rows = np.column_stack([X, np.ones(len(X))]) if self.fit_intercept else X
        mistakes = [self._round(x, label) for x, label in zip(rows, targets)]
        self.mistakes_ = np.append(self.mistakes_, mistakes)

    @property
    def n_mistakes_(self):
        """Mistakes since the start."""
        return int(self.mistakes_.sum())

    @property
    def coef_(self):
        """Weights of the features for the next row."""
        return self._weights()[:, : self.n_features_in_]

    @property
    def intercept_(self):
        """Weights of the constant for the next row."""
        W = self._weights()
        return W[:, -1] if self.fit_intercept else np.zeros(len(W))

    def _weights(self):
        return self.engine_.weights.reshape(len(self.classes_), -1)

    def _round(self, x, label):
        """Predict, learn, and tell whether it was a mistake."""
        ascent = self.engine_
        ascent.announce(np.sqrt(2 * (x @ x)))  # |phi(x, y) - phi(x, r)|
        # not divided by c: a common positive factor changes no comparison
        scores = ascent.theta.reshape(len(self.classes_), -1) @ x
        right = scores[label]
        scores[label] = -np.inf
        rival = int(scores.argmax())
        mistake = bool(scores[rival] >= right)
        if self.conservative and not mistake:
            ascent.skip()
            return mistake
        direction = np.zeros((len(self.classes_), len(x)))
        direction[label] = x
        direction[rival] = -x
        ascent.climb(direction.ravel(), self._margin)
        return mistake
