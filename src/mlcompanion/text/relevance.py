r"""How well a document matches a query by its words: three classical models, as inner products.

Each maps a query and a document to vectors whose inner product is its score: the vector space
model, BM25, and the language model with Dirichlet smoothing (Wu, Xu, Li and Oyama 2011, section
3.3). Queries and documents come as counts of terms, one row each, such as those of scikit-learn's
``CountVectorizer``.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._jit import njit
from mlcompanion._validation import check_real

from .s_functions import SFunction

__all__ = ["BM25", "VSM", "DirichletLM"]


class _SparseRows(NamedTuple):
    """A sparse matrix by rows: of row i the entries are ``starts[i]`` to ``starts[i + 1]``."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray


class _RelevanceModel(BaseEstimator):
    """What the three share: the collection, its index by terms, and scores from it.

    A model says its features in two parts: sparse ones, a column a term, and a few dense ones.
    """

    def fit(self, X, y=None):
        """Learn the weights of the terms from a collection, and index it.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_documents, n_terms)
            Counts of the terms; not negative.
        y : None
            Ignored.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a count is negative or not finite, no document has a word, or a parameter is out of
            range.
        """
        X = self._counts(X, reset=True)
        self._check_parameters()
        if not X.nnz:
            raise ValueError("X has no word in any document")
        # Robertson's form with 1 + inside the logarithm: positive, however common the term.
        df = np.bincount(X.indices, minlength=X.shape[1])
        self.idf_ = np.log1p((X.shape[0] - df + 0.5) / (df + 0.5))
        self.average_length_ = float(X.sum()) / X.shape[0]
        self.term_probability_ = _column_sums(X) / X.sum()
        terms, self._extra = self._document_parts(X)
        self._by_term = terms.T.tocsr()
        return self

    def relevance(self, queries):
        """Score every document of the collection for every query.

        Parameters
        ----------
        queries : array_like or sparse matrix, shape (n_queries, n_terms)
            Counts of the terms.

        Returns
        -------
        ndarray, shape (n_queries, n_documents)
        """
        check_is_fitted(self)
        terms, extra = self._query_parts(self._counts(queries))
        index = self._by_term
        of_queries = _SparseRows(terms.indptr, terms.indices, terms.data)
        of_terms = _SparseRows(index.indptr, index.indices, index.data)
        return _score(extra, self._extra, of_queries, of_terms)

    def query_features(self, queries):
        """The vectors of queries: a sparse matrix with a row a query."""
        check_is_fitted(self)
        return sparse.hstack(self._query_parts(self._counts(queries)), format="csr")

    def document_features(self, documents):
        """The vectors of documents, of the collection or new: a sparse matrix, a row a document."""
        check_is_fitted(self)
        return sparse.hstack(self._document_parts(self._counts(documents)), format="csr")

    def s_function(self):
        """The fitted model as an :class:`SFunction` of queries and documents."""
        check_is_fitted(self)
        return SFunction(self.query_features, self.document_features)

    def _counts(self, X, reset=False):
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=reset)
        X = sparse.csr_array(X, copy=True)  # brought into one form here, not in the caller's hands
        X.sum_duplicates()
        if X.nnz and X.data.min() < 0:
            raise ValueError("Negative values in data passed to X: it must hold counts")
        X.eliminate_zeros()
        return X

    def _check_parameters(self):
        """Refuse parameters out of range."""

    def __sklearn_tags__(self):
        """Tags: counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags


@njit
def _score(query_extra, document_extra, of_queries, of_terms):
    """Products of the dense features; then, term by term of each query, the documents with it."""
    queries, terms, weights = of_queries
    starts, documents, values = of_terms
    scores = np.zeros((len(query_extra), len(document_extra)))
    for q in range(len(scores)):
        for e in range(query_extra.shape[1]):
            scores[q] += query_extra[q, e] * document_extra[:, e]  # these reach every document
        for k in range(queries[q], queries[q + 1]):
            for j in range(starts[terms[k]], starts[terms[k] + 1]):
                scores[q, documents[j]] += weights[k] * values[j]
    return scores


def _column_sums(X):
    return np.asarray(X.sum(axis=0)).ravel()


def _lengths(X):
    return np.asarray(X.sum(axis=1)).ravel()


def _with(X, values):
    """A sparse matrix with the places of ``X`` and other values."""
    return sparse.csr_array((values, X.indices, X.indptr), shape=X.shape)


def _rows_of(X):
    """The row of each stored entry."""
    return np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))


class VSM(_RelevanceModel):
    r"""Vector space model: :math:`\sum_t\mathrm{idf}(t)^2\,\mathrm{tf}(t,q)\,\mathrm{tf}(t,d)`.

    Both kinds of objects have the same features, so it is a kernel as well.

    Attributes
    ----------
    idf_ : ndarray, shape (n_terms,)
        :math:`\log(1+\frac{N-\mathrm{df}+1/2}{\mathrm{df}+1/2})` for a term in df of N documents.
    average_length_ : float
        Words of a document.
    term_probability_ : ndarray, shape (n_terms,)
        Share of each term among all words.

    Notes
    -----
    Cost of a query: the number of documents of each of its terms.
    Source: Wu et al. (2011), section 3.3.1; the source does not say its idf.

    Examples
    --------
    >>> model = VSM().fit([[1, 0], [1, 2]])
    >>> model.relevance([[0, 1]]).round(2)
    array([[0.  , 0.96]])
    """

    def _query_parts(self, X):
        return _with(X, self.idf_[X.indices] * X.data), np.empty((X.shape[0], 0))

    _document_parts = _query_parts


class BM25(_RelevanceModel):
    r"""Okapi BM25: repeated words count ever less, long documents count as diluted.

    .. math:: k(q,d)=\varepsilon+\sum_t\frac{(k_3+1)\,\mathrm{tf}(t,q)}{k_3+\mathrm{tf}(t,q)}\,
        \mathrm{idf}(t)\frac{(k_1+1)\,\mathrm{tf}(t,d)}
        {k_1(1-b+b\,\mathrm{len}(d)/\mathrm{average})+\mathrm{tf}(t,d)}

    Parameters
    ----------
    k1 : float
        How slowly repetitions in a document wear out; 0 asks only whether the term is there.
    b : float
        How much the length of a document counts, in [0, 1].
    k3 : float
        As ``k1``, for the query.
    epsilon : float
        Added to every score; it keeps a page without a common word above 0.

    Attributes
    ----------
    idf_, average_length_, term_probability_
        As in :class:`VSM`.

    Notes
    -----
    Cost of a query: the number of documents of each of its terms.
    Source: Wu et al. (2011), section 3.3.2, Eq. (1); the defaults are those of textbooks, the
    source tuned and does not tell them.

    Examples
    --------
    >>> BM25(epsilon=0.1).fit([[1, 0], [1, 2]]).relevance([[0, 1]]).round(2)
    array([[0.1 , 0.94]])
    """

    def __init__(self, k1=1.2, b=0.75, k3=8.0, epsilon=0.0):
        self.k1 = k1
        self.b = b
        self.k3 = k3
        self.epsilon = epsilon

    def _check_parameters(self):
        for name in ("k1", "k3", "epsilon"):
            check_real(getattr(self, name), name, low=0)
        check_real(self.b, "b", low=0, high=1)

    def _query_parts(self, X):
        tf = X.data
        return _with(X, (self.k3 + 1) * tf / (self.k3 + tf)), np.ones((X.shape[0], 1))

    def _document_parts(self, X):
        dilution = 1 - self.b + self.b * _lengths(X) / self.average_length_
        tf = X.data
        worn = (self.k1 + 1) * tf / (self.k1 * dilution[_rows_of(X)] + tf)
        return _with(X, self.idf_[X.indices] * worn), np.full((X.shape[0], 1), float(self.epsilon))


class DirichletLM(_RelevanceModel):
    r"""Language model with Dirichlet smoothing: how probably the document's author says the query.

    .. math:: k(q,d)=\sum_t\mathrm{tf}(t,q)\log\Bigl(1+\frac{\mathrm{tf}(t,d)}{\mu P(t)}\Bigr)
        +\mathrm{len}(q)\log\frac{\mu}{\mathrm{len}(d)+\mu}

    It is the log-likelihood of the query, up to a number that depends on the query alone.

    Parameters
    ----------
    mu : float
        Words that the whole collection lends to every document; positive.

    Attributes
    ----------
    idf_, average_length_, term_probability_
        As in :class:`VSM`; the last is :math:`P(t)`.

    Notes
    -----
    A term that the collection lacks counts nothing. Cost as of :class:`BM25`, and O(n_documents).
    Source: Wu et al. (2011), section 3.3.3, with len(d) where the scan has ln(d).

    Examples
    --------
    >>> DirichletLM(mu=10.0).fit([[1, 0], [1, 2]]).relevance([[0, 1]]).round(2)
    array([[-0.1 ,  0.07]])
    """

    def __init__(self, mu=2000.0):
        self.mu = mu

    def _check_parameters(self):
        check_real(self.mu, "mu", low=0, open_low=True)

    def _query_parts(self, X):
        return X, _lengths(X)[:, None]

    def _document_parts(self, X):
        P = self.term_probability_[X.indices]
        with np.errstate(divide="ignore"):
            # log1p: a large mu makes the ratio small
            gain = np.where(P > 0, np.log1p(X.data / (self.mu * P)), 0.0)
        return _with(X, gain), np.log(self.mu / (_lengths(X) + self.mu))[:, None]
