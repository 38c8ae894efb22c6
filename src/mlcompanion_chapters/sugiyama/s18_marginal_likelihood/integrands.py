"""Integrands whose area is known, from Gaussian to hopeless, and what Laplace makes of them."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import betaln, gammaln
from scipy.stats import norm

from mlcompanion.bayes.evidence import laplace_approximation

__all__ = [
    "SHAPES",
    "Integrand",
    "approximated",
    "normal_bump_error",
    "share_of_area",
    "stamped",
    "student",
    "two_bumps",
    "two_widths",
]


class Integrand(NamedTuple):
    """A function of one parameter that is not negative.

    Attributes
    ----------
    log_f : callable
        Its logarithm at an array of parameters.
    area : float
        Its integral.
    start : float
        Where an ascent may begin.
    words : str
        What it is.
    """

    log_f: Callable
    area: float
    start: float
    words: str


def two_widths(ratio):
    """Two bells on one place, the second ``ratio`` times as wide: 2 in section 18.1.2."""
    return Integrand(
        lambda t: np.logaddexp(norm.logpdf(t), norm.logpdf(t, scale=ratio)),
        2.0,
        0.4,
        f"widths 1 and {ratio:g}",
    )


def student(freedom):
    """Student's density without its constant."""
    log_area = gammaln(freedom / 2) - gammaln((freedom + 1) / 2) + 0.5 * math.log(freedom * math.pi)
    return Integrand(
        lambda t: -(freedom + 1) / 2 * np.log1p(t**2 / freedom),
        math.exp(log_area),
        1.0,
        f"{freedom:g} degrees of freedom",
    )


def two_bumps(apart):
    """Two equal bells, centres ``apart`` widths from each other."""
    return Integrand(
        lambda t: np.logaddexp(norm.logpdf(t, -apart / 2), norm.logpdf(t, apart / 2)),
        2.0,
        apart / 2,
        f"{apart:g} widths apart",
    )


def stamped(n, share=0.3):
    """Likelihood times Beta(2, 2) prior of a share, ``share`` of n observations being ones."""
    ones = share * n

    def log_f(p):
        p = np.asarray(p, dtype=float)
        inside = (p > 0) & (p < 1)
        safe = np.where(inside, p, 0.5)
        logs = (ones + 1) * np.log(safe) + (n - ones + 1) * np.log1p(-safe) - betaln(2, 2)
        return np.where(inside, logs, -np.inf)

    area = math.exp(betaln(ones + 2, n - ones + 2) - betaln(2, 2))
    return Integrand(log_f, area, 0.5, f"{ones:g} of {n:g} stamped Nord")


#: The families of the widget: a function of a parameter, and the parameters from near to far.
SHAPES = {
    "two bumps": (two_bumps, (0, 0.5, 1, 1.4, 1.7, 1.9, 2.1, 2.3, 2.6, 3, 4, 6)),
    "two widths": (two_widths, (1, 1.1, 1.2, 1.4, 1.6, 2, 2.5, 3, 4, 6, 10, 20)),
    "heavy tails": (student, (100, 50, 30, 20, 15, 10, 7, 5, 4, 3, 2, 1)),
    "floats": (stamped, (500, 300, 200, 150, 100, 80, 60, 50, 40, 30, 20, 10)),
}


def approximated(integrand):
    """Laplace's approximation by the general routine, derivatives by differences."""
    return laplace_approximation(lambda t: integrand.log_f(t[0]), [integrand.start])


def share_of_area(integrand):
    """The approximated integral divided by the true one."""
    return math.exp(approximated(integrand).log_integral) / integrand.area


def normal_bump_error(d, seed=0):
    """Relative error for a bump of normal shape in d dimensions, correlated and off the origin."""
    rng = np.random.default_rng([seed, d])
    root = rng.normal(size=(d, d)) + 0.5 * np.eye(d)
    mean = rng.normal(scale=3, size=d)

    def log_f(theta):
        z = np.linalg.solve(root, theta - mean)
        return -0.5 * z @ z

    log_area = 0.5 * d * math.log(2 * math.pi) + np.linalg.slogdet(root)[1]
    found = laplace_approximation(log_f, np.zeros(d))
    return abs(math.expm1(found.log_integral - log_area))
