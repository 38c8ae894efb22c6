"""Optimal k-means on a line, by the classical dynamic program with monotone split points.

In higher dimensions the optimum is out of reach, and a bound that holds for the best of many
restarts proves little. On a line the bounds of Choromanska (2014), section 5.2.2, meet the truth.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._linear import power_of_two
from mlcompanion._validation import check_array, check_count

__all__ = ["kmeans_1d_exact"]

_HALF = 2.0**27 + 1  # parts a number into two halves, whose products are exact


@njit
def _plus(a, a_rest, b, b_rest):
    """Sum of two numbers that each come with what rounding took from them; so does the sum."""
    total = a + b
    part = total - a
    # Knuth's sum: the first two brackets are exactly what total lost
    rest = (a - (total - part)) + (b - part) + (a_rest + b_rest)
    rounded = total + rest
    return rounded, rest - (rounded - total)


@njit
def _times(a, b):
    """Product of two numbers, and what rounding took from it."""
    # Dekker's split: both halves fit into half a mantissa, so that their products are exact
    wide = _HALF * a
    a_high = wide - (wide - a)
    a_low = a - a_high
    wide = _HALF * b
    b_high = wide - (wide - b)
    b_low = b - b_high
    product = a * b
    # the product's rounding error, from exact parts
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


@njit
def _running_sums(x):
    """Sums of the first 0, 1, ... numbers and of their squares, each with what rounding took."""
    sums = np.zeros((x.size + 1, 2))
    squares = np.zeros((x.size + 1, 2))
    for i in range(x.size):
        sums[i + 1] = _plus(sums[i, 0], sums[i, 1], x[i], 0.0)
        square, rest = _times(x[i], x[i])
        squares[i + 1] = _plus(squares[i, 0], squares[i, 1], square, rest)
    return sums, squares


@njit
def _scatter(sums, squares, first, end):
    """Squared distances to the mean, summed: a difference whose digits a far number would cost."""
    size = float(end - first)
    total, lost = _plus(sums[end, 0], sums[end, 1], -sums[first, 0], -sums[first, 1])
    square, rest = _plus(squares[end, 0], squares[end, 1], -squares[first, 0], -squares[first, 1])
    of_mean, of_mean_rest = _times(total, total)
    of_mean_rest += 2.0 * total * lost
    # square of the sum with the part that its pair carries, to first order
    share = of_mean / size
    product, product_rest = _times(share, size)
    # remainder of the division, so that the share has twice the digits
    share_rest = ((of_mean - product) - product_rest + of_mean_rest) / size
    return max(_plus(square, rest, -share, -share_rest)[0], 0.0)


@njit
def _first_layer(sums, squares, layer):
    for i in range(layer.size):
        layer[i] = _scatter(sums, squares, 0, i + 1)


@njit
def _split_layer(sums, squares, before, layer, splits):
    """One row of the 1-D program: best last cluster for each prefix, by monotone split points."""
    n = layer.size
    # intervals of prefixes with bounds on their splits, in place of recursion
    stack = np.empty((n + 1, 4), dtype=np.int64)
    stack[0] = (0, n - 1, 0, n - 1)
    depth = 1
    # the middle prefix first: its split bounds those on both sides
    while depth > 0:
        depth -= 1
        low, high, first, last = stack[depth]
        middle = (low + high) // 2
        best = np.inf
        split = first
        for j in range(first, min(middle, last) + 1):  # between the splits of both neighbours
            cost = _scatter(sums, squares, j, middle + 1)
            if j > 0:
                cost += before[j - 1]
            if cost < best:
                best = cost
                split = j
        layer[middle] = best
        splits[middle] = split
        if low < middle:
            # shorter prefixes split no later, longer ones no earlier
            stack[depth] = (low, middle - 1, first, split)
            depth += 1
        if middle < high:
            stack[depth] = (middle + 1, high, split, last)
            depth += 1


def kmeans_1d_exact(x, n_clusters):
    """The optimal k-means clustering of numbers, exactly.

    Optimal clusters of a line are intervals, and where the last one starts moves right with the
    prefix: each of the ``k`` rows of the dynamic program takes O(n log n).

    Parameters
    ----------
    x : array_like, shape (n_samples,) or (n_samples, 1)
    n_clusters : int

    Returns
    -------
    centers : ndarray, shape (min(k, n_samples), 1)
        Increasing.
    cost : float
        The optimal k-means cost.

    Notes
    -----
    Cost O(k n log n) time, O(k n) memory.
    """
    x = check_array(x, "x", min_rows=1)
    if x.ndim > 2 or (x.ndim == 2 and x.shape[1] != 1):
        raise ValueError(f"x must hold numbers, one a row, got shape {x.shape}")
    x = x.ravel()
    k = min(check_count(n_clusters, "n_clusters", low=1), x.size)
    x = np.sort(x)
    inside = x - x[x.size // 2]  # small numbers, small cancellation
    # squares of far units would leave the range of floats
    sums, squares = _running_sums(inside / power_of_two(np.abs(inside).max()))
    layers = np.empty((k, x.size))
    splits = np.zeros((k, x.size), dtype=np.int64)
    _first_layer(sums, squares, layers[0])
    for q in range(1, k):
        _split_layer(sums, squares, layers[q - 1], layers[q], splits[q])
    bounds = [x.size]
    for q in range(k - 1, -1, -1):
        # where one cluster starts, the cluster before it ends
        bounds.append(splits[q, bounds[-1] - 1] if bounds[-1] > 0 else 0)
    pieces = [x[a:b] for a, b in zip(bounds[:0:-1], bounds[-2::-1]) if b > a]
    centers = np.array([[piece.mean()] for piece in pieces])
    # from the pieces themselves: running sums have lost digits
    return centers, float(sum(((piece - piece.mean()) ** 2).sum() for piece in pieces))
