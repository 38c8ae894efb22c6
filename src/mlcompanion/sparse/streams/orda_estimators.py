r"""Lasso and sparse logistic regression by optimal dual averaging, on a stream of rows.

Chen (2013), Algorithm 5.1, with mini-batches as in section 5.3.2.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._linear import column_means, power_of_two, spread_of
from mlcompanion.losses import Logistic, Squared

from .orda_base import ORDAMixin

__all__ = ["ORDALasso", "ORDALogistic"]


class ORDALasso(RegressorMixin, ORDAMixin, BaseEstimator):
    r"""The lasso from a stream: half the mean squared error plus an l1 penalty, with exact zeros.

    Parameters
    ----------
    lam : float
        :math:`\lambda`, not negative: scikit-learn's ``alpha``.
    ridge : float
        Weight of half the squared norm, not negative.
    c : float
        Growth of the proximity, in units of the loss's curvature: larger for more noise.
    batch : int
        Rows a step.
    n_iter : int
        Steps of ``fit``.
    fit_intercept : bool
        Add a constant that no penalty touches.
    random_state : int, RandomState, Generator or None
        Of the rows that ``fit`` draws.

    Attributes
    ----------
    coef_ : ndarray, shape (n_features,)
        From a proximal step: exact zeros.
    intercept_ : float
    sparsity_ : float
        Share of the coefficients that are 0.
    t_ : int
        Steps since the start.

    Notes
    -----
    ``fit`` draws rows with replacement; ``partial_fit`` takes them in the order given, a step for
    each ``batch`` of a call. The units are those of the first call's rows: their mean, where X is
    dense, their spread, and the curvature :math:`L+L_{\max}/b` that limits the steps. Dense rows
    cost O(batch n_features) a step. Sparse ones cost O(log t) for each entry that is read, however
    many features there are, or, with a ridge, as much as dense ones. With a ridge and no intercept
    the loss is strongly convex, and ``c`` is not used. Source: Chen (2013), Algorithm 5.1.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 5))
    >>> model = ORDALasso(lam=0.2, random_state=0).fit(X, 2 * X[:, 0])
    >>> (model.coef_ != 0).tolist()
    [True, False, False, False, False]
    """

    _loss = Squared()

    def _output_units(self, y):
        level = float(column_means(y)) if self._free else 0.0
        return level, float(power_of_two(spread_of(y - level))) or 1.0

    def _keep(self, coef, intercept):
        self.coef_ = coef
        self.intercept_ = intercept

    def fit(self, X, y):
        """Start anew and take ``n_iter`` steps.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, accept_sparse="csr")
        return self._fit(X, y.astype(float))

    def partial_fit(self, X, y):
        """Go on with further rows, in their order.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        first = not hasattr(self, "t_")
        X, y = validate_data(
            self, X, y, dtype=float, y_numeric=True, accept_sparse="csr", reset=first
        )
        y = y.astype(float)
        if first:
            self._begin(X, y)
        self._play(X, y, np.arange(X.shape[0]))
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, accept_sparse="csr", reset=False)
        return X @ self.coef_ + self.intercept_


class ORDALogistic(BinaryClassifierMixin, ORDAMixin, BaseEstimator):
    r"""Sparse logistic regression from a stream, two classes: mean loss plus an l1 penalty.

    Parameters
    ----------
    lam, ridge, c, batch, n_iter, fit_intercept, random_state
        As in :class:`ORDALasso`.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    coef_ : ndarray, shape (1, n_features)
        From a proximal step: exact zeros.
    intercept_ : ndarray, shape (1,)
    sparsity_ : float
        Share of the coefficients that are 0.
    t_ : int
        Steps since the start.

    Notes
    -----
    As in :class:`ORDALasso`. Source: Chen (2013), Algorithm 5.1 and equation (5.21), whose
    objective is m times this one for m samples.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 5))
    >>> model = ORDALogistic(lam=0.1, random_state=0).fit(X, X[:, 0] > 0)
    >>> (model.coef_ != 0).tolist()
    [[True, False, False, False, False]]
    """

    _loss = Logistic()

    def _output_units(self, y):
        return 0.0, 1.0

    def _keep(self, coef, intercept):
        self.coef_ = coef[None]
        self.intercept_ = np.array([intercept])

    def fit(self, X, y):
        """Start anew and take ``n_iter`` steps.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two different labels.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, accept_sparse="csr")
        self._two_classes(y)
        return self._fit(X, self._signs(y))

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows, in their order.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (2,), optional
            Both labels; needed in the first call unless its rows show both.

        Returns
        -------
        self
        """
        first = not hasattr(self, "t_")
        X, y = validate_data(self, X, y, dtype=float, accept_sparse="csr", reset=first)
        if first:
            self._two_classes(y if classes is None else np.asarray(classes))
        elif classes is not None and not np.array_equal(unique_labels(classes), self.classes_):
            raise ValueError(f"classes must stay {self.classes_}, got {classes}")
        targets = self._signs(y)
        if first:
            self._begin(X, targets)
        self._play(X, targets, np.arange(X.shape[0]))
        return self

    def decision_function(self, X):
        """Scores, shape (n_samples,); positive for the second class.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_samples, n_features)

        Returns
        -------
        ndarray
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, accept_sparse="csr", reset=False)
        return X @ self.coef_[0] + self.intercept_[0]

    def predict_proba(self, X):
        """Probabilities of both classes, shape (n_samples, 2)."""
        second = 0.5 * (1 + np.tanh(0.5 * self.decision_function(X)))
        return np.column_stack([1 - second, second])
