r"""Stochastic descent on the margin rank loss with lazy shrinkage: Chen (2013), Algorithm 8.1.

The loss of a tuple is :math:`\max(0,1-q^\top Wd^++q^\top Wd^-)` (8.2); a step on it changes the
entries where q and :math:`d^+-d^-` are not zero, and no other entry is met.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mlcompanion._jit import njit, plain_layout

from .cells import (
    DIAGONAL,
    DIRECT,
    HASHED,
    capacity_for,
    close,
    new_cells,
    put,
    slot_of,
    taken_slot,
    triplets_of,
    value_now,
)

__all__ = []

#: Up to so many entries (64 MB) the whole matrix is kept; beyond, a hash table of those met.
MOST_DIRECT = 2**22


class SparseRows(NamedTuple):
    """A sparse matrix by rows: of row i the entries are ``starts[i]`` to ``starts[i + 1]``."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray


class StepRule(NamedTuple):
    """Rates and thresholds of the steps."""

    C: float
    schedule: str  # "sqrt" or "fixed"
    lam: float
    T: int
    scale: np.ndarray  # a number a feature: the penalty of a pair is lam times both

    def rates(self, first, last):
        """Rates of the steps ``first`` to ``last - 1``, counted from 1."""
        if self.schedule == "fixed":
            return np.full(last - first, self.C)
        return self.C / np.sqrt(np.arange(first, last, dtype=float))


class _Difference(NamedTuple):
    """Scratch for :math:`d^+-d^-`: dense values, in which turn they were written, the columns."""

    values: np.ndarray
    written: np.ndarray
    columns: np.ndarray
    turn: np.ndarray  # one number, so that nothing has to be wiped between two tuples


class _Clock(NamedTuple):
    """The time t, and two sums of thresholds: applied (the level), and outstanding."""

    t: np.ndarray
    sums: np.ndarray


@njit
def _subtract(rows, better, worse, delta):
    """Write the difference of two rows; returns in how many columns it is not zero."""
    # a new turn makes all older stamps void: nothing is wiped
    delta.turn[0] += 1
    stamp = delta.turn[0]
    met = 0
    for k in range(rows.starts[better], rows.starts[better + 1]):
        j = rows.columns[k]
        delta.values[j] = rows.values[k]
        delta.written[j] = stamp
        delta.columns[met] = j
        met += 1
    for k in range(rows.starts[worse], rows.starts[worse + 1]):
        j = rows.columns[k]
        if delta.written[j] == stamp:
            delta.values[j] -= rows.values[k]
        else:
            delta.values[j] = -rows.values[k]
            delta.written[j] = stamp
            delta.columns[met] = j
            met += 1
    # words that both hold equally often cancel
    kept = 0
    for k in range(met):
        if delta.values[delta.columns[k]] != 0.0:
            delta.columns[kept] = delta.columns[k]
            kept += 1
    return kept


@njit
def _margin(cells, query, delta, n_met, level, scale):
    """q'W(d+ - d-): one look at each pair of a word of q and one of the difference."""
    columns, values = query
    total = 0.0
    for a in range(len(columns)):
        i = columns[a]
        along = 0.0
        for b in range(n_met):
            j = delta.columns[b]
            now = value_now(cells, slot_of(cells, i, j), level, scale[i] * scale[j])
            along += now * delta.values[j]
        total += values[a] * along
    return total


@njit
def _add(cells, query, delta, n_met, step, frozen):
    """W + eta q (d+ - d-)', (8.4), or its projection on the support (8.8)."""
    columns, values = query
    rate, level, scale = step
    for a in range(len(columns)):
        i = columns[a]
        for b in range(n_met):
            j = delta.columns[b]
            if frozen:
                slot = slot_of(cells, i, j)
                absent = cells.mode == 1 and cells.keys[slot] == -1
                # outside of the support of the refit: it stays 0
                if absent or cells.entries[slot, 1] < 0.0:
                    continue
            else:
                slot = taken_slot(cells, i, j)
            now = value_now(cells, slot, level, scale[i] * scale[j])
            # the entry as of now: what it owed is paid, and its level says so
            cells.entries[slot, 0] = now + rate * values[a] * delta.values[j]
            cells.entries[slot, 1] = level


@njit
def _diagonal_margin(cells, query, delta, level, scale):
    """As ``_margin`` with weights of single words: only words of q are looked at."""
    columns, values = query
    stamp = delta.turn[0]
    total = 0.0
    for a in range(len(columns)):
        i = columns[a]
        if delta.written[i] == stamp:
            now = value_now(cells, i, level, scale[i] * scale[i])
            total += values[a] * now * delta.values[i]
    return total


@njit
def _diagonal_add(cells, query, delta, step, frozen):
    """As ``_add`` with weights of single words."""
    columns, values = query
    stamp = delta.turn[0]
    rate, level, scale = step
    for a in range(len(columns)):
        i = columns[a]
        closed = frozen and cells.entries[i, 1] < 0.0
        if delta.written[i] == stamp and not closed:
            now = value_now(cells, i, level, scale[i] * scale[i])
            cells.entries[i, 0] = now + rate * values[a] * delta.values[i]
            cells.entries[i, 1] = level


@njit
def _descend(rows, tuples, plan, cells, delta, clock):
    """Steps over the tuples; returns how many were done before a hash table wanted room.

    ``plan`` has the rates of these steps, the penalty, T, the scales, and whether the support
    is frozen.
    """
    rates, lam, T, scale, frozen = plan
    for k in range(len(tuples)):
        level = clock.sums[0]
        first = rows.starts[tuples[k, 0]]
        last = rows.starts[tuples[k, 0] + 1]
        query = (rows.columns[first:last], rows.values[first:last])
        n_met = _subtract(rows, tuples[k, 1], tuples[k, 2], delta)
        step = (rates[k], level, scale)
        if cells.mode == 2:
            if _diagonal_margin(cells, query, delta, level, scale) < 1.0:
                _diagonal_add(cells, query, delta, step, frozen)
        elif _margin(cells, query, delta, n_met, level, scale) < 1.0:
            new = (last - first) * n_met  # at most
            if cells.mode == 1 and not frozen and 2 * (cells.count[0] + new) > len(cells.keys):
                return k
            _add(cells, query, delta, n_met, step, frozen)
        clock.t[0] += 1
        # the thresholds of a step are collected, and become due every T steps
        clock.sums[1] += lam * rates[k]
        if clock.t[0] % T == 0:
            clock.sums[0] += clock.sums[1]  # from now on every entry owes the last T thresholds
            clock.sums[1] = 0.0
    return len(tuples)


class PairDescent:
    """Weights of pairs that learn from tuples; what runs behind everything public here.

    Parameters
    ----------
    n_features : int
    rule : StepRule
    diagonal : bool
    start : "identity", "zero", or a sparse matrix whose support is then frozen
    hashed : bool, optional
        Default: where the matrix has more than ``MOST_DIRECT`` entries.
    """

    def __init__(self, n_features, rule, *, diagonal=False, start="identity", hashed=None):
        self.n_features = n_features
        self.frozen = not isinstance(start, str)
        self.rule = rule._replace(lam=0.0) if self.frozen else rule  # (8.8) has no penalty
        hashed = n_features**2 > MOST_DIRECT if hashed is None else hashed
        full = HASHED if hashed else DIRECT
        self.mode = DIAGONAL if diagonal else full
        self._delta = _Difference(
            np.zeros(n_features),
            np.zeros(n_features, dtype=np.int64),
            np.zeros(2 * n_features, dtype=np.int64),
            np.zeros(1, dtype=np.int64),
        )
        self._clock = _Clock(np.zeros(1, dtype=np.int64), np.zeros(2))
        self._fill(self._first(start), 0, closing=self.frozen)

    def _first(self, start):
        """Rows, columns and values of the matrix at the start."""
        if self.frozen:
            W = csr_array(start).tocoo()
            return W.row.astype(np.int64), W.col.astype(np.int64), W.data.astype(float)
        size = self.n_features if start == "identity" else 0
        return np.arange(size), np.arange(size), np.ones(size)

    def _fill(self, triplets, room, closing=False):
        """New cells that hold these entries, and in a hash table room for so many more."""
        capacity = capacity_for(len(triplets[0]) + room)
        self.cells = new_cells(self.mode, self.n_features, capacity)
        if closing and self.mode != HASHED:
            close(self.cells)
        put(self.cells, triplets, self._clock.sums[0])

    @property
    def t(self):
        """Steps so far."""
        return int(self._clock.t[0])

    def advance(self, X, tuples):
        """Step over tuples of rows of a CSR matrix without duplicate entries."""
        starts, columns = X.indptr.astype(np.int64), X.indices.astype(np.int64)
        rows = SparseRows(starts, columns, plain_layout(X.data))
        tuples = plain_layout(np.asarray(tuples, dtype=np.int64))
        rates = self.rule.rates(self.t + 1, self.t + 1 + len(tuples))
        lam, T, scale = float(self.rule.lam), int(self.rule.T), plain_layout(self.rule.scale)
        done = 0
        while True:
            plan = (rates[done:], lam, T, scale, self.frozen)
            # a full table stops in front of a tuple; it grows, and the run goes on from there
            done += _descend(rows, tuples[done:], plan, self.cells, self._delta, self._clock)
            if done == len(tuples):
                return self
            self._make_room(np.diff(starts)[tuples[done]])

    def _make_room(self, lengths):
        """A larger hash table, without what has become zero, with room for a tuple's pairs."""
        alive = triplets_of(self.cells, self._clock.sums[0], self.rule.scale)
        self._fill(alive, int(lengths[0] * (lengths[1] + lengths[2])))

    def matrix(self):
        """The weights now, as CSR without stored zeros; outstanding thresholds are applied."""
        level = self._clock.sums.sum()
        if self.frozen:
            level = 0.0  # nothing is shrunk; a closed entry is zero at any level
        rows, columns, values = triplets_of(self.cells, level, self.rule.scale)
        size = self.n_features
        return csr_array((values, (rows, columns)), shape=(size, size))
