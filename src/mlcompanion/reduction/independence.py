"""Are components dependent? Mutual information from histograms, judged by permutations.

Abrahamsen and Hansen (2011), sections 3 and 4.2: renormalising components one by one presumes that
they are independent.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng
from mlcompanion.resampling import permutations

__all__ = ["PairTest", "mi_permutation_test"]

_BLOCK = 2**20  # counted at a time


class PairTest(NamedTuple):
    """Mutual information of all pairs of columns, in nats, and what chance would give.

    Attributes
    ----------
    pairs : ndarray of int, shape (p, 2)
    information : ndarray, shape (p,)
    p_values : ndarray, shape (p,)
    """

    pairs: np.ndarray
    information: np.ndarray
    p_values: np.ndarray

    def rejected(self, level=0.05):
        """Share of the pairs whose p-value is at most ``level``."""
        level = check_real(level, "level", low=0, high=1)
        return float(np.mean(self.p_values <= level))


def _codes(X, bins):
    """The cell of each value: equal widths between the least and the largest of its column."""
    low = X.min(axis=0)
    width = X.max(axis=0) - low
    shares = (X - low) / np.where(width > 0, width, 1)
    # a value on an edge is in the upper cell, whatever its rounding
    return np.minimum((shares * bins + 1e-9).astype(np.intp), bins - 1)


def _n_log_n(n):
    """A table of m log m for m = 0, ..., n: entropies of counts are sums of its entries."""
    m = np.arange(n + 1.0)
    m[1:] *= np.log(m[1:])
    return m


def mi_permutation_test(X, n_permutations=1000, *, bins=None, random_state=None):
    r"""Test each pair of columns for dependence.

    The mutual information of two columns in cells, :math:`\sum_{ab}p_{ab}\log\frac{p_{ab}}
    {p_ap_b}`, is compared with that after random orders of one of them.

    Parameters
    ----------
    X : array_like, shape (n, q)
        At least two columns.
    n_permutations : int
    bins : int, optional
        Cells of a column, equally wide. Default: :math:`\lceil\sqrt{n/5}\rceil`, so that a cell of
        a pair holds five points on average.
    random_state : int, Generator or None

    Returns
    -------
    PairTest
        With fields ``pairs``, ``information``, ``p_values`` and a method ``rejected``. The p-value
        counts the observed order among the random ones: no test is below 1/(permutations + 1).

    Raises
    ------
    ValueError
        If there are fewer than two rows or columns.

    Notes
    -----
    Cost: O(q² n) for each permutation; memory O(n_permutations · n). Source: Abrahamsen and Hansen
    (2011), section 4.2, who leave the cells to Moddemeijer (1989) and do not tell their number.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=200)
    >>> tested = mi_permutation_test(np.column_stack([x, x**2]), 99, random_state=0)
    >>> tested.p_values
    array([0.01])
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    n, q = X.shape
    if q < 2:
        raise ValueError(f"X must have at least two columns, got shape {X.shape}")
    draws = check_count(n_permutations, "n_permutations", low=1)
    if bins is None:
        bins = int(np.ceil(np.sqrt(n / 5)))
    bins = check_count(bins, "bins", low=1)
    orders = permutations(n, draws, check_rng(random_state))
    codes = _codes(X, bins)
    table = _n_log_n(n)
    alone = np.array([table[np.bincount(column, minlength=bins)].sum() for column in codes.T])
    pairs = np.array(list(combinations(range(q), 2)))
    information = np.empty(len(pairs))
    p_values = np.empty(len(pairs))
    for k, (i, j) in enumerate(pairs):
        # all random orders at once, each with cells of its own; the first one is the observed
        together = _joint_sums(bins * codes[:, i], codes[:, j], orders, bins**2, table)
        information[k] = max(together[0] - alone[i] - alone[j] + table[n], 0.0) / n
        reached = together[1:] >= together[0] - 1e-9 * max(table[n], 1.0)
        p_values[k] = (1 + np.count_nonzero(reached)) / (draws + 1)
    return PairTest(pairs, information, p_values)


def _joint_sums(first, second, orders, cells, table):
    """Sum of m log m over the cells of a pair, as observed and for each order of the second."""
    found = [table[np.bincount(first + second, minlength=cells)].sum()]
    at_once = max(_BLOCK // (len(first) + cells), 1)
    for start in range(0, len(orders), at_once):
        part = orders[start : start + at_once]
        keys = first + second[part] + cells * np.arange(len(part))[:, None]
        counts = np.bincount(keys.ravel(), minlength=cells * len(part))
        found.extend(table[counts].reshape(len(part), cells).sum(axis=1))
    return np.array(found)
