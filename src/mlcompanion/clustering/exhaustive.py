"""The optimum of k-means for few points, by trying every grouping.

Sugiyama (2016), section 37.1: the number of groupings grows exponentially with the points. It is
what a search that may end in a local optimum can be held against.
"""

from math import comb, factorial
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count

__all__ = ["ExactClusters", "kmeans_exhaustive"]

MOST = 50_000_000  # groupings: some seconds


class ExactClusters(NamedTuple):
    """What :func:`kmeans_exhaustive` returns.

    Attributes
    ----------
    labels : ndarray of int, shape (n_samples,)
        From 0, in order of first appearance.
    cost : float
        Sum of squared distances to the clusters' means: no grouping has a smaller one.
    n_groupings : int
        How many groupings were tried.
    """

    labels: np.ndarray
    cost: float
    n_groupings: int


def _groupings(n, k):
    """Ways to divide n points into k clusters, none empty (Stirling's number, second kind)."""
    return sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)) // factorial(k)


@njit
def _try_all(X, k):
    """Best labels and cost over all labellings in which labels appear in order, 0 first."""
    n, d = X.shape
    labels = np.full(n, -1)
    best_labels = np.zeros(n, dtype=np.int64)
    best = np.inf
    tried = 0
    # after i points: clusters begun, their sizes, means, and the scatter so far
    used = np.zeros(n + 1, dtype=np.int64)
    sizes = np.zeros((n + 1, k))
    means = np.zeros((n + 1, k, d))
    scatter = np.zeros(n + 1)
    i = 0
    while i >= 0:
        labels[i] += 1
        j = labels[i]
        if j > min(used[i], k - 1):  # at most one label that is new
            labels[i] = -1
            i -= 1
            continue
        begun = max(used[i], j + 1)
        if k - begun > n - 1 - i:  # too few points left to begin the other clusters
            continue
        used[i + 1] = begun
        sizes[i + 1] = sizes[i]
        means[i + 1] = means[i]
        sizes[i + 1, j] += 1
        square = 0.0
        for f in range(d):
            gap = X[i, f] - means[i, j, f]
            square += gap * gap
            means[i + 1, j, f] += gap / sizes[i + 1, j]
        # one more point at this distance from a mean of m points adds m / (m + 1) of its square
        scatter[i + 1] = scatter[i] + square * sizes[i, j] / sizes[i + 1, j]
        if i + 1 < n:
            i += 1
            continue
        tried += 1
        if scatter[n] < best:
            best = scatter[n]
            best_labels[:] = labels
    return best_labels, best, tried


def kmeans_exhaustive(X, n_clusters):
    """The optimal k-means clustering of few points, by trying all groupings.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
        At most ``n_samples``; no cluster is empty.

    Returns
    -------
    ExactClusters
        Of several optima the first in the order of the labels.

    Raises
    ------
    ValueError
        If there are more than 50 million groupings, or an argument is out of its range.

    See Also
    --------
    kmeans_1d_exact : The same on a line, for many points.

    Notes
    -----
    Cost: O(d) for each of the Stirling number S(n, k) of groupings, about k^n / k! of them; memory
    O(n k d). Source: Sugiyama (2016), section 37.1.

    Examples
    --------
    >>> found = kmeans_exhaustive([[0.0], [1.0], [8.0], [9.0]], 2)
    >>> found.labels, found.cost, found.n_groupings
    (array([0, 0, 1, 1]), 1.0, 7)
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    k = check_count(n_clusters, "n_clusters", low=1, high=len(X))
    number = _groupings(len(X), k)
    if number > MOST:
        raise ValueError(
            f"X must have few rows: {len(X)} of them make {float(number):.2g} groupings into "
            f"n_clusters={k}, more than {MOST:,}"
        )
    labels, cost, tried = _try_all(plain_layout(X - X.mean(axis=0)), k)
    return ExactClusters(labels, float(cost), int(tried))
