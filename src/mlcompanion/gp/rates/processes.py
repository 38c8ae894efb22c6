"""The two priors of the source with its own constants, and a factor that keeps their digits.

Source: van der Vaart and van Zanten (2011), Equations 10 and 14.
"""

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_count, check_real

from ..covariances import Matern, SquaredExponential

__all__ = ["analytic_factor", "spectral_matern", "unit_squared_exponential"]


def spectral_matern(alpha, dimension=1):
    r"""The Matérn prior with spectral density exactly :math:`(1+\|\lambda\|^2)^{-\alpha-d/2}`.

    Parameters
    ----------
    alpha : float
        Smoothness; in (0, 50].
    dimension : int

    Returns
    -------
    Matern
        Of variance :math:`\pi^{d/2}\Gamma(\alpha)/\Gamma(\alpha+d/2)`.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Source: Equation 10; scikit-learn's Matern with nu = alpha and length :math:`\sqrt{2\alpha}`.
    """
    alpha = check_real(alpha, "alpha", low=0, high=50, open_low=True)
    half = check_count(dimension, "dimension", low=1) / 2
    log_variance = half * np.log(np.pi) + gammaln(alpha) - gammaln(alpha + half)
    return Matern(alpha, float(np.sqrt(2 * alpha)), float(np.exp(0.5 * log_variance)))


def unit_squared_exponential(scale=1.0):
    r"""The squared exponential prior :math:`e^{-\|s-t\|^2}`, its argument multiplied by ``scale``.

    Parameters
    ----------
    scale : float
        The A of draws f(Ax); positive.

    Returns
    -------
    SquaredExponential
        Of width :math:`\sigma=1/(A\sqrt2)`.

    Raises
    ------
    ValueError
        If ``scale`` is not positive.

    Notes
    -----
    Source: Equation 14.
    """
    scale = check_real(scale, "scale", low=0, open_low=True)
    return SquaredExponential(float(np.sqrt(0.5) / scale))


def analytic_factor(x, n_columns=60):
    r"""A factor G of the Gram matrix of :math:`e^{-(s-t)^2}`, exact entry by entry.

    From :math:`e^{2st}=\sum_k(2st)^k/k!`: column k is :math:`e^{-s^2}s^k\sqrt{2^k/k!}`, with s
    measured from the middle of the points. Its small columns are as exact as its large ones; of
    the Gram matrix itself rounding leaves nothing below 1e-16.

    Parameters
    ----------
    x : array_like, shape (n,)
        Points; at most 4 apart.
    n_columns : int
        Terms of the series; 60 are exact for points at most 4 apart.

    Returns
    -------
    ndarray, shape (n, n_columns)

    Raises
    ------
    ValueError
        If the points lie too far apart.

    Notes
    -----
    Cost: O(n n_columns). See :func:`price_path`.
    """
    x = check_array(x, "x", ndim=1, min_rows=1)
    n_columns = check_count(n_columns, "n_columns", low=1)
    centred = x - 0.5 * (x.min() + x.max())
    if np.abs(centred).max() > 2:
        raise ValueError(f"x must lie at most 4 apart, got {2 * np.abs(centred).max():.3g}")
    k = np.arange(n_columns)
    constant = np.exp(0.5 * (k * np.log(2) - gammaln(k + 1)))
    return np.exp(-(centred[:, None] ** 2)) * centred[:, None] ** k * constant
