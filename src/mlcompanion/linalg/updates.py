"""Updates of an inverse or a Cholesky factor when its matrix changes by rank one or by a border.

The inverse: Sugiyama (2016), Fig. 23.12. The factor: the rotations of Gill, Golub, Murray and
Saunders (1974), the downdate in the order of LINPACK, which solves first and so knows whether the
matrix stays positive definite before it changes anything.
"""

import math

import numpy as np
from scipy.linalg import solve_triangular

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_real

__all__ = [
    "add_to_factor",
    "cholesky_append",
    "cholesky_downdate",
    "cholesky_update",
    "inverse_bordered",
    "inverse_rank_one",
    "take_from_factor",
]

#: What must be left of a squared length of 1 after a downdate: rounding leaves as much of nothing.
_NOTHING = 1e-15


def _inverse_and_vector(A_inv, b):
    b = check_array(b, "b", ndim=1, min_rows=1)
    return check_array(A_inv, "A_inv", shape=(len(b), len(b))), b


def inverse_rank_one(A_inv, b, scale=1.0, *, c=None):
    r"""Inverse of :math:`A+s\,bc^\top` from the inverse of ``A``; without c, of ``A + s b b'``.

    The matrix inversion lemma :math:`A^{-1}-sA^{-1}bc^\top A^{-1}/(1+s\,c^\top A^{-1}b)`.

    Parameters
    ----------
    A_inv : array_like, shape (n, n)
        Inverse of ``A``; symmetric unless ``c`` is given.
    b : array_like, shape (n,)
    scale : float
        The factor s: 1 adds a sample to a Gram matrix, -1 takes it away.
    c : array_like, shape (n,), optional
        The second vector; default ``b``.

    Returns
    -------
    ndarray, shape (n, n)

    Raises
    ------
    ValueError
        If the updated matrix is singular, or the shapes do not match.

    Notes
    -----
    Cost: O(n^2) instead of O(n^3). Source: Sugiyama (2016), Fig. 23.12; with two vectors Ueno
    et al. (2011), Eq. 27.
    """
    A_inv, b = _inverse_and_vector(A_inv, b)
    scale = check_real(scale, "scale")
    column = A_inv @ b
    if c is None:
        row, across = column, b @ column
    else:
        c = check_array(c, "c", shape=b.shape)
        row, across = c @ A_inv, c @ column
    pivot = 1 + scale * across
    if abs(pivot) <= 1e-14 * (1 + abs(scale * across)):
        raise ValueError("b makes the matrix singular: 1 + scale * c' A_inv b is zero")
    return A_inv - (scale / pivot) * np.outer(column, row)


def inverse_bordered(A_inv, b, c):
    r"""Inverse of :math:`\begin{pmatrix}A&b\\b^\top&c\end{pmatrix}` from that of symmetric ``A``.

    Parameters
    ----------
    A_inv : array_like, shape (n, n)
        Inverse of ``A``; symmetric.
    b : array_like, shape (n,)
        The new column.
    c : float
        The new corner.

    Returns
    -------
    ndarray, shape (n + 1, n + 1)

    Raises
    ------
    ValueError
        If :math:`c=b^\top A^{-1}b`, where the bordered matrix is singular.

    Notes
    -----
    Cost: O(n^2). Source: Sugiyama (2016), Fig. 23.12.
    """
    A_inv, b = _inverse_and_vector(A_inv, b)
    c = check_real(c, "c")
    v = A_inv @ b
    schur = c - b @ v  # what the new row has that the old ones do not explain
    if abs(schur) <= 1e-14 * (abs(c) + abs(b @ v)):
        raise ValueError("c makes the matrix singular: c - b' A_inv b is zero")
    n = len(b)
    inverse = np.empty((n + 1, n + 1))
    inverse[:n, :n] = A_inv + np.outer(v, v) / schur
    inverse[:n, n] = inverse[n, :n] = -v / schur
    inverse[n, n] = 1 / schur
    return inverse


@njit
def add_to_factor(L, x):
    """Turn the lower factor of A into that of A + x x', in place; ``x`` is used up.

    Parameters
    ----------
    L : ndarray, shape (d, d)
        Its diagonal is positive; what stands above it is not read.
    x : ndarray, shape (d,)

    Notes
    -----
    Cost: O(d^2), without memory of its own. Column j and x are turned until x_j is zero.
    """
    d = len(x)
    for j in range(d):
        # a rotation of (L[j, j], x[j]) onto the diagonal leaves x[j] at 0
        length = math.hypot(L[j, j], x[j])  # the root of a sum of squares that may overflow
        cosine = L[j, j] / length
        sine = x[j] / length
        L[j, j] = length
        for i in range(j + 1, d):
            entry = L[i, j]
            L[i, j] = cosine * entry + sine * x[i]
            x[i] = cosine * x[i] - sine * entry


@njit
def take_from_factor(L, x):
    """Turn the lower factor of A into that of A - x x', in place; ``x`` is used up.

    Parameters
    ----------
    L : ndarray, shape (d, d)
        Its diagonal is positive; what stands above it is not read.
    x : ndarray, shape (d,)

    Returns
    -------
    bool
        False if A - x x' is not positive definite; then ``L`` is as it was.

    Notes
    -----
    Cost: O(d^2), and d numbers of memory.
    """
    d = len(x)
    left = 1.0  # of the squared length: 1 - x' A^-1 x, the factor by which the determinant falls
    for i in range(d):
        value = x[i]  # solves L p = x, row by row
        for j in range(i):
            value -= L[i, j] * x[j]
        x[i] = value / L[i, i]
        left -= x[i] * x[i]
    if not left > _NOTHING:
        return False
    # from the last entry to the first: rotations that turn (x, root of what is left) onto its last
    # axis
    length = math.sqrt(left)
    cosines = np.empty(d)
    for i in range(d - 1, -1, -1):
        longer = math.hypot(length, x[i])
        cosines[i] = length / longer
        x[i] /= longer  # from here on the sine
        length = longer
    for i in range(d):
        carried = 0.0
        # the rotations run from the last to the first; each row feels them on its own
        for j in range(i, -1, -1):
            entry = L[i, j]
            L[i, j] = cosines[j] * entry - x[j] * carried
            carried = cosines[j] * carried + x[j] * entry
    return True


def _factor_and_vector(L, b):
    b = check_array(b, "b", ndim=1, min_rows=1)
    L = check_array(L, "L", shape=(len(b), len(b)))
    if not (np.diag(L) > 0).all():
        raise ValueError("L must have a positive diagonal")
    return np.tril(L), b.copy()


def cholesky_update(L, b):
    r"""Lower Cholesky factor of :math:`LL^\top+bb^\top`.

    Parameters
    ----------
    L : array_like, shape (d, d)
        A lower factor with a positive diagonal; what stands above it is not read.
    b : array_like, shape (d,)

    Returns
    -------
    ndarray, shape (d, d)

    Raises
    ------
    ValueError
        If the shapes do not match or the diagonal is not positive.

    Notes
    -----
    Cost: O(d^2) instead of O(d^3), compiled.
    """
    L, b = _factor_and_vector(L, b)
    add_to_factor(L, b)
    return L


def cholesky_downdate(L, b):
    r"""Lower Cholesky factor of :math:`LL^\top-bb^\top`.

    Parameters
    ----------
    L : array_like, shape (d, d)
        A lower factor with a positive diagonal; what stands above it is not read.
    b : array_like, shape (d,)

    Returns
    -------
    ndarray, shape (d, d)

    Raises
    ------
    ValueError
        If what is left is not positive definite, the shapes do not match or the diagonal of ``L``
        is not positive.

    Notes
    -----
    Cost: O(d^2) instead of O(d^3), compiled.
    """
    L, b = _factor_and_vector(L, b)
    if not take_from_factor(L, b):
        raise ValueError("b takes too much: L L' - b b' is not positive definite")
    return L


def cholesky_append(L, b, c):
    r"""Lower Cholesky factor of :math:`\begin{pmatrix}LL^\top&b\\b^\top&c\end{pmatrix}`.

    Parameters
    ----------
    L : array_like, shape (d, d)
        A lower factor with a positive diagonal; what stands above it is not read. d may be 0.
    b : array_like, shape (d,)
        The new column.
    c : float
        The new corner.

    Returns
    -------
    ndarray, shape (d + 1, d + 1)

    Raises
    ------
    ValueError
        If the bordered matrix is not positive definite within rounding, the shapes do not match or
        the diagonal of ``L`` is not positive.

    Notes
    -----
    Cost: O(d^2) instead of O(d^3): one triangular system.
    """
    b = check_array(b, "b", ndim=1)
    d = len(b)
    c = check_real(c, "c")
    grown = np.zeros((d + 1, d + 1))
    grown[:d, :d], _ = _factor_and_vector(L, b) if d else (np.zeros((0, 0)), b)
    row = grown[d, :d]
    if d:
        row[:] = solve_triangular(grown[:d, :d], b, lower=True, check_finite=False)
    left = c - row @ row  # what the new row has that the old ones do not explain
    if not left > _NOTHING * abs(c):
        raise ValueError("c must exceed b' (L L')^-1 b: the matrix is not positive definite")
    grown[d, d] = math.sqrt(left)
    return grown
