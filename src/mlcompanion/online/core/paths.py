"""The hypotheses of an online run, their average, and their loss one step ahead.

Shalev-Shwartz (2007), section B.3. ``h_t`` is the hypothesis *before* round t, so that the loss of
round t is a fair draw of its risk (Theorem 9).
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count
from mlcompanion.convex.mirror_maps import EUCLIDEAN, Euclidean, link_into

__all__ = ["average_hypothesis", "hypothesis_path", "path_sum", "walk"]


@njit
def walk_path(X, steps, scales, kind, parameter, theta, first, path, total):
    """Walk through ``w_1, ..., w_T``; sum those from ``first`` on, keep all that ``path`` holds."""
    n = len(theta)
    scaled, w = np.empty(n), np.empty(n)
    for t in range(len(X)):
        if t >= first or len(path):
            for j in range(n):
                scaled[j] = theta[j] / scales[t]
            link_into(kind, parameter, scaled, w)
            if len(path):
                path[t] = w
            if t >= first:
                for j in range(n):
                    total[j] += w[j]
        if steps[t] != 0.0:
            for j in range(n):
                theta[j] -= steps[t] * X[t, j]


@njit
def sum_factors(scores, steps, scales, squares, radius, square):
    """``a_t`` with ``w_t = a_t theta_t``, the ball's projection included; O(1) a round.

    ``|theta|^2`` follows by recursion, because ``<theta_t, x_t>`` is ``score_t / a_t``.
    """
    factors = np.empty(len(scores))
    for t in range(len(scores)):
        norm = np.sqrt(max(square, 0.0)) / scales[t]
        factors[t] = (1.0 if norm <= radius else radius / norm) / scales[t]
        square += steps[t] * (steps[t] * squares[t] - 2.0 * scores[t] / factors[t])
    return factors


def path_sum(X, run, geometry, theta, first, squares=None):
    """Sum of the hypotheses from ``first`` on, of a run that began at ``theta``.

    In Euclidean space ``sum_t a_t theta_t = (sum_t a_t) theta - sum_s v_s x_s sum_{t>s} a_t``: one
    product of a vector with ``X``. In other geometries the path is walked.
    """
    geometry = Euclidean() if geometry is None else geometry
    if geometry.code != EUCLIDEAN:
        return walk(X, run, geometry, theta, first, np.empty((0, X.shape[1])))
    if geometry.parameter == np.inf:
        factors = 1 / run.scales
    else:
        squares = np.einsum("ij,ij->i", X, X) if squares is None else squares
        factors = sum_factors(
            plain_layout(run.scores), plain_layout(run.steps), plain_layout(run.scales), squares,
            float(geometry.parameter), float(theta @ theta),
        )  # fmt: skip
    factors[:first] = 0.0
    total = factors.sum()
    return total * theta - (run.steps * (total - np.cumsum(factors))) @ X


def walk(X, run, geometry, theta, first, path):
    """Sum the hypotheses from ``first`` on; write all into ``path``, (T, n), or none if (0, n)."""
    theta, total = np.array(theta, dtype=float), np.zeros(X.shape[1])
    geometry = Euclidean() if geometry is None else geometry
    walk_path(
        plain_layout(X), plain_layout(run.steps), plain_layout(run.scales), geometry.code,
        float(geometry.parameter), theta, first, path, total,
    )  # fmt: skip
    return total


def hypothesis_path(X, run, geometry=None):
    """All hypotheses of a run of :func:`~mlcompanion.online.dual_ascent`.

    Parameters
    ----------
    X : array_like, shape (T, n_features)
        The stream, from the first round.
    run : OnlineRun
    geometry : MirrorMap, optional
        The run's; Euclidean by default.

    Returns
    -------
    ndarray, shape (T, n_features)
        ``w_1, ..., w_T``, each before its round.

    Notes
    -----
    ``w_t = link(-sum_{s<t} v_s x_s / c_t)``: the run's numbers ``v_t`` are enough. O(T n). A scale
    that looks at the norm of ``x_t`` lets ``w_t`` depend on it: with rows of one norm it does not.
    """
    X = check_array(X, "X", shape=(len(run.steps), None))
    path = np.empty(X.shape)
    walk(X, run, geometry, np.zeros(X.shape[1]), len(X), path)
    return path


def average_hypothesis(X, run, geometry=None, first=0):
    """Mean of ``w_{first+1}, ..., w_T``, without storing them.

    Parameters
    ----------
    X, run, geometry
        As in :func:`hypothesis_path`.
    first : int
        Hypotheses to leave out at the start: suffix averaging.

    Returns
    -------
    ndarray, shape (n_features,)
    """
    X = check_array(X, "X", shape=(len(run.steps), None), min_rows=1)
    first = check_count(first, "first", high=len(X) - 1)
    return path_sum(X, run, geometry, np.zeros(X.shape[1]), first) / (len(X) - first)
