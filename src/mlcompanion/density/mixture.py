"""The density of a mixture of Gaussians, in logarithms: kernel estimates and mixtures alike."""

import math

import numpy as np
from scipy.spatial.distance import cdist

from mlcompanion._validation import check_array, check_covariances

__all__ = ["log_gaussian_mixture"]

_BLOCK = 2**18  # squared distances at a time


def log_gaussian_mixture(points, weights, means, covariances):
    r"""Logarithm of a mixture of Gaussians.

    .. math:: \log\sum_{k=1}^m\pi_k\,N(x;\,\mu_k,\,C_k)

    Parameters
    ----------
    points : array_like, shape (q, d)
    weights : array_like, shape (m,)
        Positive; they are divided by their sum.
    means : array_like, shape (m, d)
    covariances : float, array_like (m,) or (m, d, d)
        Variances of spherical components, or full covariances.

    Returns
    -------
    ndarray, shape (q,)
        Finite however far a point is from all means.

    Raises
    ------
    ValueError
        If shapes do not match, or a weight or covariance is not positive (definite).

    Notes
    -----
    Cost O(q m d) spherical, O(q m d^2) full, and O(q m) exponentials.
    """
    means = check_array(means, "means", ndim=2, min_rows=1)
    m, d = means.shape
    covariances = check_covariances(covariances, "covariances", (m, d))
    weights = check_array(weights, "weights", shape=(m,), low=0, open_low=True)
    points = check_array(points, "points", shape=(None, d))
    terms = gaussian_terms(weights / weights.sum(), covariances, d)
    return log_gaussian_sum(points, means, *terms)


def gaussian_terms(weights, covariances, d):
    """Inverse covariances, and the logarithms of the weights times the normalizers."""
    if covariances.ndim == 1:
        log_det = d * np.log(covariances)
        inverses = 1 / covariances
    else:
        log_det = np.linalg.slogdet(covariances)[1]
        inverses = np.ascontiguousarray(np.linalg.inv(covariances))
    return inverses, np.log(weights) - 0.5 * (log_det + d * math.log(2 * math.pi))


def log_gaussian_sum(points, means, inverses, log_coefficients):
    """Log of the sum of e^(c_k - |x - mu_k|^2 / 2), the length as the k-th inverse measures it."""
    result = np.empty(len(points))
    rows = max(1, _BLOCK // means.size)
    for i in range(0, len(points), rows):
        block = points[i : i + rows]
        if inverses.ndim == 1:
            squares = cdist(block, means, "sqeuclidean") * inverses
        else:
            gaps = block - means[:, None]
            # batched over components: one product of matrices each
            squares = np.einsum("kqa,kqa->qk", gaps @ inverses, gaps)
        exponents = log_coefficients - 0.5 * squares
        top = exponents.max(axis=1)  # the largest term is 1: far points do not underflow
        total = np.exp(exponents - top[:, None]).sum(axis=1)
        result[i : i + rows] = top + np.log(total)
    return result
