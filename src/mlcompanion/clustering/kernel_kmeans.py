"""K-means in the space of a kernel, and k-means with restarts.

Zhuang, Tsang and Hoi (2011), section 7.1: learned kernels are judged by the clusters that k-means
finds in them. With K = FF', the rows of F are the points' coordinates there, so that k-means in
the space of the kernel is Lloyd's algorithm on F, whatever kernel it was. From given labels the
sweeps run on K itself, as in Sugiyama (2016), section 37.2.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh

from mlcompanion._validation import check_array, check_count, check_rng, check_square
from mlcompanion.clustering.gram_sweeps import gram_sweeps
from mlcompanion.clustering.kmeans import kmeans_plusplus, lloyd, nearest_centers

__all__ = ["Clusters", "gram_factor", "kernel_kmeans", "kmeans_restarts"]


class Clusters(NamedTuple):
    """What a clustering with restarts returns.

    Attributes
    ----------
    labels : ndarray of int, shape (n_samples,)
        From 0; a number may be missing where fewer distinct points than clusters exist.
    cost : float
        Sum of squared distances to the centres, in the space that was clustered.
    """

    labels: np.ndarray
    cost: float


def kmeans_restarts(X, n_clusters, *, n_init=10, max_iter=300, random_state=None):
    """Lloyd's algorithm from several k-means++ starts; the cheapest result.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    n_clusters : int
    n_init : int
        Number of starts.
    max_iter : int
        Rounds a start.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Clusters

    Raises
    ------
    ValueError
        If ``X`` is empty or not finite, or a number is out of its range.

    Notes
    -----
    Cost O(n k d) a round.

    Examples
    --------
    >>> found = kmeans_restarts([[0.0], [0.1], [5.0]], 2, random_state=0)
    >>> bool(found.labels[0] == found.labels[1]), round(found.cost, 3)
    (True, 0.005)
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    n_clusters = check_count(n_clusters, "n_clusters", low=1)
    n_init = check_count(n_init, "n_init", low=1)
    max_iter = check_count(max_iter, "max_iter", low=1)
    rng = check_rng(random_state)
    X = X - X.mean(axis=0)  # far from the origin, sums of a cluster would lose digits
    best = None
    for _ in range(n_init):
        start = kmeans_plusplus(X, n_clusters, rng)
        centers = lloyd(X, len(start), init=start, max_iter=max_iter)
        labels, distances = nearest_centers(X, centers)
        cost = float(distances.sum())
        if best is None or cost < best.cost:
            best = Clusters(labels, cost)
    return best


def gram_factor(K):
    """Coordinates F with K = FF', from the eigenvectors of K.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Symmetric, no eigenvalue below zero but for rounding.

    Returns
    -------
    ndarray, shape (n, rank)
        Columns with the largest eigenvalue first.

    Raises
    ------
    ValueError
        If ``K`` is not symmetric, or has a negative eigenvalue.

    Notes
    -----
    Cost O(n^3) time, O(n^2) memory.
    """
    K = check_square(K, "K", symmetric=True)
    values, vectors = eigh(K)
    largest = np.abs(values).max()
    if values[0] < -1e-8 * largest:
        raise ValueError(f"K must be positive semidefinite, got the eigenvalue {values[0]:.3g}")
    # below this an eigenvalue is what rounding left of zero
    kept = values > len(K) * np.finfo(float).eps * largest
    return (vectors[:, kept] * np.sqrt(values[kept]))[:, ::-1]


def kernel_kmeans(K, n_clusters, *, init=None, n_init=10, max_iter=300, random_state=None):
    r"""K-means on the points that a Gram matrix stands for.

    Minimises :math:`\sum_i\|\phi_i-\mu_{c(i)}\|^2`, where only
    :math:`K_{ij}=\phi_i^\top\phi_j` is known.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Gram matrix: symmetric, positive semidefinite.
    n_clusters : int
    init : array_like of int, shape (n,), optional
        Labels from 0 to start from, instead of k-means++ starts. The sweeps then run on ``K``
        itself, each point to the cluster with the least
        :math:`-\frac2{n_y}\sum_iK(x,x_i)+\frac1{n_y^2}\sum_{i,i'}K(x_i,x_{i'})`; ``K`` is not
        decomposed, and a negative eigenvalue not found.
    n_init : int
        Number of k-means++ starts; the cheapest result is returned.
    max_iter : int
        Rounds a start.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Clusters

    Raises
    ------
    ValueError
        If ``K`` is not symmetric or not positive semidefinite, or a number or label is out of its
        range.

    Notes
    -----
    Cost O(n^3) once for the coordinates, then O(n k rank) a round; with ``init`` O(n^2 k) once and
    O(n m k) a round in which m points move. A kernel that is known as a factor F is clustered
    without the matrix: ``kmeans_restarts(F, n_clusters)``.

    Examples
    --------
    >>> K = [[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 1.0]]
    >>> found = kernel_kmeans(K, 2)
    >>> bool(found.labels[0] == found.labels[1] != found.labels[2])
    True
    >>> kernel_kmeans(K, 2, init=[0, 1, 1]).labels
    array([0, 0, 1])
    """
    if init is not None:
        K = check_square(K, "K", symmetric=True)
        k = check_count(n_clusters, "n_clusters", low=1)
        max_iter = check_count(max_iter, "max_iter", low=1)
        check_count(n_init, "n_init", low=1)
        check_rng(random_state)
        start = check_array(init, "init", shape=(len(K),), dtype=int, low=0, high=k - 1)
        labels, cost, _ = gram_sweeps(K, start, k, max_iter)
        return Clusters(labels.copy(), max(float(cost), 0.0))
    F = gram_factor(K)
    if not F.shape[1]:
        F = np.zeros((len(F), 1))  # all points fall together
    return kmeans_restarts(
        F, n_clusters, n_init=n_init, max_iter=max_iter, random_state=random_state
    )
