"""Online learners that take the exact label-ranking step in every round.

Shalev-Shwartz (2007), Sections 5.3 and 7.3.
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcompanion._validation import check_array, check_real

from .label_ranking import label_ranking_dual, label_ranking_loss, label_ranking_step

__all__ = ["LabelRankingClassifier", "LabelRankingRun", "label_ranking_run"]


class LabelRankingRun(NamedTuple):
    """What an online run left behind.

    Attributes
    ----------
    losses : ndarray of shape (n_rounds,)
    mistakes : ndarray of bool of shape (n_rounds,)
        Whether some other label scored at least as high as some relevant one.
    coef : ndarray of shape (k, d)
    dual : ndarray of shape (n_rounds,)
        The increase of the dual in each round, in units of the loss.
    """

    losses: np.ndarray
    mistakes: np.ndarray
    coef: np.ndarray
    dual: np.ndarray


def label_ranking_run(X, relevant, inverse_rate=1.0, margin=1.0, coef=None):
    r"""The online learner that takes the exact dual step in every round, with a fixed c.

    Parameters
    ----------
    X : array_like of shape (n_rounds, d)
    relevant : array_like of bool of shape (n_rounds, k)
    inverse_rate, margin : float > 0
        ``1/c`` bounds the step: with ``c`` small the learner is aggressive.
    coef : array_like of shape (k, d), optional
        Where it starts; default zero.

    Returns
    -------
    LabelRankingRun

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k d + k log k) a round.
    """
    X = check_array(X, "X", ndim=2)
    relevant = np.asarray(relevant)
    if relevant.dtype != bool or relevant.ndim != 2 or len(relevant) != len(X):
        raise ValueError(f"relevant must be a boolean array of shape ({len(X)}, k)")
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    gamma = check_real(margin, "margin", low=0, open_low=True)
    shape = (relevant.shape[1], X.shape[1])
    W = np.zeros(shape) if coef is None else check_array(coef, "coef", shape=shape).copy()
    losses, mistakes, dual = np.zeros(len(X)), np.zeros(len(X), bool), np.zeros(len(X))
    for t, (x, Y) in enumerate(zip(X, relevant)):
        scores, sqnorm = W @ x, float(x @ x)
        losses[t] = label_ranking_loss(scores, Y, gamma)
        mistakes[t] = losses[t] >= gamma
        if losses[t] > 0:
            alpha = label_ranking_step(scores, sqnorm, Y, c, gamma)
            dual[t] = label_ranking_dual(alpha, scores, sqnorm, Y, c, gamma)
            W += np.outer(np.where(Y, alpha, -alpha) / c, x)
    return LabelRankingRun(losses, mistakes, W, dual)


class LabelRankingClassifier(ClassifierMixin, BaseEstimator):
    r"""Multiclass learner: one pass over the stream, an exact SOPOPO step in every round.

    Parameters
    ----------
    inverse_rate : float > 0
        Weight of the complexity against the loss.
    margin : float > 0
        Margin between the right label and the best of the others.

    Attributes
    ----------
    classes_ : ndarray of shape (k,)
    coef_ : ndarray of shape (k, n_features)
    n_mistakes_ : int
        Mistakes made on line, over all calls.

    Notes
    -----
    Cost: O(k d + k log k) a round. Source: Sections 5.3 and 7.3. With k = 2 and only the difference
    of the two weight vectors considered, it is the passive-aggressive step.
    """

    def __init__(self, inverse_rate=1.0, margin=1.0):
        self.inverse_rate = inverse_rate
        self.margin = margin

    def fit(self, X, y):
        """Forget everything and take one pass over the rows, in their order."""
        for name in ("classes_", "coef_"):
            if hasattr(self, name):
                delattr(self, name)
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        return self._pass(X, y, unique_labels(y))

    def partial_fit(self, X, y, classes=None):
        """Continue with these rows; the first call names all ``classes``."""
        first = not hasattr(self, "coef_")
        if first and classes is None:
            raise ValueError("classes must be given in the first call of partial_fit")
        X, y = validate_data(self, X, y, dtype=float, reset=first)
        check_classification_targets(y)
        labels = unique_labels(classes) if first else self.classes_
        if not np.isin(y, labels).all():
            raise ValueError(f"y contains labels outside classes {labels}")
        return self._pass(X, y, labels)

    def _pass(self, X, y, labels):
        if not hasattr(self, "coef_"):
            self.classes_, self.n_mistakes_ = labels, 0
            self.coef_ = np.zeros((len(labels), X.shape[1]))
        relevant = y[:, None] == self.classes_[None, :]
        run = label_ranking_run(X, relevant, self.inverse_rate, self.margin, self.coef_)
        self.coef_ = run.coef
        self.n_mistakes_ += int(run.mistakes.sum())
        return self

    def decision_function(self, X):
        """Scores, shape (n_samples, k); for two classes their difference, shape (n_samples,)."""
        check_is_fitted(self, "coef_")
        scores = validate_data(self, X, dtype=float, reset=False) @ self.coef_.T
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def predict(self, X):
        """The label with the highest score."""
        scores = self.decision_function(X)
        best = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[best]
