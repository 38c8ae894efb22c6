"""What learners from candidate labels share: the bags, and the two ways to predict.

Cour, Sapp and Taskar (2011): a bag is the set of candidates of an example, one of them true; in
code, a row of Booleans, one column a label.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, best_class, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array

__all__ = ["CandidateClassifier", "check_candidates"]


def check_candidates(value, name="candidates", shape=(None, None)):
    """Return bags as Booleans, or say what is wrong with them.

    Parameters
    ----------
    value : array_like, shape (n, L)
        Entries 0 and 1, or False and True.
    name : str
    shape : tuple of (int or None, int or None)

    Returns
    -------
    ndarray of bool, shape (n, L)
    """
    bags = check_array(value, name, shape=shape, min_rows=1, among=(0, 1)).astype(bool)
    if bags.shape[1] < 2:
        raise ValueError(f"{name} must have at least two columns, got 1 class")
    if not (full := bags.any(axis=1)).all():
        raise ValueError(f"{name} must give every row a candidate, row {full.argmin()} has none")
    return bags


class CandidateClassifier(AllScoresMixin, BaseEstimator):
    """A classifier that scores every label; ``scores(X)`` is the subclass's."""

    def _check_bags(self, X, y):
        """Validate, set ``classes_``, and return rows and their bags."""
        if len(shape := np.asarray(y).shape) == 2 and shape[1] > 1:
            X = validate_data(self, X, dtype=np.float64)
            bags = check_candidates(y, "y", (len(X), None))
            self.classes_ = np.arange(bags.shape[1])
            return X, bags
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = class_codes(y)
        return X, np.eye(len(self.classes_), dtype=bool)[codes]

    def _rows(self, X):
        """The rows to predict for, validated."""
        check_is_fitted(self)
        return validate_data(self, X, dtype=np.float64, reset=False)

    def predict_candidates(self, X, candidates):
        """The label of the largest score within each row's bag.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        candidates : array_like of bool, shape (n_samples, n_classes)

        Returns
        -------
        ndarray, shape (n_samples,)
        """
        scores = self.scores(X)
        bags = check_candidates(candidates, shape=scores.shape)
        return self.classes_[best_class(np.where(bags, scores, -np.inf))]
