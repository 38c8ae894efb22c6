"""A weighted vote of stumps as what it is: a sum of one staircase an axis.

Each stump of Sugiyama (2016), chapter 30, reads one coordinate. So ``sum_j theta_j phi_j(x)`` is
``g_1(x_1) + ... + g_d(x_d)`` with piecewise constant ``g_k``. A row then costs a search among the
sorted thresholds of each axis, not one comparison a stump.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count
from mlcompanion.ensemble.stumps import Stump

__all__ = ["StumpVote"]


class StumpVote:
    """The function ``sum_j weight_j sign(x[axis_j] - threshold_j)``.

    Parameters
    ----------
    axes : array_like of int, shape (b,)
    thresholds : array_like, shape (b,)
        A value equal to a threshold is not above it; minus infinity makes a stump constant.
    weights : array_like, shape (b,)
        Confidence times polarity.
    n_features : int

    Attributes
    ----------
    axes, thresholds, weights : ndarray, shape (b,)
    n_features : int

    Raises
    ------
    ValueError
        On shapes that differ, or an axis that is none of ``n_features``.

    Notes
    -----
    Cost: O(b log b) once and O(log b) a value of ``X``, instead of O(b) a row.

    Examples
    --------
    >>> vote = StumpVote([0, 1, 0], [0.0, 0.0, 1.0], [1.0, -1.0, 0.5], 2)
    >>> vote([[0.5, -1.0], [2.0, 3.0]])
    array([1.5, 0.5])
    """

    def __init__(self, axes, thresholds, weights, n_features):
        self.n_features = check_count(n_features, "n_features", low=1)
        axes = check_array(axes, "axes", ndim=1, low=0, high=self.n_features - 1)
        if (axes != np.floor(axes)).any():
            raise ValueError("axes must be whole numbers")
        self.axes = axes.astype(np.intp)
        # a constant stump cuts below all numbers, which is minus infinity
        finite = np.asarray(thresholds)
        constant = np.zeros(finite.shape, dtype=bool)
        if finite.dtype.kind == "f":
            constant = np.isneginf(finite)
            finite = np.where(constant, 0.0, finite)
        finite = check_array(finite, "thresholds", shape=axes.shape)
        self.thresholds = np.where(constant, -np.inf, finite)
        self.weights = check_array(weights, "weights", shape=axes.shape).copy()
        self._stairs = [self._stair(axis) for axis in range(self.n_features)]

    def _stair(self, axis):
        mine = np.flatnonzero(self.axes == axis)
        mine = mine[np.argsort(self.thresholds[mine], kind="stable")]
        # each threshold that is passed turns -weight into +weight
        levels = (
            np.concatenate([[0.0], 2 * np.cumsum(self.weights[mine])]) - self.weights[mine].sum()
        )
        return self.thresholds[mine], levels

    def stair(self, axis):
        """The staircase of one axis.

        Parameters
        ----------
        axis : int

        Returns
        -------
        thresholds : ndarray, shape (k,)
            Where it jumps, in ascending order.
        levels : ndarray, shape (k + 1,)
            Its values between them.
        """
        axis = check_count(axis, "axis", high=self.n_features - 1)
        thresholds, levels = self._stairs[axis]
        return thresholds.copy(), levels.copy()

    def __call__(self, X):
        """Values of the vote, shape (n_samples,)."""
        X = self._rows(X)
        total = np.zeros(len(X))
        for axis, (thresholds, levels) in enumerate(self._stairs):
            if len(thresholds):
                total += levels[np.searchsorted(thresholds, X[:, axis], side="left")]
        return total

    def staged(self, X):
        """Yield the vote of the first 1, 2, ... stumps, each of shape (n_samples,)."""
        X = self._rows(X)
        total = np.zeros(len(X))
        for axis, threshold, weight in zip(self.axes, self.thresholds, self.weights):
            total = total + np.where(X[:, axis] > threshold, weight, -weight)
            yield total

    def stumps(self):
        """The stumps in their order, as a list of :class:`~mlcompanion.ensemble.Stump`."""
        polarities = np.where(self.weights >= 0, 1, -1)
        parts = zip(self.axes.tolist(), self.thresholds.tolist(), polarities.tolist())
        return [Stump(*part) for part in parts]

    def first(self, b):
        """The vote of the first stumps alone.

        Parameters
        ----------
        b : int
            How many.

        Returns
        -------
        StumpVote
        """
        b = check_count(b, "b", high=len(self.axes))
        return StumpVote(self.axes[:b], self.thresholds[:b], self.weights[:b], self.n_features)

    def _rows(self, X):
        return check_array(X, "X", shape=(None, self.n_features), min_rows=1)
