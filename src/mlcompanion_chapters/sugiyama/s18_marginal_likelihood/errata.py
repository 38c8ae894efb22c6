"""Two misprints of section 18.1.2, by quadrature and by differences of SciPy's densities."""

import math

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

__all__ = ["log_derivative", "normal_density"]


def printed_density(t, sigma):
    """With the variance outside of the root, as printed."""
    return math.exp(-(t**2) / (2 * sigma**2)) / (math.sqrt(2 * math.pi) * sigma**2)


def normal_density():
    """Areas of the printed density and of the right one, deviation 2; area and peak of the sum."""
    whole = (-np.inf, np.inf)
    return {
        "printed": quad(printed_density, *whole, args=(2.0,))[0],
        "right": quad(norm(scale=2).pdf, *whole)[0],
        "total": quad(lambda t: printed_density(t, 1.0) + printed_density(t, 2.0), *whole)[0],
        "peak": printed_density(0.0, 1.0) + printed_density(0.0, 2.0),
    }


def log_derivative(step=1e-3):
    """Central second differences of f and of log f at 0."""
    t = np.array([-step, 0.0, step])
    f = norm.pdf(t) + norm.pdf(t, scale=2)
    stencil = np.array([1, -2, 1]) / step**2
    return {"d2f": stencil @ f, "d2log": stencil @ np.log(f)}
