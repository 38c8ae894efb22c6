"""Stumps that cut between the samples of one axis: Sugiyama (2016), section 30.1.

The stump of Figure 30.3 takes an axis at random, sorts the samples along it and cuts where sums of
labels above and below differ most. Only cuts *between* samples are tried: a stump is never
constant.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._jit import plain_layout
from mlcompanion._linear import check_weights
from mlcompanion._validation import check_array, check_rng
from mlcompanion.ensemble.stumps import Stump

from .cuts import axis_of, best_of_axes, middle

__all__ = ["AxisSearch", "AxisStump"]


class AxisSearch:
    """All stumps that cut between samples, on data sorted once.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)

    Attributes
    ----------
    X : ndarray, shape (n_samples, n_features)
    orders, values : ndarray, shape (n_features, n_samples)
        Rows in ascending order along each axis, and their values.

    Raises
    ------
    ValueError
        If ``X`` is not a finite matrix with at least one row and one column.

    Notes
    -----
    Sorting costs O(d n log n), a search O(n) an axis. Equal values are never separated. Source:
    Sugiyama (2016), section 30.1 and Figure 30.3. :class:`~mlcompanion.ensemble.StumpSearch` also
    tries constant stumps, and always all axes.

    Examples
    --------
    >>> search = AxisSearch([[0.0], [1.0], [2.0], [4.0]])
    >>> search.best([-0.25, -0.25, -0.25, 0.25])
    (Stump(feature=0, threshold=3.0, polarity=1), 1.0)
    """

    def __init__(self, X):
        X = check_array(X, "X", ndim=2, min_rows=1)
        if X.shape[1] == 0:
            raise ValueError(f"X must have at least one column, got shape {X.shape}")
        self.X = np.asfortranarray(X).copy(order="F")
        # short numbers: each search reads all of them
        self.orders = np.argsort(X.T, axis=1, kind="stable").astype(np.int32)
        self.values = np.ascontiguousarray(np.take_along_axis(X.T, self.orders, axis=1))

    def best(self, signed_weights, axis="best"):
        """Return the stump of the largest correlation.

        Parameters
        ----------
        signed_weights : array_like, shape (n_samples,)
            ``w_i y_i``: weight times label; 0 leaves a row out.
        axis : "best" or int
            All axes, or the number of one.

        Returns
        -------
        stump : Stump
            Constant only if the rows that count all have one value.
        correlation : float
            ``sum_i w_i y_i h(x_i)``, not negative: ``1 - 2 R`` if the weights sum to 1.
        """
        signed = plain_layout(check_array(signed_weights, "signed_weights", shape=(len(self.X),)))
        number = axis_of(axis, self.X.shape[1])
        if number == -2:
            raise ValueError("axis must be 'best' or a number: a search draws nothing")
        chosen, correlation, lower, upper = best_of_axes(self.orders, self.values, signed, number)
        polarity = 1 if correlation >= 0 else -1
        return Stump(int(chosen), float(middle(lower, upper)), polarity), abs(float(correlation))


class AxisStump(BinaryClassifierMixin, BaseEstimator):
    """A decision stump on an axis drawn at random, as an estimator for two classes.

    Parameters
    ----------
    axis : {"random", "best"} or int
        One axis at random, the best of all, or the number of one.
    random_state : int, RandomState, Generator or None
        Draws the axis.

    Attributes
    ----------
    stump_ : Stump
        Its value +1 stands for ``classes_[1]``.
    edge_ : float
        One half minus the weighted error.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    Cost O(d n log n). The threshold lies between two samples that count: unlike
    :class:`~mlcompanion.ensemble.DecisionStump`, the answer is constant only where all values of
    the axis are one. Source: Sugiyama (2016), section 30.1, Figure 30.3.

    Examples
    --------
    >>> X = [[0.0, 5.0], [1.0, 3.0], [2.0, 4.0], [3.0, 6.0]]
    >>> AxisStump(axis=0).fit(X, ["no", "no", "yes", "yes"]).stump_
    Stump(feature=0, threshold=1.5, polarity=1)
    """

    def __init__(self, axis="random", *, random_state=None):
        self.axis = axis
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def fit(self, X, y, sample_weight=None):
        """Find the best stump of the axis.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.
        sample_weight : array_like, shape (n_samples,), optional
            Not negative, not all zero; default equal weights.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        self._two_classes(y)
        number = axis_of(self.axis, X.shape[1])
        rng = check_rng(self.random_state)
        weights = check_weights(sample_weight, len(X))
        if weights is None:
            weights = np.ones(len(X))
        if number == -2:
            number = int(rng.integers(X.shape[1]))
        signed = weights / weights.sum() * self._signs(y)
        self.stump_, correlation = AxisSearch(X).best(signed, "best" if number < 0 else number)
        self.edge_ = correlation / 2
        return self

    def decision_function(self, X):
        """Return the stump's values -1 and 1, positive for ``classes_[1]``, shape (n_samples,)."""
        check_is_fitted(self, "stump_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.stump_(X)
