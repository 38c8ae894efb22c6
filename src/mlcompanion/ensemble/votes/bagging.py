"""Bagging: the mean vote of classifiers that were trained on bootstrap samples.

Sugiyama (2016), section 30.2, Figures 30.5 and 30.6. With scikit-learn's trees that draw some
features at each split it is the random forest.
"""

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._data import validate_data
from mlcompanion._progress import progress_bar
from mlcompanion._validation import check_count, check_flag, check_has, check_rng
from mlcompanion.resampling import bootstrap_counts

from .axis_search import AxisSearch, AxisStump
from .cuts import axis_of, cut_samples, middle
from .stump_vote import StumpVote

__all__ = ["Bagging"]

_CELLS = 2_000_000  # counts at a time: 16 MB


class Bagging(BinaryClassifierMixin, BaseEstimator):
    """Train on bootstrap samples, and average the signs.

    Parameters
    ----------
    base : classifier, optional
        Default ``AxisStump()``, stumps on axes at random, for which one sorting serves all.
    n_estimators : int
        How many samples are drawn.
    oob : bool
        Judge each row by the classifiers that did not draw it.
    random_state : int, RandomState, Generator or None
        Draws samples and axes, and seeds copies of ``base`` that take a ``random_state``.
    progress : bool
        Show a progress bar.

    Attributes
    ----------
    estimators_ : list
        The classifiers, or :class:`~mlcompanion.ensemble.Stump` objects.
    vote_ : StumpVote or None
        The stumps together, each with weight 1 or -1.
    oob_decision_function_ : ndarray, shape (n_samples,)
        With ``oob``, the mean sign of those that did not draw the row; NaN where all did.
    oob_score_ : float
        With ``oob``, share of right answers by that score, among rows that have one.
    classes_ : ndarray, shape (2,)

    Notes
    -----
    Cost: with stumps O(d n log n) once and O(n) each, O(d n) if the axis is the best of all; a
    prediction O(d log b) a row. A bootstrap sample that lacks one class gives a constant
    classifier, if ``base`` is no stump. Source: Sugiyama (2016), section 30.2; the out-of-bag
    error is Breiman's.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(50, 2))
    >>> model = Bagging(n_estimators=500, oob=True, random_state=0).fit(X, X[:, 0] > X[:, 1])
    >>> print(f"{model.oob_score_:.2f}")
    0.80
    """

    def __init__(self, base=None, n_estimators=10, *, oob=False, random_state=None, progress=False):
        self.base = base
        self.n_estimators = n_estimators
        self.oob = oob
        self.random_state = random_state
        self.progress = progress

    def fit(self, X, y):
        """Draw the samples and train on each.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            On a bad parameter, or if ``y`` does not hold two classes.
        """
        b = check_count(self.n_estimators, "n_estimators", low=1)
        oob = check_flag(self.oob, "oob")
        base = self.base
        if base is None:
            base = AxisStump()
        check_has(base, "base", "fit", "predict")
        X, y = validate_data(self, X, y, dtype=np.float64)
        self._two_classes(y)
        rng = check_rng(self.random_state)
        tally = _Tally(len(X)) if oob else None
        if type(base) is AxisStump:
            self._fit_stumps(X, self._signs(y), axis_of(base.axis, X.shape[1]), b, rng, tally)
        else:
            self._fit_copies(X, y, base, b, rng, tally)
        if oob:
            self._judge(tally, y)
        return self

    def _fit_stumps(self, X, signs, axis, b, rng, tally):
        search = AxisSearch(X)
        axes = np.full(b, axis)
        if axis == -2:
            axes = rng.integers(X.shape[1], size=b)
        chosen = np.empty(b, dtype=np.intp)
        cuts = np.empty((b, 3))
        for part, counts in self._samples(len(X), b, rng):
            found = cut_samples(search.orders, search.values, signs, counts, axes[part])
            chosen[part], cuts[part] = found
            if tally is not None:
                self._tally_stumps(tally, X, counts, *found)
        polarity = np.where(cuts[:, 0] >= 0, 1.0, -1.0)
        self.vote_ = StumpVote(chosen, middle(cuts[:, 1], cuts[:, 2]), polarity, X.shape[1])
        self.estimators_ = self.vote_.stumps()

    @staticmethod
    def _tally_stumps(tally, X, counts, chosen, cuts):
        thresholds = middle(cuts[:, 1], cuts[:, 2])
        for axis, threshold, correlation, drawn in zip(chosen, thresholds, cuts[:, 0], counts):
            above = X[:, axis] > threshold
            # +1 above the threshold if the correlation is positive
            tally.add(np.where(above == (correlation >= 0), 1.0, -1.0), drawn)

    def _fit_copies(self, X, y, base, b, rng, tally):
        self.vote_ = None
        self.estimators_ = []
        for _, counts in self._samples(len(X), b, rng):
            for drawn in counts:
                rows = np.repeat(np.arange(len(X)), drawn.astype(np.intp))
                model = _copy_of(base, y[rows], rng).fit(X[rows], y[rows])
                self.estimators_.append(model)
                if tally is not None:
                    tally.add(self._signs(model.predict(X)), drawn)

    def _samples(self, n, b, rng):
        """Slices of the samples with their counts, a few at a time."""
        step = max(1, _CELLS // n)
        starts = range(0, b, step)
        for start in progress_bar(starts, self.progress, description="bagging"):
            stop = min(start + step, b)
            yield slice(start, stop), bootstrap_counts(n, stop - start, rng)

    def _judge(self, tally, y):
        self.oob_decision_function_ = tally.means()
        seen = tally.number > 0
        right = self._labels(self.oob_decision_function_[seen]) == y[seen]
        self.oob_score_ = np.nan
        if seen.any():
            self.oob_score_ = float(np.mean(right))

    def decision_function(self, X):
        """Return the mean sign, from -1 to 1, positive for ``classes_[1]``, shape (n_samples,)."""
        check_is_fitted(self, "estimators_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        if self.vote_ is not None:
            # whole numbers until the end, so that equal votes are equal
            return self.vote_(X) / len(self.estimators_)
        return sum(self._signs(m.predict(X)) for m in self.estimators_) / len(self.estimators_)

    def predict_proba(self, X):
        """Return the share of the classifiers that vote for each class, shape (n_samples, 2)."""
        share = 0.5 + 0.5 * self.decision_function(X)
        return np.column_stack([1 - share, share])

    def staged_decision_function(self, X):
        """Yield the mean sign of the first 1, 2, ... classifiers, each of shape (n_samples,)."""
        check_is_fitted(self, "estimators_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        if self.vote_ is not None:
            for b, total in enumerate(self.vote_.staged(X), start=1):
                yield total / b
            return
        total = np.zeros(len(X))
        for b, model in enumerate(self.estimators_, start=1):
            total = total + self._signs(model.predict(X))
            yield total / b


class _Tally:
    """Sums and numbers of the signs that each row got from classifiers that had not drawn it."""

    def __init__(self, n):
        self.total = np.zeros(n)
        self.number = np.zeros(n)

    def add(self, signs, drawn):
        out = drawn == 0
        self.total[out] += signs[out]
        self.number[out] += 1

    def means(self):
        judged = self.number > 0
        return np.where(judged, self.total / np.where(judged, self.number, 1), np.nan)


def _copy_of(base, labels, rng):
    """A copy with a seed of its own; a constant one if the labels are all the same."""
    if (labels == labels[0]).all():
        from sklearn.dummy import DummyClassifier

        return DummyClassifier(strategy="most_frequent")
    model = clone(base)
    if "random_state" in model.get_params(deep=False):
        model.set_params(random_state=int(rng.integers(2**31)))
    return model
