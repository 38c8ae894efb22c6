r"""The two steps of sparse latent semantic analysis, and the starts from which they run.

.. math:: \min_{U,A}\ \tfrac12\|X-UA\|_F^2+\Omega(A)\quad\text{with }U^\top U=I

Chen (2013), sections 9.2 and 9.3. For orthonormal U the distance is :math:`\|U^\top X-A\|^2/2` and
a constant, so that the step for A is the penalty's proximal operator at :math:`U^\top X`.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import qr
from scipy.sparse.linalg import svds

from mlcompanion._validation import check_array, check_instance
from mlcompanion.linalg import fix_signs
from mlcompanion.prox import GroupNorm, Penalty

from .procrustes import orthonormal_factor

__all__ = ["RowGroups", "SparseLSAState", "sparse_lsa_steps"]

#: Entries of the dense part of U'X that are held at a time.
_BLOCK = 2**21
#: A block with fewer nonzero entries than this share is multiplied as a sparse matrix.
_SPARSE = 0.1
#: Up to this size a dense decomposition is as quick as a search for some of its pairs.
_SMALL = 200


class SparseLSAState(NamedTuple):
    """One round of the two steps, frozen: later rounds do not change it.

    Attributes
    ----------
    U : ndarray, shape (N, D)
        Documents by topics, orthonormal columns, after its step.
    A : csr_array, shape (D, M)
        Topics by words, after its step, from the U of the round before.
    fitted : float
        Objective after the step for A.
    objective : float
        Objective after the step for U: never above ``fitted``.
    """

    U: np.ndarray
    A: sparse.csr_array
    fitted: float
    objective: float


class RowGroups(Penalty):
    r"""Group lasso in every row of a matrix, :math:`\lambda\sum_d\sum_gw_g\|A_{dg}\|_2`.

    Parameters
    ----------
    groups : array_like of shape (n_columns,), int
        Label of the group of each column.
    lam : float
    weights : array_like of shape (n_groups,), optional
        Of the groups in the order of their labels; default the roots of their sizes.

    Notes
    -----
    Cost of a prox: O(size). Source: Chen (2013), equation (9.9).
    """

    def __init__(self, groups, lam=1.0, weights=None):
        sizes = GroupNorm(groups, lam)
        if weights is None:
            weights = np.sqrt(np.bincount(sizes.groups))
        self.row = GroupNorm(groups, lam, weights)

    def _argument(self, w, name):
        return check_array(w, name, shape=(None, len(self.row.groups)))

    def _value(self, w):
        return sum(self.row.value(row) for row in w)

    def _prox(self, v, step):
        out = np.empty_like(v)
        for row, given in zip(out, v):
            row[:] = self.row.prox(given, step)
        return out

    def _metric_prox(self, v, h, step):
        return np.array([self.row.metric_prox(*pair, step) for pair in zip(v, h)])

    def _dual_norm(self, g):
        return max((self.row.dual_norm(row) for row in g), default=0.0)

    def free(self, shape):
        """Members of groups of weight 0, in every row."""
        return np.broadcast_to(self.row.free((shape[1],)), shape)


def as_matrix(X, name="X"):
    """Documents by words: dense stays dense, sparse becomes CSR without double entries."""
    if not sparse.issparse(X):
        return check_array(X, name, ndim=2, min_rows=1)
    X = sparse.csr_array(X, dtype=float)
    check_array(X.data, name)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def squared_size(X):
    """Sum of the squared entries."""
    entries = X.data if sparse.issparse(X) else X.ravel()
    return float(entries @ entries)


def longest_row(X):
    """Largest Euclidean norm of a row."""
    squares = X.multiply(X).sum(axis=1) if sparse.issparse(X) else np.einsum("ij,ij->i", X, X)
    return float(np.sqrt(np.max(squares)))


def sparse_step(X, X_columns, U, penalty):
    r"""The step for A, a block of topics at a time, and what the next step needs of it.

    Parameters
    ----------
    X, X_columns : matrix (N, M), and its transpose
    U : ndarray, shape (N, D)
    penalty : Penalty

    Returns
    -------
    A : csr_array, shape (D, M)
        Minimiser for this U.
    V : ndarray, shape (N, D)
        :math:`XA^\top`.
    own : float
        :math:`\tfrac12\|A\|^2` and the penalty.
    """
    D = U.shape[1]
    parts = []
    V = np.empty((X.shape[0], D))
    own = 0.0
    width = max(1, _BLOCK // X.shape[1])
    for start in range(0, D, width):
        topics = slice(start, start + width)
        # dense, but no longer than it takes to threshold it
        block = penalty.prox(np.asarray(X_columns @ U[:, topics]).T)
        # half |A|² and the penalty: what the objective needs of A
        own += 0.5 * float(np.vdot(block, block)) + penalty.value(block)
        part = sparse.csr_array(block)
        parts.append(part)
        if part.nnz < _SPARSE * block.size:
            product = part @ X_columns
            V[:, topics] = (product.toarray() if sparse.issparse(product) else product).T
        else:
            V[:, topics] = X @ block.T
    return sparse.vstack(parts, format="csr"), V, own


def sparse_lsa_steps(X, U, penalty):
    r"""Run Algorithm 9.1, a round at a time.

    .. math:: A\leftarrow\mathrm{prox}_\Omega(U^\top X),\quad V=XA^\top=P\Delta Q,\quad
        U\leftarrow PQ

    Parameters
    ----------
    X : array_like or sparse matrix, shape (N, M)
        Documents by words. Never centred: that would fill it.
    U : array_like, shape (N, D)
        To start from; orthonormal columns, D at most N and M.
    penalty : Penalty
        Of A: ``L1(lam)``, ``NonNegative(L1(lam))``, ``RowGroups(groups, lam)``, or another one of
        :mod:`mlcompanion.prox` that is a sum over topics.

    Returns
    -------
    iterator of SparseLSAState
        Without end. The objective never rises.

    Raises
    ------
    ValueError
        If the columns of U are not orthonormal, or shapes do not fit.
    TypeError
        If ``penalty`` is none.

    Notes
    -----
    Cost of a round: O(nnz(X) D + N D² + M D) time; memory N D, the nonzero entries of A and two
    million numbers. Where a topic is empty, V has lost rank, and the topic's column of U stays as
    near as it can to where it was. Source: Chen (2013), Algorithm 9.1.

    Examples
    --------
    >>> from mlcompanion.prox import L1
    >>> X = [[0.8, 0.6, 0.0, 0.0], [0.6, 0.8, 0.0, 0.0], [0.0, 0.1, 0.7, 0.7]]
    >>> rounds = sparse_lsa_steps(X, [[1, 0], [0, 0], [0, 1]], L1(0.2))
    >>> for _ in range(5):
    ...     state = next(rounds)
    >>> state.A.toarray().round(1)
    array([[0.8, 0.8, 0. , 0. ],
           [0. , 0. , 0.5, 0.5]])
    """
    X = as_matrix(X)
    U = check_array(U, "U", shape=(X.shape[0], None))
    check_instance(penalty, "penalty", Penalty)
    D = U.shape[1]
    if not 1 <= D <= min(X.shape):
        raise ValueError(f"U must have between 1 and {min(X.shape)} columns, got {D}")
    if np.abs(U.T @ U - np.eye(D)).max() > 1e-6:
        raise ValueError("U must have orthonormal columns")
    return _rounds(X, U.copy(), penalty)


def _rounds(X, U, penalty):
    X_columns = X.T.tocsr() if sparse.issparse(X) else X.T
    half_square = 0.5 * squared_size(X)
    while True:
        A, V, own = sparse_step(X, X_columns, U, penalty)
        # half |X - U A|² = half |X|² - <U, V> + half |A|², for orthonormal U
        fitted = half_square - float(np.vdot(U, V)) + own
        # the best U is the orthonormal factor of V; most is the sum of its singular values
        U, most = orthonormal_factor(V, near=U)
        yield SparseLSAState(U, A, fitted, half_square - most + own)


def leading_triplets(X, n_components):
    """The largest singular values, descending, with their vectors (N, D) and (D, M)."""
    least = min(X.shape)
    nonzero = X.nnz if sparse.issparse(X) else np.count_nonzero(X)
    if least <= _SMALL or 3 * n_components >= least or not nonzero:
        dense = X.toarray() if sparse.issparse(X) else X
        left, sizes, right = np.linalg.svd(dense, full_matrices=False)
    else:
        # the same start in every run: the same digits
        start = np.random.default_rng(0).standard_normal(least)
        left, sizes, right = svds(X, n_components, v0=start)
        order = np.argsort(-sizes, kind="stable")
        left = left[:, order]
        sizes = sizes[order]
        right = right[order]
    left = left[:, :n_components]
    right = right[:n_components]
    turned = fix_signs(right.T).T
    # turn the left vectors as the right ones were turned
    signs = np.where(np.einsum("dm,dm->d", right, turned) < 0, -1.0, 1.0)
    return left * signs, sizes[:n_components], turned


def first_factor(X, n_components, init, rng):
    """Orthonormal columns to start from: "svd", "identity", "random", "documents" or an array.

    Parameters
    ----------
    X : ndarray or csr_array, shape (N, M)
    n_components : int
    init : str or array_like of shape (N, D)
    rng : Generator

    Returns
    -------
    ndarray, shape (N, D)
    """
    N = X.shape[0]
    if not isinstance(init, str):
        return check_array(init, "init", shape=(N, n_components))
    if init == "identity":
        return np.eye(N, n_components)
    if init == "random":
        drawn = rng.standard_normal((N, n_components))
        return fix_signs(qr(drawn, mode="economic")[0])
    if init == "documents":
        # topics are documents to begin with: U agrees with the similarities to them
        picked = X[rng.choice(N, n_components, replace=False)]
        similar = X @ picked.T
        similar = similar.toarray() if sparse.issparse(similar) else similar
        return orthonormal_factor(similar, near=np.eye(N, n_components))[0]
    return leading_triplets(X, n_components)[0]
