"""Optimal k-means on a line, by the classical dynamic program with monotone split points.

In higher dimensions the optimum is out of reach, and a bound that holds for the best of many
restarts proves little. On a line the bounds of Choromanska (2014), section 5.2.2, meet the truth.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_count

__all__ = ["kmeans_1d_exact"]


@njit
def _split_layer(prefix, square, before, layer, splits):
    """One row of the 1-D program: best last cluster for each prefix, by monotone split points."""
    n = layer.size
    stack = np.empty((n + 1, 4), dtype=np.int64)
    stack[0] = (0, n - 1, 0, n - 1)
    depth = 1
    while depth > 0:
        depth -= 1
        low, high, first, last = stack[depth]
        middle = (low + high) // 2
        best = np.inf
        split = first
        for j in range(first, min(middle, last) + 1):  # between the splits of both neighbours
            size = middle - j + 1
            total = prefix[middle + 1] - prefix[j]
            spread = square[middle + 1] - square[j] - total * total / size
            # a difference of sums, which may round below 0
            cost = (before[j - 1] if j > 0 else 0.0) + max(spread, 0.0)
            if cost < best:
                best = cost
                split = j
        layer[middle] = best
        splits[middle] = split
        if low < middle:
            # shorter prefixes split no later, longer ones no earlier
            stack[depth] = (low, middle - 1, first, split)
            depth += 1
        if middle < high:
            stack[depth] = (middle + 1, high, split, last)
            depth += 1


def kmeans_1d_exact(x, n_clusters):
    """The optimal k-means clustering of numbers, exactly.

    Optimal clusters of a line are intervals, and where the last one starts moves right with the
    prefix: each of the ``k`` rows of the dynamic program takes O(n log n).

    Parameters
    ----------
    x : array_like, shape (n_samples,) or (n_samples, 1)
    n_clusters : int

    Returns
    -------
    centers : ndarray, shape (min(k, n_samples), 1)
        Increasing.
    cost : float
        The optimal k-means cost.

    Notes
    -----
    Cost O(k n log n) time, O(k n) memory.
    """
    x = check_array(x, "x", min_rows=1)
    if x.ndim > 2 or (x.ndim == 2 and x.shape[1] != 1):
        raise ValueError(f"x must hold numbers, one a row, got shape {x.shape}")
    x = x.ravel()
    k = min(check_count(n_clusters, "n_clusters", low=1), x.size)
    x = np.sort(x)
    shift = x[x.size // 2]  # small numbers, small cancellation
    prefix = np.concatenate([[0.0], np.cumsum(x - shift)])
    square = np.concatenate([[0.0], np.cumsum((x - shift) ** 2)])
    layers = np.empty((k, x.size))
    splits = np.zeros((k, x.size), dtype=np.int64)
    sizes = np.arange(1, x.size + 1)
    layers[0] = np.maximum(square[1:] - prefix[1:] ** 2 / sizes, 0)
    for q in range(1, k):
        _split_layer(prefix, square, layers[q - 1], layers[q], splits[q])
    bounds = [x.size]
    for q in range(k - 1, -1, -1):
        # where one cluster starts, the cluster before it ends
        bounds.append(splits[q, bounds[-1] - 1] if bounds[-1] > 0 else 0)
    pieces = [x[a:b] for a, b in zip(bounds[:0:-1], bounds[-2::-1]) if b > a]
    centers = np.array([[piece.mean()] for piece in pieces])
    # from the pieces themselves: running sums have lost digits
    return centers, float(sum(((piece - piece.mean()) ** 2).sum() for piece in pieces))
