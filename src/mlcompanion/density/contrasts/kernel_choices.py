"""Where kernels stand and how wide they are tried, where nobody says so."""

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_count

__all__ = []


def choose_centers(X, centers, n_centers, rng):
    """Where the kernels are: as told, or at ``n_centers`` of the samples (None: at all)."""
    if n_centers is not None:
        check_count(n_centers, "n_centers", low=1)
    if centers is not None:
        return check_array(centers, "centers", shape=(None, X.shape[1]), min_rows=1).copy()
    if n_centers is None or n_centers >= len(X):
        return X.copy()
    return X[np.sort(rng.choice(len(X), n_centers, replace=False))]


def median_widths(X_num, X_den):
    """Multiples of the median distance between samples, of a few hundred of each."""
    some = np.concatenate([X[:: max(1, len(X) // 250)] for X in (X_num, X_den)])
    distances = cdist(some, some)
    positive = distances[distances > 0]
    median = np.median(positive) if len(positive) else 1.0
    return median * np.array([0.25, 0.5, 1.0, 2.0, 4.0])
