r"""Working-set steps where K1 = 1: Lauer and Guermeur (2011), section 3.1.

A Frank-Wolfe step needs the best vertex of a linear programme. On the smallest working sets that
the equalities :math:`\sum_ic_{ik}=0` allow the feasible set is a segment, and the best vertex is
one of its ends. A move raises :math:`c_{ia}` and lowers :math:`c_{ib}`: an edge between two
classes; edges that close a cycle keep the equalities.

Arrays of scores and dual variables have one row a class, so that a step runs along rows.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = ["DualPoint", "Terms", "best_moves", "working_set_steps"]

_ROOM = 1e-12  # less room than this is none


class DualPoint(NamedTuple):
    """A point of the dual, changed in place by the steps.

    Attributes
    ----------
    y : ndarray of int, shape (m,)
    alpha : ndarray, shape (n_classes, m)
    total : ndarray, shape (m,)
        The sum of ``alpha`` of each point, kept where slacks are shared.
    h : ndarray, shape (n_classes, m)
        The scores without intercept.
    """

    y: np.ndarray
    alpha: np.ndarray
    total: np.ndarray
    h: np.ndarray


class Terms(NamedTuple):
    """The machine: its regulariser, the limits of its variables, and which equalities it has."""

    two_lam: float
    margin: float
    cap: float
    shared: bool
    bias: bool


@njit
def best_moves(dual, terms, gain, point):
    """For each pair of classes the largest slope of the dual, and the point that has it.

    ``gain[a, b]`` is of raising c_a and lowering c_b.
    """
    y, alpha, total, h = dual
    n_classes, m = h.shape
    margin = terms.margin
    has_room = terms.cap - _ROOM
    gain[:] = -np.inf
    for k in range(n_classes):
        for i in range(m):
            own = y[i]
            # without shared slacks the true class has no variable of its own
            if own == k and not terms.shared:
                continue
            if not terms.shared:
                # raising alpha[k, i] raises c in the own class and lowers it in k
                slope = margin - h[own, i] + h[k, i]
                if alpha[k, i] < has_room and slope > gain[own, k]:
                    gain[own, k] = slope
                    point[own, k] = i
                if alpha[k, i] > _ROOM and -slope > gain[k, own]:
                    gain[k, own] = -slope
                    point[k, own] = i
            # with shared slacks total stands for the true class's variable
            elif (total[i] < has_room) if own == k else (alpha[k, i] > _ROOM):
                raised = (margin if own == k else 0.0) - h[k, i]
                for b in range(n_classes):
                    slope = raised + h[b, i] - (margin if own == b else 0.0)
                    if b != k and slope > gain[k, b]:
                        gain[k, b] = slope
                        point[k, b] = i


@njit
def _best_of_points(dual, terms, column, other, where):
    """Of all points the best move between two classes; as :func:`_choose` without equalities.

    For shared slacks: a point's classes differ by one number each, so that its largest and its
    smallest make the move. Of equally good moves the first pair of classes, then the first point.
    """
    y, alpha, total, h = dual
    n_classes, m = h.shape
    has_room = terms.cap - _ROOM
    best = -np.inf
    for i in range(m):
        high = -np.inf
        low = np.inf
        a = -1
        b = -1
        for k in range(n_classes):
            slope = (terms.margin if y[i] == k else 0.0) - h[k, i]
            if slope < low:
                low = slope
                b = k
            movable = total[i] < has_room if y[i] == k else alpha[k, i] > _ROOM
            if movable and slope > high:
                high = slope
                a = k
        if a == b or high - low < best:
            continue
        if high - low > best or (a, b) < (column[0], other[0]):
            best = high - low
            column[0] = a
            other[0] = b
            where[0] = i
    return (1 if best > -np.inf else 0), best


@njit
def _best_cycle(gain, after):
    """Cycle of the largest mean gain (Karp 1978): its length and mean; its nodes in ``after``."""
    # Karp: best[k, v] is the best walk of exactly k edges to v
    n = len(gain)
    best = np.full((n + 1, n), -np.inf)  # of walks of k edges that end at a node
    came = np.zeros((n + 1, n), np.int64)
    best[0] = 0.0
    for k in range(n):
        for a in range(n):
            for b in range(n):
                if a != b and best[k, a] + gain[a, b] > best[k + 1, b]:
                    best[k + 1, b] = best[k, a] + gain[a, b]
                    came[k + 1, b] = a
    end = -1
    mean = -np.inf
    for v in range(n):
        if best[n, v] > -np.inf:
            # of the best walk of n edges, at least one cycle is part: its mean shows in the least
            # quotient
            least = np.inf
            for k in range(n):
                if best[k, v] > -np.inf:
                    least = min(least, (best[n, v] - best[k, v]) / (n - k))
            if least > mean:
                end = v
                mean = least
    if end < 0:
        return 0, -np.inf
    walk = np.zeros(n + 1, np.int64)
    first_seen = np.full(n, -1)
    v = end
    for step in range(n + 1):  # backwards from the end until a node returns
        walk[step] = v
        if first_seen[v] >= 0:
            length = step - first_seen[v]
            for e in range(length):
                after[e] = walk[step - e]
            return length, mean
        first_seen[v] = step
        v = came[n - step, v]
    return 0, -np.inf


@njit
def _choose(gain, point, bias, column, other, where):
    """Write the moves of the next step; return their number and their mean gain."""
    if bias:
        length, mean = _best_cycle(gain, column)
        for e in range(length):
            other[e] = column[(e + 1) % length]
            where[e] = point[column[e], other[e]]
        return length, mean
    best = -np.inf
    length = 0
    for a in range(len(gain)):
        for b in range(len(gain)):
            if gain[a, b] > best:
                best = gain[a, b]
                length = 1
                column[0] = a
                other[0] = b
                where[0] = point[a, b]
    return length, best


@njit
def working_set_steps(K, dual, terms, rises):
    """Take ``len(rises)`` steps in place, fewer at the optimum; note by how much the dual rises.

    Returns the number of steps.
    """
    y, alpha, total, h = dual
    two_lam, margin, cap, shared, bias = terms
    n_classes, m = h.shape
    gain = np.empty((n_classes, n_classes))
    point = np.zeros((n_classes, n_classes), np.int64)
    # Move e of a step raises c[where, column] and lowers c[where, other].
    column = np.zeros(n_classes, np.int64)
    other = np.zeros(n_classes, np.int64)
    where = np.zeros(n_classes, np.int64)
    dc = np.empty((n_classes, n_classes))
    for step in range(len(rises)):
        if shared and not bias:
            length, mean = _best_of_points(dual, terms, column, other, where)
        else:
            best_moves(dual, terms, gain, point)
            length, mean = _choose(gain, point, bias, column, other, where)
        if length == 0 or mean <= 1e-12 * margin:
            return step
        # how far the move may go, and how the dual bends along it
        room = np.inf
        bend = 0.0
        for e in range(length):
            i = where[e]
            a = column[e]
            b = other[e]
            dc[e] = 0.0
            dc[e, a] = 1.0
            dc[e, b] = -1.0
            if y[i] == a:
                room = min(room, cap - (total[i] if shared else alpha[b, i]))
            else:
                room = min(room, alpha[a, i])
            # squared length of the move: sum over pairs of its edges, those apart counted twice
            for f in range(e + 1):
                bend += (1.0 if e == f else 2.0) * K[i, where[f]] * (dc[e] * dc[f]).sum()
        slope = length * mean
        bend = bend / two_lam
        move = min(room, slope / max(bend, 1e-12))  # the exact line search on the segment
        rises[step] = move * (slope - bend * move / 2)
        for e in range(length):
            i = where[e]
            a = column[e]
            b = other[e]
            if not shared:
                # a move at the own class raises the other variable; at another class it lowers
                # that one
                k, by = (b, move) if y[i] == a else (a, -move)
                alpha[k, i] = max(alpha[k, i] + by, 0.0)
            else:
                for k, by in ((a, -move), (b, move)):
                    if k == y[i]:
                        total[i] -= by
                    else:
                        alpha[k, i] = max(alpha[k, i] + by, 0.0)
            # Only the scores of the two classes that moved change: O(m) a move.
            for k in range(n_classes):
                if dc[e, k] != 0.0:
                    change = dc[e, k] * move / two_lam
                    for j in range(m):
                        h[k, j] += change * K[i, j]
    return len(rises)
