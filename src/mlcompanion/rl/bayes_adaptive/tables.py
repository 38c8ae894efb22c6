"""What compiled loops are handed: a model with its unknown cells, and clouds of hyperstates."""

from typing import NamedTuple

import numpy as np

__all__ = []

# Functions under njit freeze what stands here; a file that says so is in the digest of their cache.

#: Keys of counts are sums of random numbers modulo this prime: the order of counting is forgotten.
MODULUS = 2**61 - 1
#: Counts are told apart to this fraction of one.
GRAIN = 2**16


class Tables(NamedTuple):
    """Moves as branches, sensor and rewards; a cell of -1 stands for a known probability.

    Attributes
    ----------
    start : ndarray of int, shape (S * A + 1,)
    to, cell : ndarray of int, shape (B,)
    prob : ndarray, shape (B,)
    seen : ndarray, shape (S, A, Z)
    seen_cell : ndarray of int, shape (S, A, Z)
    reward : ndarray, shape (S, A)
    ends : ndarray of bool, shape (S, A)
    b0 : ndarray, shape (S,)
    gamma : float
    row : ndarray of int, shape (C,)
        The unknown law that a cell is an outcome of.
    used : ndarray of int, shape (A, R)
        Bit 1: the law is one of moves under this action; bit 2: one of observations.
    salt : ndarray of int, shape (C,)
        What counting a cell adds to a key.
    state_salt : ndarray of int, shape (S,)
    """

    start: np.ndarray
    to: np.ndarray
    prob: np.ndarray
    cell: np.ndarray
    seen: np.ndarray
    seen_cell: np.ndarray
    reward: np.ndarray
    ends: np.ndarray
    b0: np.ndarray
    gamma: float
    row: np.ndarray
    used: np.ndarray
    salt: np.ndarray
    state_salt: np.ndarray


class Cloud(NamedTuple):
    """K weighted hyperstates.

    Attributes
    ----------
    states : ndarray of int, shape (K,)
    counts : ndarray, shape (K, C)
    totals : ndarray, shape (K, R)
        Sums of the counts of each law.
    keys : ndarray of int, shape (K,)
        Equal for equal counts.
    weights : ndarray, shape (K,)
    """

    states: np.ndarray
    counts: np.ndarray
    totals: np.ndarray
    keys: np.ndarray
    weights: np.ndarray


class Pending(NamedTuple):
    """Hyperstates that may follow, as what changes in their parents; the first ``size[0]`` count.

    Attributes
    ----------
    parent, to, move, seen : ndarray of int, shape (M,)
        Hyperstate of the cloud, next state, and the cells to count, or -1.
    weights : ndarray, shape (M,)
    keys : ndarray of int, shape (M,)
    slots : ndarray of int, shape (power of two,)
        Open addressing: where the hyperstate of a key stands, or -1.
    size : ndarray of int, shape (1,)
    """

    parent: np.ndarray
    to: np.ndarray
    move: np.ndarray
    seen: np.ndarray
    weights: np.ndarray
    keys: np.ndarray
    slots: np.ndarray
    size: np.ndarray


class Rule(NamedTuple):
    """How a cloud is thinned.

    Attributes
    ----------
    kind : int
        One of the constants below.
    size : int
        Number K of hyperstates to keep.
    near, slope, far : float
        The distance of Theorem 3: its factor, the factor of its second part, and its value between
        different states.
    """

    kind: int
    size: int
    near: float
    slope: float
    far: float


EXACT = 0
MOST_PROBABLE = 1
WEIGHTED_DISTANCE = 2
MONTE_CARLO = 3
MONTE_CARLO_PRINTED = 4


def random_salts(n, seed):
    """Fixed random numbers below the modulus, one an entry."""
    return np.random.default_rng(seed).integers(1, MODULUS, size=n)


def key_of(counts, salt):
    """Key of one table of counts: linear in them, so that a step is an addition."""
    grains = [round(float(count) * GRAIN) for count in counts]
    return sum(g * int(s) for g, s in zip(grains, salt)) % MODULUS


def steps_of(salt):
    """What one more count adds to a key, by cell."""
    return np.array([int(s) * GRAIN % MODULUS for s in salt], dtype=np.int64)
