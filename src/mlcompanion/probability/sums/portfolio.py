"""The variance of a mixture of two risks (Sugiyama 2016, section 5.5)."""

import numpy as np

from mlcompanion._validation import check_array, check_real, check_square

__all__ = ["minimum_variance_share", "portfolio_variance"]


def portfolio_variance(weights, covariance):
    """Variance of a weighted sum: ``w' Sigma w`` (from section 5.5).

    Parameters
    ----------
    weights : array_like, shape (..., d)
        Amounts of each of d variables.
    covariance : array_like, shape (d, d)
        Symmetric.

    Returns
    -------
    float or ndarray, shape (...)

    Raises
    ------
    ValueError
        If shapes do not fit or the matrix is not symmetric.
    """
    covariance = check_square(covariance, "covariance", symmetric=True)
    weights = check_array(weights, "weights")
    if weights.ndim == 0 or weights.shape[-1] != len(covariance):
        raise ValueError(f"weights must have {len(covariance)} columns, got shape {weights.shape}")
    return np.einsum("...i,ij,...j->...", weights, covariance, weights)[()]


def minimum_variance_share(sd_x, sd_y, corr):
    """The share of x in the mixture ``w x + (1 - w) y``, 0 <= w <= 1, of least variance.

    The derivative of the variance vanishes at ``(sd_y^2 - c) / (sd_x^2 + sd_y^2 - 2 c)`` with the
    covariance ``c = corr sd_x sd_y``; outside [0, 1] the nearer end is best.

    Parameters
    ----------
    sd_x, sd_y : float
        Standard deviations, positive.
    corr : float
        Correlation, in [-1, 1].

    Returns
    -------
    float in [0, 1]
        0.5 if every mixture is the same: equal spreads, correlation 1.
    """
    sd_x = check_real(sd_x, "sd_x", low=0, open_low=True)
    sd_y = check_real(sd_y, "sd_y", low=0, open_low=True)
    largest = max(sd_x, sd_y)  # squares of tiny spreads would vanish
    sd_x = sd_x / largest
    sd_y = sd_y / largest
    shared = check_real(corr, "corr", low=-1, high=1) * sd_x * sd_y
    bend = sd_x**2 + sd_y**2 - 2 * shared
    if bend > 0:
        return float(np.clip((sd_y**2 - shared) / bend, 0, 1))
    # equal risks that move together: every mixture has the same variance
    return 0.5
