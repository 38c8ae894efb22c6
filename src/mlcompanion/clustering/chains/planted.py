"""How often two chains agree when they come from one order, and when they come from two.

Ukkonen (2011), section 3.1.3, equations 5 to 7 and Theorem 2; the planted partition of a graph.
"""

from fractions import Fraction
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = ["AgreementChances", "agreement_chances", "agreement_gap_bound", "planted_graph"]


class AgreementChances(NamedTuple):
    """Chances of an edge in the agreement graph.

    Attributes
    ----------
    same : Fraction
        ``p``, for two chains of one complete order.
    other : Fraction
        ``q``, for two chains whose orders were drawn apart.
    """

    same: Fraction
    other: Fraction

    @property
    def gap(self):
        """The gap ``p - q``, exactly."""
        return self.same - self.other


def agreement_chances(n_items, length):
    r"""Chances that two random chains agree and do not disagree.

    .. math:: p=\sum_{i=2}^l\frac{\binom li\binom{m-l}{l-i}}{\binom ml},\qquad
        q=\sum_{i=2}^l\frac{\binom li\binom{m-l}{l-i}}{\binom ml\,i!}

    Parameters
    ----------
    n_items : int
        ``m``.
    length : int
        ``l`` of both chains, from 2 to m.

    Returns
    -------
    AgreementChances
        Exact; ``float(...)`` rounds.

    Notes
    -----
    i items are common with the hypergeometric chance; of one order they agree always, of two with
    chance 1/i!. Cost: l sums of whole numbers of O(l log m) digits.
    Source: Ukkonen (2011), equations 6 and 7.

    Examples
    --------
    >>> p, q = agreement_chances(10, 4)
    >>> round(float(p), 4), round(float(q), 4)
    (0.5476, 0.2335)
    """
    m = check_count(n_items, "n_items", low=2)
    length = check_count(length, "length", low=2, high=m)
    ways = {i: comb(length, i) * comb(m - length, length - i) for i in range(2, length + 1)}
    everything = comb(m, length)
    same = Fraction(sum(ways.values()), everything)
    other = sum(Fraction(count, factorial(i)) for i, count in ways.items()) / everything
    return AgreementChances(same, other)


def agreement_gap_bound(n_items, length):
    r"""Bound of Theorem 2, :math:`p-q<p<2l^2/m` for :math:`l<m/2`.

    Parameters
    ----------
    n_items : int
        ``m``.
    length : int
        ``l``, at least 2 and less than m / 2.

    Returns
    -------
    Fraction

    Raises
    ------
    ValueError
        If ``length`` is not below ``n_items / 2``.

    Notes
    -----
    The last line of the source's proof; the theorem's own display is lost in the scan. The gap is
    far smaller for short chains, about :math:`l^4/4m^2`. Source: Ukkonen (2011), Theorem 2.
    """
    m = check_count(n_items, "n_items", low=5)
    length = check_count(length, "length", low=2, high=(m - 1) // 2)
    return Fraction(2 * length**2, m)


def planted_graph(labels, same, other, random_state=None):
    """Draw a graph with groups: an edge inside a group with one chance, between two with another.

    Parameters
    ----------
    labels : array_like of int, shape (n,)
        The group of each vertex.
    same, other : float
        ``p`` and ``q``, in [0, 1].
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of bool, shape (n, n)
        Symmetric, without loops.

    Notes
    -----
    Cost and memory O(n^2). Source: Ukkonen (2011), section 3.1.3, after Condon and Karp (2001).
    """
    labels = check_array(labels, "labels", ndim=1, min_rows=1, dtype=np.int64, low=0)
    same = check_real(same, "same", low=0, high=1)
    other = check_real(other, "other", low=0, high=1)
    rng = check_rng(random_state)
    chance = np.where(labels[:, None] == labels, same, other)
    upper = np.triu(rng.random(chance.shape) < chance, 1)
    return upper | upper.T
