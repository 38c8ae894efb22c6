"""Kernel k-means on the Gram matrix itself: the source's sweep, from labels to labels.

Sugiyama (2016), section 37.2. No coordinates are made, so that a sweep costs one product of the
matrix with the clusters' indicators and nothing of third order.
"""

import numpy as np

__all__ = []


def gram_sweeps(K, labels, n_clusters, max_iter):
    """Sweep until no label changes or the scatter no longer falls; see ``kernel_kmeans``.

    Return labels, the scatter, and the number of sweeps.
    """
    diagonal = np.diagonal(K)
    total = diagonal.sum()
    rows = np.arange(len(K))
    before = np.inf
    kept = labels
    for sweep in range(max_iter):
        member = np.zeros((len(K), n_clusters))
        member[rows, labels] = 1.0
        sizes = member.sum(axis=0)
        filled = np.maximum(sizes, 1)
        sums = K @ member  # of K(x, x_i) over the points of each cluster
        inner = (sums * member).sum(axis=0)  # of K(x_i, x_i') over pairs inside each
        scatter = total - (inner / filled).sum()
        # rounding may go round in circles between labellings of equal scatter
        if scatter >= before:
            return kept, before, sweep
        kept = labels
        before = scatter
        distances = inner / filled**2 - 2 * sums / filled
        distances[:, sizes == 0] = np.inf  # no mean, no distance
        labels = distances.argmin(axis=1)
        _refill(labels, distances + diagonal[:, None], n_clusters)
        if (labels == kept).all():
            return kept, before, sweep
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
