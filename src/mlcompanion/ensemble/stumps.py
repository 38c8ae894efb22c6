"""Decision stumps that minimise the weighted error exactly: the weak learner of the boosting room.

Shalev-Shwartz (2007), chapter 6, leaves the weak learner abstract. A stump looks at one feature,
``h(x) = polarity * sign(x[feature] - threshold)``. Sorting the features once makes every later
round linear: the correlations of all thresholds of a feature are one running sum.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import check_weights
from mlcompanion._validation import check_array

__all__ = ["DecisionStump", "Stump", "StumpSearch"]


@njit
def _best_split(order, new_value, lowest, signed):
    """Feature, position and correlation of the best split; feature -1 is the constant +1.

    ``order[j]`` sorts feature j, ``new_value[j, k]`` says that position k holds a larger value
    than k - 1, and position ``lowest[j]`` is the first such k. What lies below is never summed:
    a feature that is mostly at its minimum costs little.
    """
    total = signed.sum()
    best = np.abs(total)  # of the constant, which a split must beat
    feature = -1
    position = 0
    correlation = total
    for j in range(order.shape[0]):
        above = 0.0
        for k in range(order.shape[1] - 1, lowest[j] - 1, -1):
            above += signed[order[j, k]]
            if new_value[j, k]:
                # +1 above the threshold and -1 below: sum above - sum below
                value = 2.0 * above - total
                if np.abs(value) > best * (1.0 + 1e-12):  # rounding must not decide ties
                    best = np.abs(value)
                    feature = j
                    position = k
                    correlation = value
    return feature, position, correlation


@dataclass(frozen=True)
class Stump:
    """One stump, a function of the rows of ``X`` with values +1 and -1.

    Attributes
    ----------
    feature : int
    threshold : float
        Values above it get ``polarity``; ``-inf`` makes the stump constant.
    polarity : {-1, 1}
    """

    feature: int
    threshold: float
    polarity: int

    def __call__(self, X):
        """Values of the stump, shape (n_samples,)."""
        X = np.asarray(X)
        if X.ndim != 2 or X.shape[1] <= self.feature:
            raise ValueError(f"X must have a column {self.feature}, got shape {X.shape}")
        column = check_array(X[:, self.feature], "X")
        return np.where(column > self.threshold, 1.0, -1.0) * self.polarity


class StumpSearch:
    """All stumps on one data set, sorted once, searched once a round.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)

    Raises
    ------
    ValueError
        If ``X`` is not a finite matrix with at least one row and one column.

    Notes
    -----
    Sorting costs O(d n log n), a search O(n d) at most. Equal values are never separated, and
    thresholds lie halfway between neighbouring values.
    """

    def __init__(self, X):
        X = check_array(X, "X", ndim=2, min_rows=1)
        if X.shape[1] == 0:
            raise ValueError(f"X must have at least one column, got shape {X.shape}")
        self.X = np.asfortranarray(X)
        # short numbers: each round reads all of them
        self._order = np.argsort(X.T, axis=1, kind="stable").astype(np.int32)
        self._sorted = np.ascontiguousarray(np.take_along_axis(X.T, self._order, axis=1))
        self._new_value = np.zeros(self._sorted.shape, dtype=np.bool_)
        self._new_value[:, 1:] = self._sorted[:, 1:] > self._sorted[:, :-1]
        first = np.argmax(self._new_value, axis=1)  # 0 where a feature is constant: no split
        self._lowest = np.where(first > 0, first, X.shape[0])

    def best(self, signed_weights):
        """Return the stump with the largest correlation.

        Parameters
        ----------
        signed_weights : array_like, shape (n_samples,)
            ``w_i y_i``: weight times label.

        Returns
        -------
        stump : Stump
        correlation : float
            ``sum_i w_i y_i h(x_i)``, never negative: it is ``1 - 2 error`` if the weights sum to 1.
        """
        signed = plain_layout(check_array(signed_weights, "signed_weights", shape=(len(self.X),)))
        feature, position, value = _best_split(self._order, self._new_value, self._lowest, signed)
        polarity = 1 if value >= 0 else -1
        if feature < 0:
            return Stump(0, -np.inf, polarity), abs(value)
        below, above = self._sorted[feature, position - 1 : position + 1]
        threshold = 0.5 * below + 0.5 * above  # halved first: the sum may overflow
        if not below <= threshold < above:  # neighbouring floats
            threshold = below
        return Stump(int(feature), float(threshold), polarity), abs(value)


class DecisionStump(BinaryClassifierMixin, BaseEstimator):
    """The stump with the least weighted error, as an estimator for two classes.

    Attributes
    ----------
    stump_ : Stump
        Its value +1 stands for ``classes_[1]``.
    edge_ : float
        One half minus the weighted error; never negative, because constants are stumps too.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    Cost O(n d log n). scikit-learn's tree of depth 1 minimises the Gini impurity instead, so the
    two may choose different stumps. Source: Shalev-Shwartz (2007), (6.1).
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def fit(self, X, y, sample_weight=None):
        """Find the best stump.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.
        sample_weight : array_like, shape (n_samples,), optional
            Not negative; default equal weights.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        self._two_classes(y)
        signs = self._signs(y)
        weights = check_weights(sample_weight, len(X))
        if weights is None:
            weights = np.ones(len(X))
        used = weights > 0  # rows without weight must not move a threshold
        signed = (weights * signs)[used] / weights.sum()
        self.stump_, correlation = StumpSearch(X[used]).best(signed)
        self.edge_ = correlation / 2
        return self

    def search(self, X):
        """Return the :class:`StumpSearch` of the rows of ``X``, for many rounds."""
        return StumpSearch(X)

    def predict(self, X):
        """Return the predicted class of each row, shape (n_samples,)."""
        check_is_fitted(self, "stump_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self._labels(self.stump_(X))
