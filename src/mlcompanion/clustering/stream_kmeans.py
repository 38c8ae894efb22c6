"""Clusterers that see each point of a stream once: sequential k-means and the doubling algorithm.

Choromanska (2014), section 5.3: "Online k-means" (also run on windows, as an expert) and the
"Doubling algorithm" of Charikar, Chekuri, Feder and Motwani (1997), which approximates k-centre.
"""

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit, plain_layout
from mlcompanion._stream import is_plain_row
from mlcompanion._validation import check_array, check_count
from mlcompanion.clustering.kmeans import nearest_unchecked

__all__ = ["DoublingKCenter", "SequentialKMeans", "sequential_kmeans"]


@njit
def _sequential_pass(X, centers, counts, n_seen):
    """Feed the rows of ``X``; the first centres are the first points. Return how many there are."""
    for i in range(X.shape[0]):
        if n_seen < centers.shape[0]:
            centers[n_seen] = X[i]
            counts[n_seen] = 1
            n_seen += 1
            continue
        c = 0
        least = np.inf
        for j in range(centers.shape[0]):
            distance = 0.0
            for f in range(X.shape[1]):
                distance += (X[i, f] - centers[j, f]) ** 2
            if distance < least:
                c = j
                least = distance
        counts[c] += 1
        for f in range(X.shape[1]):
            centers[c, f] += (X[i, f] - centers[c, f]) / counts[c]  # the mean of the points it won
    return n_seen


def sequential_kmeans(X, n_clusters):
    """Sequential k-means over the rows of ``X``, in order.

    The first ``k`` points are the first centres; each later point moves its nearest centre by
    ``(x - c) / n_c``, so that a centre is the mean of the points it won.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int

    Returns
    -------
    ndarray, shape (min(k, n_samples), n_features)

    Notes
    -----
    Cost O(k d) a point. No guarantee. Source: Choromanska (2014), section 5.3, expert 3.
    """
    X = plain_layout(check_array(X, "X", ndim=2, min_rows=1))
    k = min(check_count(n_clusters, "n_clusters", low=1), len(X))
    centers = np.empty((k, X.shape[1]))
    _sequential_pass(X, centers, np.zeros(k), 0)
    return centers


class StreamClusterer(ClusterMixin, BaseEstimator):
    """What clusterers of a stream share: ``fit`` is one pass, ``predict`` the nearest centre."""

    def fit(self, X, y=None):
        """Cluster the rows of ``X`` as a stream, from the beginning.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : ignored

        Returns
        -------
        self
        """
        X = plain_layout(validate_data(self, X, dtype=np.float64))
        self._start(X)
        self._feed(X)
        self.labels_ = self._labels(X)
        return self

    def partial_fit(self, X, y=None):
        """See further rows of the stream.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : ignored

        Returns
        -------
        self
        """
        fresh = not hasattr(self, "cluster_centers_")
        if not fresh and is_plain_row(self, X):
            self._feed(plain_layout(X))
            return self
        X = plain_layout(validate_data(self, X, dtype=np.float64, reset=fresh))
        if fresh:
            self._start(X)
        self._feed(X)
        return self

    def predict(self, X):
        """Return the index of the nearest centre for each row, shape (n_samples,)."""
        check_is_fitted(self, "cluster_centers_")
        return self._labels(plain_layout(validate_data(self, X, dtype=np.float64, reset=False)))

    def _labels(self, X):
        return nearest_unchecked(X, plain_layout(self.cluster_centers_))[0]


class SequentialKMeans(StreamClusterer):
    """Sequential ("online") k-means: each point moves its nearest centre by ``1 / n_c``.

    Parameters
    ----------
    n_clusters : int

    Attributes
    ----------
    cluster_centers_ : ndarray, shape (k, n_features)
        Fewer rows while fewer than ``k`` points have been seen.
    counts_ : ndarray, shape (k,)
        Points that each centre won.
    labels_ : ndarray of int
        Labels of the last ``fit``.

    Notes
    -----
    Cost O(k d) a point and O(k d) memory. Source: Choromanska (2014), sections 1.3.2 and 5.3.
    """

    def __init__(self, n_clusters=8):
        self.n_clusters = n_clusters

    def _start(self, X):
        k = check_count(self.n_clusters, "n_clusters", low=1)
        self._centers = np.empty((k, X.shape[1]))
        self._counts = np.zeros(k)
        self._n_seen = 0

    def _feed(self, X):
        self._n_seen = _sequential_pass(X, self._centers, self._counts, self._n_seen)
        self.cluster_centers_ = self._centers[: self._n_seen]
        self.counts_ = self._counts[: self._n_seen]

    def score(self, X, y=None):
        """Minus the k-means cost of the rows, as scikit-learn's ``KMeans.score``; O(n k d)."""
        check_is_fitted(self, "cluster_centers_")
        X = plain_layout(validate_data(self, X, dtype=np.float64, reset=False))
        return -float(nearest_unchecked(X, plain_layout(self.cluster_centers_))[1].sum())


class DoublingKCenter(StreamClusterer):
    """The doubling algorithm: at most ``k`` centres, pairwise far apart, for k-centre.

    The first ``k`` distinct points are the first centres and ``r`` is their smallest gap. A point
    farther than ``2 r`` from all centres becomes one. When there are more than ``k``, a greedy
    subset that is pairwise more than ``2 r`` apart stays and ``r`` doubles.

    Parameters
    ----------
    n_clusters : int

    Attributes
    ----------
    cluster_centers_ : ndarray, shape (<= k, n_features)
        Points of the stream.
    radius_ : float
        ``r``; every point so far lies within ``2 r`` of a centre. 0 before ``k`` distinct points.
    labels_ : ndarray of int
        Labels of the last ``fit``.

    Notes
    -----
    Cost O(k d) a point, amortized over the mergers. The largest distance to a centre is at most 8
    times the optimum; the k-means cost has no guarantee. Source: Choromanska (2014), section 5.3.
    """

    def __init__(self, n_clusters=8):
        self.n_clusters = n_clusters

    def _start(self, X):
        check_count(self.n_clusters, "n_clusters", low=1)
        self.cluster_centers_ = X[:1].copy()
        self.radius_ = 0.0

    def _feed(self, X):
        row = 0
        gaps = nearest_unchecked(X, self.cluster_centers_)[1]
        while True:
            outside = np.flatnonzero(gaps[row:] > 4 * self.radius_**2)  # squares: beyond 2 r
            if not outside.size:
                return
            row += outside[0]
            self.cluster_centers_ = np.vstack([self.cluster_centers_, X[row]])
            row += 1
            if self._open():
                newest = ((X[row:] - X[row - 1]) ** 2).sum(axis=1)  # a centre more: gaps only fall
                gaps[row:] = np.minimum(gaps[row:], newest)
            else:
                # some centres were lost: anew
                gaps[row:] = nearest_unchecked(X[row:], self.cluster_centers_)[1]

    def _open(self):
        """Set the first radius, thin the centres if there are too many; True if none was lost."""
        size = len(self.cluster_centers_)
        k = self.n_clusters
        if self.radius_ == 0 and size >= max(k, 2):
            self.radius_ = float(pdist(self.cluster_centers_).min())  # of differences: never 0
        while len(self.cluster_centers_) > k:  # thinning once may drop none
            kept = self.cluster_centers_[:1]
            for center in self.cluster_centers_[1:]:
                if ((kept - center) ** 2).sum(axis=1).min() > 4 * self.radius_**2:
                    kept = np.vstack([kept, center])
            self.cluster_centers_ = kept
            self.radius_ *= 2
        return len(self.cluster_centers_) == size
