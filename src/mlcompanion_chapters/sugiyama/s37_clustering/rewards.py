"""What quadratic mutual information rewards, besides what one wants: section 37.4 of the source."""

import numpy as np
from scipy.integrate import quad
from scipy.spatial.distance import cdist
from scipy.stats import norm

from .label_information import density, estimate, exact_information
from .spirals import spiral_draw

__all__ = ["densest", "exact_of_two", "rewarded_density", "single_moves"]


def densest(X, share=0.2, n_neighbors=10):
    """Labels of the densest points: True for the share with the nearest neighbours.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    share : float
    n_neighbors : int
        Whose mean distance tells how dense it is at a point.

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    nearest = np.sort(cdist(X, X), axis=1)
    reach = nearest[:, 1 : n_neighbors + 1].mean(axis=1)  # the first is the point itself
    inside = np.zeros(len(X), dtype=bool)
    inside[np.argsort(reach)[: round(share * len(X))]] = True
    return inside


def exact_of_two(share, squares):
    r"""Exact information of two groups that are fixed by the position of a point.

    .. math:: \mathrm{QMI}=2\,(q_2^2I_1+q_1^2I_2)

    Parameters
    ----------
    share : float
        Weight :math:`q_1` of the first group; :math:`q_2=1-q_1`.
    squares : tuple of float
        Integrals :math:`I_1,I_2` of the squared density over each group's region.

    Returns
    -------
    float
    """
    first, second = squares
    return 2 * ((1 - share) ** 2 * first + share**2 * second)


def rewarded_density(repeats, random_state=0):
    """The formula against the definition, and the densest fifth of the spirals against the spirals.

    Returns
    -------
    dict
        Named as the measures of the line *information-rewards-density*.
    """
    share = (norm.sf(1, -2) + norm.sf(1, 2)) / 2
    squares = [
        quad(lambda x: density(x) ** 2, *ends, epsabs=1e-12)[0] for ends in ((1, 14), (-14, 1))
    ]
    found = {
        "formula": float(exact_of_two(share, squares)),
        "direct": exact_information(lambda x: x > 1),
        "dense": [],
        "spirals": [],
    }
    rng = np.random.default_rng(random_state)
    for _ in range(repeats):
        X, arm = spiral_draw(random_state=rng)
        found["dense"].append(estimate(X, densest(X), rng))
        found["spirals"].append(estimate(X, arm, rng))
    return found


def single_moves(X, labels):
    """Move one point at a time while that lowers the scatter: Hartigan's updates.

    A point that leaves a cluster of m points at squared distance d from its mean takes
    ``d m / (m - 1)`` away, and adds ``d m / (m + 1)`` where it goes.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    labels : ndarray of int, shape (n,)
        Where to begin; no cluster empty.

    Returns
    -------
    labels : ndarray of int, shape (n,)
    cost : float
    """
    labels = labels.copy()
    k = labels.max() + 1
    sizes = np.bincount(labels).astype(float)
    means = np.array([X[labels == j].mean(axis=0) for j in range(k)])
    moved = True
    while moved:
        moved = False
        for i, x in enumerate(X):
            own = labels[i]
            if sizes[own] == 1:
                continue
            distances = ((x - means) ** 2).sum(axis=1)
            costs = distances * sizes / (sizes + 1)
            costs[own] = distances[own] * sizes[own] / (sizes[own] - 1)
            best = int(costs.argmin())
            if costs[best] >= costs[own] * (1 - 1e-12):
                continue
            means[own] -= (x - means[own]) / (sizes[own] - 1)
            means[best] += (x - means[best]) / (sizes[best] + 1)
            sizes[own] -= 1
            sizes[best] += 1
            labels[i] = best
            moved = True
    return labels, float(((X - means[labels]) ** 2).sum())
