"""From a concentration function to a rate, and what there is in closed form.

Source: van der Vaart and van Zanten (2011), Equations 7 and 8; the series for Brownian motion is
the classical one (Feller's, by reflection and Poisson summation).
"""

import numpy as np
from scipy.special import ndtr

from mlcompanion._validation import check_array, check_instance

__all__ = ["brownian_small_ball", "psi_inverse"]


def brownian_small_ball(eps):
    r"""Minus the log probability that Brownian motion on [0, 1] stays within ``eps``.

    :math:`P=\frac4\pi\sum_{k\ge0}\frac{(-1)^k}{2k+1}e^{-(2k+1)^2\pi^2/(8\varepsilon^2)}` for a
    narrow band; for a wide one the images of the two walls, which converge fast there.

    Parameters
    ----------
    eps : float or array_like
        Half widths of the band; positive.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If an ``eps`` is not positive.
    """
    eps = check_array(eps, "eps", low=0, open_low=True)
    flat = eps.ravel()
    exponent = np.where(flat < 1.5, _narrow(np.minimum(flat, 1.5)), _wide(np.maximum(flat, 1.5)))
    return exponent.reshape(eps.shape)[()]


def _narrow(eps):
    odd = 2 * np.arange(40)[:, None] + 1
    with np.errstate(over="ignore"):
        rate = np.pi**2 / (8 * eps**2)  # infinite for bands below 1e-154
    # the first term is taken out: alone it may be smaller than any number
    with np.errstate(invalid="ignore", under="ignore"):
        rest = (-1.0) ** (odd // 2) / odd * np.exp(-np.minimum((odd**2 - 1) * rate, 1e4))
    return rate - np.log(4 / np.pi * rest.sum(axis=0))


def _wide(eps):
    k = np.arange(1, 20)[:, None]
    # P = 1 - 4 Q(eps) + 4 Q(3 eps) - …, Q the upper tail
    tails = 4 * ndtr(-(2 * k - 1) * eps) * (-1.0) ** (k - 1)
    return -np.log1p(-tails.sum(axis=0))


def psi_inverse(phi, n):
    r"""The rate :math:`\psi^{-1}(n)=\sup\{\varepsilon:\phi(\varepsilon)/\varepsilon^2\ge n\}`.

    Parameters
    ----------
    phi : callable
        The concentration function of one positive number; never rising, may be infinite.
    n : float or array_like
        Sample sizes; positive.

    Returns
    -------
    float or ndarray
        In units of eps; times its square root of n it balances price and data.

    Raises
    ------
    ValueError
        If an ``n`` is not positive, ``phi`` gives a NaN or a negative number, or no eps between
        1e-150 and 1e150 solves the equation.

    Notes
    -----
    Cost: about 60 calls of ``phi`` for each n, by bisection in log eps. Source: Equation 8.
    """
    check_instance(phi, "phi", callable, "function")
    sizes = check_array(n, "n", low=0, open_low=True)
    found = [_one_rate(phi, size) for size in sizes.ravel()]
    return np.array(found).reshape(sizes.shape)[()]


def _excess(phi, log_eps, log_n):
    value = float(phi(float(np.exp(log_eps))))
    if not value >= 0:
        raise ValueError(f"phi must give numbers from 0 up, got {value!r}")
    if value == 0:
        return -np.inf
    return np.log(value) - 2 * log_eps - log_n


def _one_rate(phi, size):
    log_n = np.log(size)
    low = high = 0.0
    # doubling steps: most rates lie within a few decades of 1
    step = 1.0
    while _excess(phi, low, log_n) < 0:
        high = low
        low -= step
        step *= 2
        if low < -345:
            raise ValueError("phi stays below n eps^2 down to eps = 1e-150")
    step = 1.0
    while _excess(phi, high, log_n) >= 0:
        low = high
        high += step
        step *= 2
        if high > 345:
            raise ValueError("phi stays above n eps^2 up to eps = 1e150")
    while high - low > 1e-12 * (1 + abs(low)):
        middle = 0.5 * (low + high)
        if _excess(phi, middle, log_n) >= 0:
            low = middle
        else:
            high = middle
    return float(np.exp(low))
