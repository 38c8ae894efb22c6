r"""Exact laws of the empirical information of two yes-no variables: sums over all tables.

Tan, Anandkumar and Willsky (2011), appendix B.2, Lemma 12 (52), checks Theorem 3 without sampling.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, xlogy
from scipy.stats import binom

from mlcompanion._validation import check_array, check_count, check_in, check_real

from .tables import check_table

__all__ = ["TypeClass", "information_tail", "overestimation_probability", "type_class_bounds"]


def information_tail(n, levels, P, side="above"):
    r"""Probability that n draws of two yes-no variables have information beyond each level.

    Parameters
    ----------
    n : int
        Sample size.
    levels : float or array_like, shape (m,)
        Informations in nats.
    P : array_like, shape (2, 2)
        The true table.
    side : {"above", "below"}
        :math:`I(\hat P)\ge\varepsilon`, or :math:`I(\hat P)<\varepsilon`.

    Returns
    -------
    float or ndarray, shape (m,)

    Notes
    -----
    Cost: O(n³) operations on arrays, O(n²) memory: all tables of counts. The levels are met
    exactly but for rounding of 1e-13 in their favour.

    Examples
    --------
    >>> round(information_tail(2, 0.5, [[0.25, 0.25], [0.25, 0.25]]), 4)
    0.25
    """
    n = check_count(n, "n", low=1)
    levels = check_array(levels, "levels", low=0)
    if levels.ndim > 1:
        raise ValueError(f"levels must be a number or a list of numbers, got shape {levels.shape}")
    P = check_array(check_table(P, "P"), "P", shape=(2, 2))
    side = check_in(side, "side", ("above", "below"))
    above = _tail(n, np.atleast_1d(levels), P, side == "above")
    if levels.ndim:
        return above.reshape(levels.shape)
    return float(above[0])


def _tail(n, levels, P, above):
    # t log t once for all counts: an information is then a sum of table entries
    t = xlogy(np.arange(n + 1.0), np.arange(n + 1.0))
    first = P[1].sum()
    given = [row[1] / row.sum() if row.sum() > 0 else 0.5 for row in P]
    total = np.zeros(len(levels))
    edges = n * (levels - 1e-13)
    for a in range(n + 1):
        # of a rows with x = 1 the second is 1 in u; of the n - a others in v
        u = np.arange(a + 1)
        v = np.arange(n - a + 1)
        within = (t[u] + t[a - u])[:, None] + t[v] + t[n - a - v]
        column = u[:, None] + v
        information = within - t[a] - t[n - a] - t[column] - t[n - column] + t[n]
        left = binom.pmf(u, a, given[1])
        right = binom.pmf(v, n - a, given[0])
        mass = binom.pmf(a, n, first)
        for k, edge in enumerate(edges):
            beyond = information >= edge if above else information < edge
            # given a, u and v are independent binomials: the sum over both is a bilinear form
            total[k] += mass * (left @ (beyond @ right))
    return total


def overestimation_probability(n, eps, p=0.5, q=0.5):
    r"""Exact probability that two independent yes-no variables look like an edge.

    Parameters
    ----------
    n : int
        Sample size.
    eps : float or array_like, shape (m,)
        Threshold of the information, in nats.
    p, q : float
        Probabilities of a yes.

    Returns
    -------
    float or ndarray, shape (m,)
        :math:`P(I(\hat P)\ge\varepsilon)`.

    Notes
    -----
    Cost: as :func:`information_tail`. Source: Tan, Anandkumar and Willsky (2011), Theorem 3.

    Examples
    --------
    >>> round(overestimation_probability(100, 100**-0.5), 6)
    1e-05
    """
    p = check_real(p, "p", low=0, high=1)
    q = check_real(q, "q", low=0, high=1)
    eps = check_array(eps, "eps", low=0)
    return information_tail(n, eps, np.outer([1 - p, p], [1 - q, q]))


class TypeClass(NamedTuple):
    """Logarithms of the probability of a type class and of its two bounds (52).

    Attributes
    ----------
    lower, exact, upper : float
    """

    lower: float
    exact: float
    upper: float


def type_class_bounds(counts, P):
    r"""Probability of all samples with the same counts, between its bounds.

    .. math:: (n+1)^{-|\mathcal Y|}e^{-nD(Q\|P)}\le P^n(T_n(Q))\le e^{-nD(Q\|P)}

    Parameters
    ----------
    counts : array_like of int
        How often each symbol comes, of any shape.
    P : array_like, the same shape
        The symbols' probabilities.

    Returns
    -------
    TypeClass
        Logarithms, minus infinity where a symbol that cannot come does.

    Notes
    -----
    Source: Tan, Anandkumar and Willsky (2011), Lemma 12.

    Examples
    --------
    >>> [round(bound, 3) for bound in type_class_bounds([3, 1], [0.5, 0.5])]
    [-3.742, -1.386, -0.523]
    """
    counts = check_array(counts, "counts", min_rows=1, dtype=np.int64, low=0)
    P = check_array(check_table(P, "P", None), "P", shape=counts.shape)
    n = int(counts.sum())
    if n == 0:
        raise ValueError("counts must hold at least one sample")
    with np.errstate(divide="ignore"):
        log_P = xlogy(counts, P).sum()  # each sample with these counts has this probability
    exact = gammaln(n + 1) - gammaln(counts + 1).sum() + log_P
    upper = log_P - xlogy(counts, counts / n).sum()
    return TypeClass(float(upper - counts.size * np.log(n + 1)), float(exact), float(upper))
