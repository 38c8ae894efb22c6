"""The k-means cost, and the batch clusterers that serve as experts.

Choromanska (2014), section 1.3.2 (cost, Lloyd, k-means++) and section 5.3 (k-means#, after Ailon,
Jaiswal and Monteleoni 2009). With no more points than centres, the points are the centres.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = [
    "kmeans_cost",
    "kmeans_plusplus",
    "kmeans_sharp",
    "lloyd",
    "nearest_centers",
]


def nearest_centers(X, centers):
    """Return the index of each row's nearest centre and the squared distance to it.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    centers : array_like, shape (n_centers, n_features)

    Returns
    -------
    labels : ndarray of int, shape (n_samples,)
    distances : ndarray, shape (n_samples,)
        Squared, computed from differences and therefore exact to rounding even for close points.
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    centers = check_array(centers, "centers", shape=(None, X.shape[1]), min_rows=1)
    return nearest_unchecked(plain_layout(X), plain_layout(centers))


def kmeans_cost(X, centers):
    """Return the k-means cost, the sum over rows of the squared distance to the nearest centre.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    centers : array_like, shape (n_centers, n_features)

    Returns
    -------
    float

    Notes
    -----
    Cost O(n k d). Source: Choromanska (2014), section 1.3.2.
    """
    return float(nearest_centers(X, centers)[1].sum())


@njit
def nearest_unchecked(X, centers):
    n = X.shape[0]
    columns = np.ascontiguousarray(X.T)  # the innermost loop runs over points: it vectorizes
    labels = np.zeros(n, dtype=np.int64)
    distances = np.full(n, np.inf)
    gaps = np.empty(n)
    for j in range(centers.shape[0]):
        _add_up_gaps(columns, centers[j], gaps)
        for i in range(n):
            if gaps[i] < distances[i]:
                labels[i], distances[i] = j, gaps[i]
    return labels, distances


@njit
def _add_up_gaps(columns, center, gaps):
    gaps[:] = 0.0
    for f in range(columns.shape[0]):
        for i in range(columns.shape[1]):
            gap = columns[f, i] - center[f]
            gaps[i] += gap * gap


@njit
def d2_seeding(X, first, uniforms, counts):
    """Indices of seeds: ``first``, then ``counts[r]`` draws a round, with chance ~ D(x)^2."""
    n = X.shape[0]
    columns = np.ascontiguousarray(X.T)
    chosen = np.empty(first.size + counts.sum(), dtype=np.int64)
    chosen[: first.size] = first
    size = first.size
    fresh = 0
    used = 0
    distances = np.full(n, np.inf)
    gaps = np.empty(n)
    for count in counts:
        for j in range(fresh, size):  # D(x)^2 after the seeds of the last round
            _add_up_gaps(columns, X[chosen[j]], gaps)
            distances = np.minimum(distances, gaps)
        # seeds that were drawn up to here count in the next round
        fresh = size
        # inversion on squared distances
        cumulated = np.cumsum(distances)
        for _ in range(count):
            pick = min(int(uniforms[used] * n), n - 1)  # every point is a seed already
            if cumulated[-1] > 0.0:
                target = uniforms[used] * cumulated[-1]
                # side right: a point at distance 0 from a seed is never drawn
                pick = min(np.searchsorted(cumulated, target, side="right"), n - 1)
            chosen[size] = pick
            size = size + 1
            used = used + 1
    return chosen


def kmeans_plusplus(X, n_clusters, random_state=None):
    """Seed by k-means++: each new centre is a point drawn with chance proportional to ``D(x)^2``.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
        ``k``; all points are returned if there are no more than ``k``.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray, shape (min(k, n_samples), n_features)

    Raises
    ------
    ValueError
        On an empty or non-finite ``X`` or ``n_clusters < 1``.

    Notes
    -----
    Cost O(n k d). Expected cost at most ``8 (ln k + 2)`` times the optimum (Arthur and
    Vassilvitskii 2007). Source: Choromanska (2014), section 1.3.2.
    """
    X, k, rng = _check(X, n_clusters, random_state)
    if k >= len(X):
        return X.copy()
    first = np.array([rng.integers(len(X))])
    return X[d2_seeding(X, first, rng.random(k - 1), np.ones(k - 1, dtype=np.int64))]


def kmeans_sharp(X, n_clusters, multiplier=3.0, random_state=None):
    """Seed by k-means#: about ``multiplier * k log k`` centres in ``k`` rounds.

    The first round draws points uniformly, the others with chance proportional to ``D(x)^2``,
    each round ``multiplier * log k`` points at once.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
        ``k``; the guarantee compares with the best ``k`` centres.
    multiplier : float
        3 in the analysis; the thesis also runs 2.25 and 1.5.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray, shape (round(multiplier * k log k), n_features)
        Repeated points are possible. All points, if there are no more than ``k``.

    Notes
    -----
    Cost O(n k log k d). With constant probability a constant-factor approximation (Ailon,
    Jaiswal and Monteleoni 2009). Source: Choromanska (2014), section 5.3.
    """
    X, k, rng = _check(X, n_clusters, random_state)
    multiplier = check_real(multiplier, "multiplier", low=0, open_low=True)
    if k >= len(X):
        return X.copy()
    total = max(k, round(multiplier * k * np.log(k)))  # log 1 is 0, yet a round needs a point
    # rounds as even as whole numbers can be
    counts = np.diff(np.round(np.linspace(0, total, k + 1)).astype(np.int64))
    first = rng.integers(len(X), size=counts[0])
    return X[d2_seeding(X, first, rng.random(total - counts[0]), counts[1:])]


@njit
def _lloyd(X, centers, max_iter):
    """Move ``centers`` in place until no label changes; return the number of rounds."""
    labels = np.full(X.shape[0], -1)
    for n_iter in range(max_iter):
        new_labels, _ = nearest_unchecked(X, centers)
        if (new_labels == labels).all():
            return n_iter
        labels = new_labels
        sums = np.zeros(centers.shape)
        counts = np.zeros(centers.shape[0])
        for i in range(X.shape[0]):
            counts[labels[i]] += 1
            for f in range(X.shape[1]):
                sums[labels[i], f] += X[i, f]
        for j in range(centers.shape[0]):
            if counts[j] > 0:  # the centre of an empty cluster stays
                centers[j] = sums[j] / counts[j]
    return max_iter


def lloyd(X, n_clusters, init="random", max_iter=100, random_state=None):
    """Lloyd's algorithm: assign to the nearest centre, move each centre to its mean, repeat.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
        ``k``; all points are returned if there are no more than ``k``.
    init : {"random", "kmeans++"} or array_like, shape (k, n_features)
        ``"random"`` starts from ``k`` points of ``X``, as the thesis does.
    max_iter : int
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray, shape (k, n_features)
        A centre without points keeps its place.

    Notes
    -----
    Cost O(n k d) a round. The cost never rises, but has no bound relative to the optimum.
    Source: Choromanska (2014), section 1.3.2.
    """
    X, k, rng = _check(X, n_clusters, random_state)
    max_iter = check_count(max_iter, "max_iter", low=1)
    if isinstance(init, str):
        if init not in ("random", "kmeans++"):
            raise ValueError(f"init must be 'random', 'kmeans++' or an array, got {init!r}")
        if k >= len(X):
            return X.copy()
        random = init == "random"
        centers = X[rng.choice(len(X), k, replace=False)] if random else kmeans_plusplus(X, k, rng)
    else:
        centers = check_array(init, "init", shape=(k, X.shape[1])).copy()
    _lloyd(X, centers, max_iter)
    return centers


def _check(X, n_clusters, random_state):
    X = plain_layout(check_array(X, "X", ndim=2, min_rows=1))
    return X, check_count(n_clusters, "n_clusters", low=1), check_rng(random_state)
