"""Updates of an inverse when its matrix changes by rank one or gains a row and a column.

Sugiyama (2016), Fig. 23.12.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = ["inverse_bordered", "inverse_rank_one"]


def _inverse_and_vector(A_inv, b):
    b = check_array(b, "b", ndim=1, min_rows=1)
    return check_array(A_inv, "A_inv", shape=(len(b), len(b))), b


def inverse_rank_one(A_inv, b, scale=1.0):
    r"""Inverse of :math:`A+s\,bb^\top` from the inverse of a symmetric ``A``.

    The matrix inversion lemma :math:`A^{-1}-sA^{-1}bb^\top A^{-1}/(1+s\,b^\top A^{-1}b)`.

    Parameters
    ----------
    A_inv : array_like, shape (n, n)
        Inverse of ``A``; symmetric.
    b : array_like, shape (n,)
    scale : float
        The factor s: 1 adds a sample to a Gram matrix, -1 takes it away.

    Returns
    -------
    ndarray, shape (n, n)

    Raises
    ------
    ValueError
        If the updated matrix is singular, or the shapes do not match.

    Notes
    -----
    Cost: O(n^2) instead of O(n^3). Source: Sugiyama (2016), Fig. 23.12.
    """
    A_inv, b = _inverse_and_vector(A_inv, b)
    scale = check_real(scale, "scale")
    v = A_inv @ b
    pivot = 1 + scale * (b @ v)
    if abs(pivot) <= 1e-14 * (1 + abs(scale * (b @ v))):
        raise ValueError("b makes the matrix singular: 1 + scale * b' A_inv b is zero")
    return A_inv - (scale / pivot) * np.outer(v, v)


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
    schur = c - b @ v
    if abs(schur) <= 1e-14 * (abs(c) + abs(b @ v)):
        raise ValueError("c makes the matrix singular: c - b' A_inv b is zero")
    n = len(b)
    inverse = np.empty((n + 1, n + 1))
    inverse[:n, :n] = A_inv + np.outer(v, v) / schur
    inverse[:n, n] = inverse[n, :n] = -v / schur
    inverse[n, n] = 1 / schur
    return inverse
