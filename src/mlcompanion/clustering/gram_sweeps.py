"""Kernel k-means on the Gram matrix itself: the source's sweep, from labels to labels.

Sugiyama (2016), section 37.2. No coordinates are made, so that a sweep costs one product of the
matrix with the clusters' indicators, later of the rows of points that moved, and nothing of third
order.
"""

import numpy as np

__all__ = []


def gram_sweeps(K, labels, n_clusters, max_iter):
    """Sweep until no label changes or the scatter no longer falls; see ``kernel_kmeans``.

    Return labels, the scatter, and the number of sweeps.
    """
    diagonal = np.diagonal(K)
    member = np.eye(n_clusters)[labels]  # 1 where a point is in a cluster
    sums = K @ member  # of K(x, x_i) over the points of each cluster
    before = np.inf
    kept = labels
    for sweep in range(max_iter):
        sizes = member.sum(axis=0)
        filled = np.maximum(sizes, 1)
        inner = (sums * member).sum(axis=0)  # of K(x_i, x_i') over pairs inside each
        scatter = diagonal.sum() - (inner / filled).sum()
        # rounding may go round in circles between labellings of equal scatter
        if scatter >= before:
            return kept, before, sweep
        before = scatter
        kept = labels
        distances = inner / filled**2 - 2 * sums / filled
        distances[:, sizes == 0] = np.inf  # no mean, no distance
        labels = distances.argmin(axis=1)
        _refill(labels, distances + diagonal[:, None], n_clusters)
        moved = np.flatnonzero(labels != kept)
        if not len(moved):
            return kept, before, sweep
        change = np.eye(n_clusters)[labels[moved]] - member[moved]
        # only those that moved; a row of K is its column
        sums += K[moved].T @ change
        member[moved] += change
    return kept, before, max_iter


def _refill(labels, distances, n_clusters):
    """An empty cluster gets the point that is farthest from its own mean and not alone there."""
    sizes = np.bincount(labels, minlength=n_clusters)
    for j in np.flatnonzero(sizes == 0):
        own = distances[np.arange(len(labels)), labels]
        loose = np.flatnonzero(sizes[labels] > 1)
        if not len(loose):
            return
        farthest = loose[own[loose].argmax()]
        sizes[labels[farthest]] -= 1
        labels[farthest] = j
        sizes[j] = 1
        distances[farthest] = 0.0
