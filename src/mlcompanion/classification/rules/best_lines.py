r"""Every line in the plane that misclassifies the fewest samples: Sugiyama (2016), section 26.2.

Minimising the 0/1 loss is a choice among label assignments. A line can produce few of them: turn
and shift it until it passes through two samples, and nothing has changed but on which side these
two count. So the lines through pairs of samples, moved a little, produce all.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array

__all__ = ["BestLines", "line_assignments", "zero_one_lines"]


class BestLines(NamedTuple):
    """The lines with the fewest errors, one for each assignment of labels that has so few."""

    errors: int
    labels: np.ndarray
    normals: np.ndarray
    offsets: np.ndarray


def line_assignments(X):
    r"""All ways in which lines divide points of the plane, each with a line that does it.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        At least two points, no two of them the same.

    Returns
    -------
    labels : ndarray of -1 and 1, shape (k, n)
        Without repeats; with each assignment also its opposite. For points of which no three lie
        on a line :math:`k=n^2-n+2`.
    normals, offsets : ndarray, shapes (k, 2) and (k,)
        :math:`\operatorname{sign}(Xw+b)` is the assignment; no point lies on the line.

    Raises
    ------
    ValueError
        If ``X`` has another shape, fewer than two points, or the same point twice.

    Notes
    -----
    Cost: O(n) for each of O(n²) pairs, O(n³) in all. Points on one line are divided at each gap;
    they are on one line if they miss it by less than 1e-12 of the range of ``X``, each axis in its
    own units.

    Examples
    --------
    >>> labels, normals, offsets = line_assignments([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> len(labels)
    8
    """
    X = check_array(X, "X", shape=(None, 2), min_rows=2)
    if len(np.unique(X, axis=0)) < len(X):
        raise ValueError("X must hold each point once: equal points cannot be told apart by a line")
    center = X.mean(axis=0)
    scale = np.ptp(X, axis=0)
    scale[scale == 0] = 1.0
    Z = (X - center) / scale
    found = {}
    for i, j in combinations(range(len(Z)), 2):
        along = (Z[j] - Z[i]) / np.linalg.norm(Z[j] - Z[i])
        normal = np.array([-along[1], along[0]])
        away = (Z - Z[i]) @ normal
        place = Z @ along
        on = np.abs(away) <= 1e-12
        if (np.flatnonzero(on)[:2] != (i, j)).any():
            continue  # the line was met before
        stops = np.sort(place[on])
        gaps = [stops[0] - 1, *(stops[1:] + stops[:-1]) / 2]  # turn about a point of the line
        for gap in gaps:
            turned = place - gap
            # turned by less than this, the line passes no other point
            room = 1 / np.abs(turned[~on] / away[~on]).max(initial=1.0)
            for turn in (0.5 * room, -0.5 * room):
                w = normal + turn * along
                b = -(normal @ Z[i]) - turn * gap  # still through the stop
                for side in (1.0, -1.0):
                    labels = np.where(side * (Z @ w + b) > 0, 1, -1)
                    found.setdefault(labels.tobytes(), (labels, side * w / scale, side * b))
    labels, normals, offsets = map(np.array, zip(*found.values()))
    return labels, normals, offsets - normals @ center


def zero_one_lines(X, y):
    r"""The fewest errors that a line can make, and every assignment of labels that attains them.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Points of the plane, each once.
    y : array_like of -1 and 1, shape (n,)

    Returns
    -------
    BestLines
        ``errors``; ``labels`` (k, n), one row for each optimal assignment; ``normals`` (k, 2) and
        ``offsets`` (k,) of a line for each: it says 1 where :math:`w^\top x+b>0`.

    Raises
    ------
    ValueError
        If an argument has another shape, a label is neither -1 nor 1, or a point occurs twice.

    Notes
    -----
    Cost: O(n³) time, O(n³) memory for the assignments; a minute at n = 300.

    Examples
    --------
    >>> best = zero_one_lines([[0, 0], [1, 0], [0, 1], [1, 1]], [1, -1, -1, 1])
    >>> best.errors, len(best.labels)
    (1, 4)
    """
    labels, normals, offsets = line_assignments(X)
    y = check_array(y, "y", shape=(labels.shape[1],), among=(-1, 1))
    errors = (labels != y).sum(axis=1)
    best = errors == errors.min()
    return BestLines(int(errors.min()), labels[best], normals[best], offsets[best])
