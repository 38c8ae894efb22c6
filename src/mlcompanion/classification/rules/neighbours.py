"""The vote of the nearest neighbours (Sugiyama 2016, section 16.4.2).

One sort of the distances serves every number of neighbours: a list of candidates costs as much as
the largest of them.
"""

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_flag
from mlcompanion.linalg.vectors import expanded_squares, rounding_of_squares
from mlcompanion.resampling import fold_splits, validation_of

__all__ = ["KNNClassifier", "knn_error_rates"]

_BLOCK = 2**20  # distances at a time


class KNNClassifier(AllScoresMixin, BaseEstimator):
    r"""The label that most of the k nearest training samples bear.

    .. math:: \hat y=\operatorname*{argmax}_yk_y,\qquad
        k_y=\text{number of the }k\text{ nearest samples with label }y

    It is the Bayes decision for the densities k_y / (n_y V) of Eq. (16.9) in the ball of volume V
    that holds k samples, with the priors n_y / n.

    Parameters
    ----------
    k : int
        Number of neighbours; 1 is the nearest-neighbour classifier.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted. Of labels with equally many votes the first one wins.

    Notes
    -----
    Nothing is fitted: the samples are kept. Cost of m predictions: O(m n d) in matrix products,
    O(m n + m k log k) for the selection, O(m k c) for the votes. Of equally far samples at the
    k-th place any may vote. Memory: blocks of rows, O(n) a row.
    """

    def __init__(self, k=1):
        self.k = k

    def fit(self, X, y):
        """Keep the samples and their labels.

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
            If ``k`` is not between 1 and the number of samples, or there is a single class.
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_count(self.k, "k", low=1, high=len(X))
        self.classes_, self._codes = class_codes(y)
        self._centre = np.median(X, axis=0)  # distances lose fewer digits around 0
        self._samples = X - self._centre
        return self

    def scores(self, X):
        """The numbers k_y of neighbours with each label, shape (n_samples, n_classes)."""
        return self.votes(X, [self.k])[0].astype(float)

    def predict_path(self, X, ks):
        """The label of each row for several numbers of neighbours.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        ks : array_like of int, shape (K,)

        Returns
        -------
        ndarray, shape (K, n_samples)
        """
        return self._labels(self.votes(X, ks))

    def predict_proba(self, X):
        """Share of the votes for each class, shape (n_samples, n_classes)."""
        return self.scores(X) / self.k

    def votes(self, X, ks):
        """The numbers k_y of neighbours with each label, for several k.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        ks : array_like of int, shape (K,)

        Returns
        -------
        ndarray of int, shape (K, n_samples, n_classes)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False) - self._centre
        n = len(self._samples)
        ks = check_array(ks, "ks", ndim=1, min_rows=1, dtype=int, low=1, high=n)
        votes = np.empty((len(ks), len(X), len(self.classes_)), dtype=int)
        for block, nearest in nearest_blocks(X, self._samples, ks.max()):
            near = self._codes[nearest]
            for label in range(len(self.classes_)):
                # running counts: one search serves every k
                votes[:, block, label] = np.cumsum(near == label, axis=1)[:, ks - 1].T
        return votes


def nearest_blocks(X, samples, k):
    """Yield slices of rows and the indices of their k nearest samples, the nearest first.

    A block has some million distances, whatever the number of rows.
    """
    rows = max(1, _BLOCK // len(samples))
    for first in range(0, len(X), rows):
        block = slice(first, first + rows)
        yield block, _nearest(X[block], samples, k)


def _nearest(X, samples, k):
    """Indices of the k nearest samples of each row, the nearest first.

    Distances come from a matrix product, whose rounding is that of the largest square. Where it
    could hide which sample is nearer, they are computed from the differences.
    """
    squares = expanded_squares(X, samples)
    near = _smallest(squares, k)
    chosen = np.take_along_axis(squares, near, axis=1)
    rounding = 2 * rounding_of_squares(X, samples)  # of two distances
    hidden = (squares <= (chosen[:, -1] + rounding)[:, None]).sum(axis=1) > k
    hidden |= (np.diff(chosen, axis=1) <= rounding[:, None]).any(axis=1)
    if hidden.any():
        near[hidden] = _smallest(cdist(X[hidden], samples, "sqeuclidean"), k)
    return near


def _smallest(squares, k):
    """Places of the k smallest numbers of each row, in their order."""
    if k == 1:
        return squares.argmin(axis=1)[:, None]
    near = np.argpartition(squares, k - 1, axis=1)[:, :k]
    order = np.argsort(np.take_along_axis(squares, near, axis=1), axis=1, kind="stable")
    return np.take_along_axis(near, order, axis=1)


def knn_error_rates(X, y, ks, folds=5, random_state=None, *, full=False):
    """Share of wrong labels on held-out samples, for several numbers of neighbours (Fig. 16.17).

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
    ks : array_like of int, shape (K,)
        Candidates.
    folds : int, splitter, or iterable of pairs (train, test)
        As in :func:`mlcompanion.resampling.fold_splits`.
    random_state : int, Generator or None
        Draws the folds.
    full : bool
        Return the :class:`~mlcompanion.resampling.CrossValidation` with all folds instead.

    Returns
    -------
    ndarray, shape (folds, K), or CrossValidation
        Average over the folds, then take the least.

    Raises
    ------
    ValueError
        If a fold leaves fewer samples than neighbours are asked for, or a single class.

    Notes
    -----
    Cost O(n^2 (d + c max k)): one search a fold serves all candidates.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    y = np.asarray(y)
    if y.shape != (len(X),):
        raise ValueError(f"y must have shape ({len(X)},), got {y.shape}")
    full = check_flag(full, "full")
    splits = fold_splits(folds, X, y, random_state=random_state)
    wrong = []
    for kept, out in splits:
        model = KNNClassifier().fit(X[kept], y[kept])
        wrong.append((model.predict_path(X[out], ks) != y[out]).mean(axis=1))
    return validation_of(wrong, splits) if full else np.array(wrong)
