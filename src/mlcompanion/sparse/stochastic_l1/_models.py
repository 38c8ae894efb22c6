"""What the estimators share: two kinds of targets, one score, and a safe step.

Shalev-Shwartz and Tewari (2011).
"""

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import RegressorTags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_in

from .guarantees import proposition_eta
from .runs import named_loss

__all__ = ["ExampleWise", "L1Model"]


def _is_classifier(model):
    """Whether there are classes to decide between."""
    return model.loss != "squared"


class L1Model(BinaryClassifierMixin, BaseEstimator):
    """A linear model of one score: a classifier, or with the squared loss a regressor."""

    _losses = ("logistic", "hinge", "squared")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        if self.loss == "squared":
            tags.estimator_type = "regressor"
            tags.classifier_tags = None
            tags.regressor_tags = RegressorTags()
            tags.target_tags.required = True
        return tags

    def fit(self, X, y):
        """Fit to rows and targets.

        Parameters
        ----------
        X : array_like or sparse matrix of shape (n_samples, n_features)
        y : array_like of shape (n_samples,)
            Two classes; numbers for the squared loss.

        Returns
        -------
        self
        """
        regression = check_in(self.loss, "loss", self._losses) == "squared"
        formats = ("csc", "csr")
        X, y = validate_data(self, X, y, dtype=float, accept_sparse=formats, y_numeric=regression)
        if regression:
            targets = y.astype(float)
        else:
            self._two_classes(y)
            targets = self._signs(y)
        run = self._solve(X, targets, named_loss(self.loss))
        self.coef_ = run.w if regression else run.w[None]
        self.intercept_ = 0.0 if regression else np.zeros(1)
        self.objective_ = float(run.work.curve().objective[-1])
        self.work_ = run.work
        return self

    @available_if(_is_classifier)
    def decision_function(self, X):
        """Scores, shape (n_samples,): positive for the second class."""
        return self._scores(X)

    def _scores(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float, accept_sparse=("csc", "csr"))
        return X @ self.coef_.reshape(-1)

    def predict(self, X):
        """Classes, or outputs for the squared loss, shape (n_samples,)."""
        scores = self._scores(X)
        return scores if self.loss == "squared" else self._labels(scores)

    def score(self, X, y):
        """Accuracy, or the coefficient of determination for the squared loss."""
        from sklearn.metrics import accuracy_score, r2_score  # dear to import

        answers = self.predict(X)
        if self.loss == "squared":
            return r2_score(check_array(y, "y", ndim=1), answers)
        if np.asarray(y).dtype.kind == "f":  # labels may be numbers, but no NaN
            check_array(y, "y")
        return accuracy_score(y, answers)


class ExampleWise(L1Model):
    """What learns from one example at a time."""

    def _eta(self, X, order):
        """The step length asked for; by default one that the entries of X make safe."""
        if self.eta is not None:
            return self.eta
        loss = named_loss(self.loss)
        # squared slope over loss; the hinge has none, but one of its slopes is at most 1
        rho = 2 * loss.smoothness if np.isfinite(loss.smoothness) else 2.0
        if order == np.inf:
            entries = X.data if sparse.issparse(X) else X
            largest = float(np.abs(entries).max(initial=0.0)) or 1.0
            return proposition_eta(X.shape[1], rho) / largest**2
        squares = X.multiply(X) if sparse.issparse(X) else X * X
        largest = float(np.asarray(squares.sum(axis=1)).max()) or 1.0
        return 1 / (rho * largest)
