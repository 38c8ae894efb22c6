r"""Sums over all label strings of a chain, in O(m k^2), for scores of any size.

A string of m symbols scores :math:`\sum_i p_{i,y_i}+\sum_it_{y_i,y_{i+1}}`. Sugiyama (2016),
section 29.2.3: forward and backward sums behind Eqs. (29.6) and (29.7), here kept as logarithms.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array

__all__ = ["ChainSums", "chain_sums", "sums_of_strings"]

_SAFE = 1e-250  # a larger sum has lost nothing: what underflowed beside it was below 1e-308
_LARGEST = 500.0  # exponents up to here leave room for products


class ChainSums(NamedTuple):
    """Sums over all strings.

    Attributes
    ----------
    log_z : float
        Logarithm of the sum of the exponentials of all scores.
    forward, backward : ndarray, shape (m, k)
        Logarithms of the sums over what stands before a place, itself included, and after it.
    single : ndarray, shape (m, k)
        Probability of each symbol at each place.
    pairs : ndarray, shape (m - 1, k, k)
        Probability of each pair of neighbours, the earlier symbol first.
    products : tuple of int
        Products that the two recursions took.
    """

    log_z: float
    forward: np.ndarray
    backward: np.ndarray
    single: np.ndarray
    pairs: np.ndarray
    products: tuple


class _Moves(NamedTuple):
    """Scores of neighbours, one matrix or one a step, with their exponentials below ``tops``."""

    trans: np.ndarray
    factors: np.ndarray
    tops: np.ndarray


@njit
def moves_of(trans):
    """The exponentials of the scores of neighbours, the largest of each matrix made 1."""
    factors = np.empty_like(trans)
    tops = np.empty(len(trans))
    for t in range(len(trans)):
        tops[t] = trans[t].max()
        factors[t] = np.exp(trans[t] - tops[t])
    return _Moves(trans, factors, tops)


@njit
def _log_sum(values):
    top = values.max()
    return top + np.log(np.exp(values - top).sum())


@njit
def forward_logs(places, moves, A):
    """Fill ``A`` with the logarithms of the forward sums; return the number of products."""
    m, k = places.shape
    sums = np.empty(k)
    products = 0
    A[0] = places[0]
    for i in range(1, m):
        # one matrix for all steps, or one for each
        t = min(i, len(moves.trans)) - 1
        top = A[i - 1].max()
        sums[:] = 0.0
        for r in range(k):  # s inside: neighbours in memory
            weight = np.exp(A[i - 1, r] - top)
            for s in range(k):
                sums[s] += weight * moves.factors[t, r, s]
            products += k
        for s in range(k):
            # all exponentials underflowed: once more with their own maximum
            if sums[s] > _SAFE:
                A[i, s] = places[i, s] + top + moves.tops[t] + np.log(sums[s])
            else:
                A[i, s] = places[i, s] + _log_sum(A[i - 1] + moves.trans[t, :, s])
    return products


@njit
def backward_logs(places, moves, B):
    """Fill ``B`` with the logarithms of the backward sums; return the number of products."""
    m, k = places.shape
    weights = np.empty(k)
    products = 0
    B[m - 1] = 0.0
    for i in range(m - 2, -1, -1):
        t = min(i + 1, len(moves.trans)) - 1
        ahead = places[i + 1] + B[i + 1]
        top = ahead.max()
        for s in range(k):
            weights[s] = np.exp(ahead[s] - top)
        for r in range(k):
            total = 0.0
            for s in range(k):
                total += moves.factors[t, r, s] * weights[s]
            products += k
            if total > _SAFE:
                B[i, r] = top + moves.tops[t] + np.log(total)
            else:
                B[i, r] = _log_sum(moves.trans[t, r] + ahead)
    return products


@njit
def add_pair(before, ahead, moves, t, log_z, pair):
    """Add the probabilities of the pairs of two places to ``pair``, the numerator of (29.7)."""
    # relative to the largest entry on each side
    k = len(before)
    low = before.max()
    high = ahead.max()
    # three factors of 1 at most, and one exponent for all k^2 pairs
    exponent = low + high + moves.tops[t] - log_z
    if exponent < _LARGEST:
        weights = np.exp(ahead - high)
        for r in range(k):
            weight = np.exp(before[r] - low + exponent)
            for s in range(k):
                pair[r, s] += weight * moves.factors[t, r, s] * weights[s]
    else:
        for r in range(k):
            for s in range(k):
                pair[r, s] += np.exp(before[r] + moves.trans[t, r, s] + ahead[s] - log_z)


@njit
def _all_sums(places, trans):
    m, k = places.shape
    moves = moves_of(trans)
    A = np.empty((m, k))
    B = np.empty((m, k))
    products = (forward_logs(places, moves, A), backward_logs(places, moves, B))
    log_z = _log_sum(A[m - 1])
    pairs = np.zeros((m - 1, k, k))
    for i in range(m - 1):
        t = min(i + 1, len(trans)) - 1
        add_pair(A[i], places[i + 1] + B[i + 1], moves, t, log_z, pairs[i])
    return log_z, A, B, pairs, products


@njit
def _spread(values):
    """The largest difference within a row."""
    most = 0.0
    for row in values:
        most = max(most, row.max() - row.min())
    return most


@njit
def _scaled_sums(places, factors, single, pairs):
    """Sums divided by their own size, where nothing can underflow.

    A place takes k exponentials and one logarithm, not 7 k; the numbers are those of the logarithms
    as long as scores at a place and of neighbours spread by less than ``_LARGEST``.
    """
    m, k = places.shape
    total = 0.0
    # exponentials of each place relative to its largest score
    for j in range(m):
        top = places[j].max()
        single[j] = np.exp(places[j] - top)
        total += top
    weights = single.copy()  # of the places alone: single becomes the forward sums
    sizes = np.ones(m)
    for j in range(m):
        if j > 0:  # single[j]: the scaled forward sums
            sums = np.zeros(k)
            for r in range(k):
                for s in range(k):
                    sums[s] += single[j - 1, r] * factors[r, s]
            single[j] *= sums
        sizes[j] = single[j].sum()
        single[j] /= sizes[j]
        total += np.log(sizes[j])
    # backward sums, divided by the same sizes as the forward ones
    ahead = np.ones(k)
    for j in range(m - 1, 0, -1):
        for s in range(k):
            single[j, s] *= ahead[s]
            # by the forward sizes: so forward times backward is a probability as it stands
            weights[j, s] *= ahead[s] / sizes[j]
        for r in range(k):
            ahead[r] = 0.0
            for s in range(k):
                share = factors[r, s] * weights[j, s]
                ahead[r] += share
                pairs[r, s] += single[j - 1, r] * share
    single[0] *= ahead
    return total


@njit
def sums_of_strings(places, ends, trans, single, pairs):
    """Add up the logarithmic sums of many strings, and the probabilities of their pairs.

    Parameters
    ----------
    places : ndarray, shape (n_places, k)
        Scores of the symbols at all places, string after string.
    ends : ndarray of int, shape (n,)
        Where each string ends.
    trans : ndarray, shape (k, k)
    single : ndarray, shape (n_places, k)
        Filled with the probabilities of the symbols.
    pairs : ndarray, shape (k, k)
        Filled with the sums of the probabilities of the pairs.

    Returns
    -------
    float
    """
    k = places.shape[1]
    moves = moves_of(trans.reshape(1, k, k))
    steep = trans.max() - trans.min()
    pairs[:] = 0.0
    total = 0.0
    start = 0
    for end in ends:
        m = end - start
        here = places[start:end]
        if steep + _spread(here) < _LARGEST:
            total += _scaled_sums(here, moves.factors[0], single[start:end], pairs)
            total += (m - 1) * moves.tops[0]  # was taken out of every factor
        else:
            A = np.empty((m, k))
            B = np.empty((m, k))
            forward_logs(here, moves, A)
            backward_logs(here, moves, B)
            log_z = _log_sum(A[m - 1])
            single[start:end] = np.exp(A + B - log_z)  # A holds the place itself, B does not
            for j in range(1, m):
                add_pair(A[j - 1], here[j] + B[j], moves, 0, log_z, pairs)
            total += log_z
        start = end
    return total


def check_scores(places, trans):
    """Scores of a chain, the second as one matrix a step, or one for all."""
    places = check_array(places, "places", ndim=2, min_rows=1)
    m, k = places.shape
    if k == 0:
        raise ValueError("places must have a column for each symbol, got none")
    trans = check_array(trans, "trans")
    if trans.ndim == 2:
        trans = check_array(trans, "trans", shape=(k, k))[None]
    else:
        trans = check_array(trans, "trans", shape=(m - 1, k, k))
    return plain_layout(places), plain_layout(trans)


def chain_sums(places, trans):
    r"""Sum the exponentials of the scores of all :math:`k^m` strings, Eqs. (29.6) and (29.7).

    The forward sums :math:`A_i(s)=e^{p_{is}}\sum_rA_{i-1}(r)e^{t_{rs}}` and the backward sums
    :math:`B_i(r)=\sum_se^{t_{rs}+p_{i+1,s}}B_{i+1}(s)` are kept as logarithms; their products are
    the probabilities of symbols and of pairs of neighbours.

    Parameters
    ----------
    places : array_like, shape (m, k)
        Scores of the symbols at each place.
    trans : array_like, shape (k, k) or (m - 1, k, k)
        Scores of neighbours, the earlier symbol first; one matrix if they are the same everywhere.

    Returns
    -------
    ChainSums

    Raises
    ------
    ValueError
        On wrong shapes or infinite scores.

    Notes
    -----
    O(m k^2) time and memory. A step takes k exponentials and k^2 products; a sum that may have lost
    a term to underflow is taken again from the logarithms.

    Examples
    --------
    >>> sums = chain_sums([[0.0, 1.0], [2.0, 0.0]], [[0.0, -1.0], [0.5, 0.0]])
    >>> round(sums.log_z, 3)
    3.775
    >>> sums.single.sum(axis=1).round(12).tolist()
    [1.0, 1.0]
    """
    places, trans = check_scores(places, trans)
    log_z, A, B, pairs, products = _all_sums(places, trans)
    return ChainSums(log_z, A, B, np.exp(A + B - log_z), pairs, products)
