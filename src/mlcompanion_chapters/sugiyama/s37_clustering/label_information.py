"""Quadratic mutual information of labels, exact and estimated: Sugiyama (2016), section 37.4."""

import numpy as np
from scipy.stats import norm
from sklearn.metrics import adjusted_rand_score

from mlcompanion.clustering import KMeans
from mlcompanion.clustering.spectral import select_neighbors
from mlcompanion.density.contrasts import lsqmi

from .clouds import three_clouds
from .spirals import spiral_draw

__all__ = [
    "GRIDS",
    "TWO_NORMALS",
    "apart_shares",
    "approach",
    "cluster_number",
    "exact_information",
    "gap_and_cut",
    "neighbor_curve",
    "ranked_labels",
    "two_normals",
]

#: Widths and penalties of Fig. 37.8, and its two folds.
GRIDS = {"sigma": [0.5, 1.0, 2.0], "lam": [1e-5, 1e-4, 1e-3], "folds": 2}
#: Exact value for unit normals at -2 and 2, equally likely, and their own labels.
TWO_NORMALS = (1 - np.exp(-4)) / (8 * np.sqrt(np.pi))


def two_normals(n, rng, half=2.0):
    """Equally many points of unit normals at minus and plus ``half``, and their labels."""
    y = np.arange(n) % 2
    return rng.normal(half * (2.0 * y - 1))[:, None], y


def estimate(X, y, rng, **options):
    """The estimate with the grids of the listing."""
    return lsqmi(X, y, **GRIDS, **options, random_state=rng).qmi


def approach(n, random_state):
    """One draw: relative error with true labels, and the share of it that random labels get."""
    rng = np.random.default_rng(random_state)
    X, y = two_normals(n, rng)
    true = estimate(X, y, rng)
    random = estimate(X, rng.permutation(y), rng)
    return {"rel": abs(true - TWO_NORMALS) / TWO_NORMALS, "ind": random / TWO_NORMALS}


def density(x):
    """Of a point under the two normals together."""
    return (norm.pdf(x, -2) + norm.pdf(x, 2)) / 2


def exact_information(side, nodes=400_001):
    """The definition by the midpoint rule, for labels that are a function of the point.

    Parameters
    ----------
    side : callable
        Of points: True for label 1.

    Returns
    -------
    float
    """
    edges = np.linspace(-12, 12, nodes)
    x = (edges[1:] + edges[:-1]) / 2
    step = edges[1] - edges[0]
    p = density(x)
    first = side(x)
    total = 0.0
    for mine in (first, ~first):
        share = (p * mine).sum() * step
        total += ((p * mine - p * share) ** 2).sum() * step
    return float(total)


def middle():
    """The median of the absolute value of a point under the two normals."""
    low, high = 1.0, 3.0
    for _ in range(60):
        half = (low + high) / 2
        inside = norm.cdf(half - 2) - norm.cdf(-half - 2)
        low, high = (half, high) if inside < 0.5 else (low, half)
    return half


def gap_and_cut(repeats, n=500, random_state=0):
    """A border through the gap and borders through both normals: exact values and estimates.

    Returns
    -------
    dict
        Named as the measures of the line *exact-value-is-blind*.
    """
    rng = np.random.default_rng(random_state)
    border = middle()
    found = {
        "exact_gap": exact_information(lambda x: x > 0),
        "exact_cut": exact_information(lambda x: np.abs(x) > border),
        "est_gap": [],
        "est_cut": [],
    }
    for _ in range(repeats):
        X, _ = two_normals(n, rng)
        found["est_gap"].append(estimate(X, X[:, 0] > 0, rng))
        found["est_cut"].append(estimate(X, np.abs(X[:, 0]) > border, rng))
    return found


def apart_shares(repeats, n=500, random_state=0):
    """Normals at -10 and 10: share of the exact value with kernels at own points and at all."""
    rng = np.random.default_rng(random_state)
    exact = 1 / (8 * np.sqrt(np.pi))
    found = {"own": [], "every": []}
    for _ in range(repeats):
        X, y = two_normals(n, rng, half=10.0)
        found["own"].append(estimate(X, y, rng) / exact)
        found["every"].append(estimate(X, y, rng, centers="all") / exact)
    return found


def ranked_labels(repeats, random_state=0):
    """Spirals: estimates for true labels, for those of k-means and for shuffled ones.

    Returns
    -------
    dict of list, length repeats
        Named as the measures of the line *qmi-ranks-labels*.
    """
    rng = np.random.default_rng(random_state)
    found = {"truth": [], "kmeans": [], "random": []}
    for _ in range(repeats):
        X, arm = spiral_draw(random_state=rng)
        cut = KMeans(2, n_init=10, random_state=rng).fit(X).labels_
        for name, labels in zip(found, (arm, cut, rng.permutation(arm))):
            found[name].append(estimate(X, labels, rng))
    return found


def neighbor_curve(random_state, ks, n_samples=500):
    """One draw of the spirals: estimate and agreement for each number of neighbours, as rows."""
    rng = np.random.default_rng(random_state)
    X, arm = spiral_draw(n_samples, random_state=rng)
    found = select_neighbors(X, 2, ks, **GRIDS, random_state=rng)
    return [
        {"k": k, "qmi": float(score), "ari": float(adjusted_rand_score(arm, labels))}
        for k, score, labels in zip(ks, found.scores, found.all_labels)
    ]


def cluster_number(random_state, numbers=(2, 3, 4, 5, 6)):
    """One draw of the three clouds: the number of clusters with the largest estimate."""
    rng = np.random.default_rng(random_state)
    X, _ = three_clouds(random_state=rng)
    scores = [
        estimate(X, KMeans(c, n_init=10, random_state=rng).fit(X).labels_, rng) for c in numbers
    ]
    return {
        "best": int(numbers[int(np.argmax(scores))]),
        "scores": " ".join(f"{s:.5f}" for s in scores),
    }
