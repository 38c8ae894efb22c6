"""The Perceptron as its bare rule, and in the space of a kernel.

Shalev-Shwartz (2007), section 2.3. ``w`` is the sum of ``y_i x_i`` over the mistakes, so that
scores need inner products only. With a kernel the bound holds with the largest ``k(x, x)`` in place
of the squared radius. The estimator for whole streams is :class:`~mlcompanion.online.Perceptron`.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_instance
from mlcompanion.kernels import gram

from .linear_models import Perceptron
from .mixins import BinaryStreamMixin

__all__ = ["KernelPerceptron", "PerceptronRule", "passes_until_separated"]


class PerceptronRule:
    """Rosenblatt's rule for the online protocol, one example at a time and unchecked.

    Parameters
    ----------
    n_features : int

    Attributes
    ----------
    w_ : ndarray, shape (n_features,)
    n_mistakes_ : int

    Notes
    -----
    O(n_features) a round. There is no step size: scaling ``w`` changes no prediction.
    """

    def __init__(self, n_features):
        self.w_, self.n_mistakes_ = np.zeros(check_count(n_features, "n_features", low=1)), 0

    def predict(self, x):
        """Score ``<w_t, x>``; its sign is the answer."""
        return self.w_ @ x

    def update(self, x, y):
        """Add ``y x`` after a mistake; a score of 0 is one."""
        if y * (self.w_ @ x) <= 0:
            self.w_ += y * x
            self.n_mistakes_ += 1


class KernelPerceptron(BinaryStreamMixin, BaseEstimator):
    """Perceptron with scores ``sum_{i in M} y_i k(x_i, x)``.

    Parameters
    ----------
    kernel : str or callable
        As in :func:`mlcompanion.kernels.gram`.
    kernel_params : dict, optional
        Parameters of the kernel.
    n_epochs : int
        Passes of ``fit`` over the rows, in the order given.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    support_vectors_ : ndarray, shape (n_mistakes_, n_features)
        The instances of the rounds with a mistake.
    dual_coef_ : ndarray, shape (n_mistakes_,)
        Their labels, -1 or 1.
    n_mistakes_, n_kernel_calls_, t_ : int
        Mistakes, evaluations of the kernel and rounds since the start.

    Notes
    -----
    O(n_mistakes_) kernel values a round. A set played in one call costs a Gram matrix of its rows.
    """

    def __init__(self, kernel="rbf", kernel_params=None, n_epochs=1):
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.n_epochs = n_epochs

    def _gram(self, X, Y):
        return gram(X, Y, kernel=self.kernel, **(self.kernel_params or {}))

    def begin(self, n_features):
        """Forget everything."""
        if self.kernel_params is not None:
            check_instance(self.kernel_params, "kernel_params", dict)
        self.support_vectors_, self.dual_coef_ = np.empty((0, n_features)), np.empty(0)
        self.n_mistakes_ = self.n_kernel_calls_ = 0

    def play(self, X, targets):
        """Play rows that have been checked; a kernel with every mistake so far."""
        scores = np.zeros(len(X))
        if self.n_mistakes_:
            scores += self._gram(X, self.support_vectors_) @ self.dual_coef_
        wrong = []
        for t, target in enumerate(targets):
            self.n_kernel_calls_ += self.n_mistakes_ + len(wrong)
            if target * scores[t] <= 0:
                wrong.append(t)
                if t + 1 < len(X):
                    scores[t + 1 :] += target * self._gram(X[t + 1 :], X[t : t + 1])[:, 0]
        self.support_vectors_ = np.vstack([self.support_vectors_, X[wrong]])
        self.dual_coef_ = np.append(self.dual_coef_, targets[wrong])
        self.n_mistakes_ += len(wrong)

    def decision_function(self, X):
        """Scores, shape (n_samples,); positive for the second class."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        if not self.n_mistakes_:
            return np.zeros(len(X))
        return self._gram(X, self.support_vectors_) @ self.dual_coef_


def passes_until_separated(X, y, max_passes=1000):
    """Mistakes of the Perceptron in each pass over a finite set, up to the first without any.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
        -1 and 1.
    max_passes : int

    Returns
    -------
    ndarray of int
        The last entry is 0 if the passes sufficed. The bound of the separable case holds for the
        *sum*: a cycled set is one long stream.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),), among=(-1, 1))
    max_passes = check_count(max_passes, "max_passes", low=1)
    model, mistakes = Perceptron(fit_intercept=False), []
    while len(mistakes) < max_passes and (not mistakes or mistakes[-1]):
        model.partial_fit(X, y, classes=[-1, 1])
        mistakes.append(model.run_.n_mistakes)
    return np.array(mistakes)
