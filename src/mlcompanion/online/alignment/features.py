r"""Features of an alignment that look at three neighbouring starts, and the aligner they make.

Shalev-Shwartz (2007), Sections 9.3 and 9.4. The feature vector :math:`\phi(x,e,y)` is a sum over
events, (9.3); its parts are tabulated once for a signal, so that features, scores and the best
alignment are sums of table entries.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_instance

from .dynamic_program import NO_TRIPLE, AlignmentScores, align_dp

__all__ = ["AlignmentFeatures", "AlignmentTables"]


class AlignmentTables(NamedTuple):
    """What a signal and its K events bring to the features; T frames, lengths up to L.

    Attributes
    ----------
    start : ndarray, shape (a, K, T)
        Features of the frame where an event starts.
    total : ndarray, shape (b, K, T + 1)
        Sums of frame features before each frame: an event gets the difference of two.
    length : ndarray, shape (c, K, L + 1)
        Features of an event's length.
    rate : ndarray, shape (K,)
        One over the usual length of each event, in frames.
    turns : ndarray of bool, shape (K,)
        Whether the change of rate from the event before to this one counts.
    """

    start: np.ndarray
    total: np.ndarray
    length: np.ndarray
    rate: np.ndarray
    turns: np.ndarray


class AlignmentFeatures:
    """Features ``phi`` of an alignment: start, sum, length and change of rate, in this order.

    A subclass has ``tables(signal, events)``, which returns :class:`AlignmentTables`, and
    ``shape``, the numbers (a, b, c) of its features.

    Parameters
    ----------
    longest : int
        Largest length of an event, in frames.
    shortest : int
        Least length of an event.
    free_start : bool
        Whether the first event may start after the signal does, by less than ``longest``.

    Attributes
    ----------
    size : int
        ``a + b + c + 1``.

    Notes
    -----
    ``phi`` and ``answer`` cost O(K), ``predict`` O(K T (L + size)), by the envelope.
    """

    shape = (0, 0, 0)

    def __init__(self, longest, shortest=1, free_start=True):
        self.longest = check_count(longest, "longest", low=1)
        self.shortest = check_count(shortest, "shortest", low=0, high=self.longest)
        self.free_start = check_flag(free_start, "free_start")

    @property
    def size(self):
        """Number of features."""
        return sum(self.shape) + 1

    def tables(self, signal, events):
        """Tabulate what a signal and its events bring to the features."""
        raise NotImplementedError("a subclass says what its tables are")

    def answer(self, x, y):
        """Starts that an alignment of these tables can have, or say why not.

        Parameters
        ----------
        x : AlignmentTables
        y : array_like of int, shape (K,)

        Returns
        -------
        ndarray of int, shape (K,)
        """
        x = check_instance(x, "x", AlignmentTables)
        K = len(x.rate)
        T = x.total.shape[2] - 1
        y = check_array(y, "y", shape=(K,), dtype=int, low=0, high=T - 1)
        lengths = np.diff(np.append(y, T))
        for i, d in enumerate(lengths):
            if not self.shortest <= d <= self.longest:
                span = f"{self.shortest} to {self.longest}"
                raise ValueError(f"y must give events {span} frames, got {d} for event {i}")
        lead = self.longest - 1 if self.free_start else 0
        if y[0] > lead:
            raise ValueError(f"y must start within frames 0 to {lead}, got {y[0]}")
        return y.copy()

    def phi(self, x, y):
        """Feature vector of tables and starts, (9.3), shape (size,).

        Parameters
        ----------
        x : AlignmentTables
        y : array_like of int, shape (K,)

        Returns
        -------
        ndarray, shape (size,)
        """
        y = self.answer(x, y)
        K = len(y)
        each = np.arange(K)
        ends = np.append(y[1:], x.total.shape[2] - 1)
        changes = np.diff(x.rate * (ends - y))
        return np.concatenate([
            x.start[:, each, y].sum(axis=1),
            (x.total[:, each, ends] - x.total[:, each, y]).sum(axis=1),
            x.length[:, each, ends - y].sum(axis=1),
            [np.sum(changes[x.turns[1:]] ** 2)],
        ])  # fmt: skip

    def scores(self, w, x):
        """Scores that make ``<w, phi(x, y)>`` the score of all starts y.

        Parameters
        ----------
        w : array_like, shape (size,)
        x : AlignmentTables

        Returns
        -------
        AlignmentScores
        """
        x = check_instance(x, "x", AlignmentTables)
        w = check_array(w, "w", shape=(self.size,))
        a, b, _ = self.shape
        total = np.tensordot(w[a : a + b], x.total, 1)
        start = np.tensordot(w[:a], x.start, 1) - total[:, :-1]
        length = np.tensordot(w[a + b : -1], x.length, 1)
        return AlignmentScores(start, total, length, w[-1] * x.turns, x.rate.copy(), NO_TRIPLE)

    def predict(self, w, x):
        """The best starts, (9.2).

        Parameters
        ----------
        w : array_like, shape (size,)
        x : AlignmentTables

        Returns
        -------
        ndarray of int, shape (K,)
        """
        return self.best(self.scores(w, x)).starts

    def best(self, scores):
        """The best alignment for scores, with these features' limits.

        Parameters
        ----------
        scores : AlignmentScores

        Returns
        -------
        Alignment
        """
        limits = {"shortest": self.shortest, "free_start": self.free_start}
        return align_dp(scores, **limits, method="envelope")
