"""Compiled rounds of bandit linear optimization (Hazan and Kale 2011, Algorithms 1 to 3)."""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.convex.barriers.steps import axis_into, centre_into, dot

__all__ = ["BanditTrace", "Body", "Settings", "play_phase", "reservoir_place"]


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
    if t <= k:
        return t - 1
    if keep < k / t:
        return int(where * k)
    return -1


@njit
def remember(buckets, memory):
    """Write the mean of each row of buckets into ``memory``."""
    for i in range(len(buckets)):
        memory[i] = np.mean(buckets[i])


@njit
def play_phase(costs, start, body, settings, draws, order, trace):
    """Play rounds from ``start`` until the phase or the costs end; return the round after it.

    ``draws`` (T, 3) are uniform: to explore or not, which coordinate or axis, which bucket.
    ``order`` is the random order of the first ``n k`` explorations. ``trace`` is filled in place.
    The last number returned is the count of centres that Newton's method did not find.
    """
    n = costs.shape[1]
    k = settings.k
    buckets = np.zeros((n, max(k, 1)))
    filled = np.zeros(n, dtype=np.int64)
    memory = np.zeros(n)
    total = np.zeros(n)
    vector = np.zeros(n)
    x = body.centre.copy()
    instability = 0.0
    failed = 0
    for t in range(start, len(costs)):
        age = t - start + 1
        trace.x[t] = x
        trace.explored[t] = draws[t, 0] * age < n * k
        if trace.explored[t]:
            i = order[age - 1] % n if age <= n * k else int(draws[t, 1] * n)
            trace.y[t, i] = settings.gamma
            j = filled[i] if filled[i] < k else int(draws[t, 2] * k)
            filled[i] = min(filled[i] + 1, k)
            buckets[i, j] = dot(costs[t], trace.y[t]) / settings.gamma
            if age >= n * k:
                remember(buckets, memory)
            trace.memory[t] = memory
            continue
        trace.memory[t] = memory
        outcome = int(draws[t, 1] * 2 * n)  # one of the 2n ends of the axes
        sign = 1.0 if outcome % 2 == 0 else -1.0
        root = np.sqrt(axis_into(body.A, body.b, total, x, outcome // 2, vector))
        for c in range(n):
            trace.y[t, c] = x[c] + sign / root * vector[c]
        surprise = dot(costs[t], trace.y[t]) - dot(memory, trace.y[t])
        for c in range(n):
            trace.estimate[t, c] = memory[c] + n * surprise * sign * root * vector[c]
            total[c] += settings.eta * trace.estimate[t, c]
        failed += centre_into(body.A, body.b, total, x) < 0
        for c in range(n):
            trace.instability[t] += trace.estimate[t, c] * (trace.x[t, c] - x[c])
        instability += trace.instability[t]
        if instability >= settings.threshold:
            return t + 1, failed
    return len(costs), failed
