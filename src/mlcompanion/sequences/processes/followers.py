"""Measures that follow one sequence: on a track, or behind a hidden chain.

Ryabko (2011), the examples of Theorem 10 (``gamma_t``, ``gamma'_t``) and of Theorem 16 (``mu_t``).
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real

from .base import Measure
from .chains import check_prefix, check_sequence, still_on_track

__all__ = ["HiddenTrack", "OnTrack"]


class OnTrack(Measure):
    """Follow a sequence with a given probability at each step; a fair die once it was left.

    Parameters
    ----------
    t : array_like of int, shape (n,)
        The sequence; longer words are refused.
    stay : float or array_like, shape (n,)
        Probability of ``t_i`` at step i while on the track; the other symbols share the rest.
        Theorem 10 has ``1 - 1 / (i + 1)`` (measures ``gamma_t``) and 2/3 (``gamma'_t``).
    n_symbols : int
    """

    def __init__(self, t, stay, n_symbols=2):
        self.n_symbols, self.t = check_sequence(t, n_symbols)
        stay = check_array(stay, "stay", low=0, high=1)
        if stay.ndim:
            stay = check_array(stay, "stay", shape=self.t.shape)
        self.stay = np.broadcast_to(stay, self.t.shape).copy()
        leave = (1 - self.stay) / (self.n_symbols - 1)
        self.laws = np.repeat(leave[:, None], self.n_symbols, axis=1)
        self.laws[np.arange(len(self.t)), self.t] = self.stay

    def stream(self):
        """Generator of the laws of the next symbol."""
        fair = np.full(self.n_symbols, 1 / self.n_symbols)
        on = True
        for symbol, law in zip(self.t, self.laws):
            came = yield law if on else fair
            on = on and came == symbol
        raise ValueError(f"t must be as long as the word that is predicted, got {len(self.t)}")

    def conditionals(self, x):
        """Laws of every symbol of a word given its past, shape (n, m)."""
        x, t = check_prefix(x, self.t, self.n_symbols)
        laws = self.laws[: len(x)].copy()
        laws[~still_on_track(x, t)] = 1 / self.n_symbols
        return laws


class HiddenTrack(Measure):
    """A stationary process that often follows a sequence: a hidden chain that climbs or restarts.

    The chain goes from state k to k + 1 with probability ``climb`` and else back to 0. State 0 puts
    out a mark, state k the symbol ``t_k``.

    Parameters
    ----------
    t : array_like of int, shape (n,)
        The sequence over ``0 .. m - 2``, continued by 0 for ever. The mark is ``m - 1``.
    climb : float
        Inside (0, 1); 2/3 in the proof of Theorem 16.
    n_symbols : int
        m, with the mark: at least 3.

    Attributes
    ----------
    start : ndarray, shape (n + 2,)
        Stationary law ``(1 - climb) climb^k`` of the states; the last entry is all states beyond n.

    Notes
    -----
    O(states that are still possible) per symbol: one after the first mark, O(n) at most.
    """

    def __init__(self, t, climb=2 / 3, n_symbols=3):
        size = check_count(n_symbols, "n_symbols", low=3)
        self.n_symbols = size
        t = check_array(t, "t", ndim=1, min_rows=1, dtype=np.int64, low=0, high=size - 2)
        self.t = t.copy()
        self.climb = check_real(climb, "climb", low=0, high=1, open_low=True, open_high=True)
        n = len(self.t)
        self.output = np.concatenate([[size - 1], self.t, [0]])
        # stationary: the number of climbs since the last restart is geometric
        self.start = (1 - self.climb) * self.climb ** np.arange(n + 2)
        self.start[-1] = self.climb ** (n + 1)  # stands for all states beyond
        self.laws = np.zeros((n + 2, size))  # of the next symbol, in each state
        self.laws[np.arange(n + 2), np.append(self.output[1:], 0)] = self.climb
        self.laws[:, -1] = 1 - self.climb

    def stream(self):
        """Generator of the laws of the next symbol: the forward filter on the possible states."""
        states = np.arange(len(self.output))
        weights = self.start
        symbol = -1
        while symbol != self.n_symbols - 1 and len(states):  # until a mark tells the state
            law = np.bincount(self.output[states], weights, self.n_symbols)
            symbol = yield law / law.sum()
            states, weights = self._step(states, weights, symbol)
        state = 0
        last = len(self.t) + 1
        uniform = np.full(self.n_symbols, 1 / self.n_symbols)
        possible = len(states) > 0
        while True:
            symbol = yield self.laws[state] if possible else uniform
            ahead = min(state + 1, last)
            state = ahead if symbol == self.output[ahead] else 0
            possible = possible and symbol in (self.output[ahead], self.n_symbols - 1)

    def _step(self, states, weights, symbol):
        """The states that a symbol leaves possible, moved on, with their weights."""
        seen = (self.output[states] == symbol) & (weights > 0)
        states = states[seen]
        weights = weights[seen]
        if not len(states):
            return states, weights
        weights = weights / weights.sum()
        last = len(self.t) + 1
        moved, arrived = np.unique(np.minimum(states + 1, last), return_inverse=True)
        climbed = np.bincount(arrived, weights * self.climb)
        return np.append(0, moved), np.append(1 - self.climb, climbed)
