"""Rows of a dense or sparse matrix, as compiled loops read them: one loop for both layouts.

What a sparse row does not store is not read. A ridge would move every coordinate in every step;
loops therefore keep ``w = scale * v``, where the ridge changes one number, and add up what a
coordinate has missed until a row asks for it.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._jit import njit, plain_layout
from mlcompanion.losses.formulas import Loss, loss_derivative

__all__ = ["CompiledSum", "Rows"]

#: A scale below this is multiplied out, long before digits are lost.
SMALLEST_SCALE = 1e-9


class Rows(NamedTuple):
    """A matrix by rows: ``dense``, or ``data``, ``indices`` and ``indptr`` of a sparse one.

    The part that is not used has no rows.
    """

    dense: np.ndarray
    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


def as_rows(X):
    """A dense or CSR matrix as :class:`Rows`; a dense one is not copied if in C order."""
    if sparse.issparse(X):
        data = plain_layout(X.data.astype(float, copy=False))
        indices = plain_layout(X.indices.astype(np.int64, copy=False))
        indptr = plain_layout(X.indptr.astype(np.int64, copy=False))
        return Rows(np.empty((0, X.shape[1])), data, indices, indptr)
    none = np.empty(0, np.int64)
    return Rows(plain_layout(np.asarray(X, float)), np.empty(0), none, none)


class CompiledSum(NamedTuple):
    """A :class:`FiniteSum` as compiled loops take it.

    The gradient of one sample is ``share * slope * row + lam * w``, so that its mean over the
    samples is the whole one.
    """

    rows: Rows
    targets: np.ndarray
    loss: Loss
    lam: float
    share: float


def compiled(problem):
    """A :class:`FiniteSum` as :class:`CompiledSum`."""
    targets = plain_layout(np.asarray(problem.y, float))
    share = float(problem.n_samples * problem.weight)
    return CompiledSum(as_rows(problem.X), targets, problem.loss.compiled, problem.lam, share)


@njit
def row_slope(problem, i, score):
    """Slope of sample i's loss at a score, times its share."""
    return problem.share * loss_derivative(problem.loss, score, problem.targets[i])


@njit
def row_score(rows, i, w):
    """The product of row ``i`` with ``w``."""
    total = 0.0
    # no indptr: the rows are dense (a compiled loop cannot ask for a type)
    if len(rows.indptr) == 0:
        row = rows.dense[i]
        for j in range(len(w)):
            total += row[j] * w[j]
        return total
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        total += rows.data[k] * w[rows.indices[k]]
    return total


@njit
def add_row(rows, i, by, w):
    """Add ``by`` times row ``i`` to ``w``, in place."""
    if len(rows.indptr) == 0:
        row = rows.dense[i]
        for j in range(len(w)):
            w[j] += by * row[j]
        return
    for k in range(rows.indptr[i], rows.indptr[i + 1]):
        w[rows.indices[k]] += by * rows.data[k]


# A step on a sparse row takes about as long as counting references to the arrays of a tuple, which
# Numba does in each function that takes one: the functions below take the arrays themselves, and
# the row as a pair of numbers, its first place and the one after its last.


@njit
def caught_up_score(data, places, row, v, drift, seen, moved):
    """The product of a sparse row with ``v``, whose coordinates in it first make up what they miss.

    ``moved`` is the sum of all steps so far, ``seen[j]`` what it was when coordinate j was right.
    """
    score = 0.0
    for k in range(row[0], row[1]):
        j = places[k]
        # drift is constant between two visits of j, so all missed steps are one product
        v[j] -= (moved - seen[j]) * drift[j]
        seen[j] = moved
        score += data[k] * v[j]
    return score


@njit
def entries_score(data, places, row, w):
    """The product of a sparse row with ``w``."""
    score = 0.0
    for k in range(row[0], row[1]):
        score += data[k] * w[places[k]]
    return score


@njit
def add_entries(data, places, row, by, w):
    """Add ``by`` times a sparse row to ``w``, in place."""
    for k in range(row[0], row[1]):
        w[places[k]] += by * data[k]


@njit
def settle(v, scale, drift, seen, moved):
    """Give all coordinates what they missed, and multiply ``scale`` out: ``v`` is ``w`` again.

    The books start anew: no step was made, and none was missed.
    """
    for j in range(len(v)):
        # what was missed is in the units of v, so it is taken before the scale
        v[j] = scale * (v[j] - (moved - seen[j]) * drift[j])
        seen[j] = 0.0
