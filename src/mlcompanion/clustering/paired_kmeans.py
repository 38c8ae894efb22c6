"""K-means that knows of pairs: must-links move together, cannot-links keep apart.

The rival of Zhuang, Tsang and Hoi (2011), section 7.1 ("ck-means"): Lloyd's rounds, in which each
group of must-linked points goes as one to the nearest centre that breaks no cannot-link (Wagstaff
and others 2001). Where every centre breaks some, that algorithm gives up; here the group breaks as
few as it can.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._jit import njit, plain_layout
from mlcompanion._pairs import check_pairs, linked_groups
from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.clustering.kmeans import kmeans_plusplus

__all__ = ["PairedClusters", "paired_kmeans"]


class PairedClusters(NamedTuple):
    """What :func:`paired_kmeans` returns.

    Attributes
    ----------
    labels : ndarray of int, shape (n_samples,)
    cost : float
        Sum of squared distances to the centres.
    n_broken : int
        Cannot-links inside a cluster; must-links are never broken.
    """

    labels: np.ndarray
    cost: float
    n_broken: int


class Apart(NamedTuple):
    """Cannot-links between groups, in compressed rows: of each group its rivals and their number.

    Attributes
    ----------
    starts : ndarray of int, shape (n_groups + 1,)
    rivals : ndarray of int
    counts : ndarray of float
    """

    starts: np.ndarray
    rivals: np.ndarray
    counts: np.ndarray


def paired_kmeans(X, n_clusters, T, *, n_init=10, max_iter=100, random_state=None):
    """K-means under must-links and cannot-links.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
        At most ``n_samples``.
    T : array_like or sparse matrix, shape (n_samples, n_samples)
        Symmetric: 1 for a must-link, -1 for a cannot-link, else 0.
    n_init : int
        Starts; the result with the fewest broken links is kept, of these the cheapest.
    max_iter : int
        Rounds a start.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    PairedClusters

    Raises
    ------
    ValueError
        If ``T`` is no matrix of pairs, or another argument is malformed.

    Notes
    -----
    Cost O(n d + m) once for m pairs, then O(n k d + m) a round. Groups are placed in random order:
    a greedy choice, so that a link can be broken although all could be kept.

    Examples
    --------
    >>> T = np.array([[0, 0, -1], [0, 0, 1], [-1, 1, 0]])
    >>> found = paired_kmeans([[0.0], [1.0], [1.1]], 2, T, random_state=0)
    >>> bool(found.labels[0] != found.labels[1] == found.labels[2]), found.n_broken
    (True, 0)
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    k = check_count(n_clusters, "n_clusters", low=1, high=len(X))
    T = check_pairs(T, size=len(X))
    n_init = check_count(n_init, "n_init", low=1)
    max_iter = check_count(max_iter, "max_iter", low=1)
    rng = check_rng(random_state)
    X = plain_layout(X - X.mean(axis=0))  # distances far from the origin would lose digits
    n_groups, groups = linked_groups(T)
    sizes = np.bincount(groups, minlength=n_groups).astype(float)
    sums = np.zeros((n_groups, X.shape[1]))
    np.add.at(sums, groups, X)
    means = sums / sizes[:, None]
    apart = _apart(T, groups, n_groups)
    inside = ((X - means[groups]) ** 2).sum()  # what no choice of clusters can change
    best = None
    for _ in range(n_init):
        centers = _at_least(kmeans_plusplus(X, k, rng), k)
        place, cost, broken = _rounds(means, sizes, centers, apart, (rng, max_iter))
        if best is None or (broken, cost) < (best[2], best[1]):
            best = (place, cost, broken)
    place, cost, broken = best
    return PairedClusters(place[groups], float(cost + inside), int(broken))


def _at_least(centers, k):
    """K-means++ may return fewer centres than asked where points coincide: repeat the last."""
    if len(centers) == k:
        return centers
    return np.vstack([centers, np.repeat(centers[-1:], k - len(centers), axis=0)])


def _apart(T, groups, n_groups):
    """Cannot-links between groups; one inside a group is broken whatever is done."""
    rows, columns = T.nonzero()
    different = T.data < 0
    pairs = (groups[rows[different]], groups[columns[different]])
    ones = np.ones(len(pairs[0]))
    links = sparse.csr_array((ones, pairs), shape=(n_groups, n_groups))
    links.sum_duplicates()
    return Apart(links.indptr.astype(np.int64), links.indices.astype(np.int64), links.data)


def _rounds(means, sizes, centers, apart, run):
    """Place the groups and move the centres until no group moves."""
    rng, max_iter = run
    place = np.full(len(means), -1)
    for _ in range(max_iter):
        gaps = ((means[:, None, :] - centers[None]) ** 2).sum(axis=2)
        new = _place_groups(gaps, rng.permutation(len(means)), apart)
        if (new == place).all():
            break
        place = new
        for j in range(len(centers)):
            mine = place == j
            if mine.any():  # the centre of an empty cluster stays
                centers[j] = np.average(means[mine], axis=0, weights=sizes[mine])
    gaps = ((means - centers[place]) ** 2).sum(axis=1)
    rows = np.repeat(np.arange(len(means)), np.diff(apart.starts))
    broken = apart.counts[place[rows] == place[apart.rivals]].sum() / 2
    return place, sizes @ gaps, broken


@njit
def _place_groups(gaps, order, apart):
    """Each group in turn to the centre with the fewest rivals so far; of these the nearest."""
    place = np.full(gaps.shape[0], -1)
    for g in order:
        clashes = np.zeros(gaps.shape[1])
        for entry in range(apart.starts[g], apart.starts[g + 1]):
            home = place[apart.rivals[entry]]
            if home >= 0 and apart.rivals[entry] != g:
                clashes[home] += apart.counts[entry]
        best = 0
        for j in range(1, gaps.shape[1]):
            fewer = clashes[j] < clashes[best]
            if fewer or (clashes[j] == clashes[best] and gaps[g, j] < gaps[g, best]):
                best = j
        place[g] = best
    return place
