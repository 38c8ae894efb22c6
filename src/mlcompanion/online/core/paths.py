"""The hypotheses of an online run, one before each round, and their average.

Shalev-Shwartz (2007), section B.3. ``h_t`` is the hypothesis *before* round t, so that the loss of
round t is a fair draw of its risk (Theorem 9).
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_instance
from mlcompanion.convex.mirror_maps import EUCLIDEAN, Euclidean, MirrorMap, link_into

__all__ = ["HypothesisPath", "StoredPath", "average_hypothesis", "hypothesis_path"]


class Rounds(NamedTuple):
    """What the hypotheses of a run follow from: its rows, and of each its ``v_t`` and ``c_t``."""

    X: np.ndarray
    steps: np.ndarray
    scales: np.ndarray


@njit
def walk_path(rounds, geometry, theta, first, path, total):
    """Walk through ``w_1, ..., w_T``; sum those from ``first`` on, keep all that ``path`` holds."""
    X, steps, scales = rounds
    n = len(theta)
    scaled = np.empty(n)
    w = np.empty(n)
    for t in range(len(X)):
        # A link costs more than the step: it is skipped where nobody looks.
        if t >= first or len(path):
            for j in range(n):
                scaled[j] = theta[j] / scales[t]
            link_into(geometry, scaled, w)
            if len(path):
                path[t] = w
            if t >= first:
                for j in range(n):
                    total[j] += w[j]
        # the step comes last: what was kept is the hypothesis before the round
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
        # Rounding may leave a tiny negative square.
        norm = np.sqrt(max(square, 0.0)) / scales[t]
        factors[t] = (1.0 if norm <= radius else radius / norm) / scales[t]
        # |theta - v x|^2 = |theta|^2 + v (v |x|^2 - 2 <theta, x>)
        square += steps[t] * (steps[t] * squares[t] - 2.0 * scores[t] / factors[t])
    return factors


class StoredPath:
    """Hypotheses of a run that had to be stored.

    Parameters
    ----------
    X, weights : ndarray, shape (T, n_features)
        Rows of the run, and ``w_1, ..., w_T``.
    """

    def __init__(self, X, weights):
        self.X = X
        self._weights = weights

    @cached_property
    def squares(self):
        """Squared lengths of the rows, shape (T,)."""
        # No array of the products is made on the way.
        return np.einsum("ij,ij->i", self.X, self.X)

    def hypotheses(self):
        """``w_1, ..., w_T``, each before its round, shape (T, n_features)."""
        return self._weights

    def total(self, first=0):
        """Sum of ``w_{first+1}, ..., w_T``, shape (n_features,)."""
        first = check_count(first, "first", high=len(self.X))
        return self.hypotheses()[first:].sum(axis=0)


class HypothesisPath(StoredPath):
    """``w_t = link(theta_t / c_t)`` with ``theta_t = theta_1 - sum_{s<t} v_s x_s``, for every t.

    Parameters
    ----------
    X : ndarray, shape (T, n_features)
        Rows of the run.
    run : OnlineRun
    geometry : MirrorMap
    theta : ndarray, shape (n_features,)
        Dual vector before the first round.

    Notes
    -----
    O(T n). A scale that looks at the norm of ``x_t`` lets ``w_t`` depend on it: with rows of one
    norm it does not.
    """

    def __init__(self, X, run, geometry, theta):
        self.X = plain_layout(X)
        self.run = run
        self.geometry = geometry
        self.theta = theta

    def _walk(self, first, path):
        total = np.zeros(len(self.theta))
        rounds = Rounds(self.X, plain_layout(self.run.steps), plain_layout(self.run.scales))
        walk_path(rounds, self.geometry.compiled, self.theta.copy(), first, path, total)
        return total

    def hypotheses(self):
        """``w_1, ..., w_T``, each before its round, shape (T, n_features)."""
        path = np.empty(self.X.shape)
        self._walk(len(path), path)
        return path

    def total(self, first=0):
        """Sum of ``w_{first+1}, ..., w_T``, without storing them, shape (n_features,).

        In Euclidean space ``sum_t a_t theta_t = (sum_t a_t) theta - sum_s v_s x_s sum_{t>s} a_t``:
        one product of a vector with ``X``. In other geometries the path is walked.
        """
        first = check_count(first, "first", high=len(self.X))
        kind, radius = self.geometry.compiled
        run = self.run
        theta = self.theta
        if kind != EUCLIDEAN:
            return self._walk(first, np.empty((0, self.X.shape[1])))
        if radius == np.inf:
            factors = 1 / run.scales
        else:
            numbers = (plain_layout(v) for v in (run.scores, run.steps, run.scales, self.squares))
            factors = sum_factors(*numbers, radius, float(theta @ theta))
        # rounds before first do not count
        factors[:first] = 0.0
        # Sums by parts: each row counts with the factors of the rounds after its own.
        total = factors.sum()
        return total * theta - (run.steps * (total - np.cumsum(factors))) @ self.X


def _path(X, run, geometry):
    if not hasattr(run, "steps"):
        raise TypeError(f"run must be an OnlineRun, got {run!r}")
    X = check_array(X, "X", shape=(len(run.steps), None), min_rows=1)
    geometry = check_instance(Euclidean() if geometry is None else geometry, "geometry", MirrorMap)
    return HypothesisPath(X, run, geometry, np.zeros(X.shape[1]))


def hypothesis_path(X, run, geometry=None):
    """All hypotheses of a run of :func:`~mlcompanion.online.dual_ascent` from the start.

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
    """
    return _path(X, run, geometry).hypotheses()


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
    path = _path(X, run, geometry)
    T = len(path.X)
    return path.total(check_count(first, "first", high=T - 1)) / (T - first)
