"""The continuous Sylvester equation with symmetric matrices: Sugiyama (2016), Fig. 34.5."""

import numpy as np

from mlcompanion._validation import check_array, check_square

__all__ = ["sylvester_symmetric"]


def sylvester_symmetric(A, B, Z):
    r"""Solve :math:`A\Theta+\Theta B=Z` for symmetric ``A`` and ``B``.

    In the eigenvectors of both matrices the equation falls apart into single numbers:
    :math:`\Theta=UQV^\top` with :math:`Q_{jt}=u_j^\top Zv_t/(\alpha_j+\beta_t)`.

    Parameters
    ----------
    A : array_like, shape (b, b)
        Symmetric, with eigenvalues :math:`\alpha_j` and eigenvectors :math:`u_j`.
    B : array_like, shape (T, T)
        Symmetric, with eigenvalues :math:`\beta_t` and eigenvectors :math:`v_t`.
    Z : array_like, shape (b, T)

    Returns
    -------
    ndarray, shape (b, T)

    Raises
    ------
    ValueError
        If a matrix is not symmetric, the shapes do not match, or :math:`\alpha_j+\beta_t` is zero
        for some pair: then there is no solution, or more than one.

    Notes
    -----
    Cost: O(b^3 + T^3 + bT(b + T)); as one linear system it would be O((bT)^3).
    Source: Sugiyama (2016), Fig. 34.5, which does not say that the matrices must be symmetric.

    Examples
    --------
    >>> sylvester_symmetric([[2.0]], [[1.0]], [[6.0]])
    array([[2.]])
    """
    A = check_square(A, "A", symmetric=True)
    B = check_square(B, "B", symmetric=True)
    Z = check_array(Z, "Z", shape=(len(A), len(B)))
    alpha, U = np.linalg.eigh(A)
    beta, V = np.linalg.eigh(B)
    sums = alpha[:, None] + beta
    # eigenvalues are exact to this much: a smaller sum cannot be told from 0
    rounding = np.finfo(float).eps * (abs(alpha).max() + abs(beta).max()) * max(Z.shape)
    if (abs(sums) <= rounding).any():
        raise ValueError("B has an eigenvalue that is minus one of A: no unique solution")
    return U @ ((U.T @ Z @ V) / sums) @ V.T
