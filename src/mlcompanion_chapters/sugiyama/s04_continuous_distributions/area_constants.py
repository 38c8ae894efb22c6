"""The areas behind the constants of densities, each computed in two ways (Sugiyama 2016, 4.2-4.4).

Factorials, pi and SciPy's gamma function are the references.
"""

import math

import numpy as np
from scipy import special

from mlcompanion.probability.numeric.quadrature import integrate
from mlcompanion.probability.numeric.special import beta_fn, gamma_fn, polar_integral

__all__ = ["beta_gaps", "beta_plain", "gamma_plain", "gaussian_and_gamma", "sine_power"]


def gamma_plain(alpha):
    """The gamma function in its first form, Eq. (4.3); powers in logarithms."""
    return integrate(lambda x: np.exp((alpha - 1) * np.log(x) - x), 0, math.inf)


def beta_plain(alpha, beta):
    """The defining integral of the beta function."""
    return integrate(lambda x: x ** (alpha - 1) * (1 - x) ** (beta - 1), 0, 1)


def sine_power(p):
    """Integral of the p-th power of the sine from 0 to pi/2."""
    return integrate(lambda angle: np.sin(angle) ** p, 0, math.pi / 2)


def gaussian_and_gamma(rng):
    """The Gaussian integral in three forms, and the gamma function at whole and other numbers.

    Parameters
    ----------
    rng : numpy.random.Generator
        For 50 arguments between 0.5 and 8.

    Returns
    -------
    dict
        ``line`` over the root of pi; ``plane`` over pi, on a square grid and in polar form;
        ``factorial``: largest relative gap between Gamma(k + 1) and k!, k = 0 to 12; ``half``:
        Gamma(1/2) over the root of pi; ``step``: largest relative gap between Gamma(alpha + 1) by
        Eq. (4.3) and alpha Gamma(alpha) by Eq. (4.5).
    """
    x = np.linspace(-8, 8, 401)
    grid = np.exp(-(x[:, None] ** 2) - x**2).sum() * (x[1] - x[0]) ** 2
    polar = polar_integral(lambda x, y: np.exp(-(x**2) - y**2))
    line = integrate(lambda x: np.exp(-(x**2)), -math.inf, math.inf)
    return {
        "line": line / math.sqrt(math.pi),
        "plane": [float(grid) / math.pi, polar / math.pi],
        "factorial": max(abs(gamma_fn(k + 1) / math.factorial(k) - 1) for k in range(13)),
        "half": gamma_fn(0.5) / math.sqrt(math.pi),
        "step": max(
            abs(gamma_plain(a + 1) / (a * gamma_fn(a)) - 1) for a in rng.uniform(0.5, 8, 50)
        ),
    }


def beta_gaps():
    """Forms of the beta function against the ratio of gammas on 400 pairs from 0.5 to 10.

    Returns
    -------
    dict
        ``direct``, ``sine``: largest relative gap of the defining integral and of Eq. (4.6);
        ``control``: the smallest if the factor 2 of Eq. (4.6) is left out.
    """
    sides = np.arange(1, 21) / 2
    pairs = [(a, b) for a in sides for b in sides]
    gammas = np.array(
        [special.gamma(a) * special.gamma(b) / special.gamma(a + b) for a, b in pairs]
    )
    sine = np.array([beta_fn(*pair) for pair in pairs])
    return {
        "direct": np.abs([beta_plain(*pair) for pair in pairs] / gammas - 1).max(),
        "sine": np.abs(sine / gammas - 1).max(),
        "control": np.abs(sine / 2 / gammas - 1).min(),
    }
