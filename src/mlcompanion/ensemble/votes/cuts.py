"""Compiled searches for the best cut between the samples of an axis.

What is sorted once serves all rounds of boosting and all bootstrap samples: rows of weight 0 are
passed over, so that they neither count nor move a threshold.
"""

from numbers import Integral

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_count, check_in

__all__ = []


@njit
def best_cut(order, values, signed):
    """Correlation of the best cut of one axis, and the values beside it; both equal if none.

    ``values`` ascend in ``order``. Rows with ``signed`` zero are passed over.
    """
    total = signed.sum()
    below = 0.0
    best = -1.0
    correlation = total
    lower = np.inf
    upper = np.inf
    last = np.inf  # the largest value seen so far; infinity before the first
    for k in range(len(order)):
        weight = signed[order[k]]
        if weight == 0.0:
            continue
        if values[k] > last:
            # +1 above the cut and -1 below
            value = total - 2.0 * below
            if np.abs(value) > best * (1.0 + 1e-12):  # rounding must not decide ties
                best = np.abs(value)
                correlation = value
                lower = last
                upper = values[k]
        below += weight
        last = values[k]
    return correlation, lower, upper


@njit
def best_of_axes(orders, values, signed, axis):
    """The best cut of one axis, or of all if ``axis`` is -1: axis, correlation, values beside."""
    if axis >= 0:
        correlation, lower, upper = best_cut(orders[axis], values[axis], signed)
        return axis, correlation, lower, upper
    chosen, correlation, lower, upper = 0, signed.sum(), np.inf, np.inf
    best = -1.0
    for j in range(len(orders)):
        found, left, right = best_cut(orders[j], values[j], signed)
        # an axis without a cut gives way to any that has one
        if left < right and np.abs(found) > best * (1.0 + 1e-12):
            best = np.abs(found)
            chosen, correlation, lower, upper = j, found, left, right
    return chosen, correlation, lower, upper


@njit
def cut_samples(orders, values, signs, counts, axes):
    """Best cuts of many bootstrap samples: axes, correlations, and the values beside each.

    Parameters
    ----------
    orders, values : ndarray, shape (n_features, n)
    signs : ndarray, shape (n,)
    counts : ndarray, shape (repeats, n)
        How often each row was drawn.
    axes : ndarray of int, shape (repeats,)
        -1 for the best of all.

    Returns
    -------
    chosen : ndarray of int, shape (repeats,)
    cuts : ndarray, shape (repeats, 3)
        Correlation, value below and value above.
    """
    repeats = len(counts)
    chosen = np.empty(repeats, np.int64)
    cuts = np.empty((repeats, 3))
    for b in range(repeats):
        found = best_of_axes(orders, values, counts[b] * signs, axes[b])
        chosen[b] = found[0]
        cuts[b, 0] = found[1]
        cuts[b, 1] = found[2]
        cuts[b, 2] = found[3]
    return chosen, cuts


def middle(lower, upper):
    """Thresholds halfway between neighbouring values; minus infinity where there is no cut."""
    lower, upper = np.broadcast_arrays(lower, upper)
    with np.errstate(invalid="ignore"):  # where both are infinite
        halfway = 0.5 * lower + 0.5 * upper  # halved first: the sum may overflow
        # between neighbouring floats there is no middle: the lower one still cuts
        halfway = np.where((lower <= halfway) & (halfway < upper), halfway, lower)
    return np.where(lower < upper, halfway, -np.inf)


def axis_of(axis, n_features):
    """The axis asked for as a number: -1 for the best, -2 for one at random."""
    if isinstance(axis, Integral) and not isinstance(axis, bool):
        return check_count(axis, "axis", high=n_features - 1)
    return {"best": -1, "random": -2}[check_in(axis, "axis", ("random", "best"))]
