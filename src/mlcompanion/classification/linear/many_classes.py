r"""Many classes by classifiers for two: Sugiyama (2016), section 26.3.

One against the rest: c problems with all samples each, and the largest score wins. One against one:
c (c - 1) / 2 problems with the samples of two classes each, and the most votes win.
"""

from itertools import combinations

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_flag

from .least_squares import LSClassifier

__all__ = ["OneVsOne", "OneVsRest"]


class _Reduction(LargestScoreMixin, BaseEstimator):
    """A classifier of many classes from copies of one for two, fitted to labels -1 and 1."""

    def _copy(self, X, positive):
        """A copy of the classifier, fitted to whether a row is of the positive class."""
        base = LSClassifier() if self.estimator is None else self.estimator
        if not (hasattr(base, "fit") and hasattr(base, "decision_function")):
            raise TypeError("estimator must have fit and decision_function")
        return clone(base).fit(X, np.where(positive, 1, -1))

    def fit(self, X, y):
        """Fit one classifier a problem.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there is a single class.
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = class_codes(y)
        c = len(self.classes_)
        self._fit_problems(X, codes, c)
        return self

    def _scores_of(self, X):
        """The score of every problem's classifier, shape (m, n_problems)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return np.column_stack([model.decision_function(X) for model in self.estimators_])


class OneVsRest(_Reduction):
    r"""Each class against all others: :math:`\hat y=\arg\max_y\hat f_y(x)`.

    Parameters
    ----------
    estimator : estimator, optional
        A classifier of two classes with ``decision_function``; :class:`LSClassifier` if left out.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    estimators_ : list
        One a class, positive for it; a single one, positive for the second class, if there are two.

    Notes
    -----
    Cost: c fits to all n samples. Source: Sugiyama (2016), section 26.3 and Fig. 26.7.
    """

    def __init__(self, estimator=None):
        self.estimator = estimator

    def _fit_problems(self, X, codes, c):
        chosen = (1,) if c == 2 else range(c)  # of two classes one score tells both
        self.estimators_ = [self._copy(X, codes == k) for k in chosen]

    def decision_function(self, X):
        """The scores, shape (m, n_classes), or (m,) of two classes."""
        scores = self._scores_of(X)
        return scores[:, 0] if len(self.classes_) == 2 else scores


class OneVsOne(_Reduction):
    r"""Each class against each other one: the class with the most votes.

    Parameters
    ----------
    estimator : estimator, optional
        A classifier of two classes with ``decision_function``; :class:`LSClassifier` if left out.
    weighted : bool
        A vote counts as much as its score: what :math:`\hat f_{y,y'}(x)` gives to one class it
        takes from the other.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted.
    pairs_ : list of (int, int)
        Places in ``classes_``, in the order of ``estimators_``.
    estimators_ : list
        One a pair, positive for its first class.

    Notes
    -----
    Cost: c (c - 1) / 2 fits to 2 n / c samples each, if classes are of equal size. Source: Sugiyama
    (2016), section 26.3 and Fig. 26.8.
    """

    def __init__(self, estimator=None, *, weighted=False):
        self.estimator = estimator
        self.weighted = weighted

    def _fit_problems(self, X, codes, c):
        check_flag(self.weighted, "weighted")
        self.pairs_ = list(combinations(range(c), 2))
        self.estimators_ = []
        for first, second in self.pairs_:
            both = (codes == first) | (codes == second)
            self.estimators_.append(self._copy(X[both], codes[both] == first))

    def votes(self, X):
        """Votes for each class, whole numbers that sum to the number of pairs.

        Parameters
        ----------
        X : array_like, shape (m, n_features)

        Returns
        -------
        ndarray of int, shape (m, n_classes)
        """
        return self._counted(np.where(self._scores_of(X) >= 0, 1, 0), lost=lambda won: 1 - won)

    def tied(self, X):
        """Whether two classes or more share the most votes, shape (m,)."""
        votes = self.votes(X)
        return (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1

    def _counted(self, won, lost):
        """What each pair gives to its first class, and to its second, summed by class."""
        total = np.zeros((len(won), len(self.classes_)), dtype=won.dtype)
        for column, (first, second) in zip(won.T, self.pairs_):
            total[:, first] += column
            total[:, second] += lost(column)
        return total

    def decision_function(self, X):
        """Votes, or sums of scores, shape (m, n_classes); of two classes the score of the second.

        Parameters
        ----------
        X : array_like, shape (m, n_features)

        Returns
        -------
        ndarray
        """
        scores = self._scores_of(X)
        if len(self.classes_) == 2:
            return -scores[:, 0]  # positive for the second, as scikit-learn has it
        if self.weighted:
            return self._counted(scores, lost=np.negative)
        return self.votes(X).astype(float)
