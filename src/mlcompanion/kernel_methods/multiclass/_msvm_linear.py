r"""Crammer and Singer's dual for linear scores, point by point: Keerthi et al. (2008).

Without intercepts no equality ties the points: the dual variables of one point fill a simplex,

.. math:: c_{ik}\le\delta_{y_ik}C,\qquad\sum_kc_{ik}=0,

and the best ones, the others fixed, are found by sorting. The weights
:math:`W=\frac1{2\lambda}\sum_ix_ic_i^\top` are kept up to date, so that a visit costs O(d)
for each class that is likely to move, however many points there are.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = ["LikelyMoves", "LinearPoint", "likely_to_move", "point_steps"]

_FLAGS = {"reassoc", "nsz"}  # sums in any order, several entries at once, as in BLAS


class LinearPoint(NamedTuple):
    """The data, and a point of the dual with its weights; ``c`` and ``W`` change in place.

    Attributes
    ----------
    X : ndarray, shape (m, d)
    y : ndarray of int, shape (m,)
    squares : ndarray, shape (m,)
        Squared lengths of the points.
    c : ndarray, shape (m, n_classes)
    W : ndarray, shape (n_classes, d)
    """

    X: np.ndarray
    y: np.ndarray
    squares: np.ndarray
    c: np.ndarray
    W: np.ndarray


class LikelyMoves(NamedTuple):
    """Points to visit, brought into a new order in place, and of each point what may move.

    At point i these are the classes ``classes[i, :many[i]]``.
    """

    active: np.ndarray
    classes: np.ndarray
    many: np.ndarray


@njit
def likely_to_move(scores, y, c, margin, cap):
    """Which classes of each point may soon move, how many, the steepest move, and the losses.

    A dual variable at its limit is not if the slopes against it exceed that of the steepest move.
    """
    m, n_classes = scores.shape
    classes = np.empty((m, n_classes), np.int64)
    many = np.zeros(m, np.int64)
    high = np.empty(m)
    steepest = 0.0
    losses = 0.0
    for i in range(m):
        high[i] = -np.inf
        low = np.inf
        for k in range(n_classes):
            own = y[i] == k
            slope = (margin if own else 0.0) - scores[i, k]
            low = min(low, slope)
            # a variable below its limit may rise: the best of these sets the scale
            if c[i, k] < (cap if own else 0.0):
                high[i] = max(high[i], slope)
        steepest = max(steepest, high[i] - low)
        # the hinge of a point is margin + largest rival score - own score, 0 included: low is
        # minus the best
        losses += cap * (margin - scores[i, y[i]] - low)
    for i in range(m):
        for k in range(n_classes):
            own = y[i] == k
            slope = (margin if own else 0.0) - scores[i, k]
            # at its limit a variable can only fall, and does so if its slope is within reach of
            # the steepest
            if c[i, k] < (cap if own else 0.0) or slope - high[i] < steepest:
                classes[i, many[i]] = k
                many[i] += 1
    return classes, many, steepest, losses


@njit
def _threshold(values, room):
    """The number that leaves ``room`` of what exceeds it; ``values`` are sorted from the top."""
    for k in range(1, len(values)):  # by insertion: they are few, and nearly all stay
        value = values[k]
        at = k
        while at > 0 and values[at - 1] < value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value
    # as long as the next value lies above the level of those before, it takes part
    total = values[0] - room
    k = 1
    while k < len(values) and total < k * values[k]:
        total += values[k]
        k += 1
    return total / k


@njit(fastmath=_FLAGS)
def _dot(a, b):
    """The inner product."""
    total = 0.0
    for j in range(len(a)):
        total += a[j] * b[j]
    return total


@njit
def point_steps(dual, likely, terms, rises, rng):
    """Visit points of ``likely.active`` in random order; note the dual's rise at each visit."""
    X, y, squares, c, W = dual
    active, classes, many = likely
    margin = terms.margin
    cap = terms.cap
    two_lam = terms.two_lam
    n_classes = len(W)
    slope = np.empty(n_classes)
    excess = np.empty(n_classes)
    ordered = np.empty(n_classes)
    for step in range(len(rises)):
        at = step % len(active)
        if at == 0:
            for k in range(len(active) - 1, 0, -1):
                other = int(rng.random() * (k + 1))
                active[k], active[other] = active[other], active[k]
        i = active[at]
        x = X[i]
        # the curvature of the point's own programme, the same in all classes
        bend = max(squares[i] / two_lam, 1e-12)
        for e in range(many[i]):  # by how much the limits are passed where the slope is zero
            k = classes[i, e]
            own = 1.0 if k == y[i] else 0.0
            slope[e] = own * margin - _dot(x, W[k])
            excess[e] = own * cap - c[i, k] - slope[e] / bend
            ordered[e] = excess[e]
        theta = _threshold(ordered[: many[i]], cap)
        # shift all by theta so that the sum of c stays 0: the simplex's multiplier
        rise = 0.0
        for e in range(many[i]):
            k = classes[i, e]
            new = (cap if k == y[i] else 0.0) - max(excess[e] - theta, 0.0)
            by = new - c[i, k]
            if by != 0.0:
                c[i, k] = new
                rise += by * (slope[e] - bend * by / 2)
                change = by / two_lam
                for j in range(len(x)):
                    W[k, j] += change * x[j]
        rises[step] = max(rise, 0.0)
