"""Itemsets that are more frequent than a model of independent items says.

Hahsler et al. (2011), section 2, cite the method (Hahsler 2006): a threshold that adapts to each
set, instead of one support for all.
"""

from collections import Counter

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import gammaln, xlog1py, xlogy

from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.probability import NegativeBinomial

from ._bits import count_bits
from .mining import itemsets_of
from .transactions import Transactions

__all__ = ["fit_item_counts", "nb_frequent"]

_LOG_SHAPES = (-6.0, 12.0)  # beyond them the law is all zeros, or a Poisson law


def fit_item_counts(counts):
    r"""Fit a negative binomial law to how often items occur, by maximum likelihood.

    Each item has a rate of its own, drawn from a gamma law of shape k; given the rate its count is
    Poisson. Together, with scale a,

    .. math:: \Pr(R=r)=\frac{\Gamma(k+r)}{r!\,\Gamma(k)}\,(1+a)^{-k}\Bigl(\frac a{1+a}\Bigr)^r.

    Parameters
    ----------
    counts : array_like of int, shape (n,)
        One count an item, zeros too; not all zero.

    Returns
    -------
    k : float
        The shape, between 0.0025 and 160,000: beyond it the law is as good as Poisson.
    a : float
        The scale; the mean is k a.

    Raises
    ------
    ValueError
        If there is no item, a negative count, or only zeros.

    Notes
    -----
    Cost: O(n) a step, some 40 steps. At the best a the mean is that of the counts, so that one
    number is searched.
    """
    counts = check_array(counts, "counts", ndim=1, min_rows=1, dtype=int, low=0)
    mean = counts.mean()
    if mean == 0:
        raise ValueError("counts must hold an item that occurs")
    values, times = np.unique(counts, return_counts=True)

    def surprise(log_k):
        k = np.exp(log_k)
        p = mean / (k + mean)
        terms = gammaln(k + values) - gammaln(k) - gammaln(values + 1)
        return -float(times @ (terms + xlog1py(k, -p) + xlogy(values, p)))

    best = minimize_scalar(surprise, bounds=_LOG_SHAPES, method="bounded")
    k = float(np.exp(best.x))
    return k, float(mean / k)


def _passing(counts, law, precision):
    """Which counts reach the smallest threshold of enough predicted precision."""
    ordered = np.sort(counts)[::-1]
    thresholds, first = np.unique(-ordered, return_index=True)
    reached = np.append(first[1:], len(ordered))  # items with that count or more
    expected = len(counts) * law.sf(-thresholds - 1)
    good = (expected <= (1 - precision) * reached) & (thresholds < 0)
    if not good.any():
        return np.zeros(len(counts), dtype=bool)
    return counts >= -thresholds[good].max()


def nb_frequent(transactions, precision=0.99, *, share=0.5, max_len=5):
    r"""Itemsets with more baskets than chance meetings of the items explain.

    Given a set Z, the counts of all other items in its :math:`c_Z` baskets would follow the law of
    :func:`fit_item_counts` with scale :math:`a\,c_Z/m`, if they met Z by chance. The smallest
    threshold :math:`\rho` is taken for which

    .. math:: 1-(n-|Z|)\Pr(R\ge\rho)\big/\#\{i: c_{Z\cup i}\ge\rho\}\ge\pi.

    Parameters
    ----------
    transactions : Transactions
    precision : float
        The share pi of items joined to a set that should be no chance, in (0, 1).
    share : float
        An itemset is kept if at least this share of its parts with one item less were kept and
        choose the missing one, in (0, 1].
    max_len : int
        Most items of a set.

    Returns
    -------
    Itemsets
        All items that occur, and larger sets; what is kept need not hold every part of its sets.

    Raises
    ------
    ValueError
        If an argument is out of its range, or no item occurs.

    Notes
    -----
    Cost: O(s n m / 64) time for s sets kept of n items, memory O(n m / 64).
    Source: section 2 names it; in the form of Hahsler (2006), level by level.
    """
    check_instance(transactions, "transactions", Transactions)
    precision = check_real(precision, "precision", low=0, high=1, open_low=True, open_high=True)
    share = check_real(share, "share", low=0, high=1, open_low=True)
    max_len = check_count(max_len, "max_len", low=1)
    singles = transactions.item_counts()
    k, a = fit_item_counts(singles)
    m = transactions.n_baskets
    words = transactions.bits()
    known = np.flatnonzero(singles)
    level = {(int(j),): int(singles[j]) for j in known}
    found = [(known[:, None], singles[known])]
    n_counted = len(singles)
    size = 1
    while level and size < min(max_len, len(singles)):
        chosen = Counter()
        counts = {}
        for members, count in level.items():
            law = NegativeBinomial(k, 1 / (1 + a * count / m))
            together = count_bits(words & np.bitwise_and.reduce(words[list(members)], axis=0))
            n_counted += len(together)
            others = np.setdiff1d(np.arange(len(together)), members)
            for j in others[_passing(together[others], law, precision)].tolist():
                joined = tuple(sorted((*members, j)))
                chosen[joined] += 1
                counts[joined] = int(together[j])
        size += 1
        # 0.07 * 100 is a little more than 7
        needed = share * size * (1 - 1e-12)
        level = {joined: counts[joined] for joined, times in chosen.items() if times >= needed}
        if level:
            found.append((np.array(list(level)), np.array(list(level.values()))))
    return itemsets_of(transactions, found, n_counted)
