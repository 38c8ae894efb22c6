r"""How good a ranking is: average precision and discounted gain.

Documents stand in falling order of their scores, equal ones in the order given. Documents that were
not retrieved add nothing, but are missed: the divisor counts them.
Wu, Xu, Li and Oyama (2011), section 7.3.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count

__all__ = ["average_precision", "ndcg_at"]


def _in_order(values, scores, retrieved):
    """The values of the retrieved documents, best score first."""
    order = np.argsort(-scores, kind="stable")
    return values[order] if retrieved is None else values[order[retrieved[order]]]


def _checked(values, name, scores, retrieved, **limits):
    values = check_array(values, name, ndim=1, min_rows=1, **limits)
    scores = check_array(scores, "scores", shape=values.shape)
    if retrieved is not None:
        retrieved = check_array(retrieved, "retrieved", shape=values.shape, dtype=bool)
    return values, scores, retrieved


def average_precision(relevant, scores, *, retrieved=None):
    r"""Mean, over the relevant documents, of the share of relevant ones down to their ranks.

    Parameters
    ----------
    relevant : array_like of bool, shape (n,)
    scores : array_like, shape (n,)
    retrieved : array_like of bool, shape (n,), optional
        Which documents are in the list; default all.

    Returns
    -------
    float
        Between 0 and 1; 0 if no document is relevant.

    Notes
    -----
    Cost: O(n log n). Source: Wu et al. (2011), section 7.3; there the divisor is the number of
    relevant documents *retrieved*, which rewards leaving documents out.

    Examples
    --------
    >>> average_precision([0, 1, 0, 1], [4.0, 3.0, 2.0, 1.0])
    0.5
    """
    relevant, scores, retrieved = _checked(relevant, "relevant", scores, retrieved, dtype=bool)
    if not relevant.any():
        return 0.0
    found = _in_order(relevant, scores, retrieved)
    ranks = np.flatnonzero(found) + 1
    return float(np.sum(np.arange(1, len(ranks) + 1) / ranks) / relevant.sum())


def ndcg_at(grades, scores, k, *, retrieved=None):
    r"""Discounted gain of the first k documents, over that of the best possible order.

    .. math:: \frac{\mathrm{DCG}}{\text{its largest value}},\qquad
        \mathrm{DCG}=\sum_{i=1}^{k}\frac{2^{\mathrm{grade}(i)}-1}{\log_2(i+1)}

    Parameters
    ----------
    grades : array_like, shape (n,)
        Not negative, and below 1000: sums of 2 to their power must be numbers.
    scores : array_like, shape (n,)
    k : int
        At least 1; may exceed n.
    retrieved : array_like of bool, shape (n,), optional
        Which documents are in the list; default all.

    Returns
    -------
    float
        Between 0 and 1; 0 if all grades are 0.

    Notes
    -----
    Cost: O(n log n). Source: Wu et al. (2011), section 7.3, with k as the sum's upper limit.

    Examples
    --------
    >>> print(round(ndcg_at([0, 4, 1], [3.0, 2.0, 1.0], 2), 3))
    0.605
    """
    grades, scores, retrieved = _checked(grades, "grades", scores, retrieved, low=0)
    k = check_count(k, "k", low=1)
    gains = 2.0**grades - 1
    best = _discounted(np.sort(gains)[::-1][:k])
    return float(_discounted(_in_order(gains, scores, retrieved)[:k]) / best) if best else 0.0


def _discounted(gains):
    return np.sum(gains / np.log2(np.arange(2, len(gains) + 2)))  # rank i by log2(i + 1)
