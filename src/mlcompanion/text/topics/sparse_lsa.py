r"""Sparse latent semantic analysis: topics of a few words each (Chen 2013, sections 9.2, 9.3)."""

import warnings

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_rng,
)
from mlcompanion.linalg import one_blas_thread
from mlcompanion.prox import L1, NonNegative

from .alternation import RowGroups, as_matrix, first_factor, longest_row, sparse_lsa_steps

__all__ = ["SparseLSA", "word_shares"]

STARTS = ("svd", "identity", "random", "documents")


def check_topics(n_components, shape):
    """Number of topics: at most as many as documents, and as words."""
    D = check_count(n_components, "n_components", low=1)
    if min(shape) < D:
        raise ValueError(
            f"n_components must be at most {min(shape)}, the lesser of n_samples={shape[0]} and "
            f"n_features={shape[1]}, got {D}"
        )
    return D


class SparseLSA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Project documents on topics that use a few words each.

    .. math:: \min_{U,A}\ \tfrac12\|X-UA\|_F^2+\lambda\|A\|_1\quad\text{with }U^\top U=I

    By two exact steps in turn: the soft threshold of :math:`U^\top X` for A, and two factors of the
    singular value decomposition of the small matrix :math:`XA^\top` for U. A document q becomes
    :math:`Aq`.

    Parameters
    ----------
    n_components : int
        Number D of topics, at most as many as documents and as words.
    lam : float
        Penalty, in the units of X; 0.05 in the source, for rows of length 1. With 0 the topics
        span those of LSA.
    groups : array_like of int, shape (M,), optional
        Label of the group of each word. Groups then enter a topic or leave it as a whole: the
        penalty is that of the norms of groups, weighted by the roots of their sizes.
    nonnegative : bool
        Whether A must not be negative; its rows can then be read as shares of words.
    init : {"svd", "identity", "random", "documents"} or array_like of shape (N, D)
        Where U starts: left singular vectors of X; the first D documents, as in the source, which
        depends on the order of the rows and may be stuck at an empty A; random columns; documents
        drawn at random; or orthonormal columns that are given.
    tol : float
        Stop when no entry of U changes by more, nor one of A, in units of X's longest row.
    max_iter : int
    random_state : int, Generator, RandomState or None
        Of the random starts.

    Attributes
    ----------
    components_ : csr_array, shape (D, M)
        The projection matrix A. An empty row is a topic that the penalty did not let in.
    embedding_ : ndarray, shape (N, D)
        U, orthonormal columns, after the last step.
    objective_path_ : ndarray, shape (2 n_iter_,)
        Objective after every step, of A and of U in turn. It never rises.
    effective_dimension_ : float
        Nonzero entries of A for each word.
    n_iter_ : int
    converged_ : bool
        False if ``max_iter`` came first.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` came first.

    See Also
    --------
    LSA : Without the penalty, by one decomposition.

    Notes
    -----
    Cost of a round: O(nnz(X) D + N D² + M D); memory N D and the nonzero entries of A. X is not
    centred, and stays sparse. Source: Chen (2013), Algorithm 9.1, equations (9.4), (9.9), (9.10).

    Examples
    --------
    >>> X = [[0.8, 0.6, 0.0, 0.0], [0.6, 0.8, 0.0, 0.0], [0.0, 0.1, 0.7, 0.7]]
    >>> model = SparseLSA(2, lam=0.2).fit(X)
    >>> model.components_.toarray().round(1)
    array([[0.8, 0.8, 0. , 0. ],
           [0. , 0. , 0.5, 0.5]])
    >>> model.effective_dimension_
    1.0
    """

    def __init__(
        self,
        n_components=10,
        lam=0.05,
        *,
        groups=None,
        nonnegative=False,
        init="svd",
        tol=0.01,
        max_iter=500,
        random_state=None,
    ):
        self.n_components = n_components
        self.lam = lam
        self.groups = groups
        self.nonnegative = nonnegative
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def __sklearn_tags__(self):
        """Tags: X may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _penalty(self, n_words):
        lam = check_real(self.lam, "lam", low=0)
        penalty = L1(lam)
        if self.groups is not None:
            penalty = RowGroups(self.groups, lam)
            if len(penalty.row.groups) != n_words:
                raise ValueError(f"groups must have shape ({n_words},), one label a word")
        return NonNegative(penalty) if check_flag(self.nonnegative, "nonnegative") else penalty

    def fit(self, X, y=None):
        """Alternate between the two steps.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (N, M)
            Documents by words, as a rule tf-idf with rows of length 1.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If there are more topics than documents or words, or a parameter is out of range.
        """
        X = as_matrix(validate_data(self, X, accept_sparse="csr", dtype=np.float64))
        D = check_topics(self.n_components, X.shape)
        penalty = self._penalty(X.shape[1])
        if isinstance(self.init, str) or self.init is None:
            check_in(self.init, "init", STARTS)
        tol = check_real(self.tol, "tol", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        rng = check_rng(self.random_state)
        unit = longest_row(X)
        path = []
        with one_blas_thread():  # products of narrow matrices lose time to more threads
            U = first_factor(X, D, self.init, rng)
            A = sparse.csr_array((D, X.shape[1]))
            for state in sparse_lsa_steps(X, U, penalty):
                path += [state.fitted, state.objective]
                moved = np.abs(state.U - U).max()
                changed = abs(state.A - A).max()
                U = state.U
                A = state.A
                # the first A is no change: there was none before it
                self.converged_ = bool(len(path) > 2 and moved <= tol and changed <= tol * unit)
                if self.converged_ or len(path) == 2 * max_iter:
                    break
        if not self.converged_:
            warnings.warn(
                f"SparseLSA: topics still moved after {max_iter} rounds", ConvergenceWarning, 2
            )
        self.components_ = A
        self.embedding_ = U
        self.objective_path_ = np.array(path)
        self.effective_dimension_ = A.nnz / X.shape[1]
        self.n_iter_ = len(path) // 2
        self._n_features_out = D
        return self

    def transform(self, X):
        """Documents in the space of topics, :math:`XA^\top`; sparse if X is.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n, M)

        Returns
        -------
        ndarray or csr_array, shape (n, D)

        Raises
        ------
        ValueError
            If X is not like the data of the fit.
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        if sparse.issparse(X):
            return sparse.csr_array(as_matrix(X) @ self.components_.T)
        return (self.components_ @ X.T).T


def word_shares(A):
    r"""Rows that sum to 1: a pseudo-probability of each word given the topic.

    .. math:: \tilde a_{dj}=a_{dj}/\sum_{j=1}^Ma_{dj}

    Parameters
    ----------
    A : array_like or sparse matrix, shape (D, M)
        Topics by words, not negative, as of a model with ``nonnegative=True``.

    Returns
    -------
    csr_array, shape (D, M)
        An empty topic stays empty.

    Raises
    ------
    ValueError
        If an entry is negative: it is no share of a word.

    Notes
    -----
    Cost: O(nonzero entries). Source: Chen (2013), section 9.3.2.

    Examples
    --------
    >>> word_shares([[3.0, 0.0, 1.0], [0.0, 0.0, 0.0]]).toarray()
    array([[0.75, 0.  , 0.25],
           [0.  , 0.  , 0.  ]])
    """
    A = sparse.csr_array(as_matrix(A, "A"))
    check_array(A.data, "A", low=0)
    largest = A.max(axis=1).toarray().ravel() if A.nnz else np.zeros(A.shape[0])
    unit = sparse.diags_array(1 / np.where(largest > 0, largest, 1.0))
    relative = unit @ A  # sums of these neither overflow nor vanish
    totals = relative.sum(axis=1)
    return sparse.csr_array(sparse.diags_array(1 / np.where(totals > 0, totals, 1.0)) @ relative)
