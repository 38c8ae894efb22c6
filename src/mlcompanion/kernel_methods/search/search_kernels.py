r"""Kernels for search: between queries by their clicks, between pages, and between pairs of both.

Wu, Xu, Li and Oyama (2011): section 5 (S-kernels, Theorems 4 and 5) and section 6 (similarity of
queries from the log, preference pairs).
"""

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_in, check_list, check_square

__all__ = [
    "click_query_kernel",
    "cosine_kernel",
    "preference_pairs",
    "s_kernel",
    "sum_s_kernel",
]


def _counts(C, name):
    """A sparse matrix of finite counts that are not negative."""
    if sparse.issparse(C):
        check_array(C.data, name, low=0)
        return sparse.csr_array(C, dtype=float)
    return sparse.csr_array(check_array(C, name, ndim=2, min_rows=1, low=0))


def click_query_kernel(clicks, measure="pearson"):
    r"""Similarity of queries by what was clicked after them.

    Parameters
    ----------
    clicks : array_like or sparse matrix, shape (n_queries, n_pages)
        How often each page was clicked after each query.
    measure : {"pearson", "jensen-shannon", "jaccard"}
        Correlation of two rows over *all* pages; 1 minus the Jensen-Shannon divergence, in bits, of
        the shares of clicks; or common pages over pages clicked after either.

    Returns
    -------
    ndarray, shape (n_queries, n_queries)
        1 on the diagonal. A query without clicks has 0 with all others.

    Raises
    ------
    ValueError
        If a count is negative or not finite, or there is no such measure.

    Notes
    -----
    All three are positive semi-definite. The source's text takes the correlation over the pages of
    the two queries only, and that is not. Over all pages queries without a common page have a
    slightly negative correlation.
    Cost: for each page the square of the number of its queries, and O(n_queries²).
    Source: Wu et al. (2011), Eq. (9) and its footnote.

    Examples
    --------
    >>> click_query_kernel([[4, 0, 0], [2, 0, 0], [0, 1, 1]]).round(2)
    array([[ 1.,  1., -1.],
           [ 1.,  1., -1.],
           [-1., -1.,  1.]])
    """
    C = _counts(clicks, "clicks")
    measures = {"pearson": _pearson, "jensen-shannon": _jensen_shannon, "jaccard": _jaccard}
    K = measures[check_in(measure, "measure", measures)](C)
    np.fill_diagonal(K, 1.0)
    return K


def _pearson(C):
    n = C.shape[1]
    mean = np.asarray(C.sum(axis=1)).ravel() / n
    # covariances of sparse rows, which centring would fill
    K = (C @ C.T).toarray() - n * np.outer(mean, mean)
    # Where the mean hides the deviations, hardly an entry is zero: these rows are centred as dense.
    flat = K.diagonal() <= 1e-4 * n * mean**2
    if flat.any():
        centred = C[flat].toarray() - mean[flat, None]
        # once more: the first mean carries a rounding of its own
        centred -= centred.mean(axis=1, keepdims=True)
        # of two factors it is enough that one is centred
        beside = (C[~flat] @ centred.T).T
        K[np.ix_(flat, ~flat)] = beside
        K[np.ix_(~flat, flat)] = beside.T
        K[np.ix_(flat, flat)] = centred @ centred.T
    deviation = np.sqrt(np.maximum(K.diagonal(), 0))
    rounding = 64 * np.finfo(float).eps * np.sqrt(n) * mean
    deviation[deviation <= rounding] = np.inf  # the same count everywhere
    return K / np.outer(deviation, deviation)


def _jaccard(C):
    clicked = C.copy()
    clicked.eliminate_zeros()
    clicked.data[:] = 1.0
    common = (clicked @ clicked.T).toarray()
    size = common.diagonal()
    return common / np.maximum(size[:, None] + size - common, 1.0)


def _jensen_shannon(C):
    """Page by page: only pages that both queries have tell their divergence from 1."""
    total = np.asarray(C.sum(axis=1)).ravel()
    shares = sparse.csc_array(sparse.diags_array(1 / np.where(total > 0, total, 1.0)) @ C)
    shares.eliminate_zeros()
    K = np.zeros((C.shape[0],) * 2)
    for start, stop in zip(shares.indptr[:-1], shares.indptr[1:]):
        rows = shares.indices[start:stop]
        p = shares.data[start:stop]
        # p log(2 m / p) / 2 with m = (p + q) / 2, for all pairs of a page at once
        half = 0.5 * p[:, None] * np.log2(1 + p / p[:, None])
        K[np.ix_(rows, rows)] += half + half.T
    return K


def cosine_kernel(X, Y=None):
    """Cosine between the rows of two arrays of counts; a row of zeros has 0 with all others.

    Parameters
    ----------
    X : array_like or sparse matrix, shape (n, n_terms)
        Not negative.
    Y : array_like or sparse matrix, shape (m, n_terms), optional
        Default ``X``.

    Returns
    -------
    ndarray, shape (n, m)

    Notes
    -----
    Cost: that of a sparse product. Source: Wu et al. (2011), section 6, on titles and addresses.

    Examples
    --------
    >>> cosine_kernel([[1, 1], [0, 2]]).round(2)
    array([[1.  , 0.71],
           [0.71, 1.  ]])
    """
    X = _unit_rows(_counts(X, "X"))
    Y = X if Y is None else _unit_rows(_counts(Y, "Y"))
    if X.shape[1] != Y.shape[1]:
        raise ValueError(f"Y must have {X.shape[1]} columns like X, got {Y.shape[1]}")
    return (X @ Y.T).toarray()


def _unit_rows(X):
    length = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
    return sparse.diags_array(1 / np.where(length > 0, length, 1.0)) @ X


def s_kernel(g, KX, KY, series=(0.0, 1.0)):
    r"""Kernel between pairs :math:`(x_i,y_i)` from a power series of a product of two kernels.

    .. math:: K_{ij}=g(x_i,y_i)\,\sum_kc_k\bigl(k_X(x_i,x_j)\,k_Y(y_i,y_j)\bigr)^k\,g(x_j,y_j)

    Every function in its space is an S-function, whatever the S-function g.

    Parameters
    ----------
    g : array_like, shape (n,)
        Values of an S-function at the pairs.
    KX, KY : array_like, shape (n, n)
        Kernels between the first and between the second parts of the pairs.
    series : {"exp", "geometric"} or array_like, shape (m,)
        Coefficients :math:`c_0,c_1,\dots`, not negative, or the series of :math:`e^u` or
        :math:`1/(1-u)`; the latter needs \|KX\| and \|KY\| below 1 everywhere.

    Returns
    -------
    ndarray, shape (n, n)
        Positive semi-definite.

    Raises
    ------
    ValueError
        If shapes disagree, a coefficient is negative, or a kernel leaves the series' radius.

    Notes
    -----
    Cost: O(n²) a term. Source: Wu et al. (2011), Theorem 4; the default is Eq. (8), of which
    ``g = 1`` is the pairwise kernel of Basilico and Hofmann.

    Examples
    --------
    >>> s_kernel([1.0, 2.0], [[1.0, 0.5], [0.5, 1.0]], [[1.0, 0.5], [0.5, 1.0]])
    array([[1. , 0.5],
           [0.5, 4. ]])
    """
    g = check_array(g, "g", ndim=1, min_rows=1)
    KX, KY = (check_square(K, n, size=len(g), symmetric=True) for K, n in ((KX, "KX"), (KY, "KY")))
    product = KX * KY
    if isinstance(series, str):
        smooth = {"exp": np.exp, "geometric": lambda u: 1 / (1 - u)}
        inner = smooth[check_in(series, "series", smooth)](_inside(product, KX, KY, series))
    else:
        coefs = check_array(series, "series", ndim=1, min_rows=1, low=0)
        inner = np.polynomial.polynomial.polyval(product, coefs)
    return g[:, None] * inner * g


def _inside(product, KX, KY, series):
    for K, name in ((KX, "KX"), (KY, "KY")):
        if series == "geometric" and abs(K).max() >= 1:
            raise ValueError(f"{name} must stay below 1 in size for the geometric series")
    return product


def sum_s_kernel(g, KX, KY, weights):
    r"""Kernel between pairs from several kernels: :math:`g_i\sum_lc_lk^X_lk^Y_l\,g_j`.

    Parameters
    ----------
    g : array_like, shape (n,)
        Values of an S-function at the pairs.
    KX, KY : list of array_like, shape (n, n)
        As many kernels between the first parts as between the second parts.
    weights : array_like, shape (m,)
        One for each pair of kernels; not negative.

    Returns
    -------
    ndarray, shape (n, n)
        Positive semi-definite.

    Raises
    ------
    ValueError
        If the lists differ in length, shapes disagree, or a weight is negative.

    Notes
    -----
    Cost: O(mn²). Source: Wu et al. (2011), Theorem 5.
    """
    KX = check_list(KX, "KX")
    KY = check_list(KY, "KY")
    if len(KX) != len(KY):
        raise ValueError(f"KX and KY must be lists of one length, got {len(KX)} and {len(KY)}")
    weights = check_array(weights, "weights", shape=(len(KX),), low=0)
    return sum(s_kernel(g, A, B, (0.0, c)) for A, B, c in zip(KX, KY, weights))


def preference_pairs(queries, shown, clicked):
    """Read preferences from what was clicked and what was not.

    A clicked page is preferred to every page above it that was skipped, and to the page right below
    it if that was not clicked.

    Parameters
    ----------
    queries : array_like of int, shape (n_sessions,)
    shown : array_like of int, shape (n_sessions, n_ranks)
        Pages from the first rank down.
    clicked : array_like of bool, shape (n_sessions, n_ranks)

    Returns
    -------
    ndarray of int, shape (n_pairs, 3)
        Query, preferred page, other page; session by session.

    Raises
    ------
    ValueError
        If shapes disagree or an index is negative or no integer.

    Notes
    -----
    Cost: O(n_sessions n_ranks²). Source: Wu et al. (2011), section 6, after Joachims (2002); the
    second rule is Joachims's too.

    Examples
    --------
    >>> preference_pairs([7], [[3, 5, 4]], [[False, True, False]])
    array([[7, 5, 3],
           [7, 5, 4]])
    """
    queries = check_array(queries, "queries", ndim=1, min_rows=1, dtype=int, low=0)
    shown = check_array(shown, "shown", shape=(len(queries), None), dtype=int, low=0)
    clicked = check_array(clicked, "clicked", shape=shown.shape, dtype=bool)
    ranks = np.arange(shown.shape[1])
    above_or_next = ranks <= ranks[:, None] + 1  # row: rank clicked, column: rank skipped
    wins = clicked[:, :, None] & ~clicked[:, None, :] & above_or_next
    session, better, worse = np.nonzero(wins)
    return np.column_stack([queries[session], shown[session, better], shown[session, worse]])
