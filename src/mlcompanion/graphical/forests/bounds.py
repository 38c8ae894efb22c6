r"""Numbers of forests, what a guesser must get wrong, and bounds on errors and sample sizes.

Tan, Anandkumar and Willsky (2011), equations (33), (49), Theorems 5 and 7 and their proofs.
"""

from functools import cache
from math import comb, exp, log

import numpy as np

from mlcompanion._validation import check_count, check_real

__all__ = [
    "count_forests",
    "fewest_forests",
    "guessing_error_bound",
    "necessary_samples",
    "overestimation_bound",
    "sufficient_samples",
    "underestimation_bound",
]


def _size(d, k):
    d = check_count(d, "d", low=1)
    return d, check_count(k, "k", high=d - 1)


def _trees(d):
    """Labelled trees on d nodes (Cayley)."""
    return 1 if d < 3 else d ** (d - 2)


@cache
def _forests(d, parts):
    """Labelled forests of d nodes in that many trees, by the tree of the first node."""
    if parts == 0:
        return int(d == 0)
    return sum(
        # the first node's tree: its companions, its shape, and the forest of the rest
        comb(d - 1, size - 1) * _trees(size) * _forests(d - size, parts - 1)
        for size in range(1, d - parts + 2)
    )


def count_forests(d, k=None):
    """How many forests there are on d labelled nodes, with k edges or in all.

    Parameters
    ----------
    d : int
    k : int, optional
        Number of edges, at most d - 1.

    Returns
    -------
    int

    Notes
    -----
    Cost: O(d³) products of whole numbers.
    Source: Tan, Anandkumar and Willsky (2011), appendix F.

    Examples
    --------
    >>> [count_forests(4, k) for k in range(4)], count_forests(4)
    ([1, 6, 15, 16], 38)
    """
    if k is None:
        d = check_count(d, "d", low=1)
        return sum(_forests(d, d - k) for k in range(d))
    d, k = _size(d, k)
    return _forests(d, d - k)


def fewest_forests(d, k):
    """The source's lower bound on the number of forests with k edges, (d - k) d^(k - 1).

    Parameters
    ----------
    d, k : int
        Nodes; edges, at least one.

    Returns
    -------
    int

    Examples
    --------
    >>> fewest_forests(4, 2), count_forests(4, 2)
    (8, 15)
    """
    d, k = _size(d, k)
    check_count(k, "k", low=1)
    return (d - k) * d ** (k - 1)


def guessing_error_bound(n, d, k, r=2):
    """Least error of any learner if each forest of k edges is as likely: one minus data over them.

    Parameters
    ----------
    n, d, k : int
        Samples, nodes, edges.
    r : int
        States a variable.

    Returns
    -------
    float
        One minus the number of data sets, r^(n d), over that of forests; not below zero.

    Notes
    -----
    Source: Tan, Anandkumar and Willsky (2011), appendix F.

    Examples
    --------
    >>> round(guessing_error_bound(1, 6, 5), 4)
    0.9506
    """
    n = check_count(n, "n")
    d, k = _size(d, k)
    r = check_count(r, "r", low=2)
    # whole numbers of any size: their logarithms fit where the numbers do not
    log_share = n * d * log(r) - log(count_forests(d, k))
    return max(0.0, 1 - exp(min(log_share, 0.0)))


def necessary_samples(d, k=None, r=2):
    """Samples below which every learner fails on some forest as d grows (Theorem 7).

    Parameters
    ----------
    d : int
        Nodes, two at least.
    k : int, optional
        Edges if their number is known, one at least.
    r : int
        States a variable.

    Returns
    -------
    float
        (k - 1) log d / (d log r) with k known, log d / log r without.

    Examples
    --------
    >>> necessary_samples(1024)
    10.0
    """
    d = check_count(d, "d", low=2)
    r = check_count(r, "r", low=2)
    most = log(d) / log(r)
    if k is None:
        return most
    return (check_count(k, "k", low=1, high=d - 1) - 1) / d * most


def sufficient_samples(d, k, chow_liu_rate, loss_rate, zeta=0.5):
    r"""Samples from which the thresholded tree succeeds as d grows (Theorem 5).

    Parameters
    ----------
    d, k : int
        Nodes; edges, fewer than d - 1 or all.
    chow_liu_rate, loss_rate : float
        Least exponents K of a wrong order of edges and L of a lost edge.
    zeta : float
        Positive; with a threshold :math:`n^{-\beta}` it is :math:`\beta/(1-\beta)`.

    Returns
    -------
    float
        The largest of :math:`(2\log(d-k))^{1+\zeta}`, :math:`(4/K)\log d`, :math:`(3/L)\log k`.

    Examples
    --------
    >>> round(sufficient_samples(101, 50, 0.02, 0.0872))
    923
    """
    d, k = _size(d, k)
    K = check_real(chow_liu_rate, "chow_liu_rate", low=0, open_low=True)
    L = check_real(loss_rate, "loss_rate", low=0, open_low=True)
    zeta = check_real(zeta, "zeta", low=0, open_low=True)
    return max((2 * log(d - k)) ** (1 + zeta), 4 / K * log(d), 3 / L * log(max(k, 1)))


def _union(pairs, n, r, exponent):
    """A union bound, one at most; in logarithms, as its factors overflow."""
    if pairs == 0:
        return 0.0
    return float(np.exp(min(log(pairs) + r**2 * log(n + 1) - exponent, 0.0)))


def underestimation_bound(n, k, rate, r=2, eta=0.0):
    r"""Bound (33) on losing a true edge: :math:`k(k-1)(n+1)^{r^2}e^{-n(L-\eta)}`, one at most.

    Parameters
    ----------
    n, k : int
        Samples, true edges.
    rate : float
        The exponent L of a lost edge.
    r : int
        States a variable.
    eta : float

    Returns
    -------
    float

    Examples
    --------
    >>> f"{underestimation_bound(1000, 3, 0.08):.1e}"
    '1.1e-22'
    """
    n = check_count(n, "n", low=1)
    k = check_count(k, "k")
    rate = check_real(rate, "rate", low=0)
    eta = check_real(eta, "eta", low=0)
    # the printed k (k - 1) would promise that a single edge is never lost
    return _union(max(k * (k - 1), k), n, check_count(r, "r", low=2), n * (rate - eta))


def overestimation_bound(n, d, k, eps, r=2, eta=0.0):
    r"""Bound (49) on a false edge, :math:`(d-k-1)^2(n+1)^{r^2}e^{-n\varepsilon(1-\eta)}`, or one.

    Parameters
    ----------
    n, d, k : int
        Samples, nodes, true edges.
    eps : float
        The threshold, in nats.
    r : int
        States a variable.
    eta : float

    Returns
    -------
    float

    Examples
    --------
    >>> overestimation_bound(1000, 5, 4, 0.05)
    0.0
    """
    n = check_count(n, "n", low=1)
    d, k = _size(d, k)
    eps = check_real(eps, "eps", low=0)
    eta = check_real(eta, "eta", low=0, high=1)
    return _union((d - k - 1) ** 2, n, check_count(r, "r", low=2), n * eps * (1 - eta))
