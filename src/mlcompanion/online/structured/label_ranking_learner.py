"""Online learners that take the exact label-ranking step in every round.

Shalev-Shwartz (2007), Sections 5.3 and 7.3.
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from mlcompanion._validation import check_array, check_real
from mlcompanion.online.learners.mixins import ManyClassesMixin

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


class LabelRankingClassifier(ManyClassesMixin, ClassifierMixin, BaseEstimator):
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
    intercept_ : ndarray of shape (k,)
        Zero: a constant feature stands for it.
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

    def begin(self, n_features):
        """Forget everything."""
        self.n_mistakes_ = 0
        self.coef_ = np.zeros((len(self.classes_), n_features))
        self.intercept_ = np.zeros(len(self.classes_))

    def play(self, X, targets):
        """Play rows that have been checked."""
        relevant = targets[:, None] == np.arange(len(self.classes_))
        run = label_ranking_run(X, relevant, self.inverse_rate, self.margin, self.coef_)
        self.coef_ = run.coef
        self.n_mistakes_ += int(run.mistakes.sum())
