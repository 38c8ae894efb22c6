"""How well scores of pairs rank, and which words a matrix connects: Chen (2013), section 8.4."""

import numpy as np
from scipy import sparse

from mlcompanion._classes import class_codes
from mlcompanion._validation import check_array, check_count, check_square

from .tuples import checked_labels

__all__ = ["mean_average_precision", "pair_error", "related_features"]


def pair_error(scores, tuples):
    r"""Share of tuples whose preferred document does not score more than the other; a tie is wrong.

    Parameters
    ----------
    scores : array_like, shape (n_queries, n_documents)
        :math:`q^\top Wd` of each pair.
    tuples : array_like of int, shape (m, 3)
        Row of the query, columns of the preferred and of the other document.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If a tuple names a row or a column that ``scores`` lacks.

    Notes
    -----
    Cost: O(m) beside the scores' memory. Source: Chen (2013), section 8.4.1, first metric.

    Examples
    --------
    >>> print(round(pair_error([[0.0, 2.0, 1.0]], [[0, 1, 2], [0, 2, 1], [0, 0, 0]]), 3))
    0.667
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    tuples = check_array(tuples, "tuples", shape=(None, 3), dtype=np.int64, low=0, min_rows=1)
    limits = (len(scores), scores.shape[1], scores.shape[1])
    for column, limit in enumerate(limits):
        if tuples[:, column].max() >= limit:
            largest = tuples[:, column].max()
            raise ValueError(f"tuples must stay inside of scores {scores.shape}, got {largest}")
    query, better, worse = tuples.T
    return float(np.mean(scores[query, better] <= scores[query, worse]))


def mean_average_precision(scores, y, y_documents=None):
    r"""Mean over queries of the average precision with which they find documents of their class.

    Documents of equal scores are found together, so that the order of the rows does not matter.

    Parameters
    ----------
    scores : array_like, shape (n_queries, n_documents)
    y : array_like, shape (n_queries,)
        Classes of the queries.
    y_documents : array_like, shape (n_documents,), optional
        Classes of the documents. Default: the documents are the queries, and none finds itself.

    Returns
    -------
    float
        Between 0 and 1. A query whose class no document has is left out.

    Raises
    ------
    ValueError
        If no query has a document of its class.

    Notes
    -----
    Cost: O(n log n) a query with n documents. Source: Chen (2013), section 8.4.1, second metric,
    which does not say what is ranked. For one query it is scikit-learn's
    ``average_precision_score``; :func:`mlcompanion.text.average_precision` takes equal scores in
    the order given.

    Examples
    --------
    >>> mean_average_precision([[9.0, 2.0, 1.0], [2.0, 9.0, 3.0], [1.0, 3.0, 9.0]], [0, 1, 0])
    0.5
    """
    scores = check_array(scores, "scores", ndim=2, min_rows=1)
    own = y_documents is None
    labels = [checked_labels(y, "y", scores.shape[0])]
    if not own:
        labels.append(checked_labels(y_documents, "y_documents", scores.shape[1]))
    if own and scores.shape[0] != scores.shape[1]:
        raise ValueError(f"scores must be square without y_documents, got {scores.shape}")
    _, codes = class_codes(np.concatenate(labels))
    of_queries = codes[: len(scores)]
    of_documents = codes[-scores.shape[1] :]
    found = []
    for i, row in enumerate(scores):
        relevant = of_documents == of_queries[i]
        if own:
            row = np.delete(row, i)
            relevant = np.delete(relevant, i)
        if relevant.any():
            found.append(_average_precision(relevant, row))
    if not found:
        raise ValueError("y has no query with a document of its class")
    return float(np.mean(found))


def _average_precision(relevant, row):
    """Mean, over the relevant documents, of the precision where their score ends."""
    order = np.argsort(-row, kind="stable")
    in_order = row[order]
    hits = np.cumsum(relevant[order])
    ends = np.flatnonzero(np.append(in_order[1:] != in_order[:-1], True))
    new = np.diff(hits[ends], prepend=0)
    return np.sum(new * hits[ends] / (ends + 1)) / hits[-1]


def related_features(W, i, k=5):
    r"""The columns of a row's strongest weights, strongest first, without zeros.

    Parameters
    ----------
    W : array_like or sparse matrix, shape (n_features, n_features)
    i : int
        The row: a word of the query.
    k : int
        How many at most.

    Returns
    -------
    ndarray of int
        Up to k columns in falling order of :math:`|W_{ij}|`; equal ones in their own order.

    Notes
    -----
    Cost: O(n_features log n_features). Source: Chen (2013), section 8.4.2.3 and Table 8.3.

    Examples
    --------
    >>> related_features([[0.1, -2.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 0)
    array([1, 0])
    """
    W = check_square(W, "W", accept_sparse=True)
    i = check_count(i, "i", high=W.shape[0] - 1)
    k = check_count(k, "k", low=1)
    row = sparse.csr_array(W)[[i]].toarray()[0] if sparse.issparse(W) else W[i]
    strength = np.abs(row)
    order = np.argsort(-strength, kind="stable")[:k]
    return order[strength[order] > 0]
