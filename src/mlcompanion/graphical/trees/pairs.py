r"""Counts and mutual information of all pairs of discrete columns, from one product of matrices.

.. math:: I(\hat P_{ij})=\sum_{x,y}\hat P_{ij}(x,y)
    \log\frac{\hat P_{ij}(x,y)}{\hat P_i(x)\hat P_j(y)}

Tan, Anandkumar and Willsky (2011), section 3, steps 1 and 2; given a class as in Friedman, Geiger
and Goldszmidt (1997). All logarithms are natural.
"""

import numpy as np
from scipy.special import xlogy

from mlcompanion._validation import check_array, check_count, check_memory, check_square

__all__ = [
    "check_codes",
    "information_of_counts",
    "pair_counts",
    "pairwise_mutual_information",
    "state_counts",
]

#: Entries of the one-hot matrix that are held at once, 64 MB.
_BLOCK = 2**24

#: Digits after the point. An information is a difference of numbers of the order of log n, so the
#: next ones are rounding; without them independent columns have 0, and equal tables tie.
_DECIMALS = 13


def state_counts(X, n_states=None):
    """The number of states of each column of codes.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
        Codes from 0.
    n_states : int or array_like of int, shape (d,), optional
        One number for all columns or one each; by default a column has the states up to its
        largest code.

    Returns
    -------
    ndarray of int, shape (d,)

    Raises
    ------
    ValueError
        If a code is negative, not whole, or not below its column's number of states.

    Examples
    --------
    >>> state_counts([[0, 2], [1, 0]]).tolist()
    [2, 3]
    """
    return check_codes(X, n_states)[1]


def check_codes(X, n_states=None):
    """Return codes as integers, and each column's number of states, or say what is wrong."""
    X = check_array(X, "X", ndim=2, min_rows=1, dtype=np.int64, low=0)
    if not X.shape[1]:
        raise ValueError(f"X needs at least one column, got shape {X.shape}")
    largest = X.max(axis=0)
    if n_states is None:
        return X, largest + 1
    if np.ndim(n_states) == 0:
        n_states = np.full(X.shape[1], check_count(n_states, "n_states", low=1))
    n_states = check_array(n_states, "n_states", shape=X.shape[1:], dtype=np.int64, low=1)
    if (beyond := largest >= n_states).any():
        j = int(np.argmax(beyond))
        raise ValueError(
            f"X must hold codes below n_states: column {j} has the code {largest[j]}, "
            f"known are 0, ..., {n_states[j] - 1}"
        )
    return X, n_states.copy()


def _one_hot(X, starts, width):
    """Rows of zeros with a one for the state of each column; products are exact in float32."""
    # half the memory and twice the speed of doubles; ones and their sums are whole
    marks = np.zeros((len(X), width), dtype=np.float32)
    marks[np.arange(len(X))[:, None], X + starts] = 1
    return marks


def _gram(X, starts, width):
    """Sum over the rows of the outer products of their marks, in blocks that fit the memory."""
    check_memory(8 * width**2, "the table of all pairs of codes of X")
    rows = max(1, min(_BLOCK // width, 2**24))  # float32 counts up to 2^24
    total = np.zeros((width, width))
    for first in range(0, len(X), rows):
        marks = _one_hot(X[first : first + rows], starts, width)
        total += marks.T @ marks
    return total


def pair_counts(X, n_states=None):
    """How often each state of each column meets each state of each other column.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
        Codes from 0.
    n_states : int or array_like of int, shape (d,), optional
        As for :func:`state_counts`.

    Returns
    -------
    counts : ndarray, shape (r, r)
        With r the sum of all numbers of states. The block of columns i and j is their table; a
        diagonal block has the counts of the states on its diagonal.
    starts : ndarray of int, shape (d,)
        Where the block of each column begins.

    Notes
    -----
    Cost: one product of an (r, n) by an (n, r) matrix; memory O(r²) and 64 MB.
    Source: Tan, Anandkumar and Willsky (2011), section 3, step 1.

    Examples
    --------
    >>> pair_counts([[0, 1], [0, 0], [1, 1]])[0][:2, 2:].tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    X, n_states = check_codes(X, n_states)
    starts = np.cumsum(n_states) - n_states
    return _gram(X, starts, int(n_states.sum())), starts


def _information(counts, starts, n):
    """Mutual information of all pairs from the counts of ``n`` rows; entropies on the diagonal."""
    # n I = sum f(n_xy) - sum f(n_x) - sum f(n_y) + f(n) with f(t) = t log t: no division
    cells = xlogy(counts, counts)
    own = np.add.reduceat(np.diag(cells), starts)
    by_rows = np.add.reduceat(cells, starts, axis=0)
    joint = np.add.reduceat(by_rows, starts, axis=1)
    total = joint - own[:, None] - own + xlogy(n, n)
    return np.maximum(np.round(total / n, _DECIMALS), 0.0)


def pairwise_mutual_information(X, n_states=None, *, given=None):
    r"""Empirical mutual information of every pair of discrete columns, in nats.

    Parameters
    ----------
    X : array_like of int, shape (n, d)
        Codes from 0.
    n_states : int or array_like of int, shape (d,), optional
        As for :func:`state_counts`.
    given : array_like of int, shape (n,), optional
        Classes: then the information given the class, :math:`\sum_c\hat P(c)\,I(\hat P_{ij|c})`.

    Returns
    -------
    ndarray, shape (d, d)
        Symmetric, not negative; on the diagonal the entropies. Rounded to 13 decimals, which is
        what its differences of logarithms can tell: independent columns have exactly 0.

    Raises
    ------
    ValueError
        If a code is negative, not whole, or not below its number of states.

    Notes
    -----
    Cost: O(n r²) in one product of matrices and O(r²) logarithms, with r the sum of all numbers of
    states; memory O(r²).
    Source: Tan, Anandkumar and Willsky (2011), section 3, steps 1 and 2.

    Examples
    --------
    >>> X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]]
    >>> pairwise_mutual_information(X)[0].round(4).tolist()
    [0.6931, 0.6931, 0.0]
    """
    X, n_states = check_codes(X, n_states)
    starts = np.cumsum(n_states) - n_states
    width = int(n_states.sum())
    if given is None:
        return _information(_gram(X, starts, width), starts, len(X))
    given = check_array(given, "given", shape=(len(X),), dtype=np.int64)
    found = np.zeros((X.shape[1], X.shape[1]))
    for label in np.unique(given):
        rows = X[given == label]
        found += len(rows) / len(X) * _information(_gram(rows, starts, width), starts, len(rows))
    return found


def information_of_counts(counts, starts):
    """Empirical mutual information of every pair of columns, from counts that may have been summed.

    Counts of two sets of rows add up to those of both, so what was counted once need not be counted
    again.

    Parameters
    ----------
    counts : array_like, shape (r, r)
        As :func:`pair_counts` returns them: not negative, symmetric.
    starts : array_like of int, shape (d,)
        Where the block of each column begins.

    Returns
    -------
    ndarray, shape (d, d)
        In nats, as :func:`pairwise_mutual_information` has it.

    Raises
    ------
    ValueError
        If the blocks of two columns do not count the same number of rows, or there are none.

    Notes
    -----
    Cost: O(r²) logarithms.

    Examples
    --------
    >>> counts, starts = pair_counts([[0, 0], [1, 1], [0, 0], [1, 1]])
    >>> information_of_counts(counts, starts)[0, 1].round(4)
    np.float64(0.6931)
    """
    counts = check_square(counts, "counts", symmetric=True, low=0)
    starts = check_array(starts, "starts", ndim=1, min_rows=1, dtype=np.int64, low=0)
    if starts[0] or (np.diff(starts) < 1).any() or starts[-1] >= len(counts):
        raise ValueError(f"starts must rise from 0 to below {len(counts)}, got {starts.tolist()}")
    rows = np.add.reduceat(np.diag(counts), starts)
    if not rows[0] or (rows != rows[0]).any():
        raise ValueError(f"counts must count the same rows in each column, got {rows.tolist()}")
    return _information(counts, starts, rows[0])
