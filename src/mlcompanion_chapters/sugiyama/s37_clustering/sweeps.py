"""Sweeps of k-means and of its kernel form: what falls, what separates, what depends on the start.

Sugiyama (2016), sections 37.1 and 37.2.
"""

import warnings
from itertools import combinations, pairwise

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.clustering import KMeans, kernel_kmeans, nearest_centers
from mlcompanion.kernels import rbf_kernel

from .clouds import three_clouds
from .groupings import pairwise_agreement, separable

__all__ = [
    "KINDS",
    "WIDTHS",
    "agreement_by_start",
    "data_set",
    "half_sweeps",
    "overlapping_pairs",
    "start_labels",
    "straight_boundaries",
]

KINDS = ("clouds", "rings", "spirals")
WIDTHS = (2.0, 1.0, 0.5)


def data_set(kind, n, d, rng):
    """Points in d dimensions; rings and spirals lie in the first two, noise fills the others."""
    if kind == "clouds":
        return rng.normal(size=(n, d)) + 3 * rng.normal(size=(4, d))[rng.integers(4, size=n)]
    which = rng.integers(2, size=n)
    angle = rng.uniform(0, 2 * np.pi, size=n)
    radius = 1.0 + 3.0 * which if kind == "rings" else angle + np.pi * which
    plane = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    X = rng.normal(0, 0.2, size=(n, max(d, 2)))
    X[:, :2] += plane
    return X[:, :d]


def half_sweeps(X, centers):
    """The sum of squares after every half sweep of k-means from given centres, and the end.

    Returns
    -------
    costs : list of float
    labels : ndarray of int, shape (n,)
    """
    costs = []
    before = None
    while True:
        labels, distances = nearest_centers(X, centers)
        if before is not None and (labels == before).all():
            return costs, labels
        before = labels
        costs.append(distances.sum())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # one sweep is asked for
            centers = KMeans(len(centers), init=centers, max_iter=1).fit(X).cluster_centers_
        if len(np.unique(labels)) == len(centers):  # else a point has begun a cluster anew
            costs.append(((X - centers[labels]) ** 2).sum())


def straight_boundaries(kind, index):
    """One random data set: rises, pairs of clusters that no plane separates, the kernel's end.

    Parameters
    ----------
    kind : {"clouds", "rings", "spirals"}
    index : int
        The seed.

    Returns
    -------
    dict
        ``rises``, ``unsep``, and ``kernel_unsep``: whether kernel k-means, run on rings in the
        plane, ends with a pair of clusters that no line separates.
    """
    rng = np.random.default_rng([37, index])
    n, d, c = int(rng.integers(20, 201)), int(rng.integers(1, 6)), int(rng.integers(2, 7))
    X = data_set(kind, n, d, rng)
    costs, labels = half_sweeps(X, X[rng.choice(n, c, replace=False)])
    rises = sum(b > a * (1 + 1e-9) for a, b in pairwise(costs))
    row = {"rises": rises, "unsep": inseparable(X, labels), "kernel_unsep": 0, "half": len(costs)}
    if kind == "rings" and d == 2:
        K = rbf_kernel(X, sigma=1.0)
        found = kernel_kmeans(K, c, init=rng.integers(c, size=n)).labels
        row["kernel_unsep"] = int(inseparable(X, found) > 0)
    return row


def inseparable(X, labels):
    """How many pairs of groups no line or plane separates."""
    pairs = combinations(np.unique(labels), 2)
    return sum(not separable(X[labels == a], X[labels == b]) for a, b in pairs)


def overlapping_pairs(repeats, random_state=0):
    """How many pairs of random halves of a cloud the linear program calls separable: a control."""
    rng = np.random.default_rng(random_state)
    count = 0
    for _ in range(repeats):
        X = rng.normal(size=(60, 2))
        half = rng.permutation(60) < 30
        count += separable(X[half], X[~half])
    return count


def start_labels(X, rows):
    """Each point to the nearest of some rows: what k-means begins with, in any Gaussian kernel."""
    return nearest_centers(X, X[rows])[0]


def agreement_by_start(random_state, starts=50):
    """Mean adjusted Rand index over pairs of runs, of k-means and of its kernel form.

    Parameters
    ----------
    random_state : int
    starts : int

    Returns
    -------
    dict
        ``km``, ``k2``, ``k1``, ``k05``: agreement on one draw of the three clouds; ``spread_…``:
        standard deviation of the final scatter, by its mean.
    """
    rng = np.random.default_rng(random_state)
    X, _ = three_clouds(random_state=rng)
    grams = [rbf_kernel(X, sigma=width) for width in WIDTHS]
    names = ("km", "k2", "k1", "k05")
    ends = {name: [] for name in names}
    costs = {name: [] for name in names}
    for _ in range(starts):
        rows = rng.choice(len(X), 3, replace=False)
        plain = KMeans(3, init=X[rows]).fit(X)
        ends["km"].append(plain.labels_)
        costs["km"].append(plain.inertia_)
        start = start_labels(X, rows)
        for name, K in zip(names[1:], grams):
            found = kernel_kmeans(K, 3, init=start)
            ends[name].append(found.labels)
            costs[name].append(found.cost)
    pairs = np.triu_indices(starts, 1)
    row = {name: float(pairwise_agreement(ends[name])[pairs].mean()) for name in names}
    return row | {f"spread_{n}": float(np.std(c) / np.mean(c)) for n, c in costs.items()}
