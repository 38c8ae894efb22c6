"""Sums over all windows of a sequence, each from its own values only, at a constant cost a window.

Sugiyama (2016), section 39.1.7, slides two windows along a series; what it recomputes at each step
is kept up to date here.
"""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count

__all__ = ["series_vectors", "sliding_sums"]


def sliding_sums(values, width):
    """Sum of each run of ``width`` consecutive values.

    Parameters
    ----------
    values : array_like, shape (T,)
    width : int
        From 1 to T.

    Returns
    -------
    ndarray, shape (T - width + 1,)

    Raises
    ------
    ValueError
        If ``values`` is not a finite vector or ``width`` is out of its range.

    Notes
    -----
    Cost: O(T) whatever the width. Differences of a running total would let one large value spoil
    all later sums; here the sequence is cut into blocks of ``width``, and a run is the end of one
    block and the beginning of the next (van Herk 1992, who did this for maxima).

    Examples
    --------
    >>> sliding_sums([1.0, 2.0, 3.0, 4.0], 2)
    array([3., 5., 7.])
    """
    values = check_array(values, "values", ndim=1, min_rows=1)
    width = check_count(width, "width", low=1, high=len(values))
    return window_sums(plain_layout(values), width)


@njit
def window_sums(values, width):
    """:func:`sliding_sums` of arguments that are known to be right."""
    if width == 1:
        return values.copy()
    length = len(values)
    runs = length - width + 1
    sums = np.zeros(runs)
    # a window is the tail of one block and the head of the next: no difference, so nothing cancels
    for begin in range(0, length, width):
        end = min(begin + width, length)
        tail = 0.0
        # a run that is a block is all head: its tail, the same block, must not count twice
        for i in range(end - 1, begin, -1):
            tail += values[i]
            if i < runs:
                sums[i] = tail
        head = 0.0
        for i in range(begin, end):
            head += values[i]
            if i >= width - 1:
                sums[i - width + 1] += head
    return sums


@njit
def squared_steps(rows, lag):
    """Squared distance of each row from the one ``lag`` places on."""
    steps = np.zeros(len(rows) - lag)
    for i in range(len(steps)):
        for j in range(rows.shape[1]):
            step = rows[i + lag, j] - rows[i, j]
            steps[i] += step * step
    return steps


def series_vectors(series, k):
    r"""Vectors of ``k`` consecutive values, :math:`x_i=(y_i,\dots,y_{i+k-1})`.

    Parameters
    ----------
    series : array_like, shape (N,) or (N, m)
        Values in the order of time; with columns each vector holds ``k`` rows, one after another.
    k : int
        From 1 to N.

    Returns
    -------
    ndarray, shape (N - k + 1, k) or (N - k + 1, k m)

    Raises
    ------
    ValueError
        If ``series`` is not finite or has other dimensions, or ``k`` is longer than it.

    Notes
    -----
    Cost: O(N k m). Source: Sugiyama (2016), section 39.1.7 and Fig. 39.4(b). (The columns of its
    listing run backwards.)

    Examples
    --------
    >>> series_vectors([1, 2, 3, 4], 3)
    array([[1., 2., 3.],
           [2., 3., 4.]])
    """
    rows = series_rows(series)
    k = check_count(k, "k", low=1)
    if k > len(rows):
        raise ValueError(f"k = {k} is longer than the series of {len(rows)} values")
    windows = np.lib.stride_tricks.sliding_window_view(rows, k, axis=0)
    return windows.transpose(0, 2, 1).reshape(len(windows), -1).copy()


def series_rows(series):
    """A series as a matrix with one row a time."""
    rows = check_array(series, "series", min_rows=1)
    if rows.ndim not in (1, 2) or rows.size == 0:
        raise ValueError(f"series must be a vector or a matrix of values, got shape {rows.shape}")
    return rows.reshape(len(rows), -1)
