"""A matrix as compiled loops walk through it: its columns or its rows, dense or sparse, one by one.

A step of a coordinate method reads one column, a step of a method that learns from examples one
row. Both are lines here: of a sparse matrix the non-zero entries alone.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array

__all__ = [
    "Lines",
    "add_line",
    "check_matrix",
    "columns_of",
    "entries_in",
    "line_product",
    "mean_squares",
    "rows_of",
    "weighted_sum",
]

_NONE = np.zeros(0, dtype=np.int64)


class Lines(NamedTuple):
    """Columns or rows of a matrix.

    Attributes
    ----------
    values : ndarray
        Entries, line after line.
    places : ndarray of int
        Where in its line each entry stands; empty if the matrix is dense.
    starts : ndarray of int
        Where each line begins among the entries, and where the last one ends; empty if dense.
    length : int
        Length of a line.
    full : bool
        Whether the matrix is dense.
    """

    values: np.ndarray
    places: np.ndarray
    starts: np.ndarray
    length: int
    full: bool


@njit
def entries_in(lines, k):
    """Number of entries that a step on line k reads."""
    if lines.full:
        return lines.length
    return lines.starts[k + 1] - lines.starts[k]


@njit
def line_product(lines, k, v):
    """Product of line k with a vector; O(entries of the line)."""
    if lines.full:
        first = k * lines.length
        return np.dot(lines.values[first : first + lines.length], v)
    total = 0.0
    for e in range(lines.starts[k], lines.starts[k + 1]):
        total += lines.values[e] * v[lines.places[e]]
    return total


@njit
def add_line(lines, k, factor, v):
    """Add a multiple of line k to a vector, in place; O(entries of the line)."""
    if lines.full:
        first = k * lines.length
        for i in range(lines.length):
            v[i] += factor * lines.values[first + i]
    else:
        for e in range(lines.starts[k], lines.starts[k + 1]):
            v[lines.places[e]] += factor * lines.values[e]


def check_matrix(X, name="X"):
    """A finite matrix with a row and a column at least, sparse ones in CSR or CSC form.

    Entries that stand twice are added, for what is asked of single entries.
    """
    if not sparse.issparse(X):
        X = check_array(X, name, ndim=2, min_rows=1)
    else:
        X = X if X.format in ("csr", "csc") else X.tocsr()
        if not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        check_array(X.data, name)
    if not all(X.shape):
        raise ValueError(f"{name} needs at least 1 row and 1 column, got shape {X.shape}")
    return X


def columns_of(X):
    """The columns of a checked matrix, for coordinate methods."""
    return _lines(X.T)


def rows_of(X):
    """The rows of a checked matrix, for methods that learn from examples."""
    return _lines(X)


def _lines(X):
    """The rows of X as lines; stored zeros and entries that stand twice are cleared up."""
    if not sparse.issparse(X):
        values = plain_layout(np.ascontiguousarray(X, dtype=float)).reshape(-1)
        return Lines(values, _NONE, _NONE, X.shape[1], True)
    X = sparse.csr_array(X)  # shares the entries of a matrix in this form
    if not X.has_canonical_format or not np.all(X.data):
        X = X.copy()
        X.sum_duplicates()
        X.eliminate_zeros()
    values = plain_layout(X.data.astype(float, copy=False))
    places = plain_layout(X.indices.astype(np.int64, copy=False))
    starts = plain_layout(X.indptr.astype(np.int64, copy=False))
    return Lines(values, places, starts, X.shape[1], False)


@njit
def mean_squares(lines, n_lines):
    """Mean square of the entries of each line; O(entries)."""
    out = np.empty(n_lines)
    for k in range(n_lines):
        total = 0.0
        if lines.full:
            row = lines.values[k * lines.length : (k + 1) * lines.length]
            total = np.dot(row, row)
        else:
            for e in range(lines.starts[k], lines.starts[k + 1]):
                total += lines.values[e] * lines.values[e]
        out[k] = total / lines.length
    return out


@njit
def weighted_sum(lines, weights):
    """Sum of the lines whose weights are not zero; O(their entries)."""
    out = np.zeros(lines.length)
    for k in range(len(weights)):
        if weights[k] != 0.0:
            add_line(lines, k, weights[k], out)
    return out
