r"""How sure a score is when the bag may be wrong, and the error among the surest.

Cour, Sapp and Taskar (2011), section 8.5.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_real

from ._candidates import check_candidates

__all__ = ["hybrid_scores", "refusal_curve"]

_KINDS = ("max", "ratio", "relative", "constrained", "hybrid")


def hybrid_scores(scores, candidates, recall):
    r"""Scores that trust the bag the more, the more examples must be answered.

    .. math:: h_a=g_a\text{ in the bag},\qquad h_a=(1-r)g_a+r\min_bg_b\text{ outside}

    Parameters
    ----------
    scores : array_like, shape (n, L)
    candidates : array_like of bool, shape (n, L)
    recall : float
        The share r of examples that will be answered, in [0, 1].

    Returns
    -------
    ndarray, shape (n, L)

    Examples
    --------
    >>> hybrid_scores([[1.0, 2.0, 0.0]], [[1, 0, 1]], 0.75).tolist()
    [[1.0, 0.5, 0.0]]
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    bags = check_candidates(candidates, shape=scores.shape)
    r = check_real(recall, "recall", low=0, high=1)
    return np.where(bags, scores, (1 - r) * scores + r * scores.min(axis=1, keepdims=True))


def _margin(scores):
    """The best label of each row and its lead over the second."""
    second, first = np.sort(scores, axis=1)[:, -2:].T
    return scores.argmax(axis=1), first - second


def _answers(scores, bags, kind, recall):
    """Predicted labels and how sure they are."""
    if kind == "hybrid":
        return _margin(hybrid_scores(scores, bags, recall))
    if kind == "constrained":
        return _margin(np.where(bags, scores, -np.inf))
    best, lead = _margin(scores)
    if kind == "relative":
        return best, lead
    if kind == "ratio":
        shifted = scores - scores.max(axis=1, keepdims=True)
        return best, 1 / np.exp(shifted).sum(axis=1)  # the largest share of a softmax
    return best, scores.max(axis=1)


def refusal_curve(scores, candidates, y, recalls, kind="hybrid"):
    """Share of wrong labels among the surest examples, for several recalls.

    Parameters
    ----------
    scores : array_like, shape (n, L)
    candidates : array_like of bool, shape (n, L)
    y : array_like of int, shape (n,)
        True labels as columns.
    recalls : array_like, shape (k,)
        Shares of the examples that are answered, in (0, 1].
    kind : {"max", "ratio", "relative", "constrained", "hybrid"}
        Confidence: the largest score, its share of the exponentials, its lead over the second, the
        lead within the bag (infinite for a bag of one), or the lead of :func:`hybrid_scores`.
        Labels are predicted with the same scores.

    Returns
    -------
    ndarray, shape (k,)

    Raises
    ------
    ValueError
        If shapes differ, a bag is empty, or an entry is out of range.

    Notes
    -----
    Cost O(n L log L) a recall. Of equally sure examples the earlier count first.

    Examples
    --------
    >>> G, bags = [[2.0, 0.0, -1.0], [0.4, 0.5, -1.0]], [[1, 1, 0], [1, 0, 1]]
    >>> refusal_curve(G, bags, [0, 0], [0.5, 1.0], "relative").tolist()
    [0.0, 0.5]
    >>> refusal_curve(G, bags, [0, 0], [0.5, 1.0], "constrained").tolist()
    [0.0, 0.0]
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    bags = check_candidates(candidates, shape=scores.shape)
    y = check_array(y, "y", shape=(len(scores),), dtype=int, low=0, high=scores.shape[1] - 1)
    recalls = check_array(recalls, "recalls", ndim=1, min_rows=1, low=0, high=1, open_low=True)
    check_in(kind, "kind", _KINDS)
    errors = []
    for r in recalls:
        best, sure = _answers(scores, bags, kind, float(r))
        # r n may round to a little more than a whole number
        kept = np.argsort(-sure, kind="stable")[: int(np.ceil(r * len(scores) - 1e-9))]
        errors.append(np.mean(best[kept] != y[kept]))
    return np.array(errors)
