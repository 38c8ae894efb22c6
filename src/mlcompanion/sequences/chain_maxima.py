"""Maxima over all label strings of a chain: the best score with each symbol at each place.

Sugiyama (2016), section 29.2.4: the recursion of the sums with a maximum in place of the sum.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

from .chain_sums import check_scores

__all__ = ["ChainMaxima", "chain_maxima"]


class ChainMaxima(NamedTuple):
    """Best scores over all strings.

    Attributes
    ----------
    best : float
        Score of the best string.
    forward, backward : ndarray, shape (m, k)
        Best scores of what stands before a place, itself included, and after it.
    single : ndarray, shape (m, k)
        Best score of a string with this symbol at this place.
    products : tuple of int
        Sums that the forward and the backward recursion compared.
    """

    best: float
    forward: np.ndarray
    backward: np.ndarray
    single: np.ndarray
    products: tuple


@njit
def _all_maxima(places, trans):
    m, k = places.shape
    P = np.empty((m, k))
    Q = np.empty((m, k))
    ahead = 0
    back = 0
    P[0] = places[0]
    Q[m - 1] = 0.0  # nothing comes after the last place
    for i in range(1, m):
        step = trans[min(i, len(trans)) - 1]  # one matrix for all steps, or one a step
        P[i] = -np.inf
        for r in range(k):
            for s in range(k):
                P[i, s] = max(P[i, s], P[i - 1, r] + step[r, s])
            ahead += k
        P[i] += places[i]
    for i in range(m - 2, -1, -1):
        step = trans[min(i + 1, len(trans)) - 1]
        for r in range(k):
            Q[i, r] = (step[r] + places[i + 1] + Q[i + 1]).max()
            back += k
    return P, Q, (ahead, back)


def chain_maxima(places, trans):
    r"""Best score of a string with a given symbol at a given place, for all of them.

    The recursion of section 29.2.4 from both ends, :math:`P_i(s)=p_{is}+\max_r[P_{i-1}(r)+t_{rs}]`.
    The best string itself is :func:`viterbi`'s.

    Parameters
    ----------
    places : array_like, shape (m, k)
    trans : array_like, shape (k, k) or (m - 1, k, k)
        As for :func:`chain_sums`.

    Returns
    -------
    ChainMaxima

    Raises
    ------
    ValueError
        On wrong shapes or infinite scores.

    Notes
    -----
    O(m k^2) time, O(m k) memory.

    Examples
    --------
    >>> chain_maxima([[0.0, 1.0], [2.0, 0.0]], [[0.0, -1.0], [0.5, 0.0]]).single
    array([[2. , 3.5],
           [3.5, 1. ]])
    """
    places, trans = check_scores(places, trans)
    P, Q, products = _all_maxima(places, trans)
    # P holds the score of the place itself, Q does not: their sum counts it once
    return ChainMaxima(float(P[-1].max()), P, Q, P + Q, products)
