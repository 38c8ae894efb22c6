r"""What correlated errors do to cross-validation and to the best bandwidth.

De Brabanter et al. (2011), Lemma 2, Theorem 3, Theorem 7 and Corollary 8. Throughout
:math:`\gamma_k` is the covariance of errors k places apart, a sequence from lag 0 on.
"""

import numpy as np
from scipy.linalg import toeplitz

from mlcompanion._validation import check_array, check_count, check_real

from .kernels import as_kernel, kernel_constants

__all__ = [
    "amise_bandwidth",
    "amise_factor",
    "asymptotic_lcv_bias",
    "expected_lcv_bias",
    "left_out_weights",
]


def left_out_weights(n, bandwidth, kernel="epanechnikov", lag=0):
    r"""Row of weights of a leave-:math:`(2l+1)`-out local mean on a circle of n places.

    Parameters
    ----------
    n : int
        Places on the circle.
    bandwidth : float
        In spacings, :math:`nh`.
    kernel : str or SmoothingKernel
    lag : int
        Neighbours left out on each side.

    Returns
    -------
    ndarray, shape (n,)
        The weight of the place k further on; they sum to one. NaN if the window is empty.
    """
    n = check_count(n, "n", low=2)
    bandwidth = check_real(bandwidth, "bandwidth", low=0, open_low=True)
    lag = check_count(lag, "lag")
    away = np.minimum(np.arange(n), n - np.arange(n))
    weights = np.where(away > lag, as_kernel(kernel)(away / bandwidth), 0.0)
    total = weights.sum()
    return weights / (total if total > 0 else np.nan)


def _covariances(gamma):
    gamma = check_array(gamma, "gamma", ndim=1, min_rows=1)
    if gamma[0] < 0 or np.abs(gamma).max() > gamma[0] * (1 + 1e-9):
        raise ValueError("gamma must begin with the variance, which no covariance exceeds")
    return gamma


def expected_lcv_bias(S, gamma):
    r"""The term that correlation adds to the expected criterion, exactly (Lemma 2).

    :math:`-\frac2n\sum_i\mathrm{Cov}[\hat m^{(-i)}(x_i),e_i]=-\frac2n\sum_i\sum_jS_{ij}
    \gamma_{|i-j|}`.

    Parameters
    ----------
    S : array_like, shape (n, n) or (n,)
        Weights :math:`S_{ij}` of output j in the left-out fit at i; or the one row that all places
        of a circle share, as of :func:`left_out_weights`.
    gamma : array_like, shape (m,)
        Covariances at lags 0, 1, ...; zero beyond.

    Returns
    -------
    float
        In squared units of the outputs; negative for positive correlation: the criterion is fooled.
    """
    S = check_array(S, "S", min_rows=1)
    gamma = _covariances(gamma)
    n = len(S)
    known = np.zeros(n)
    known[: min(n, len(gamma))] = gamma[:n]
    if S.ndim == 1:
        away = np.minimum(np.arange(n), n - np.arange(n))
        return float(-2 * np.sum(S * known[away]))
    S = check_array(S, "S", shape=(n, n))
    return float(-2 / n * np.sum(S * toeplitz(known)))


def asymptotic_lcv_bias(kernel, bandwidth, gamma, lag=0):
    r"""The same term by Theorem 3: :math:`-\frac{4K(0)}{nh-K(0)}\sum_{k>l}\gamma_k`.

    Parameters
    ----------
    kernel : str or SmoothingKernel
    bandwidth : float
        In spacings, :math:`nh`; above :math:`K(0)`.
    gamma : array_like, shape (m,)
        Covariances at lags 0, 1, ...; zero beyond.
    lag : int
        Neighbours left out on each side, :math:`l`.

    Returns
    -------
    float
        In squared units of the outputs; 0 for a kernel that is zero at zero.
    """
    top = as_kernel(kernel).at_zero
    bandwidth = check_real(bandwidth, "bandwidth", low=top, open_low=True)
    lag = check_count(lag, "lag")
    return float(-4 * top / (bandwidth - top) * _covariances(gamma)[lag + 1 :].sum())


def amise_factor(rho):
    r"""What correlation multiplies the best bandwidth by (9): :math:`[1+2\sum_k\rho(k)]^{1/5}`.

    Parameters
    ----------
    rho : array_like, shape (m,)
        Correlations at lags 1, 2, ...; none, or their sum at least -1/2.

    Returns
    -------
    float
        1 for independent errors.
    """
    rho = check_array(rho, "rho", ndim=1, low=-1, high=1)
    total = 1 + 2 * rho.sum()
    if total < -1e-12:
        raise ValueError(f"rho must sum to at least -1/2, as correlations do, got {rho.sum():.3g}")
    return float(max(total, 0.0) ** 0.2)


def amise_bandwidth(kernel, n, curvature, gamma):
    r"""The bandwidth of least asymptotic error (8).

    :math:`\bigl[R(K)(\gamma_0+2\sum_{k\ge1}\gamma_k)\big/(n\,\mu_2^2\int m''^2)\bigr]^{1/5}`.

    Parameters
    ----------
    kernel : str or SmoothingKernel
    n : int
        Observations on an interval of length one.
    curvature : float
        :math:`\int m''(x)^2dx` of the curve; positive.
    gamma : array_like, shape (m,)
        Covariances at lags 0, 1, ...; zero beyond.

    Returns
    -------
    float
        As a share of the interval.
    """
    n = check_count(n, "n", low=1)
    curvature = check_real(curvature, "curvature", low=0, open_low=True)
    gamma = _covariances(gamma)
    constants = kernel_constants(kernel)
    long_run = max(gamma[0] + 2 * gamma[1:].sum(), 0.0)
    return float((constants.roughness * long_run / (constants.mu2**2 * curvature * n)) ** 0.2)
