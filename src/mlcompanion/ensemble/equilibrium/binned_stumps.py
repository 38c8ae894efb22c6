"""Stumps whose thresholds lie on a grid, so that the votes come from a finite class of known size.

Wang et al. (2011), section 7: each feature is scaled to [0, 1] and cut at 100 places, with two
signs. The rows of a feature are put into bins once; a round then sums their weights by bin.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._linear import check_weights
from mlcompanion._validation import check_array, check_count

from ..stumps import Stump

__all__ = ["BinnedStump", "BinnedStumpSearch"]


def bin_edges(X, n_thresholds):
    """Thresholds at equal steps strictly between the extremes of each column, (n_features, m)."""
    lowest = X.min(axis=0)[:, None]
    highest = X.max(axis=0)[:, None]
    share = np.arange(1, n_thresholds + 1) / (n_thresholds + 1)
    # a blend of the ends: their difference may overflow
    return lowest * (1 - share) + highest * share


def bin_rows(X, edges):
    """How many thresholds of its column lie below each entry, shape (n_features, n_samples)."""
    bins = np.empty((X.shape[1], X.shape[0]), dtype=np.uint16)
    for j, column in enumerate(X.T):
        bins[j] = np.searchsorted(edges[j], column, side="left")
    return bins


@njit
def signed_splits(bins, node, n_nodes, n_thresholds, signed):
    """The best stump in each node: feature, threshold's number and ``sum_i signed_i h(x_i)``.

    A stump is +1 above its threshold and -1 below, or the opposite if the sum is negative.
    """
    total = np.zeros(n_nodes)
    for i in range(len(node)):
        total[node[i]] += signed[i]
    features = np.zeros(n_nodes, dtype=np.int64)
    places = np.zeros(n_nodes, dtype=np.int64)
    sums = -total  # below every threshold: what an empty node gets
    best = np.full(n_nodes, -1.0)
    for j in range(bins.shape[0]):
        # held[g, b]: signed weight of node g in bin b
        held = np.zeros((n_nodes, n_thresholds + 1))
        row = bins[j]
        for i in range(len(row)):
            held[node[i], row[i]] += signed[i]
        for g in range(n_nodes):
            below = 0.0
            for t in range(n_thresholds):
                below += held[g, t]
                # +1 above and -1 below
                value = total[g] - 2.0 * below
                if np.abs(value) > best[g] * (1.0 + 1e-12):  # rounding must not decide ties
                    best[g] = np.abs(value)
                    features[g] = j
                    places[g] = t
                    sums[g] = value
    return features, places, sums


class BinnedStumpSearch:
    """All stumps of a grid on one data set, binned once, searched once a round.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_thresholds : int
        Thresholds a feature, at equal steps strictly between its extremes.

    Raises
    ------
    ValueError
        If ``X`` is not a finite matrix with at least one row and one column.

    Notes
    -----
    Binning costs O(d n log m) for m thresholds, a search O(d n + d m): the number of thresholds
    does not multiply the number of rows.
    """

    def __init__(self, X, n_thresholds=100):
        X = check_array(X, "X", ndim=2, min_rows=1)
        if X.shape[1] == 0:
            raise ValueError(f"X must have at least one column, got shape {X.shape}")
        self.X = np.array(X, order="F")  # a stump reads a single column
        self._size = check_count(n_thresholds, "n_thresholds", low=1, high=65535)
        self._edges = bin_edges(self.X, self._size)
        self._bins = bin_rows(self.X, self._edges)
        self._root = np.zeros(len(self.X), dtype=np.int8)

    @property
    def log_size(self):
        """``log |H|``: two signs, so many thresholds, so many features."""
        return float(np.log(2.0 * self._size * self.X.shape[1]))

    def best(self, signed_weights):
        """Return the stump with the largest correlation.

        Parameters
        ----------
        signed_weights : array_like, shape (n_samples,)
            ``w_i y_i``: weight times label.

        Returns
        -------
        stump : Stump
            Of several equally good ones that of the first feature and the lowest threshold.
        correlation : float
            ``sum_i w_i y_i h(x_i)``, never negative.
        """
        signed = plain_layout(check_array(signed_weights, "signed_weights", shape=(len(self.X),)))
        features, places, sums = signed_splits(self._bins, self._root, 1, self._size, signed)
        polarity = 1 if sums[0] >= 0 else -1
        threshold = self._edges[features[0], places[0]]
        return Stump(int(features[0]), float(threshold), polarity), float(abs(sums[0]))


class BinnedWeakLearner(BinaryClassifierMixin, BaseEstimator):
    """What stumps and trees on a grid share as estimators: one search of one hypothesis."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def fit(self, X, y, sample_weight=None):
        """Find the hypothesis.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.
        sample_weight : array_like, shape (n_samples,), optional
            Not negative; default equal weights. Rows of weight 0 move no threshold.

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
        used = weights > 0
        signed = (weights * signs)[used] / weights.sum()
        search = self.search(X[used])
        self.hypothesis_, correlation = search.best(signed)
        self.edge_ = correlation / 2
        self.log_size_ = search.log_size
        return self

    def predict(self, X):
        """Return the predicted class of each row, shape (n_samples,)."""
        check_is_fitted(self, "hypothesis_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self._labels(self.hypothesis_(X))


class BinnedStump(BinnedWeakLearner):
    """The best of finitely many stumps, as an estimator and as a weak learner of ``DualBooster``.

    Parameters
    ----------
    n_thresholds : int
        Thresholds a feature, at equal steps strictly between its extremes in the training data.

    Attributes
    ----------
    hypothesis_ : Stump
        Its value +1 stands for ``classes_[1]``.
    edge_ : float
        One half minus the weighted error.
    log_size_ : float
        ``log |H| = log(2 m d)`` for m thresholds and d features: what margin bounds ask for.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    Cost O(d n log m). Source: Wang et al. (2011), section 7; where the thresholds stand on [0, 1]
    is not said there.

    Examples
    --------
    >>> stump = BinnedStump(n_thresholds=3).fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> stump.hypothesis_.threshold, stump.edge_
    (1.0, 0.5)
    """

    def __init__(self, n_thresholds=100):
        self.n_thresholds = n_thresholds

    def search(self, X):
        """Return the :class:`BinnedStumpSearch` of the rows of ``X``, for many rounds."""
        return BinnedStumpSearch(X, self.n_thresholds)
