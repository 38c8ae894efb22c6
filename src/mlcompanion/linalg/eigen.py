r"""Symmetric eigenproblems with a weight: :math:`A\xi=\lambda B\xi`, dense or sparse.

The projections of Sugiyama (2016), chapter 35, ask for them with dense scatter matrices, the
Laplacian eigenmap (36.2) and spectral clustering (37.3) with sparse graphs, where the constant
vector, an answer that says nothing, is left out.
"""

import numpy as np
from scipy import sparse
from scipy.linalg import eigh
from scipy.sparse.linalg import LinearOperator, eigsh, splu

from mlcompanion._validation import check_array, check_count, check_flag, check_in, check_square

__all__ = ["fix_signs", "generalized_eigenpairs"]

#: Up to this size a dense decomposition is as quick as a sparse one.
_SMALL = 200
#: Eigenvalues below this share of the scale count as zero when the constant vector is taken out.
_ZERO = 1e-10


def fix_signs(vectors):
    """Turn columns so that the largest entry of each, in absolute value, is positive.

    Parameters
    ----------
    vectors : array_like, shape (n, k)

    Returns
    -------
    ndarray, shape (n, k)

    Notes
    -----
    An eigenvector's sign is arbitrary; this one is the same on any machine, but for ties.
    Cost: O(n k).

    Examples
    --------
    >>> fix_signs([[1.0, 2.0], [-3.0, 0.0]])
    array([[-1.,  2.],
           [ 3.,  0.]])
    """
    vectors = check_array(vectors, "vectors", ndim=2, min_rows=1)
    largest = np.abs(vectors).argmax(axis=0)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])])
    return vectors * np.where(signs == 0, 1.0, signs)


def generalized_eigenpairs(A, n_pairs, B=None, *, which="smallest", drop_constant=False):
    r"""A few solutions of :math:`A\xi=\lambda B\xi` from one end of the spectrum.

    Parameters
    ----------
    A : array_like or sparse matrix, shape (n, n)
        Symmetric; as a sparse matrix also positive semidefinite, if the smallest are wanted.
    n_pairs : int
        How many, k; at most n, or n - 1 if the constant vector is dropped.
    B : array_like or sparse matrix, shape (n, n), optional
        Symmetric and positive definite; default: the identity.
    which : {"smallest", "largest"}
    drop_constant : bool
        Leave out the vector of ones, where ``A`` takes it to zero, as a graph's Laplacian does. Of
        a graph in several pieces only that vector is left out; the other eigenvectors with
        eigenvalue 0, constant on each piece, are returned.

    Returns
    -------
    values : ndarray, shape (k,)
        Ascending for the smallest, descending for the largest.
    vectors : ndarray, shape (n, k)
        In columns, with :math:`\xi_j^\top B\xi_l=[j=l]`; signs as in :func:`fix_signs`.

    Raises
    ------
    ValueError
        If a matrix is not symmetric, ``B`` is not positive definite, there are fewer pairs than
        asked for, or ``A`` does not take the constant vector to zero that is to be dropped.

    Notes
    -----
    Eigenvectors of equal eigenvalues are any basis of their space. Cost: dense O(n^3) and O(n^2)
    memory; sparse one factor of A less a small shift, and a product with it a step of Lanczos.
    Source: Sugiyama (2016), sections 35.2.2 and 36.1.2.

    Examples
    --------
    >>> path = [[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]]
    >>> values, vectors = generalized_eigenpairs(path, 1, drop_constant=True)
    >>> values.round(6), abs(vectors[:, 0]).round(3)
    (array([1.]), array([0.707, 0.   , 0.707]))
    """
    A = check_square(A, "A", symmetric=True, accept_sparse=True)
    n = A.shape[0]
    if B is not None:
        B = check_square(B, "B", size=n, symmetric=True, accept_sparse=True)
    check_in(which, "which", ("smallest", "largest"))
    check_flag(drop_constant, "drop_constant")
    if drop_constant and which == "largest":
        raise ValueError('drop_constant needs which="smallest": the constant has eigenvalue 0')
    n_pairs = check_count(n_pairs, "n_pairs", low=1, high=n - drop_constant)
    scale = _scale(A, B)
    if drop_constant and np.abs(A @ np.ones(n)).max() > 1e-8 * max(np.abs(A).sum(axis=1).max(), 0):
        raise ValueError("A must take the constant vector to zero where it is to be dropped")
    count = n_pairs + drop_constant
    if sparse.issparse(A) and n > max(_SMALL, 4 * count):
        values, vectors = _sparse_pairs(A, B, count, which, scale)
    else:
        values, vectors = _dense_pairs(A, B, count, which)
    if drop_constant:
        values, vectors = _without_constant(values, vectors, B, scale)
    return values, fix_signs(vectors)


def smoothest_pairs(L, n_pairs, D):
    """:func:`generalized_eigenpairs` of a graph's Laplacian, the constant vector left out.

    For matrices that are known to be right, sparse or dense: nothing is checked.
    """
    scale = _scale(L, D)
    count = n_pairs + 1
    if sparse.issparse(L) and L.shape[0] > max(_SMALL, 4 * count):
        values, vectors = _sparse_pairs(L, D, count, "smallest", scale)
    else:
        values, vectors = _dense_pairs(L, D, count, "smallest")
    values, vectors = _without_constant(values, vectors, D, scale)
    return values, fix_signs(vectors)


def _scale(A, B):
    """The size of eigenvalues: mean of the diagonals' ratio, free of the units of A and of B."""
    top = np.abs(A.diagonal()).sum()
    bottom = len(A.diagonal()) if B is None else B.diagonal().sum()
    if bottom <= 0:
        raise ValueError("B must be positive definite")
    return top / bottom


def _dense_pairs(A, B, count, which):
    n = A.shape[0]
    if sparse.issparse(A):
        A = A.toarray()
    if sparse.issparse(B):
        B = B.toarray()
    ends = (0, count - 1) if which == "smallest" else (n - count, n - 1)
    try:
        values, vectors = eigh(A, B, subset_by_index=ends, check_finite=False)
    except np.linalg.LinAlgError as error:
        raise ValueError("B must be positive definite") from error
    if which == "smallest":
        return values, vectors
    return values[::-1], vectors[:, ::-1]


def _sparse_pairs(A, B, count, which, scale):
    """Lanczos, started the same each time; for the smallest on the inverse of A + small B."""
    n = A.shape[0]
    M = sparse.identity(n, format="csc") if B is None else sparse.csc_array(B)
    if (M.diagonal() <= 0).any():
        raise ValueError("B must be positive definite")
    start = np.random.default_rng(0).normal(size=n)
    if which == "largest":
        values, vectors = eigsh(sparse.csc_array(A), count, M=M, which="LA", v0=start)
    else:
        # A may be singular; less a negative multiple of B it is not
        shift = -1e-6 * max(scale, np.finfo(float).tiny)
        A = sparse.csc_array(A)
        inverse = _definite_inverse(A - shift * M)
        values, vectors = eigsh(A, count, M=M, sigma=shift, which="LM", v0=start, OPinv=inverse)
    order = np.argsort(values)
    if which == "largest":
        order = order[::-1]
    return values[order], vectors[:, order]


def _definite_inverse(A):
    """Solves with a positive definite sparse matrix, as an operator."""
    # a symmetric order of elimination, no pivots: a half to a third of the entries fill in that
    # the default leaves, which is made for matrices without structure
    symmetric = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.0}
    factor = splu(sparse.csc_array(A), options={"SymmetricMode": True}, **symmetric)
    return LinearOperator(A.shape, matvec=factor.solve, dtype=np.float64)


def _without_constant(values, vectors, B, scale):
    """Turn the basis of the zero space so that its first vector is constant, and leave it out."""
    ones = np.ones(len(vectors))
    weighed = ones if B is None else B @ ones
    zero = np.abs(values) <= _ZERO * scale
    zero[0] = True
    null = vectors[:, zero]
    # coordinates of the constant vector in the zero space: the QR factor turns it into the first
    # axis
    shares = null.T @ weighed
    turned = null @ np.linalg.qr(shares[:, None], mode="complete")[0][:, 1:]
    kept = np.column_stack([turned, vectors[:, ~zero]])
    return np.concatenate([values[zero][1:], values[~zero]]), kept
