"""Local search for k-means: exchange one centre for a point wherever that lowers the cost.

Choromanska (2014), section 1.3.3; Kanungo et al. (2004); candidates drawn by squared distances
after Lattanzi and Sohler (2019).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_real, check_rng

from .kmeans import kmeans_plusplus

__all__ = ["local_search"]


def _two_nearest(X, centers):
    """For every point its centre, and the squared distances to that one and to the next."""
    gaps = np.array([_squared(X, c) for c in centers])
    own = gaps.argmin(axis=0)
    near = gaps[own, np.arange(len(X))]
    gaps[own, np.arange(len(X))] = np.inf
    return own, near, gaps.min(axis=0)


def _squared(X, point):
    gap = X - point
    return np.einsum("ij,ij->i", gap, gap)


def _best_exchange(nearest, to_point, k):
    """The least cost with the point as a centre and one centre less, and which one goes."""
    own, near, second = nearest
    stay = np.minimum(near, to_point)
    lost = np.bincount(own, np.minimum(second, to_point) - stay, minlength=k)
    out = int(lost.argmin())
    return stay.sum() + lost[out], out


def local_search(X, n_clusters, n_tries=None, *, init=None, exhaustive=False, gain=1e-6,
                 random_state=None):  # fmt: skip
    """Exchange single centres for points of the data while the k-means cost falls.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
        ``k``; all points are returned if there are no more than ``k``.
    n_tries : int, optional
        Points that are tried, each drawn with chance proportional to its squared distance from the
        centres; ``k`` by default.
    init : array_like, shape (k, n_features), optional
        First centres; by default :func:`kmeans_plusplus`.
    exhaustive : bool
        Try all points in turn instead, until none helps: then the cost is at most a constant times
        the optimum's, whatever the data.
    gain : float
        Least share of the cost that an exchange must save, so that the search ends.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray, shape (min(k, n_samples), n_features)

    Raises
    ------
    ValueError
        On an empty or non-finite ``X``, or a number out of range.

    Notes
    -----
    Cost O(n d + n) to try a point against all k centres, O(n k d) for an exchange. Source:
    Choromanska (2014), section 1.3.3.

    Examples
    --------
    >>> import numpy as np
    >>> from mlcompanion.clustering import local_search
    >>> X = np.array([[0.0], [1.0], [10.0], [11.0]])
    >>> local_search(X, 2, init=[[0.0], [1.0]], exhaustive=True).ravel().tolist()
    [10.0, 1.0]
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    k = check_count(n_clusters, "n_clusters", low=1)
    exhaustive = check_flag(exhaustive, "exhaustive")
    gain = check_real(gain, "gain", low=0, high=1, open_low=True, open_high=True)
    rng = check_rng(random_state)
    n_tries = k if n_tries is None else check_count(n_tries, "n_tries")
    if k >= len(X):
        return X.copy()
    if init is None:
        centers = kmeans_plusplus(X, k, rng)
    else:
        centers = check_array(init, "init", shape=(k, X.shape[1])).astype(float)
    nearest = _two_nearest(X, centers)
    unhelpful = 0
    tried = 0
    while nearest[1].sum() > 0 and (unhelpful < len(X) if exhaustive else tried < n_tries):
        cost = nearest[1].sum()
        pick = tried % len(X) if exhaustive else rng.choice(len(X), p=nearest[1] / cost)
        tried += 1
        unhelpful += 1
        reached, out = _best_exchange(nearest, _squared(X, X[pick]), k)
        if reached < (1 - gain) * cost:
            centers[out] = X[pick]
            nearest = _two_nearest(X, centers)
            unhelpful = 0
    return centers
