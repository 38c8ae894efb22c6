"""How alike groupings are, and whether a plane tells two groups apart."""

import numpy as np
from scipy.optimize import linear_sum_assignment, linprog

__all__ = ["matched_errors", "pairwise_agreement", "separable"]


def matched_errors(labels, truth):
    """Share of points in the wrong group, after the best matching of the groups' names.

    Parameters
    ----------
    labels, truth : ndarray of int, shape (n,)
        Numbered from 0.

    Returns
    -------
    float
    """
    table = np.zeros((labels.max() + 1, truth.max() + 1))
    np.add.at(table, (labels, truth), 1)
    rows, columns = linear_sum_assignment(-table)
    return float(1 - table[rows, columns].sum() / len(labels))


def pairwise_agreement(groupings):
    """Adjusted Rand index of every two of several groupings of the same points.

    Parameters
    ----------
    groupings : array_like of int, shape (R, n)
        Each numbered from 0.

    Returns
    -------
    ndarray, shape (R, R)
        1 on the diagonal, about 0 for groupings that have nothing to do with each other.

    Notes
    -----
    Cost: O(R^2 c^2 n), as one product of indicators.
    """
    groupings = np.asarray(groupings)
    n_runs, n = groupings.shape
    c = groupings.max() + 1
    member = (groupings[:, None] == np.arange(c)[:, None]).reshape(n_runs * c, n).astype(float)
    shared = (member @ member.T).reshape(n_runs, c, n_runs, c)
    pairs = (shared * (shared - 1) / 2).sum(axis=(1, 3))  # of points together in both
    own = np.diagonal(pairs)
    by_chance = np.outer(own, own) / (n * (n - 1) / 2)
    most = (own[:, None] + own) / 2
    room = most - by_chance
    # two groupings into one group, or into single points, agree
    return np.divide(pairs - by_chance, room, out=np.ones_like(room), where=room != 0)


def separable(A, B):
    """Whether a line, plane or hyperplane has all rows of A on one side, all of B on the other.

    A linear program looks for w and b with ``A w + b >= 1`` and ``B w + b <= -1``.

    Parameters
    ----------
    A, B : ndarray, shapes (a, d) and (b, d)

    Returns
    -------
    bool
    """
    both = np.concatenate([A, B])
    centre = both.mean(axis=0)
    rows = np.concatenate([centre - A, B - centre])
    ones = np.concatenate([-np.ones(len(A)), np.ones(len(B))])
    found = linprog(
        np.zeros(A.shape[1] + 1),
        A_ub=np.column_stack([rows, ones]),
        b_ub=-np.ones(len(both)),
        bounds=(None, None),
        method="highs",
    )
    return found.status == 0
