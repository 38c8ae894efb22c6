"""Gamma function, beta function and polar integrals by quadrature (Sugiyama 2016, 4.2 to 4.4)."""

import math

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .quadrature import integrate

__all__ = ["beta_fn", "gamma_fn", "polar_integral"]


def gamma_fn(alpha):
    """The gamma function by quadrature of Eq. (4.5), smooth where Eq. (4.3) is singular.

    Parameters
    ----------
    alpha : float or array_like, any shape
        Positive, at most 170.

    Returns
    -------
    float or ndarray, the shape of ``alpha``

    Notes
    -----
    Below 1/2 the integrand is singular again: there it is Gamma(alpha + 1) / alpha.
    """
    alpha = check_array(alpha, "alpha", low=0, open_low=True, high=170)
    values = np.array([_gamma(a) for a in alpha.ravel()])
    return values.reshape(alpha.shape)[()]


def _gamma(alpha):
    if alpha < 0.5:
        return _gamma(alpha + 1) / alpha
    # beyond 8 widths from the peak nothing is left
    end = math.sqrt(alpha) + 8
    # in logarithms: the power alone overflows
    return 2 * integrate(lambda y: np.exp((2 * alpha - 1) * np.log(y) - y**2), 0.0, end)


def beta_fn(alpha, beta):
    """The beta function by quadrature of its sine and cosine form, Eq. (4.6).

    Parameters
    ----------
    alpha, beta : float
        Positive.

    Returns
    -------
    float

    Notes
    -----
    An argument below 1/2 is raised by one first: B(a, b) = B(a + 1, b) (a + b) / a.
    """
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    beta = check_real(beta, "beta", low=0, open_low=True)
    if alpha < 0.5:
        return beta_fn(alpha + 1, beta) * (alpha + beta) / alpha
    if beta < 0.5:
        return beta_fn(beta, alpha)
    return 2 * integrate(
        lambda angle: np.sin(angle) ** (2 * alpha - 1) * np.cos(angle) ** (2 * beta - 1),
        0.0,
        math.pi / 2,
    )


def polar_integral(function, n_angles=64):
    """Integral of a function over the plane in polar form (Figs 4.1 and 4.2).

    Parameters
    ----------
    function : callable
        Takes arrays x and y of one shape and returns the values.
    n_angles : int
        Equally spaced directions, at least 1; their mean is exact for trigonometric polynomials of
        lower degree.

    Returns
    -------
    float

    Notes
    -----
    The area of a cell is r dr dtheta: the factor r is the Jacobian.
    """
    check_instance(function, "function", callable)
    # equal angles: of a periodic function their mean errs by frequencies from n_angles on only
    angle = 2 * math.pi * np.arange(check_count(n_angles, "n_angles", low=1)) / n_angles

    def ring(r):
        """The integral along the circle of radius r."""
        x = np.multiply.outer(np.cos(angle), r)
        y = np.multiply.outer(np.sin(angle), r)
        return 2 * math.pi * r * np.mean(function(x, y), axis=0)

    return integrate(ring, 0.0, math.inf)
