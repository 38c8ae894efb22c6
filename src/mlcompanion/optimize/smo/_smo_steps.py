"""Compiled steps of sequential minimal optimisation.

All arrays but the rows of the matrix hold the active variables only, so that every pass runs over
neighbours in memory. What is compared are the values :math:`v=-a\\circ(Q\\alpha-p)`; the matrix
enters as :math:`Q_{st}=s_ss_tK_{st}` and ``e`` is :math:`a\\circ s`. Fan, Chen and Lin (2005).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import first_place, fmax, fmin, njit

__all__ = [
    "OPTIMAL",
    "PAUSED",
    "STALLED",
    "ActiveVariables",
    "KeptRows",
    "pair_steps",
    "single_steps",
]

# how a run of steps ends; else: the row that it lacks
OPTIMAL = -1
PAUSED = -2
STALLED = -3
_FLAGS = {"nnan", "nsz"}  # lets maxima run on several entries at once; no result depends on it


class KeptRows(NamedTuple):
    """The rows of the matrix at hand, and in which slot each variable's stands, or -1."""

    rows: np.ndarray
    slot: np.ndarray


class ActiveVariables(NamedTuple):
    """What the steps read of the active variables; ``alpha`` and ``value`` they change in place."""

    places: np.ndarray
    diagonal: np.ndarray
    a: np.ndarray
    e: np.ndarray
    C: np.ndarray
    alpha: np.ndarray
    value: np.ndarray


@njit
def _row(kept, places, t):
    """The entries of row ``places[t]`` at the active variables."""
    row = kept.rows[kept.slot[places[t]]]
    # With all variables active the row itself will do; a selection is copied.
    return row if len(places) == len(row) else row[places]


@njit
def _barrier(a, C, alpha):
    """What hides a value that may not rise (-inf), and one that may not fall (inf)."""
    # Where a is -1, a step up in a * alpha takes the variable down.
    grows = alpha < C
    shrinks = alpha > 0.0
    up, down = (grows, shrinks) if a > 0 else (shrinks, grows)
    return 0.0 if up else -np.inf, 0.0 if down else np.inf


@njit
def _least_bend(diagonal):
    """Curvatures below it are rounding: a share of the largest, in the units of the matrix."""
    largest = 0.0
    for bend in diagonal:
        largest = max(largest, bend)
    return 1e-12 * largest if largest > 0.0 else 1e-12


@njit(fastmath=_FLAGS)
def _gains(gains, first, part, down, i, highest, least):
    """By how much the objective falls with each partner of ``i``, twice; return the most."""
    diagonal = part.diagonal
    e = part.e
    value = part.value
    bend_i = diagonal[i]
    sign = 2.0 * e[i]
    most = 0.0
    for t in range(len(gains)):
        slack = fmax(highest - (value[t] + down[t]), 0.0)
        gain = slack * slack / fmax(bend_i + diagonal[t] - sign * e[t] * first[t], least)
        gains[t] = gain
        most = fmax(most, gain)
    return most


@njit(fastmath=_FLAGS)
def _moved(part, first, second, by_i, by_j, up, down):
    """Follow two variables' moves in all values; return the highest and the lowest that counts."""
    e = part.e
    value = part.value
    highest = -np.inf
    lowest = np.inf
    for t in range(len(value)):
        # One pass does both: the values move, and who violates most at the next step is found.
        value[t] -= e[t] * (by_i * first[t] + by_j * second[t])
        highest = fmax(highest, value[t] + up[t])
        lowest = fmin(lowest, value[t] + down[t])
    return highest, lowest


@njit
def pair_steps(kept, part, tol, limit):
    """Move pairs along the equality; return the steps, how they ended, and the first's row.

    A pair is the variable that violates optimality most, and its partner of the largest gain.
    """
    places, diagonal, a, e, C, alpha, value = part
    n = len(places)
    least = _least_bend(diagonal)
    gains = np.empty(n)
    nothing = np.zeros(n)
    # Added to the values, the barriers hide what cannot move without a branch in the loops.
    up = np.empty(n)
    down = np.empty(n)
    for t in range(n):
        up[t], down[t] = _barrier(a[t], C[t], alpha[t])
    # A move by nothing finds the first extremes.
    highest, lowest = _moved(part, nothing, nothing, 0.0, 0.0, up, down)
    for step in range(limit):
        if highest - lowest <= tol:
            return step, OPTIMAL, -1
        i = first_place(value, up, highest)
        # The caller computes a row that is lacking; the step is then taken anew.
        if kept.slot[places[i]] < 0:
            return step, places[i], places[i]
        first = _row(kept, places, i)
        most = _gains(gains, first, part, down, i, highest, least)
        j = first_place(gains, nothing, most)
        if kept.slot[places[j]] < 0:
            return step, places[j], places[i]
        # Two equal points give a flat parabola: the floor keeps the move finite, the box cuts it.
        bend = max(diagonal[i] + diagonal[j] - 2.0 * e[i] * e[j] * first[j], least)
        room_i = C[i] - alpha[i] if a[i] > 0 else alpha[i]
        room_j = alpha[j] if a[j] > 0 else C[j] - alpha[j]
        move = min((highest - value[j]) / bend, room_i, room_j)
        # What really moved, after rounding and the box, goes into the values, so that both agree.
        old_i = alpha[i]
        old_j = alpha[j]
        alpha[i] += a[i] * move
        alpha[j] -= a[j] * move
        # A sum may miss the end by its last digit, and the variable would count as free.
        if move == room_i:
            alpha[i] = C[i] if a[i] > 0 else 0.0
        if move == room_j:
            alpha[j] = 0.0 if a[j] > 0 else C[j]
        by_i = a[i] * e[i] * (alpha[i] - old_i)
        by_j = a[j] * e[j] * (alpha[j] - old_j)
        # The move was below the last digit of both variables: it would be found again for ever.
        if by_i == 0.0 and by_j == 0.0:
            return step, STALLED, places[i]
        for k in (i, j):
            up[k], down[k] = _barrier(a[k], C[k], alpha[k])
        second = _row(kept, places, j)
        highest, lowest = _moved(part, first, second, by_i, by_j, up, down)
    return limit, PAUSED, -1


@njit(fastmath=_FLAGS)
def _single_gains(gains, part, least):
    """By how much each variable alone lowers the objective; the most, and the worst violation."""
    diagonal = part.diagonal
    C = part.C
    alpha = part.alpha
    value = part.value
    most = 0.0
    violation = 0.0
    for t in range(len(gains)):
        move = value[t] / fmax(diagonal[t], least)
        move = fmin(fmax(move, -alpha[t]), C[t] - alpha[t])
        # Unlike with pairs, the box is known for each candidate: the gain is that of the cut move.
        gains[t] = move * (value[t] - 0.5 * diagonal[t] * move)
        most = fmax(most, gains[t])
        free = alpha[t] < C[t] if value[t] > 0.0 else alpha[t] > 0.0
        violation = fmax(violation, abs(value[t]) if free else 0.0)
    return most, violation


@njit
def single_steps(kept, part, tol, limit):
    """Move, again and again, the variable that lowers the objective most; no equality."""
    places, diagonal, _, e, C, alpha, value = part
    gains = np.empty(len(places))
    nothing = np.zeros(len(places))
    least = _least_bend(diagonal)
    for step in range(limit):
        most, violation = _single_gains(gains, part, least)
        if violation <= tol:
            return step, OPTIMAL, -1
        if most <= 0.0:
            return step, STALLED, -1
        i = first_place(gains, nothing, most)
        if kept.slot[places[i]] < 0:
            return step, places[i], places[i]
        old = alpha[i]
        by = value[i] / max(diagonal[i], least)
        by = min(max(by, -old), C[i] - old)
        # Here, too, a sum may miss the end by its last digit.
        alpha[i] = C[i] if by == C[i] - old else min(max(old + by, 0.0), C[i])
        by = e[i] * (alpha[i] - old)
        if by == 0.0:
            return step, STALLED, -1
        row = _row(kept, places, i)
        for t in range(len(value)):
            value[t] -= e[t] * by * row[t]
    return limit, PAUSED, -1
