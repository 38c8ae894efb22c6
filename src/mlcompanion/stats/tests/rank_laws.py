r"""Ranks, and the exact laws of rank statistics under the null hypothesis (Sugiyama 2016, 10.6).

If both sets of samples follow one law, every choice of :math:`n` among the :math:`N=n+n'` ranks is
equally likely for the first set. So the law of its rank sum counts subsets by their sum. Counting
is a product of polynomials in :math:`q`, whose coefficient of :math:`q^u` is the number at
:math:`u`. Without ties the subsets are counted by the Gaussian binomial coefficient

.. math:: \prod_{i=1}^{n}\frac{1-q^{n'+i}}{1-q^i},

whose factors act one after the other on :math:`nn'+1` coefficients. With ties the subsets are
counted item by item, by size and sum. The sum of signed ranks is :math:`\prod_r(1+q^r)/2`.
"""

from math import comb

import numpy as np

from mlcompanion._validation import check_array, check_count

from .null_laws import check_samples

__all__ = ["mid_ranks", "rank_sum_masses", "signed_rank_masses", "tied_rank_sum_masses"]


def mid_ranks(values):
    """Ranks 1, 2, ... in ascending order; equal values share the mean of their ranks.

    Parameters
    ----------
    values : array_like, shape (..., n)

    Returns
    -------
    ndarray, shape (..., n)

    Raises
    ------
    ValueError
        If there are no values, or one is not finite.

    Notes
    -----
    Cost: a sort of each row, O(n log n).
    """
    values = check_samples(values, "values", 1)
    order = np.argsort(values, axis=-1)
    ordered = np.take_along_axis(values, order, axis=-1)
    place = np.arange(1.0, values.shape[-1] + 1)
    # runs of equal values: each item gets the mean of the first and last place of its run
    changes = ordered[..., 1:] != ordered[..., :-1]
    if not changes.all():
        edge = np.ones((*changes.shape[:-1], 1), dtype=bool)
        starts = np.concatenate([edge, changes], -1)
        ends = np.concatenate([changes, edge], -1)
        first = np.maximum.accumulate(np.where(starts, place, 0), axis=-1)
        last = np.minimum.accumulate(np.where(ends, place, np.inf)[..., ::-1], axis=-1)[..., ::-1]
        place = (first + last) / 2
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, np.broadcast_to(place, values.shape), axis=-1)
    return ranks


def rank_sum_masses(n, n_prime):
    """Null law of the rank sum without ties (Section 10.6.1).

    Parameters
    ----------
    n, n_prime : int
        Sizes of the two sets, at least 1.

    Returns
    -------
    ndarray, shape (n n' + 1,)
        Entry u is the probability of the rank sum ``n (n + 1) / 2 + u``; u is the Mann-Whitney
        statistic.

    Notes
    -----
    Cost: O(min(n, n') n n'), cubic for equal sets. Multiplication by ``1 - q^a`` subtracts the
    array from itself shifted by a, division by ``1 - q^i`` is a running sum in strides of i. The
    law is symmetric, so half of it is computed, the half in which nothing cancels.
    """
    n = check_count(n, "n", low=1)
    n_prime = check_count(n_prime, "n_prime", low=1)
    small = min(n, n_prime)
    large = max(n, n_prime)
    masses = np.zeros(n * n_prime // 2 + 1)
    masses[0] = 1.0
    for i in range(1, small + 1):
        # the factor 1 - q^(large + i), then division by 1 - q^i
        masses[large + i :] -= masses[: -(large + i)].copy()  # a copy: the old array is shifted
        masses = _running_sum(masses, i) * (i / (large + i))  # a law after each factor
    # where n n' is even the middle value stands once
    return np.concatenate([masses, masses[::-1][1 - n * n_prime % 2 :]])


def _running_sum(values, stride):
    """``s[j] = values[j] + s[j - stride]``."""
    # padded to whole rows, a sum along columns steps by the stride
    padded = np.zeros(-(-len(values) // stride) * stride)
    padded[: len(values)] = values
    return padded.reshape(-1, stride).cumsum(axis=0).ravel()[: len(values)]


def tied_rank_sum_masses(ranks, n):
    """Null law of the rank sum given ranks with ties: all choices of ``n`` of them.

    Parameters
    ----------
    ranks : array_like, shape (N,)
        All ranks, positive; multiples of one half.
    n : int
        Size of the first set, from 1 to N.

    Returns
    -------
    ndarray
        Entry j is the probability that the rank sum is ``j / 2``.

    Raises
    ------
    ValueError
        If a rank is no positive multiple of one half.

    Notes
    -----
    Cost: O(N n S) where S is twice the largest rank sum; ``comb(N, n)`` choices are not visited.
    """
    weights = _doubled(ranks)
    n = check_count(n, "n", low=1, high=len(weights))
    top = np.sort(weights)[-n:].sum()
    counts = np.zeros((n + 1, top + 1))  # subsets by size and sum
    counts[0, 0] = 1.0
    for weight in weights:
        # by size and sum: an item is taken or not
        counts[1:, weight:] += counts[:-1, :-weight].copy()  # a copy: no item is taken twice
    return counts[n] / float(comb(len(weights), n))


def signed_rank_masses(ranks):
    """Null law of the sum of positive ranks: each rank counts with probability one half (10.6.2).

    Parameters
    ----------
    ranks : array_like, shape (n,)
        Ranks of the sizes of the differences, positive; multiples of one half.

    Returns
    -------
    ndarray
        Entry j is the probability that the sum is ``j / 2``.

    Raises
    ------
    ValueError
        If a rank is no positive multiple of one half.

    Notes
    -----
    Cost: O(n S) where S is twice the sum of all ranks; the ``2^n`` signs are not enumerated.
    """
    weights = _doubled(ranks)
    masses = np.zeros(weights.sum() + 1)
    reach = 0
    masses[0] = 1.0
    for weight in weights:
        # q^0 + q^weight
        masses[weight : weight + reach + 1] += masses[: reach + 1].copy()
        reach += weight
        masses[: reach + 1] /= 2  # at once: counts up to 2^n would overflow
    return masses


def _doubled(ranks):
    """Twice the ranks, as integers."""
    ranks = check_array(ranks, "ranks", ndim=1, min_rows=1, low=0, open_low=True)
    return check_array(2 * ranks, "ranks (doubled)", dtype=int)
