r"""Working-set steps where K1 = 0: Lauer and Guermeur (2011), section 3.1.

The scores of a point sum to zero and, with intercepts, all column sums of :math:`\alpha` are equal:
one variable of a column rises and another falls, or one of each column rises, or falls. The true
class of a point has no variable. A point raised in class a adds its kernels, a Q-th of them, to the
scores of all classes, and takes the whole from those of class a.

Arrays of scores and dual variables have one row a class; the moves of a step are read off the
largest and the smallest scores of the classes, which are found while the scores are brought up to
date.
"""

import numpy as np

from mlcompanion._jit import first_place, fmax, fmin, njit

__all__ = ["column_extremes", "column_steps"]

_ROOM = 1e-12  # less room than this is none
_FLAGS = {"nnan", "nsz"}  # lets maxima run on several entries at once; no result depends on it


@njit
def _barriers(alpha, y, cap):
    """What hides a score whose variable cannot rise (-inf), and one that cannot fall (inf)."""
    up = np.full(alpha.shape, -np.inf)
    down = np.full(alpha.shape, np.inf)
    for k in range(len(alpha)):
        for i in range(len(y)):
            if y[i] != k:
                _open(alpha, cap, k, i, up, down)
    return up, down


@njit
def _open(alpha, cap, k, i, up, down):
    """Set the two barriers of one variable."""
    up[k, i] = 0.0 if alpha[k, i] < cap - _ROOM else -np.inf
    down[k, i] = 0.0 if alpha[k, i] > _ROOM else np.inf


@njit(fastmath=_FLAGS)
def _raised(scores, by, up, down):
    """Add to the scores of a class; return the highest that may rise, the lowest that may fall."""
    highest = -np.inf
    lowest = np.inf
    # Sums with a barrier instead of a question: no branch, so several entries go at once.
    for j in range(len(scores)):
        scores[j] += by[j]
        highest = fmax(highest, scores[j] + up[j])
        lowest = fmin(lowest, scores[j] + down[j])
    return highest, lowest


@njit
def column_extremes(h, alpha, y, cap):
    """Of each class the highest score whose variable may rise, the lowest whose may fall."""
    up, down = _barriers(alpha, y, cap)
    highest = np.empty(len(h))
    lowest = np.empty(len(h))
    for k in range(len(h)):
        highest[k] = (h[k] + up[k]).max()
        lowest[k] = (h[k] + down[k]).min()
    return highest, lowest


@njit
def _choose(rise, fall, bias, column, sign):
    """Write the columns and the ways of the moves of the next step; return their mean slope.

    ``rise`` and ``fall`` are the slopes of the best move of each column, up and down. Without
    intercepts the best of these; with them the best balanced pair, or all columns one way.
    """
    if not bias:
        if rise.max() >= fall.max():
            column[0] = rise.argmax()
            sign[0] = 1.0
        else:
            column[0] = fall.argmax()
            sign[0] = -1.0
        return 1, max(rise.max(), fall.max())
    # one rises and one falls in a column, or one moves in every column: both keep the sums equal
    pair = (rise + fall).argmax()
    mean = (rise[pair] + fall[pair]) / 2
    together = max(rise.mean(), fall.mean())
    if mean >= together:
        column[:2] = pair
        sign[0] = 1.0
        sign[1] = -1.0
        return 2, mean
    sign[:] = 1.0 if rise.mean() >= fall.mean() else -1.0
    for k in range(len(column)):
        column[k] = k
    return len(column), together


@njit
def column_steps(K, dual, terms, rises):
    """Take ``len(rises)`` steps in place, fewer at the optimum; note by how much the dual rises.

    Returns the number of steps.
    """
    alpha = dual.alpha
    h = dual.h
    margin = terms.margin
    cap = terms.cap
    n_classes, m = h.shape
    up, down = _barriers(alpha, dual.y, cap)
    highest = np.empty(n_classes)
    lowest = np.empty(n_classes)
    by = np.zeros(m)
    for k in range(n_classes):
        highest[k], lowest[k] = _raised(h[k], by, up[k], down[k])
    # Move e of a step is of the variable of class ``column`` at point ``where``, by its ``sign``.
    column = np.zeros(n_classes, np.int64)
    where = np.zeros(n_classes, np.int64)
    sign = np.zeros(n_classes)
    for step in range(len(rises)):
        # slopes of the best move up and down in each column
        length, mean = _choose(margin + highest, -margin - lowest, terms.bias, column, sign)
        if mean <= 1e-12 * margin:
            return step
        room = np.inf
        bend = 0.0
        for e in range(length):
            k = column[e]
            if sign[e] > 0:
                i = first_place(h[k], up[k], highest[k])
                room = min(room, cap - alpha[k, i])
            else:
                i = first_place(h[k], down[k], lowest[k])
                room = min(room, alpha[k, i])
            where[e] = i
            # product of two moves: K times (same class) - 1 / Q
            for f in range(e + 1):
                alike = (1.0 if column[f] == k else 0.0) - 1.0 / n_classes
                bend += (1.0 if e == f else 2.0) * sign[e] * sign[f] * alike * K[i, where[f]]
        slope = length * mean
        bend = bend / terms.two_lam
        move = min(room, slope / max(bend, 1e-12))  # the exact line search on the segment
        rises[step] = move * (slope - bend * move / 2)
        by[:] = 0.0
        for e in range(length):
            k = column[e]
            i = where[e]
            change = sign[e] * move / terms.two_lam
            alpha[k, i] = max(alpha[k, i] + sign[e] * move, 0.0)
            _open(alpha, cap, k, i, up, down)
            for j in range(m):
                # h of a class falls by the whole kernel, all classes rise by a Q-th of it
                h[k, j] -= change * K[i, j]
                by[j] += change / n_classes * K[i, j]
        # All scores move: the extremes are found in the same pass over them.
        for k in range(n_classes):
            highest[k], lowest[k] = _raised(h[k], by, up[k], down[k])
    return len(rises)
