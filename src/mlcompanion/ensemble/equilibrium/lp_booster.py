"""``LPAdaBoost``: the classifiers of AdaBoost with the weights of the largest least margin.

Grove and Schuurmans (1998); Wang et al. (2011), section 2.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_instance

from ..boosting import DualBooster
from .binned_stumps import BinnedStump
from .voting_programs import lp_weights

__all__ = ["LPAdaBoost", "signed_votes"]


def signed_votes(model, X, y):
    """What each hypothesis of a fitted booster says of each example, right or wrong.

    Parameters
    ----------
    model : DualBooster or LPAdaBoost
        Fitted.
    X : array_like, shape (n_samples, n_features)
    y : array_like, shape (n_samples,)
        Classes as in training.

    Returns
    -------
    ndarray, shape (n_samples, n_hypotheses)
        ``y_i h_t(x_i)``; times weights that sum to 1 these are the margins.

    Raises
    ------
    ValueError
        If ``X`` or ``y`` does not fit the model.
    """
    check_instance(model, "model", (DualBooster, LPAdaBoost))
    check_is_fitted(model, "hypotheses_")
    check_array(X, "X", ndim=2, min_rows=1)  # named here; names of columns are the model's
    X = validate_data(model, X, dtype=np.float64, reset=False)
    y = np.asarray(y)
    if y.shape != (len(X),) or not np.isin(y, model.classes_).all():
        raise ValueError(f"y must hold classes {model.classes_.tolist()}, one for each row of X")
    signs = np.where(y == model.classes_[1], 1.0, -1.0)
    votes = np.empty((len(X), len(model.hypotheses_)))
    for t, hypothesis in enumerate(model.hypotheses_):
        votes[:, t] = signs * hypothesis(X)
    return votes


class LPAdaBoost(BinaryClassifierMixin, BaseEstimator):
    """AdaBoost's hypotheses, weighted so that the least training margin is as large as it can be.

    Parameters
    ----------
    n_rounds : int
        Rounds of AdaBoost.
    weak : estimator, optional
        Its weak learner; default :class:`BinnedStump`.

    Attributes
    ----------
    hypotheses_ : list of callable
        From rows to values in [-1, 1].
    weights_ : ndarray, shape (n_hypotheses,)
        Their absolute values sum to 1; a negative one stands for the opposite hypothesis.
    alphas_ : ndarray, shape (n_hypotheses,)
        AdaBoost's weights.
    least_margin_ : float
        Negative if no vote separates the examples.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    AdaBoost's cost and a linear program with as many variables as hypotheses. Hypotheses that are
    equal or opposite on the examples are merged first: see :func:`merge_votes`.
    Source: Wang et al. (2011), section 2.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = LPAdaBoost(n_rounds=50).fit(X, y)
    >>> bool(model.least_margin_ > 0), model.score(X, y)
    (True, 1.0)
    """

    def __init__(self, n_rounds=100, *, weak=None):
        self.n_rounds = n_rounds
        self.weak = weak

    def fit(self, X, y):
        """Boost, then solve the program.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes, of any type.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            On a bad parameter, or if ``y`` does not hold two classes.

        Warns
        -----
        ConvergenceWarning
            If no hypothesis is better than chance: the vote is then empty, and its scores are 0.
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        self._two_classes(y)
        weak = BinnedStump() if self.weak is None else self.weak
        booster = DualBooster(n_rounds=self.n_rounds, weak=weak).fit(X, y)
        self.hypotheses_ = booster.hypotheses_
        self.alphas_ = booster.alphas_
        if len(self.alphas_) == 0:
            self.weights_ = np.zeros(0)
            self.least_margin_ = 0.0
            return self
        votes = signed_votes(booster, X, y)
        self.weights_, self.least_margin_ = lp_weights(votes, self.alphas_)
        return self

    def decision_function(self, X):
        """Return ``sum_t weights_t h_t(x)`` in [-1, 1], positive for ``classes_[1]``."""
        check_is_fitted(self, "weights_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        total = np.zeros(len(X))
        for weight, hypothesis in zip(self.weights_, self.hypotheses_):
            if weight != 0:
                total += weight * hypothesis(X)
        return total
