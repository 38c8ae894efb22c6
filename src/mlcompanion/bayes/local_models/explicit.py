"""Local models with parameters of their own: Algorithm 8 of Neal (2000), and Hamiltonian steps.

Where a response's parameters cannot be integrated out, a cluster carries them. A sample that looks
for a cluster is also shown m parameters that nobody has, drawn from the prior, each with weight
alpha / m. If it was alone, its old parameters are the first of them.

To the sweep over labels they are one empty place: its weight is the mean of the m, and which of
them is taken is drawn at once and kept until the sample joins.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = ["Fresh"]


class Fresh(NamedTuple):
    """Parameters that nobody has.

    Attributes
    ----------
    normals : ndarray, shape (n, m, p)
        What a sweep draws them from.
    picks : ndarray, shape (n,)
        Uniform numbers: which is taken.
    mean0, sd0 : ndarray, shape (p,)
        Of the normal prior.
    candidates : ndarray, shape (m, p)
    logs : ndarray, shape (m,)
        What each says of the sample's response, in logarithms.
    chosen : ndarray, shape (p,)
    left : ndarray, shape (p,)
        The parameters of a sample that was alone.
    alone : ndarray of bool, shape (1,)
        Whether it was.
    """

    normals: np.ndarray
    picks: np.ndarray
    mean0: np.ndarray
    sd0: np.ndarray
    candidates: np.ndarray
    logs: np.ndarray
    chosen: np.ndarray
    left: np.ndarray
    alone: np.ndarray


def fresh_parameters(n, m, mean0, sd0):
    """Room for the parameters that n samples are shown, m each."""
    p = len(mean0)
    return Fresh(
        np.zeros((n, m, p)), np.zeros(n), mean0, sd0, np.empty((m, p)), np.empty(m), np.empty(p),
        np.empty(p), np.zeros(1, dtype=bool),
    )  # fmt: skip


def renew(fresh, rng):
    """Draw what the next sweep will show."""
    fresh.normals[:] = rng.standard_normal(fresh.normals.shape)
    fresh.picks[:] = rng.random(len(fresh.picks))


@njit
def leave_alone(fresh, theta):
    """Keep the parameters of a sample that was alone: it will be shown them again."""
    fresh.alone[0] = True
    for b in range(len(theta)):
        fresh.left[b] = theta[b]


@njit
def show(fresh, i):
    """Write the candidates that sample i is shown."""
    m, p = fresh.candidates.shape
    for a in range(m):
        for b in range(p):
            fresh.candidates[a, b] = fresh.mean0[b] + fresh.sd0[b] * fresh.normals[i, a, b]
    if fresh.alone[0]:
        fresh.alone[0] = False  # shown once, to the sample that left it
        for b in range(p):
            fresh.candidates[0, b] = fresh.left[b]


@njit
def choose(fresh, i):
    """Draw one of the candidates by their logs; return the log of their mean."""
    m, p = fresh.candidates.shape
    top = fresh.logs.max()
    if top == -np.inf:
        return -np.inf
    total = 0.0
    for a in range(m):
        total += math.exp(fresh.logs[a] - top)
    place = 0
    passed = math.exp(fresh.logs[0] - top)
    while place < m - 1 and passed <= fresh.picks[i] * total:
        place += 1
        passed += math.exp(fresh.logs[place] - top)
    for b in range(p):
        fresh.chosen[b] = fresh.candidates[place, b]
    return top + math.log(total / m)  # weights alpha / m: together alpha times their mean


@njit
def take(fresh, theta):
    """The parameters of the candidate that was drawn."""
    for b in range(len(theta)):
        theta[b] = fresh.chosen[b]


class Nudges(NamedTuple):
    """Random numbers of Hamiltonian or Metropolis steps, a row a place.

    Attributes
    ----------
    normals : ndarray, shape (capacity, p)
    uniforms : ndarray, shape (capacity, p)
        For acceptance.
    lengths : ndarray, shape (capacity,)
        By which a step is made shorter or longer, so that no orbit closes.
    """

    normals: np.ndarray
    uniforms: np.ndarray
    lengths: np.ndarray


def nudges(capacity, p, rng):
    """Random numbers for one move of all parameters."""
    return Nudges(
        rng.standard_normal((capacity, p)),
        rng.random((capacity, p)),
        rng.uniform(0.7, 1.3, capacity),  # random lengths: no orbit closes each time
    )


def with_room(array, capacity):
    """The array with more rows, the new ones zero."""
    grown = np.zeros((capacity, *array.shape[1:]), dtype=array.dtype)
    grown[: len(array)] = array
    return grown


def log_normal_density(values, mean, sd):
    """Sum of normal log-densities."""
    z = (values - mean) / sd
    logs = -0.5 * np.square(z) - np.log(sd) - 0.5 * math.log(2 * math.pi)
    return float(logs.sum())
