"""Tests that look at ranks alone: no parametric law, little harm by outliers (Sugiyama 2016, 10.6).

Each has its exact null law (:mod:`mlcompanion.stats.tests.rank_laws`) and the book's normal
approximation. Samples run along the last axis; see :mod:`mlcompanion.stats.tests.null_laws`.
"""

import numpy as np
from scipy.special import ndtr

from mlcompanion._validation import check_flag, check_in

from .null_laws import ALTERNATIVES, TestResult, check_two_samples, tail_pvalue
from .rank_laws import mid_ranks, rank_sum_masses, signed_rank_masses, tied_rank_sum_masses

__all__ = ["mann_whitney", "rank_sum", "signed_rank"]

METHODS = ("auto", "exact", "normal")
EXACT_UP_TO = 60  # samples in all for which "auto" takes the exact law
SAME = 2 * np.finfo(float).eps  # share of a pair's values that its difference may be off by


def rank_sum(x, y, method="auto", tie_correction=False, alternative="two-sided"):
    """Wilcoxon's rank-sum test: do two independent sets of samples follow one law? (10.6.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
    y : array_like, shape (..., n')
    method : {"auto", "exact", "normal"}
        Null law: exact (given the ties), or normal with the book's expectation and variance;
        ``"auto"`` is exact up to 60 samples in all.
    tie_correction : bool
        Normal law: use the variance given the ties instead of the book's.
    alternative : {"two-sided", "less", "greater"}
        ``"greater"``: ``x`` tends to larger values.

    Returns
    -------
    TestResult
        The statistic is the sum of the ranks of ``x`` among all samples, standardized if ``method``
        is ``"normal"``. Two-sided means at least as far from the expectation. Where all samples are
        equal, the p-value is 1.

    Raises
    ------
    ValueError
        If a set is empty.

    Notes
    -----
    Cost: a sort of each row, and one exact law for all rows without ties, O(min(n, n') n n'); each
    pattern of ties has a law of its own.
    """
    x, y = check_two_samples(x, y, 1)
    n = x.shape[-1]
    total = x.shape[-1] + y.shape[-1]
    exact, tie_correction = _check_method(method, tie_correction, total)
    ranks = mid_ranks(np.concatenate([x, y], axis=-1))
    r = ranks[..., :n].sum(axis=-1)
    mean = n * (total + 1) / 2
    if not exact:
        variance = n * (total - n) * (total + 1) / 12
        if tie_correction:
            spread = np.sum((ranks - (total + 1) / 2) ** 2, axis=-1)
            # of n ranks drawn without replacement
            variance = n * (total - n) / (total * (total - 1)) * spread
        return _normal(r, mean, variance, method, alternative)

    def law(pattern):
        if (np.diff(pattern) == 1).all():
            start = n * (n + 1) // 2
            masses = np.zeros(2 * (start + n * (total - n)) + 1)
            masses[2 * start :: 2] = rank_sum_masses(n, total - n)  # entry j is the mass of j / 2
            return masses
        return tied_rank_sum_masses(pattern, n)

    return _exact(r, np.sort(ranks, axis=-1), law, alternative)


def mann_whitney(x, y, method="auto", tie_correction=False, alternative="two-sided"):
    """The Mann-Whitney test: the rank-sum test, told by another count (Section 10.6.1).

    Parameters
    ----------
    x : array_like, shape (..., n)
    y : array_like, shape (..., n')
    method : {"auto", "exact", "normal"}
        See :func:`rank_sum`.
    tie_correction : bool
        See :func:`rank_sum`.
    alternative : {"two-sided", "less", "greater"}
        ``"greater"``: ``x`` tends to larger values.

    Returns
    -------
    TestResult
        The statistic U counts the pairs in which the member of ``x`` is larger, a tie as one half.
        The p-value is that of :func:`rank_sum`, since U is the rank sum less ``n (n + 1) / 2``.

    Raises
    ------
    ValueError
        As :func:`rank_sum`.
    """
    p = rank_sum(x, y, method, tie_correction, alternative).pvalue
    x, y = check_two_samples(x, y, 1)
    n = x.shape[-1]
    r = mid_ranks(np.concatenate([x, y], axis=-1))[..., :n].sum(axis=-1)
    return TestResult((r - n * (n + 1) / 2)[()], p)


def signed_rank(x, y, method="auto", tie_correction=False, alternative="two-sided"):
    """Wilcoxon's signed-rank test: do the members of pairs follow one law? (Section 10.6.2).

    Parameters
    ----------
    x, y : array_like, shape (..., n)
        Partners stand at the same place.
    method : {"auto", "exact", "normal"}
        As in :func:`rank_sum`.
    tie_correction : bool
        Normal law: use the variance given the ties instead of the book's.
    alternative : {"two-sided", "less", "greater"}
        ``"greater"``: ``x`` tends to be larger than its partner.

    Returns
    -------
    TestResult
        The statistic is the sum of the ranks of ``|x - y|`` where ``x > y``, standardized if
        ``method`` is ``"normal"``. Equal partners are dropped; where all are equal, the p-value
        is 1.

    Raises
    ------
    ValueError
        If the lengths differ.

    Notes
    -----
    Differences that agree up to the last digits of their pairs are ties: 1.1 - 1.0 and 0.2 - 0.1
    differ only by rounding. Cost: a sort of each row, and an exact law, O(n^3), for each number of
    pairs that are left and each pattern of ties.
    """
    x, y = check_two_samples(x, y, 1, paired=True)
    exact, tie_correction = _check_method(method, tie_correction, x.shape[-1])
    signs, sizes = _signed_sizes(x, y)
    left_out = np.count_nonzero(signs == 0, axis=-1)
    n = x.shape[-1] - left_out  # pairs that are left
    # pairs without sign rank lowest: the others count from 1 when those go
    ranks = np.maximum(mid_ranks(sizes) - np.expand_dims(left_out, -1), 0) * (signs != 0)
    s = np.sum(ranks * (signs > 0), axis=-1)
    if not exact:
        variance = n * (n + 1) * (2 * n + 1) / 24
        if tie_correction:
            variance = np.sum(ranks**2, axis=-1) / 4
        return _normal(s, n * (n + 1) / 4, variance, method, alternative)

    def law(pattern):
        kept = pattern[pattern > 0]
        return signed_rank_masses(kept) if len(kept) else np.ones(1)

    return _exact(s, np.sort(ranks, axis=-1), law, alternative)


def _signed_sizes(x, y):
    """Signs of the differences of pairs, and numbers in the order of their sizes, ties equal.

    A difference is known up to the rounding of its own pair, so that one pair of huge values takes
    nothing from the others. Neighbours in the order of sizes tie where that leaves no gap.
    """
    gaps = x - y
    rounding = SAME * np.maximum(np.abs(x), np.abs(y))
    signs = np.where(np.abs(gaps) <= rounding, 0.0, np.sign(gaps))
    sizes = np.abs(gaps) * (signs != 0)
    order = np.argsort(sizes, axis=-1)
    ordered = np.take_along_axis(sizes, order, axis=-1)
    doubt = np.take_along_axis(rounding, order, axis=-1)
    apart = np.diff(ordered, axis=-1) > doubt[..., 1:] + doubt[..., :-1]
    apart |= (ordered[..., 1:] > 0) & (ordered[..., :-1] == 0)  # no sign, no tie with one
    place = np.zeros(sizes.shape)
    np.cumsum(apart, axis=-1, out=place[..., 1:])
    numbers = np.empty(sizes.shape)
    np.put_along_axis(numbers, order, place, axis=-1)
    return signs, numbers


def _check_method(method, tie_correction, size):
    """Whether to take the exact law, and the flag."""
    check_in(method, "method", METHODS)
    exact = method == "exact" or (method == "auto" and size <= EXACT_UP_TO)
    return exact, check_flag(tie_correction, "tie_correction")


def _normal(statistic, mean, variance, method, alternative):
    """p-values by the normal law; without any spread, as where all samples tie, they are 1."""
    variance = np.asarray(variance, dtype=float)
    away = np.asarray(statistic - mean, dtype=float)
    z = away / np.sqrt(np.where(variance > 0, variance, 1.0))
    pvalue = tail_pvalue(ndtr(z), ndtr(-z), alternative)
    pvalue = np.where(variance > 0, pvalue, 1.0)[()]
    return TestResult((z if method == "normal" else np.asarray(statistic))[()], pvalue)


def _exact(statistic, patterns, law, alternative):
    """Look the statistics up in the null law of their rows' sorted ranks, one law a pattern."""
    if patterns.ndim == 1:
        return TestResult(statistic[()], _lookup(statistic, law(patterns), alternative)[()])
    flat = patterns.reshape(-1, patterns.shape[-1])
    sums = statistic.ravel()
    if (flat == flat[0]).all():
        return TestResult(statistic, _lookup(statistic, law(flat[0]), alternative))
    found, which = np.unique(flat, axis=0, return_inverse=True)
    pvalue = np.empty(len(sums))
    for number, pattern in enumerate(found):
        rows = which.ravel() == number
        pvalue[rows] = _lookup(sums[rows], law(pattern), alternative)
    return TestResult(statistic, pvalue.reshape(statistic.shape))


def _lookup(statistic, masses, alternative):
    """p-values under a law whose entry j is the probability of j / 2.

    Two-sided: both tails that begin as far from the expectation as the statistic.
    """
    place = np.rint(2 * statistic).astype(int)
    below = np.cumsum(masses)
    above = np.cumsum(masses[::-1])[::-1]
    if alternative != "two-sided":
        return tail_pvalue(below[place], above[place], alternative)
    check_in(alternative, "alternative", ALTERNATIVES)
    mean = round(np.arange(len(masses)) @ masses)  # the doubled expectation is a whole number
    away = np.abs(place - mean)
    low = mean - away
    high = mean + away
    p = np.where(low >= 0, below[np.maximum(low, 0)], 0.0)
    p += np.where(high < len(masses), above[np.minimum(high, len(masses) - 1)], 0.0)
    return np.where(away == 0, 1.0, np.minimum(p, 1.0))
