"""Many classes, and the trick behind all complex losses: one round is one hinge.

Shalev-Shwartz (2007), section 5.3.2. The losses of section 5.3 are maxima or means of hinges. Once
the answer is known, the subgradient at ``w_t`` belongs to a single hinge ``[rho - <w, a>]_+``, with
``a`` the direction in which the right answer should gain: value and slope agree at ``w_t``,
and it lies below the loss elsewhere. So the engine of binary classification runs them all.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcompanion._validation import check_count, check_real
from mlcompanion.online.core.scales import MistakeScale

from .margin_ascent import MarginAscent

__all__ = ["MulticlassDualAscent"]


class MulticlassDualAscent(ClassifierMixin, BaseEstimator):
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

    def fit(self, X, y):
        """Start anew and pass ``n_epochs`` times over the rows.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            At least two classes.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self._start(unique_labels(y), X.shape[1])
        self.n_iter_ = check_count(self.n_epochs, "n_epochs", low=1)
        for _ in range(self.n_iter_):
            self._play(X, y)
        return self

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows; ``classes`` names all labels in the first call."""
        first = not hasattr(self, "_ascent")
        X, y = validate_data(self, X, y, reset=first)
        check_classification_targets(y)
        if first:
            self._start(unique_labels(y if classes is None else classes), X.shape[1])
        elif classes is not None and not np.array_equal(unique_labels(classes), self.classes_):
            raise ValueError(f"classes must stay {self.classes_}, got {classes}")
        return self._play(X, y)

    def _start(self, classes, n_features):
        if len(classes) < 2:
            raise ValueError(f"y must have at least two classes, got {len(classes)} class(es)")
        self.classes_ = classes
        self._margin = check_real(self.margin, "margin", low=0, open_low=True)
        self._ascent = MarginAscent(
            len(classes) * (n_features + bool(self.fit_intercept)),
            MistakeScale() if self.scale is None else self.scale,
            self.step,
        )
        self.mistakes_ = np.zeros(0, dtype=bool)

    def _play(self, X, y):
        unknown = ~np.isin(y, self.classes_)
        if unknown.any():
            raise ValueError(f"y has labels outside classes: {np.unique(y[unknown])}")
        rows = np.column_stack([X, np.ones(len(X))]) if self.fit_intercept else X
        labels = np.searchsorted(self.classes_, y)
        mistakes = [self._round(x, label) for x, label in zip(rows.astype(float), labels)]
        self.mistakes_ = np.append(self.mistakes_, mistakes)
        self.n_mistakes_, self.t_ = int(self.mistakes_.sum()), len(self.mistakes_)
        W = self._ascent.weights.reshape(len(self.classes_), -1)
        self.coef_ = W[:, : X.shape[1]]
        self.intercept_ = W[:, -1] if self.fit_intercept else np.zeros(len(W))
        return self

    def _round(self, x, label):
        """Predict, learn, and tell whether it was a mistake."""
        ascent = self._ascent
        ascent.announce(np.sqrt(2 * (x @ x)))  # |phi(x, y) - phi(x, r)|
        scores = ascent.engine.theta.reshape(len(self.classes_), -1) @ x
        right, scores[label] = scores[label], -np.inf
        rival = int(scores.argmax())
        mistake = bool(scores[rival] >= right)
        if self.conservative and not mistake:
            ascent.skip()
            return mistake
        direction = np.zeros((len(self.classes_), len(x)))
        direction[label], direction[rival] = x, -x
        ascent.climb(direction.ravel(), self._margin)
        return mistake

    def decision_function(self, X):
        """Scores, shape (n_samples, n_classes); the difference of both for two classes."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        scores = X @ self.coef_.T + self.intercept_
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def predict(self, X):
        """Labels, shape (n_samples,)."""
        scores = self.decision_function(X)
        winners = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[winners]
