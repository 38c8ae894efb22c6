r"""Difference of two densities, fitted directly by least squares.

Sugiyama (2016), section 39.1.3.
"""

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mlcompanion._validation import check_array, check_memory, check_real
from mlcompanion.kernels import rbf_kernel

__all__ = ["difference_form"]


def difference_form(points, sigma, lam):
    r"""Matrix of the squared L2 distance as a quadratic form of the samples' weights.

    With kernels at all points, and a point's weight :math:`z_i=1/n` in the first sample and
    :math:`-1/n'` in the second, :math:`\hat v=Kz`, and the estimate
    :math:`2\hat v^\top\hat\alpha-\hat\alpha^\top U\hat\alpha` is :math:`z^\top Qz` with

    .. math:: Q=K(2B-BUB)K,\qquad B=(U+\lambda I)^{-1}

    Which point is from which sample stands in z alone: a permutation test fits nothing anew.

    Parameters
    ----------
    points : array_like, shape (N, d)
        Both samples.
    sigma : float
        Width of the kernels, positive.
    lam : float
        Penalty, positive.

    Returns
    -------
    ndarray, shape (N, N)
        Symmetric and positive semidefinite up to rounding.

    Raises
    ------
    ValueError
        If the points are not finite, a number is not positive, or the width is so far from one
        that the kernels' integrals are no numbers.
    MemoryError
        If the matrices need more memory than the machine has.

    Notes
    -----
    Cost: O(N^3 + N^2 d); memory O(N^2). Source: Sugiyama (2016), section 39.1.3; the form is ours.
    """
    points = check_array(points, "points", ndim=2, min_rows=1)
    sigma = check_real(sigma, "sigma", low=0, open_low=True)
    lam = check_real(lam, "lam", low=0, open_low=True)
    check_memory(5 * 8 * len(points) ** 2, f"{len(points)} kernels (points)")
    K = rbf_kernel(points, sigma=sigma)
    U = kernel_integrals(K, sigma, points.shape[1])
    shifted = U + lam * np.eye(len(U))
    A = cho_solve(cho_factor(shifted, lower=True), K)  # the weights of the kernels, for any z
    form = 2 * K @ A - A.T @ U @ A
    return (form + form.T) / 2


def kernel_integrals(K, sigma, d):
    r"""Integrals of products of kernels, :math:`(\pi\sigma^2)^{d/2}e^{-\|c-c'\|^2/4\sigma^2}`.

    Half the exponent is a root: no second matrix of distances is made.
    """
    with np.errstate(over="ignore", under="ignore"):
        volume = (np.sqrt(np.pi) * sigma) ** d
    if not 0 < volume < np.inf:
        raise ValueError(f"sigma = {sigma:g} is out of range: in {d} dimensions it overflows")
    return volume * np.sqrt(K)
