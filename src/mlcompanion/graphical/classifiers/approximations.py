r"""Logarithms of ratios, approximated by sums of logarithms (section 4 of the source).

.. math:: \log\frac U{U+V}\approx\alpha\log U+\beta\log V+\gamma,\qquad
    \log\frac W{1-W}\approx\lambda\log W+\rho

Carvalho, Roos, Oliveira and Myllymäki (2011), theorems 1 to 3, 5 and 6. Logarithms are binary.
"""

from math import log, log2, pi
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_real

__all__ = [
    "ALPHA",
    "BETA",
    "LAMBDA",
    "RHO",
    "LogRatioCoefficients",
    "log_odds_approximation",
    "log_ratio_approximation",
    "log_ratio_coefficients",
]

#: Coefficient of log U, equation (8): least squares for U and V uniform on a square.
ALPHA = (pi**2 + 6) / 24
#: Coefficient of log V, equation (9).
BETA = (pi**2 - 18) / 24
#: Coefficient of log W, equation (18): least squares for W uniform on the unit interval.
LAMBDA = pi**2 / 6
#: Constant beside it, equation (19), in bits.
RHO = pi**2 / (6 * log(2))


class LogRatioCoefficients(NamedTuple):
    """Coefficients of the best approximation, and how good it is, in bits.

    Attributes
    ----------
    alpha, beta, gamma : float
        Equations (8) to (10).
    mean : float
        Of what is approximated; the approximation has the same.
    sigma : float
        Root of the mean squared error, theorem 3 with the 2 under the root.
    """

    alpha: float
    beta: float
    gamma: float
    mean: float
    sigma: float


def log_ratio_coefficients(p):
    r"""Least-squares coefficients of log U and log V for log U/(U + V) on the square [0, p]².

    Parameters
    ----------
    p : float
        Side of the square on which U and V are uniform. Only ``gamma`` depends on it.

    Returns
    -------
    LogRatioCoefficients

    Notes
    -----
    Source: theorems 1 to 3, equations (8) to (10).

    Examples
    --------
    >>> [round(c, 4) for c in log_ratio_coefficients(0.05)[:3]]
    [0.6612, -0.3388, 0.5802]
    """
    p = check_real(p, "p", low=0, open_low=True)
    gamma = pi**2 / (12 * log(2)) - (2 + (pi**2 - 6) * log2(p) / 12)
    variance = (36 + 36 * pi**2 - pi**4) / (288 * log(2) ** 2) - 2
    return LogRatioCoefficients(ALPHA, BETA, gamma, 1 / (2 * log(2)) - 2, variance**0.5)


def log_ratio_approximation(U, V, p):
    r"""The approximation :math:`\alpha\log_2U+\beta\log_2V+\gamma` of log₂ U/(U + V).

    Parameters
    ----------
    U, V : array_like
        Positive numbers; their shapes are broadcast.
    p : float
        As for :func:`log_ratio_coefficients`.

    Returns
    -------
    ndarray

    Notes
    -----
    Source: section 4.1, theorem 1.

    Examples
    --------
    >>> round(float(log_ratio_approximation(0.02, 0.02, 0.05)), 3)  # the ratio has -1
    -1.24
    """
    U = check_array(U, "U", low=0, open_low=True)
    V = check_array(V, "V", low=0, open_low=True)
    try:
        U, V = np.broadcast_arrays(U, V)
    except ValueError as error:
        raise ValueError(f"U and V must broadcast, got shapes {U.shape}, {V.shape}") from error
    fit = log_ratio_coefficients(p)
    return fit.alpha * np.log2(U) + fit.beta * np.log2(V) + fit.gamma


def log_odds_approximation(W):
    r"""The approximation :math:`\lambda\log_2W+\rho` of the log-odds log₂ W/(1 - W).

    Parameters
    ----------
    W : array_like
        Between 0 and 1, 0 left out. It stays finite at 1, where the log-odds do not.

    Returns
    -------
    ndarray

    Notes
    -----
    Source: section 4.2, theorem 5.

    Examples
    --------
    >>> round(float(log_odds_approximation(0.5)), 3)
    0.728
    """
    W = check_array(W, "W", low=0, high=1, open_low=True)
    return LAMBDA * np.log2(W) + RHO
