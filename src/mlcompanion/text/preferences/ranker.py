r"""``PairwiseRanker``: a sparse weight for each pair of words. Chen (2013), chapter 8."""

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._stream import plain_csr
from mlcompanion._validation import check_count, check_flag, check_in, check_rng

from .descent import PairDescent
from .steps import STARTS, checked_rule, checked_tuples
from .tuples import sample_tuples

__all__ = ["PairwiseRanker"]


class PairwiseRanker(BaseEstimator):
    r"""Rank documents for a query by :math:`q^\top Wd`, with a sparse weight a pair of words.

    Learns from tuples of a query, a preferred and another document, which it draws from class
    labels, by stochastic descent with the penalty :math:`\lambda\sum_{ij}|W_{ij}|`; then again,
    without the penalty, on the entries that were left.

    Parameters
    ----------
    lam : float
        The penalty; not negative. Set it by the density that it leaves: it depends on C.
    C : float
        Rate of the first step.
    schedule : {"sqrt", "fixed"}
        Rates :math:`C/\sqrt t`, or C throughout.
    T : int
        Entries are shrunk after each T-th step, by the sum of T thresholds; 1 is the plain method.
    n_iter : int
        Steps of the sparse run, and again of the refit.
    refit : bool
        Whether to learn again on the support, without penalty, from the same tuples.
    diagonal : bool
        Whether only weights of a word with itself are learned.
    start : {"identity", "zero"}
        The identity ranks as the cosine does, if rows have length 1.
    scale : array_like, shape (n_features,), optional
        Numbers :math:`s_i\ge0`: the penalty of a pair is :math:`\lambda s_is_j`. Default 1.
    random_state : int, Generator or RandomState, optional

    Attributes
    ----------
    W_ : csr_array, shape (n_features, n_features)
        The weights, without stored zeros.
    W_shrunk_ : csr_array
        The weights before the refit.
    density_ : float
        Share of the weights that are not zero.
    n_steps_ : int
        Steps of the sparse run so far.
    n_features_in_ : int

    Notes
    -----
    Cost of a step: nnz(q) (nnz(d+) + nnz(d-)), whatever n_features is; see
    :func:`preference_steps`, also for the memory. The origin of X means something (a word that is
    not there), so nothing is centred, and no row is rescaled.
    Source: Chen (2013), chapter 8; :math:`\lambda s_is_j` is ours, the source's "W-Sparse" is
    defined nowhere.

    Examples
    --------
    Words 0 and 1 belong to one class, 2 and 3 to another; no two are ever seen together:

    >>> X = np.eye(4)[[0, 1, 0, 1, 2, 3, 2, 3]]
    >>> y = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> model = PairwiseRanker(n_iter=2000, random_state=0).fit(X, y)
    >>> (model.relevance(X[:1], X) > 0).astype(int)
    array([[1, 1, 1, 1, 0, 0, 0, 0]])
    """

    def __init__(
        self,
        lam=1e-4,
        C=200.0,
        *,
        schedule="sqrt",
        T=100,
        n_iter=100_000,
        refit=True,
        diagonal=False,
        start="identity",
        scale=None,
        random_state=None,
    ):
        self.lam = lam
        self.C = C
        self.schedule = schedule
        self.T = T
        self.n_iter = n_iter
        self.refit = refit
        self.diagonal = diagonal
        self.start = start
        self.scale = scale
        self.random_state = random_state

    def fit(self, X, y):
        """Learn from ``n_iter`` tuples that are drawn from the labels.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n, n_features)
        y : array_like, shape (n,)
            Class labels: documents of the query's class are preferred.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there is one class only, no class has two rows, or a parameter is out of range.
        """
        X, y = self._validated(X, y, reset=True)
        n_iter = check_count(self.n_iter, "n_iter", low=1)
        refit = check_flag(self.refit, "refit")
        self._begin(X.shape[1])
        tuples = sample_tuples(y, n_iter, self._rng)
        self._advance(X, tuples)
        if refit:
            again = PairDescent(
                X.shape[1], self._run.rule, diagonal=self.diagonal, start=self.W_shrunk_
            )
            self._take(again.advance(X, tuples).matrix(), refitted=True)
        return self

    def partial_fit(self, X, y):
        """Go on with as many steps as there are rows, on tuples drawn from them; without a refit.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n, n_features)
        y : array_like, shape (n,)
            Class labels of these rows. They tell which rows belong together, and need not have
            been seen before.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            As :meth:`fit`.
        """
        first = not hasattr(self, "n_steps_")
        X, y = self._validated(X, y, reset=first)
        if first:
            self._begin(X.shape[1])
        return self._advance(X, sample_tuples(y, X.shape[0], self._rng))

    def learn(self, X, tuples):
        """Go on with a step for each of given tuples; without a refit.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n, n_features)
        tuples : array_like of int, shape (m, 3)
            Rows of a query, a preferred and another document, in the order of the steps.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a tuple names a row that X lacks, or a parameter is out of range.

        Notes
        -----
        Besides the steps, a call costs the entries of ``W_``: hand over many tuples at once.
        """
        first = not hasattr(self, "n_steps_")
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=first)
        tuples = checked_tuples(tuples, X.shape[0])
        if first:
            self._begin(X.shape[1])
        return self._advance(plain_csr(X), tuples)

    def _advance(self, X, tuples):
        self._run.advance(X, tuples)
        self._take(self._run.matrix())
        return self

    def _validated(self, X, y, *, reset):
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, reset=reset)
        return plain_csr(X), y

    def _begin(self, n_features):
        """Check the parameters and set all weights to the start."""
        rule = checked_rule(self.get_params(), n_features)
        start = check_in(self.start, "start", STARTS)
        diagonal = check_flag(self.diagonal, "diagonal")
        self._rng = check_rng(self.random_state)
        self._run = PairDescent(n_features, rule, diagonal=diagonal, start=start)

    def _take(self, W, refitted=False):
        """Hand out a matrix."""
        self.W_ = W
        if not refitted:
            self.W_shrunk_ = W
        self.density_ = W.nnz / W.shape[0] ** 2
        self.n_steps_ = self._run.t

    def relevance(self, queries, documents):
        """Score every document for every query.

        Parameters
        ----------
        queries : array_like or sparse matrix, shape (n_queries, n_features)
        documents : array_like or sparse matrix, shape (n_documents, n_features)

        Returns
        -------
        ndarray, shape (n_queries, n_documents)

        Notes
        -----
        Cost: the weights of each query's words, then the words of the documents.
        """
        check_is_fitted(self)
        options = {"accept_sparse": "csr", "dtype": np.float64, "reset": False}
        queries = csr_array(validate_data(self, queries, **options))
        documents = csr_array(validate_data(self, documents, **options))
        return (queries @ self.W_ @ documents.T).toarray()

    def __sklearn_tags__(self):
        """Tags: it needs labels, and takes sparse rows."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.sparse = True
        return tags
