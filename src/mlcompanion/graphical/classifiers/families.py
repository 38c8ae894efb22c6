r"""Counts of a family, an attribute with its parents and the class, and its share of a score.

.. math:: \widehat{\mathrm{fCLL}}_i=(\alpha+\beta)\sum_{j,c,k}N_{ijck}\log\frac{N_{ijck}}{N_{ijc}}
    -\beta\lambda\sum_{j,c,k}N_{ijck}\Bigl(\log\frac{N_{ijck}}{N_{ij*k}}
    -\log\frac{N_{ijc}}{N_{ij*}}\Bigr)

Carvalho, Roos, Oliveira and Myllymäki (2011), equations (3), (13) and (24). Logarithms are binary.
"""

import numpy as np
from scipy.special import xlogy

from mlcompanion._validation import check_array, check_in, check_memory, check_real

from .approximations import ALPHA, BETA, LAMBDA

__all__ = ["CRITERIA", "acll_terms", "count_family", "family_score", "local_score"]

#: Scores that are sums over families.
CRITERIA = ("ll", "acll", "fcll")


def count_family(X, codes, n_classes, child, parents, n_states):
    """Counts N_ijck of one family, shape (q, s, r); arguments are not checked.

    The configuration j has the first parent as its slowest digit.
    """
    place = np.zeros(len(X), dtype=np.int64)
    q = 1
    for parent in parents:
        place = place * n_states[parent] + X[:, parent]
        q *= int(n_states[parent])
    r = int(n_states[child])
    check_memory(8 * q * n_classes * r, f"the table of attribute {child} given its parents")
    # all cells numbered in one go: a single bincount makes the table
    place = (place * n_classes + codes) * r + X[:, child]
    return np.bincount(place, minlength=q * n_classes * r).reshape(q, n_classes, r)


def family_score(counts, criterion="fcll", *, pseudo_count=0.0):
    r"""One attribute's share of a score, from the counts of its family.

    Parameters
    ----------
    counts : array_like, shape (q, s, r)
        How often the parents have configuration j, the class is c and the attribute is k.
    criterion : {"fcll", "ll", "acll"}
        Factorized conditional log-likelihood, log-likelihood, or the intermediate approximation,
        in which the other class stands in a denominator.
    pseudo_count : float
        For ``"acll"``: what each cell gets before its parameters are frequencies. With 0 the score
        is infinite where the other classes lack a cell that a class has.

    Returns
    -------
    float
        In bits, summed over the rows.

    Notes
    -----
    Cost: O(q s r). With more than two classes all others are pooled, section 4.4.
    Source: equations (3), (13) and (24).

    Examples
    --------
    >>> alone = [[[3, 1], [1, 3]]]  # no parent, two classes, two values
    >>> round(family_score(alone, "ll"), 3)
    -6.49
    >>> round(family_score(alone), 3)
    -1.252
    """
    counts = check_array(counts, "counts", ndim=3, low=0)
    if not counts.size:
        raise ValueError(f"counts must have entries, got shape {counts.shape}")
    criterion = check_in(criterion, "criterion", CRITERIA)
    return local_score(counts, criterion, check_real(pseudo_count, "pseudo_count", low=0))


def local_score(counts, criterion, pseudo_count=0.0):
    """What :func:`family_score` says; arguments are not checked."""
    if criterion == "acll":
        by_class = np.moveaxis(counts, 1, 0)
        totals = by_class.sum(axis=2, keepdims=True)
        return float(acll_terms(by_class, totals, pseudo_count, counts.shape[2]).sum())
    # sums of t log t: no division, and an empty cell adds nothing
    of_class = _entropy_sum(counts) - _entropy_sum(counts.sum(axis=2))
    if criterion == "ll":
        return of_class
    pooled = _entropy_sum(counts.sum(axis=1)) - _entropy_sum(counts.sum(axis=(1, 2)))
    return (ALPHA + BETA) * of_class - BETA * LAMBDA * (of_class - pooled)


def _entropy_sum(counts):
    return float(xlogy(counts, counts).sum() / np.log(2))


def acll_terms(counts, totals, pseudo_count, n_values):
    r"""Each cell's share of aCLL: N (alpha log theta + beta log theta of the other classes).

    Parameters
    ----------
    counts : ndarray, shape (s, ...)
        Classes on the first axis.
    totals : ndarray, shape that broadcasts to it
        Rows that the configuration of parents has in each class.
    pseudo_count : float
    n_values : int or ndarray
        Values of the attribute, for the smoothed total.

    Returns
    -------
    ndarray, shape (s, ...)
        Infinite where the other classes lack a cell that the class has.
    """
    smooth = counts + pseudo_count
    total = totals + pseudo_count * n_values
    others = smooth.sum(axis=0) - smooth  # the other classes pooled, section 4.4
    lacking = others <= 0
    other_total = np.where(lacking, 1.0, total.sum(axis=0) - total)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = ALPHA * np.log2(smooth / total)
        terms += BETA * np.log2(np.where(lacking, 0.0, others) / other_total)
        return np.where(counts > 0, counts * terms, 0.0)
