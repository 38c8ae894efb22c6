"""K-means on three round clouds, and what it can be held against: Sugiyama (2016), section 37.1."""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.clustering import KMeans, kmeans_1d_exact, kmeans_exhaustive, nearest_centers

from .groupings import matched_errors

__all__ = [
    "CENTERS",
    "best_splits",
    "cloud_errors",
    "exact_on_a_line",
    "exact_search_runs",
    "interval_costs",
    "three_clouds",
]

#: Of the clouds of Fig. 37.2.
CENTERS = np.array([[-2.0, 0.0], [0.0, 4.0], [2.0, 0.0]])


def three_clouds(n_samples=300, random_state=None):
    """Unit normal clouds around three centres, as in the listing of Fig. 37.2.

    Parameters
    ----------
    n_samples : int
        A multiple of three.
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (n_samples, 2)
    cloud : ndarray of int, shape (n_samples,)
    """
    rng = check_rng(random_state)
    cloud = np.repeat([0, 1, 2], n_samples // 3)
    return CENTERS[cloud] + rng.normal(size=(len(cloud), 2)), cloud


def cloud_errors(repeats, random_state=0):
    """Errors of k-means from one random start, and of the rule that knows the centres.

    Parameters
    ----------
    repeats : int
    random_state : int

    Returns
    -------
    err, base : ndarray, shape (repeats,)
        Shares of points in the wrong cluster, on the same draws.
    sweeps : ndarray of int, shape (repeats,)
    """
    rng = np.random.default_rng(random_state)
    rows = []
    for _ in range(repeats):
        X, cloud = three_clouds(random_state=rng)
        model = KMeans(3, init="random", n_init=1, max_iter=1000, random_state=rng).fit(X)
        nearest = nearest_centers(X, CENTERS)[0]
        rows.append(
            (matched_errors(model.labels_, cloud), np.mean(nearest != cloud), model.n_iter_)
        )
    err, base, sweeps = np.array(rows).T
    return err, base, sweeps.astype(int)


def exact_search_runs(repeats, starts=20, random_state=0):
    """Twelve points in the plane: the optimum of all groupings against k-means from random points.

    Parameters
    ----------
    repeats, starts : int
    random_state : int

    Returns
    -------
    dict
        ``groupings`` tried a set, ``hits1`` and ``hits20``: sets in which the first of the starts,
        and the best of all, is the optimum.
    """
    rng = np.random.default_rng(random_state)
    hits = np.zeros(2, dtype=int)
    for _ in range(repeats):
        X = rng.normal(size=(12, 2))
        best = kmeans_exhaustive(X, 2)
        fits = [
            KMeans(2, init="random", n_init=1, random_state=rng).fit(X).inertia_
            for _ in range(starts)
        ]
        reached = np.array([fits[0], min(fits)]) <= best.cost * (1 + 1e-9)
        hits += reached
    return {"groupings": best.n_groupings, "hits1": int(hits[0]), "hits20": int(hits[1])}


def best_splits(x, n_clusters):
    """Least scatter of numbers in so many intervals, by the plain table of best splits.

    Written out for counting; :func:`mlcompanion.clustering.kmeans_1d_exact` asks for fewer costs.

    Parameters
    ----------
    x : array_like, shape (n,)
    n_clusters : int

    Returns
    -------
    cost : float
    asked : int
        Interval costs that were evaluated.
    """
    x = np.sort(x) - np.mean(x)
    n = len(x)
    sums = np.concatenate([[0.0], np.cumsum(x)])
    squares = np.concatenate([[0.0], np.cumsum(x**2)])
    best = np.full(n + 1, np.inf)
    best[0] = 0.0
    asked = 0
    for _ in range(n_clusters):
        before = best
        best = np.full(n + 1, np.inf)
        for end in range(1, n + 1):
            start = np.arange(end)
            total = sums[end] - sums[:end]
            scatter = squares[end] - squares[:end] - total**2 / (end - start)
            asked += end
            best[end] = (before[:end] + scatter).min()
    return float(best[n]), asked


def exact_on_a_line(repeats, random_state=0):
    """Numbers on a line: all groupings, the table of splits, and one run of k-means.

    Parameters
    ----------
    repeats : int
    random_state : int

    Returns
    -------
    dict
        ``gap``: largest relative difference of the optimal costs of the two exact methods, of the
        plain table as well as of the library's; ``kmeans_worse``: sets in which a run of k-means
        from random points ends above them.
    """
    rng = np.random.default_rng(random_state)
    gap = 0.0
    worse = 0
    for _ in range(repeats):
        x = rng.normal(size=rng.integers(8, 12))
        c = int(rng.integers(2, 4))
        best = kmeans_exhaustive(x[:, None], c).cost
        for other in (best_splits(x, c)[0], kmeans_1d_exact(x, c)[1]):
            gap = max(gap, abs(other - best) / best)
        run = KMeans(c, init="random", n_init=1, random_state=rng).fit(x[:, None])
        worse += run.inertia_ > best * (1 + 1e-9)
    return {"gap": gap, "kmeans_worse": int(worse)}


def interval_costs(sizes, n_clusters=3, random_state=0):
    """How many interval costs the table of best splits asks for, by number of points."""
    rng = np.random.default_rng(random_state)
    return [best_splits(rng.normal(size=n), n_clusters)[1] for n in sizes]
