r"""Where the weights of pairs are kept: in a table by place, in a hash table, or on the diagonal.

An entry stands beside the *level* at which it was last met: the sum of all thresholds up to then.
What it owes since is shrunk off when it is met again, so that no sweep over the matrix is needed.
Thresholds in a row act as their sum (Chen 2013, section 8.3.1), which makes this exact.
"""

import math
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import fmax, njit

__all__ = []

#: The three places: an array of all entries, a hash table of those met, an array of the diagonal.
DIRECT, HASHED, DIAGONAL = 0, 1, 2
EMPTY = -1
#: Level of an entry outside of the support on which a refit learns.
CLOSED = -1.0


class Cells(NamedTuple):
    """Entries of a square matrix: ``entries[slot]`` holds a value and the level when last met."""

    mode: int
    n_features: int
    keys: np.ndarray  # row times n_features plus column, or EMPTY; only of a hash table
    entries: np.ndarray
    count: np.ndarray  # one number: how many slots of the hash table are taken


def new_cells(mode, n_features, capacity):
    """Cells that are all zero; ``capacity``, a power of two, matters to a hash table alone."""
    size = {DIRECT: n_features**2, HASHED: capacity, DIAGONAL: n_features}[mode]
    keys = np.full(capacity if mode == HASHED else 0, EMPTY, dtype=np.int64)
    # zeros() of the system costs nothing until a page of them is met
    return Cells(mode, n_features, keys, np.zeros((size, 2)), np.zeros(1, dtype=np.int64))


def capacity_for(n_entries):
    """A power of two of which these entries fill at most a quarter."""
    return 1 << int(4 * n_entries + 64).bit_length()


@njit
def slot_of(cells, row, column):
    """The slot of an entry, or the empty one where it would stand."""
    if cells.mode == 2:
        return row
    key = row * cells.n_features + column
    if cells.mode == 0:
        return key
    mask = len(cells.keys) - 1
    mixed = (row * 73856093) ^ (column * 19349663)  # small factors: no overflow below 1e11 rows
    slot = (mixed ^ (mixed >> 15)) & mask
    # open addressing: on to the next slot until the key or an empty one is found
    while cells.keys[slot] != key and cells.keys[slot] != -1:
        slot = (slot + 1) & mask
    return slot


@njit
def taken_slot(cells, row, column):
    """The slot of an entry, which is entered if it is new."""
    slot = slot_of(cells, row, column)
    if cells.mode == 1 and cells.keys[slot] == -1:
        cells.keys[slot] = row * cells.n_features + column
        cells.count[0] += 1
    return slot


@njit
def value_now(cells, slot, level, weight):
    """The value in a slot at a level, as :func:`shrunk` has it for arrays."""
    value = cells.entries[slot, 0]
    # thresholds since the entry was last met, as one
    owed = (level - cells.entries[slot, 1]) * weight
    # without branches: signs of weights follow no pattern that a processor could guess
    return math.copysign(fmax(abs(value) - owed, 0.0), value)


@njit
def put(cells, triplets, level):
    """Enter values (row, column, value) at a level; the table must have room."""
    rows, columns, values = triplets
    for k in range(len(rows)):
        slot = taken_slot(cells, rows[k], columns[k])
        cells.entries[slot, 0] = values[k]
        cells.entries[slot, 1] = level


def close(cells):
    """Mark every entry of an array as closed; what is put afterwards is open."""
    cells.entries[:, 1] = CLOSED


def shrunk(values, owed):
    """Eq. (8.7) with an own threshold for each value."""
    return np.sign(values) * np.maximum(np.abs(values) - owed, 0.0)


def triplets_of(cells, level, scale):
    """Rows, columns and values of the entries that are not zero at a level, by rows.

    ``scale`` holds a number a feature; the threshold of a pair is the product of the two times
    what it owes.
    """
    if cells.mode == HASHED:
        slots = np.flatnonzero(cells.keys != EMPTY)
        keys = cells.keys[slots]
    else:
        slots = np.flatnonzero(cells.entries[:, 0])
        # a place on the diagonal is row n + row
        keys = slots * (cells.n_features + 1) if cells.mode == DIAGONAL else slots
    rows, columns = np.divmod(keys, cells.n_features)
    met = cells.entries[slots]
    values = shrunk(met[:, 0], (level - met[:, 1]) * scale[rows] * scale[columns])
    left = np.flatnonzero(values)
    in_order = left[np.argsort(keys[left], kind="stable")]
    return rows[in_order], columns[in_order], values[in_order]
