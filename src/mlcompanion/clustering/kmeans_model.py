"""K-means as an estimator: sweeps from several starts, no cluster left empty.

Sugiyama (2016), section 37.1 and Fig. 37.1. The source's listing divides by zero where a cluster
loses its last point; here the point that is farthest from its own centre starts it anew.
"""

import warnings

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.clustering.kmeans import kmeans_plusplus, nearest_unchecked

__all__ = ["KMeans"]

_BLOCK = 512  # points


@njit
def _nearest(columns, centers):
    """:func:`nearest_unchecked` for data by columns, in blocks of points."""
    d, n = columns.shape
    labels = np.zeros(n, dtype=np.int64)
    distances = np.full(n, np.inf)
    gaps = np.empty(_BLOCK)
    for start in range(0, n, _BLOCK):
        # of a block, columns and sums stay in the fastest memory while all centres pass by
        stop = min(start + _BLOCK, n)
        own = labels[start:stop]
        least = distances[start:stop]
        for j in range(centers.shape[0]):
            gaps[:] = 0.0
            for f in range(d):
                column = columns[f, start:stop]
                place = centers[j, f]
                for i in range(column.size):
                    gap = column[i] - place
                    gaps[i] += gap * gap
            for i in range(least.size):
                if gaps[i] < least[i]:
                    own[i] = j
                    least[i] = gaps[i]
    return labels, distances


@njit
def _fill_empty(labels, distances, counts):
    """Give each empty cluster the point that is farthest from its centre and not alone there."""
    for j in range(counts.size):
        if counts[j] > 0:
            continue
        farthest = -1
        for i in range(labels.size):
            loose = distances[i] > 0.0 and counts[labels[i]] > 1
            if loose and (farthest < 0 or distances[i] > distances[farthest]):
                farthest = i
        if farthest < 0:  # all points lie on centres: there are fewer places than clusters
            return
        counts[labels[farthest]] -= 1
        counts[j] = 1
        labels[farthest] = j
        distances[farthest] = 0.0


@njit
def kmeans_sweeps(X, centers, max_iter):
    """Move ``centers`` in place until no label changes: steps 2 and 3 of Fig. 37.1.

    Return labels, squared distances to the centres, sweeps, and whether the labels settled.
    """
    columns = np.ascontiguousarray(X.T)
    labels = np.full(X.shape[0], -1)
    for sweep in range(max_iter):
        new, distances = _nearest(columns, centers)
        counts = np.bincount(new, minlength=centers.shape[0])
        _fill_empty(new, distances, counts)
        if (new == labels).all():
            return labels, distances, sweep, True
        labels = new
        sums = np.zeros(centers.shape)
        for i in range(X.shape[0]):
            for f in range(X.shape[1]):
                sums[labels[i], f] += X[i, f]
        for j in range(centers.shape[0]):
            if counts[j] > 0:
                centers[j] = sums[j] / counts[j]
    new, distances = _nearest(columns, centers)
    return new, distances, max_iter, (new == labels).all()


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    r"""Clusters around means: the labels and centres that lower the within-cluster scatter.

    .. math:: \min_{y_1,\dots,y_n}\sum_{y=1}^c\sum_{i:y_i=y}\|x_i-\mu_y\|^2,\qquad
        \mu_y=\frac1{n_y}\sum_{i:y_i=y}x_i

    Each sweep gives every point to the nearest centre and moves every centre to the mean of its
    points; neither raises the sum. It ends in a local optimum, which depends on the start.

    Parameters
    ----------
    n_clusters : int
        :math:`c`, at most the number of rows.
    init : {"k-means++", "random"} or array_like, shape (n_clusters, n_features)
        Where to start: at points drawn far from one another, at random points, or as told.
    n_init : "auto" or int
        Starts, of which the best is kept. "auto": 1, but 10 from random points.
    max_iter : int
        Sweeps a start.
    random_state : int, Generator, RandomState or None
        Draws the starts.

    Attributes
    ----------
    cluster_centers_ : ndarray, shape (n_clusters, n_features)
    labels_ : ndarray of int, shape (n_samples,)
        From 0.
    inertia_ : float
        The sum of squared distances to the centres.
    n_iter_ : int
        Sweeps of the start that was kept.
    converged_ : bool
        Whether its labels settled.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Names of the columns, if ``X`` has some.

    Raises
    ------
    ValueError
        If ``X`` is malformed, has fewer rows than clusters, or an argument is out of its range.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ends the search, or there are fewer different rows than clusters.

    See Also
    --------
    kmeans_1d_exact : The optimum on a line.
    kmeans_exhaustive : The optimum of few points.

    Notes
    -----
    Cost: O(n c d) a sweep; memory O(n d). No limit of change is asked: a start ends when no label
    changes. Sparse matrices are refused: means of sparse rows are dense.
    Source: Sugiyama (2016), section 37.1, equation 37.1, Fig. 37.1.

    Examples
    --------
    >>> model = KMeans(2, random_state=0).fit([[0.0], [1.0], [8.0], [9.0]])
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[2]), model.inertia_
    (True, 1.0)
    """

    def __init__(
        self, n_clusters=8, *, init="k-means++", n_init="auto", max_iter=300, random_state=None
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the clusters.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : ignored

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        k = check_count(self.n_clusters, "n_clusters", low=1)
        if k > len(X):
            raise ValueError(f"n_clusters must be at most the number of rows, {len(X)}, got {k}")
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        origin = X.mean(axis=0)
        X = plain_layout(X - origin)  # far from the origin sums would lose digits
        best = None
        for centers in self._starts(X, origin, k):
            labels, distances, sweeps, settled = kmeans_sweeps(X, centers, max_iter)
            cost = float(distances.sum())
            if best is None or cost < best[0]:
                best = (cost, labels, centers, sweeps, bool(settled))
        self.inertia_, self.labels_, centers, self.n_iter_, self.converged_ = best
        self.cluster_centers_ = centers + origin
        if not self.converged_:
            message = f"k-means still changes labels after max_iter={max_iter} sweeps"
            warnings.warn(message, ConvergenceWarning, stacklevel=2)
        found = len(np.unique(self.labels_))
        if found < k:
            message = f"X has {found} different places for n_clusters={k}"
            warnings.warn(message, ConvergenceWarning, stacklevel=2)
        return self

    def _starts(self, X, origin, k):
        """Centres to begin with, relative to the origin, one set a start."""
        rng = check_rng(self.random_state)
        told = not isinstance(self.init, str)
        if not told and self.init not in ("k-means++", "random"):
            raise ValueError(f"init must be 'k-means++', 'random' or an array, got {self.init!r}")
        n_init = self.n_init
        if isinstance(n_init, str) and n_init == "auto":
            n_init = 10 if not told and self.init == "random" else 1
        n_init = check_count(n_init, "n_init", low=1)
        if told:  # every start would be the same
            start = check_array(self.init, "init", shape=(k, X.shape[1]))
            return [plain_layout(start - origin)]
        if self.init == "random":
            return [X[rng.choice(len(X), k, replace=False)] for _ in range(n_init)]
        return [kmeans_plusplus(X, k, rng) for _ in range(n_init)]

    def predict(self, X):
        """Return the index of the nearest centre for each row, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return nearest_unchecked(plain_layout(X), plain_layout(self.cluster_centers_))[0]

    def transform(self, X):
        """Return the distance to each centre, shape (n_samples, n_clusters)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return cdist(X, self.cluster_centers_)

    def score(self, X, y=None):
        """Return minus the sum of squared distances of rows to their nearest centres."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        centers = plain_layout(self.cluster_centers_)
        return -float(nearest_unchecked(plain_layout(X), centers)[1].sum())

    @property
    def _n_features_out(self):
        return len(self.cluster_centers_)
