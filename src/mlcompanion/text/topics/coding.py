r"""Sparse coding of documents: sparse codes over a dense dictionary (Chen 2013, section 9.4.2).

.. math:: \min_{U,A}\ \tfrac12\|X-UA\|_F^2+\lambda\|U\|_1\quad\text{with }\|A_j\|^2\le c

Here U is sparse and A is not, the other way round than in sparse latent semantic analysis, and a
new document needs a lasso of its own.
"""

import warnings

import numpy as np
from scipy import sparse
from scipy.linalg import eigh
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_real, check_rng
from mlcompanion.linalg import one_blas_thread

from ._coding_loops import code_rows
from .alternation import as_matrix, squared_size
from .sparse_lsa import check_topics

__all__ = ["SparseCoding", "bounded_dictionary", "sparse_codes"]

#: Most sweeps of a row's lasso.
_SWEEPS = 1000
#: Most Newton steps of a word's bound.
_STEPS = 100


def codes_of(X, A, lam, start, tol):
    """Codes of checked rows, from a start or from zero; warns if a row's lasso did not end."""
    gram = A @ A.T
    products = np.ascontiguousarray(X @ A.T)
    codes = np.zeros(products.shape) if start is None else start.copy()
    if code_rows(gram, products, codes, lam, tol, _SWEEPS) == _SWEEPS:
        warnings.warn(f"codes still moved after {_SWEEPS} sweeps", ConvergenceWarning, 3)
    return codes


def sparse_codes(X, A, lam=0.05, *, tol=1e-6):
    r"""Codes of documents over a dictionary, a lasso each.

    .. math:: \min_{\hat q}\ \tfrac12\|q-A^\top\hat q\|^2+\lambda\|\hat q\|_1

    Parameters
    ----------
    X : array_like or sparse matrix, shape (n, M)
    A : array_like, shape (D, M)
        The dictionary, topics in rows.
    lam : float
    tol : float
        A row is done when no code moved by more, in units of its largest code.

    Returns
    -------
    ndarray, shape (n, D)

    Raises
    ------
    ValueError
        If shapes do not fit or a parameter is out of range.

    Warns
    -----
    ConvergenceWarning
        If a row's codes still moved after a thousand sweeps.

    Notes
    -----
    Cost: O(nnz(X) D + M D²), and O(D) for each code that moves. Source: Chen (2013), equation
    (9.13), whose printed form lacks the square.

    Examples
    --------
    >>> sparse_codes([[0.8, 0.6]], [[1.0, 0.0], [0.0, 1.0]], lam=0.5)
    array([[0.3, 0.1]])
    """
    X = as_matrix(X)
    A = check_array(A, "A", shape=(None, X.shape[1]), min_rows=1)
    lam = check_real(lam, "lam", low=0)
    return codes_of(X, A, lam, None, check_real(tol, "tol", low=0))


def bounded_dictionary(X, U, bound=1.0):
    r"""Dictionary for given codes: least squares, every word's column of squared length at most c.

    .. math:: \min_A\ \|X-UA\|_F^2\quad\text{with }\|A_j\|^2\le c,\ j=1,\dots,M

    All words share the eigenvectors of :math:`U^\top U`; where a bound binds, one number for the
    word, its multiplier, is found by Newton's method.

    Parameters
    ----------
    X : array_like or sparse matrix, shape (N, M)
    U : array_like, shape (N, D)
    bound : float
        c, positive.

    Returns
    -------
    ndarray, shape (D, M)

    Raises
    ------
    ValueError
        If shapes do not fit or the bound is not positive.

    Notes
    -----
    Cost: O(nnz(X) D + N D² + D³ + D² M), and O(D M) a Newton step. A topic that no document uses
    gets a row of zeros. Source: Chen (2013), equation (9.12); the step is ours.

    Examples
    --------
    >>> bounded_dictionary([[3.0, 0.5], [0.0, 0.0]], [[1.0], [0.0]])
    array([[1. , 0.5]])
    """
    X = as_matrix(X)
    U = check_array(U, "U", shape=(X.shape[0], None))
    bound = check_real(bound, "bound", low=0, open_low=True)
    # one eigendecomposition serves all words: in its axes each solves for numbers one by one
    values, vectors = eigh(U.T @ U, check_finite=False)
    values = np.maximum(values, 0.0)
    turned = vectors.T @ np.asarray((X.T @ U).T)
    return vectors @ _bounded(turned, values, np.sqrt(bound))


def _bounded(turned, values, radius):
    """Solutions in the eigenvectors' axes: columns ``turned / (values + mu)`` of bounded length."""
    # axes in which the codes have no spread are rounding
    real = values > values.max(initial=0.0) * len(values) * np.finfo(float).eps
    inverse = np.where(real, 1 / np.where(real, values, 1.0), 0.0)[:, None]
    turned = np.where(real[:, None], turned, 0.0)
    solved = turned * inverse
    long = np.flatnonzero(np.linalg.norm(solved, axis=0) > radius)
    if not len(long):
        return solved
    part = turned[:, long]
    heights = values[:, None]
    # a multiplier that is surely not too large: Newton's steps then rise to the right one
    # |a / (v + mu)| is at least |a| / (v_max + mu): this mu is below the right one
    mu = np.maximum(np.linalg.norm(part, axis=0) / radius - values.max(), 0.0)
    lift = np.where(real, 0.0, 1.0)[:, None]  # keeps axes without data from dividing by zero
    for _ in range(_STEPS):
        column = part / (heights + mu + lift)
        size = np.linalg.norm(column, axis=0)
        slope = np.einsum("dj,dj->j", column, column / (heights + mu + lift))
        # Newton's step on 1 / |column|, which is nearly linear in mu
        step = (size / radius - 1) * size**2 / slope
        mu += np.maximum(step, 0.0)
        if (size <= radius * (1 + 1e-12)).all():
            break
    solved[:, long] = part / (heights + mu + lift)
    return solved


class SparseCoding(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    r"""Code documents sparsely over a dense dictionary of topics.

    .. math:: \min_{U,A}\ \tfrac12\|X-UA\|_F^2+\lambda\|U\|_1\quad\text{with }\|A_j\|^2\le c

    By two exact steps in turn: a lasso for each document, and least squares with a bound for each
    word.

    Parameters
    ----------
    n_components : int
        Number D of topics, at most as many as documents and as words.
    lam : float
        Penalty of the codes.
    bound : float
        c, the largest squared length of a word's column of A. The source does not tell it.
    tol : float
        Stop when the objective falls by less than this share of it.
    max_iter : int
    random_state : int, Generator, RandomState or None
        Of the documents from which the topics start.

    Attributes
    ----------
    components_ : ndarray, shape (D, M)
        The dictionary A.
    codes_ : ndarray, shape (N, D)
        U, of the documents.
    objective_path_ : ndarray, shape (n_iter_ + 1,)
        Before the first round, and after every one.
    n_iter_ : int
    converged_ : bool
        False if ``max_iter`` came first.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` came first.

    Notes
    -----
    Cost of a round: O(nnz(X) D + (N + M) D²) and the lassos; memory (N + M) D. Source: Chen
    (2013), equations (9.12) and (9.13).

    Examples
    --------
    >>> X = [[0.8, 0.6, 0.0, 0.0], [0.6, 0.8, 0.0, 0.0], [0.0, 0.1, 0.7, 0.7]]
    >>> model = SparseCoding(2, lam=0.1, random_state=0).fit(X)
    >>> (model.codes_ != 0).sum(axis=1)
    array([1, 1, 1])
    """

    def __init__(
        self, n_components=10, lam=0.05, *, bound=1.0, tol=1e-3, max_iter=100, random_state=None
    ):
        self.n_components = n_components
        self.lam = lam
        self.bound = bound
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def __sklearn_tags__(self):
        """Tags: X may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y=None):
        """Alternate between codes and dictionary, from documents drawn at random.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (N, M)
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
        lam = check_real(self.lam, "lam", low=0)
        bound = check_real(self.bound, "bound", low=0, open_low=True)
        tol = check_real(self.tol, "tol", low=0)
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        rng = check_rng(self.random_state)
        picked = X[np.sort(rng.choice(X.shape[0], D, replace=False))]
        A = picked.toarray() if sparse.issparse(picked) else picked.copy()
        longest = np.linalg.norm(A, axis=0).max()
        A *= np.sqrt(bound) / np.where(longest > 0, longest, 1.0)  # in the bound, in any units
        U = np.zeros((X.shape[0], D))
        half_square = 0.5 * squared_size(X)
        path = [half_square]
        with one_blas_thread():
            for _ in range(max_iter):
                U = codes_of(X, A, lam, U, 1e-4)
                A = bounded_dictionary(X, U, bound)
                # the distance from products that are there: X - U A is never formed
                explained = float(np.vdot(X @ A.T, U))
                square = float(np.vdot(U.T @ U, A @ A.T))
                path.append(half_square - explained + 0.5 * square + lam * np.abs(U).sum())
                self.converged_ = bool(path[-2] - path[-1] <= tol * path[-1])
                if self.converged_:
                    break
        if not self.converged_:
            warnings.warn(
                f"SparseCoding: codes still moved after {max_iter} rounds", ConvergenceWarning, 2
            )
        self.components_ = A
        self.codes_ = U
        self.objective_path_ = np.array(path)
        self.n_iter_ = len(path) - 1
        self._n_features_out = D
        return self

    def transform(self, X):
        """Codes of documents, a lasso each.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n, M)

        Returns
        -------
        ndarray, shape (n, D)

        Raises
        ------
        ValueError
            If X is not like the data of the fit.
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return codes_of(as_matrix(X), self.components_, self.lam, None, 1e-6)
