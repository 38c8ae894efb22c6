"""Compiled rounds of bandit linear optimization (Hazan and Kale 2011, Algorithms 1 to 3)."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.convex.barriers.steps import axis_into, centre_into, dot

__all__ = [
    "BanditTrace",
    "Body",
    "Chance",
    "Memory",
    "Settings",
    "chosen_end",
    "empty_memory",
    "estimate_into",
    "explored_coordinate",
    "play_phase",
    "reservoir_place",
    "store",
]


class Body(NamedTuple):
    """The decision set ``A x <= b`` (no rows: the unit ball) and its analytic centre."""

    A: np.ndarray
    b: np.ndarray
    centre: np.ndarray


class Settings(NamedTuple):
    """Step ``eta``, buckets ``k`` a coordinate (0: no memory), length ``gamma`` of simplex plays.

    A phase ends when its instability has passed ``threshold``.
    """

    eta: float
    k: int
    gamma: float
    threshold: float


class Chance(NamedTuple):
    """All chance of a phase.

    ``draws`` (T, 3) are uniform: to explore or not, which coordinate or end, which bucket.
    ``order`` is the random order of the first ``n k`` explorations.
    """

    draws: np.ndarray
    order: np.ndarray


class BanditTrace(NamedTuple):
    """What happened in each round of some repeats.

    Attributes
    ----------
    x, y : ndarray, shape (n_repeats, T, n)
        Centre and play.
    memory, estimate : ndarray, shape (n_repeats, T, n)
        Remembered mean cost and estimated cost vector.
    instability : ndarray, shape (n_repeats, T)
        ``estimate @ (x_t - x_{t+1})``.
    explored : ndarray of bool, shape (n_repeats, T)
        Rounds that filled the memory.
    phase : ndarray of int, shape (n_repeats, T)
        How often the step had been halved.
    """

    x: np.ndarray
    y: np.ndarray
    memory: np.ndarray
    estimate: np.ndarray
    instability: np.ndarray
    explored: np.ndarray
    phase: np.ndarray


@njit
def reservoir_place(t, k, keep, where):
    """Bucket for item ``t`` = 1, 2, ... of a stream, or -1: reservoir sampling of size k.

    ``keep`` and ``where`` are uniform on [0, 1).
    """
    # reservoir sampling: item t enters with probability k / t, in the place of any of the k
    if t <= k:
        return t - 1
    if keep < k / t:
        return int(where * k)
    return -1


class Memory(NamedTuple):
    """Buckets of remembered numbers, a row a coordinate; how many are filled; the rows' means.

    The means are 0 until every bucket is filled.
    """

    buckets: np.ndarray
    filled: np.ndarray
    mean: np.ndarray


@njit
def explored_coordinate(age, draws, order, n, k):
    """Coordinate to explore in round ``age`` of a phase, or -1: with probability ``n k/age``.

    The first ``n k`` rounds take the coordinates in the given order, k times each.
    """
    # a product, not a quotient: draws below 1 always explore in the first n k rounds
    if draws[0] * age >= n * k:
        return -1
    if age <= n * k:
        return order[age - 1] % n  # a permutation of n k numbers: each remainder k times
    return int(draws[1] * n)


@njit
def store(memory, i, value, where):
    """Put a number into an empty bucket of row i, or else into a random one (Algorithm 2)."""
    n, k = memory.buckets.shape
    if memory.filled[i] < k:
        j = memory.filled[i]
        memory.filled[i] += 1
    else:
        j = int(where * k)
    memory.buckets[i, j] = value
    # means of half-filled rows would bias the estimates: until then they stay 0
    if np.sum(memory.filled) == n * k:
        for row in range(n):
            memory.mean[row] = np.mean(memory.buckets[row])


@njit
def chosen_end(u, n):
    """Axis and sign of one of the ``2 n`` ends of the axes; ``u`` is uniform on [0, 1)."""
    outcome = int(u * 2 * n)  # one draw for both: axis and sign
    return outcome // 2, 1.0 if outcome % 2 == 0 else -1.0


@njit
def estimate_into(mean, surprise, step, vector, estimate):
    """Estimate of a cost vector: the mean, and n times the surprise over the step, along it.

    ``step`` is signed: how far the play went along the unit ``vector`` (Algorithm 3, line 5).
    """
    n = len(mean)
    for c in range(n):
        # an axis is drawn with probability 1 / n: n times its part is unbiased for the whole
        estimate[c] = mean[c] + n * surprise / step * vector[c]


def empty_memory(n, k):
    """Memory of n rows of k buckets."""
    return Memory(np.zeros((n, k)), np.zeros(n, dtype=np.int64), np.zeros(n))


@njit
def play_phase(costs, start, body, settings, chance, memory, trace):
    """Play rounds from ``start`` until the phase or the costs end; return the round after it.

    ``memory`` and ``trace`` are filled in place. The last number returned counts the centres that
    Newton's method did not find.
    """
    draws, order = chance
    n = costs.shape[1]
    total = np.zeros(n)
    vector = np.zeros(n)
    x = body.centre.copy()
    instability = 0.0
    failed = 0
    for t in range(start, len(costs)):
        trace.x[t] = x
        i = explored_coordinate(t - start + 1, draws[t], order, n, settings.k)
        trace.explored[t] = i >= 0
        if trace.explored[t]:
            trace.y[t, i] = settings.gamma  # e_i itself may lie outside the set
            store(memory, i, dot(costs[t], trace.y[t]) / settings.gamma, draws[t, 2])
            trace.memory[t] = memory.mean
            continue
        trace.memory[t] = memory.mean
        i, sign = chosen_end(draws[t, 1], n)
        # play an end of one axis of the ellipsoid around the centre
        # the Dikin ellipsoid's half axis has length 1 / sqrt(eigenvalue)
        step = sign / np.sqrt(axis_into(body.A, body.b, total, x, i, vector))
        for c in range(n):
            trace.y[t, c] = x[c] + step * vector[c]
        # only what the memory did not foresee is estimated: less noise than the whole cost
        surprise = dot(costs[t], trace.y[t]) - dot(memory.mean, trace.y[t])
        estimate_into(memory.mean, surprise, step, vector, trace.estimate[t])
        for c in range(n):
            total[c] += settings.eta * trace.estimate[t, c]
        # follow the leader: the centre of the barrier and all estimated costs
        failed += centre_into(body.A, body.b, total, x) < 0
        for c in range(n):
            # how much the leader's move would have saved: what the regret is bounded by
            trace.instability[t] += trace.estimate[t, c] * (trace.x[t, c] - x[c])
        instability += trace.instability[t]
        if instability >= settings.threshold:
            return t + 1, failed
    return len(costs), failed
