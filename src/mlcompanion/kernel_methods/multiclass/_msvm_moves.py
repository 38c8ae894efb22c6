r"""Working-set steps where K1 = 1: Lauer and Guermeur (2011), section 3.1.

A Frank-Wolfe step needs the best vertex of a linear programme. On the smallest working sets that
the equalities :math:`\sum_ic_{ik}=0` allow the feasible set is a segment, and the best vertex is
one of its ends. A move raises :math:`c_{ia}` and lowers :math:`c_{ib}`: an edge between two
classes; edges that close a cycle keep the equalities.

Arrays of scores and dual variables have one row a class, so that a step runs along rows.
"""

import numpy as np

from mlcompanion._jit import njit

__all__ = ["best_moves", "working_set_steps"]

_ROOM = 1e-12  # less room than this is none


@njit
def best_moves(h, y, alpha, total, shared, margin, cap, gain, point):
    """For each pair of classes the largest slope of the dual, and the point that has it.

    ``gain[a, b]`` is of raising c_a and lowering c_b.
    """
    n_classes, m = h.shape
    gain[:] = -np.inf
    for k in range(n_classes):
        for i in range(m):
            own = y[i]
            if own == k and not shared:
                continue
            if not shared:
                slope = margin - h[own, i] + h[k, i]
                if alpha[k, i] < cap - _ROOM and slope > gain[own, k]:
                    gain[own, k], point[own, k] = slope, i
                if alpha[k, i] > _ROOM and -slope > gain[k, own]:
                    gain[k, own], point[k, own] = -slope, i
            elif (total[i] < cap - _ROOM) if own == k else (alpha[k, i] > _ROOM):
                raised = (margin if own == k else 0.0) - h[k, i]
                for b in range(n_classes):
                    slope = raised + h[b, i] - (margin if own == b else 0.0)
                    if b != k and slope > gain[k, b]:
                        gain[k, b], point[k, b] = slope, i


@njit
def _best_of_points(h, y, alpha, total, margin, cap, column, other, where):
    """Of all points the best move between two classes; as :func:`_choose` without equalities.

    For shared slacks: a point's classes differ by one number each, so that its largest and its
    smallest make the move. Of equally good moves the first pair of classes, then the first point.
    """
    n_classes, m = h.shape
    best = -np.inf
    for i in range(m):
        high, low, a, b = -np.inf, np.inf, -1, -1
        for k in range(n_classes):
            slope = (margin if y[i] == k else 0.0) - h[k, i]
            if slope < low:
                low, b = slope, k
            movable = total[i] < cap - _ROOM if y[i] == k else alpha[k, i] > _ROOM
            if movable and slope > high:
                high, a = slope, k
        if a == b or high - low < best:
            continue
        if high - low > best or (a, b) < (column[0], other[0]):
            best, column[0], other[0], where[0] = high - low, a, b, i
    return (1 if best > -np.inf else 0), best


@njit
def _best_cycle(gain, after):
    """Cycle of the largest mean gain (Karp 1978): its length and mean; its nodes in ``after``."""
    n = len(gain)
    best = np.full((n + 1, n), -np.inf)  # of walks of k edges that end at a node
    came = np.zeros((n + 1, n), np.int64)
    best[0] = 0.0
    for k in range(n):
        for a in range(n):
            for b in range(n):
                if a != b and best[k, a] + gain[a, b] > best[k + 1, b]:
                    best[k + 1, b], came[k + 1, b] = best[k, a] + gain[a, b], a
    end, mean = -1, -np.inf
    for v in range(n):
        if best[n, v] > -np.inf:
            least = np.inf
            for k in range(n):
                if best[k, v] > -np.inf:
                    least = min(least, (best[n, v] - best[k, v]) / (n - k))
            if least > mean:
                end, mean = v, least
    if end < 0:
        return 0, -np.inf
    walk, first_seen = np.zeros(n + 1, np.int64), np.full(n, -1)
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
    best, length = -np.inf, 0
    for a in range(len(gain)):
        for b in range(len(gain)):
            if gain[a, b] > best:
                best, length = gain[a, b], 1
                column[0], other[0], where[0] = a, b, point[a, b]
    return length, best


@njit
def working_set_steps(K, y, alpha, total, h, two_lam, shared, margin, cap, bias, rises):
    """Take ``len(rises)`` steps in place, fewer at the optimum; note by how much the dual rises.

    ``alpha`` and ``h`` have one row a class, ``total`` is the sum of ``alpha`` of each point; ``h``
    holds the scores without intercept. Returns the number of steps.
    """
    n_classes, m = h.shape
    gain, point = np.empty((n_classes, n_classes)), np.zeros((n_classes, n_classes), np.int64)
    column, other = np.zeros(n_classes, np.int64), np.zeros(n_classes, np.int64)
    where = np.zeros(n_classes, np.int64)
    dc = np.empty((n_classes, n_classes))
    for step in range(len(rises)):
        if shared and not bias:
            length, mean = _best_of_points(
                h, y, alpha, total, margin, cap, column, other, where
            )  # fmt: skip
        else:
            best_moves(h, y, alpha, total, shared, margin, cap, gain, point)
            length, mean = _choose(gain, point, bias, column, other, where)
        if length == 0 or mean <= 1e-12 * margin:
            return step
        room, bend = np.inf, 0.0
        for e in range(length):
            i, a, b = where[e], column[e], other[e]
            dc[e] = 0.0
            dc[e, a], dc[e, b] = 1.0, -1.0
            if y[i] == a:
                room = min(room, cap - (total[i] if shared else alpha[b, i]))
            else:
                room = min(room, alpha[a, i])
            for f in range(e + 1):
                bend += (1.0 if e == f else 2.0) * K[i, where[f]] * (dc[e] * dc[f]).sum()
        slope, bend = length * mean, bend / two_lam
        move = min(room, slope / max(bend, 1e-12))  # the exact line search on the segment
        rises[step] = move * (slope - bend * move / 2)
        for e in range(length):
            i, a, b = where[e], column[e], other[e]
            if not shared:
                k, by = (b, move) if y[i] == a else (a, -move)
                alpha[k, i] = max(alpha[k, i] + by, 0.0)
            else:
                for k, by in ((a, -move), (b, move)):
                    if k == y[i]:
                        total[i] -= by
                    else:
                        alpha[k, i] = max(alpha[k, i] + by, 0.0)
            for k in range(n_classes):
                if dc[e, k] != 0.0:
                    change = dc[e, k] * move / two_lam
                    for j in range(m):
                        h[k, j] += change * K[i, j]
    return len(rises)
