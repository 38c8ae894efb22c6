"""The densities as Sugiyama (2016), chapter 4, prints them, and what can be measured about them.

They stand apart from the laws of ``mlcompanion.probability`` on purpose: constructions and closed
forms are judged by these formulas and by quadrature, not by another implementation of themselves.
"""

import math

import numpy as np

from mlcompanion.probability import (
    Beta,
    Cauchy,
    ChiSquared,
    Exponential,
    FDist,
    Gamma,
    Laplace,
    Normal,
    StudentT,
    Uniform,
)
from mlcompanion.probability.numeric.quadrature import integrate
from mlcompanion.probability.numeric.special import beta_fn, gamma_fn

__all__ = [
    "CONSTRUCTIONS",
    "LAWS",
    "PRINTED",
    "construct",
    "cut_cauchy_mean",
    "cut_growth",
    "distance_to_density",
    "gamma_shapes",
    "laplace_brackets",
    "moment_error",
    "moment_errors",
    "pattern",
    "spread_of_means",
]


def _gamma(x, alpha, rate):
    """Powers in logarithms: far out they would be an infinite number times zero."""
    return np.exp(alpha * math.log(rate) + (alpha - 1) * np.log(x) - rate * x) / gamma_fn(alpha)


def _f(x, d, d2):
    power = (d / 2 - 1) * np.log(x) - (d + d2) / 2 * np.log1p(d * x / d2)
    return (d / d2) ** (d / 2) * np.exp(power) / beta_fn(d / 2, d2 / 2)


#: Densities as chapter 4 prints them, by the name of the family.
PRINTED = {
    "uniform": lambda x, a, b: np.full(np.shape(x), 1 / (b - a)),
    "normal": lambda x, mu, variance: (
        np.exp(-((x - mu) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)
    ),
    "gamma": _gamma,
    "exponential": lambda x, rate: rate * np.exp(-rate * x),
    "chi-squared": lambda x, n: _gamma(x, n / 2, 1 / 2),
    "beta": lambda x, alpha, beta: x ** (alpha - 1) * (1 - x) ** (beta - 1) / beta_fn(alpha, beta),
    "Cauchy": lambda x, a, b: b / (math.pi * ((x - a) ** 2 + b**2)),
    "Laplace": lambda x, a, b: np.exp(-np.abs(x - a) / b) / (2 * b),
    "t": lambda x, d: (
        (1 + x**2 / d) ** (-(d + 1) / 2) / (beta_fn(d / 2, 1 / 2) * math.sqrt(d))
    ),
    "F": _f,
}  # fmt: skip

#: The package's families by the names of chapter 4.
LAWS = {
    "uniform": Uniform,
    "normal": Normal,
    "gamma": Gamma,
    "exponential": Exponential,
    "chi-squared": ChiSquared,
    "beta": Beta,
    "Cauchy": Cauchy,
    "Laplace": Laplace,
    "t": StudentT,
    "F": FDist,
}

#: What is done, the family and its parameters: the constructions of sections 4.3 to 4.6.
CONSTRUCTIONS = {
    "third event at rate 2": ("gamma", (3, 2)),
    "sum of 5 squares": ("chi-squared", (5,)),
    "third smallest of 7": ("beta", (3, 5)),
    "ratio of normals": ("Cauchy", (0, 1)),
    "difference of waits": ("Laplace", (0, 1)),
    "normal over root of a chi-squared": ("t", (4,)),
    "ratio of chi-squareds": ("F", (3, 7)),
    "square of a t": ("F", (1, 4)),
}


def construct(name, n, rng):
    """Play one of the ``CONSTRUCTIONS``.

    Parameters
    ----------
    name : str
    n : int
        Plays.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of shape (n,)
    """
    if name == "square of a t":
        return StudentT(4).story(n, rng) ** 2
    family, parameters = CONSTRUCTIONS[name]
    return LAWS[family](*parameters).story(n, rng)


def distance_to_density(draws, family, *parameters):
    """Kolmogorov distance between draws and the integral of a printed density.

    Parameters
    ----------
    draws : ndarray of shape (n,)
    family : str
        Of ``PRINTED``.
    *parameters : float

    Returns
    -------
    float
        Between neighbouring draws the density is integrated by two Gauss points.
    """
    x = np.sort(draws)
    n = len(draws)

    def density(x):
        return PRINTED[family](x, *parameters)

    low, _ = LAWS[family](*parameters).support
    half = np.diff(x) / 2
    middle = x[:-1] + half
    shift = half / math.sqrt(3)
    mass = half * (density(middle - shift) + density(middle + shift))
    below = integrate(density, low, x[0]) + np.concatenate([[0.0], np.cumsum(mass)])
    ranks = np.arange(n)
    return float(max((below - ranks / n).max(), ((ranks + 1) / n - below).max()))


def moment_error(family, *parameters):
    """How far a law's closed forms are from the moments of the printed density.

    Parameters
    ----------
    family : str
        One with a variance.
    *parameters : float

    Returns
    -------
    float
        Largest of |closed form - quadrature| / (1 + |closed form|) over total mass, mean, variance.
    """
    law = LAWS[family](*parameters)
    low, high = law.support
    cut = law.location if family == "Laplace" else law.mean()

    def moment(k):
        def weighed(x):
            return x**k * PRINTED[family](x, *parameters)

        return integrate(weighed, low, cut, law.std()) + integrate(weighed, cut, high, law.std())

    mass, mean, second = (moment(k) for k in range(3))
    pairs = ((1.0, mass), (law.mean(), mean), (law.var(), second - mean**2))
    return max(abs(closed - found) / (1 + abs(closed)) for closed, found in pairs)


def moment_errors(sets, rng):
    """The worst ``moment_error`` over random parameters, family by family.

    Parameters
    ----------
    sets : int
        Parameter sets a family.
    rng : numpy.random.Generator

    Returns
    -------
    dict
        Family to error, for the nine families with a variance. Shapes are between 0.5 and 5; t has
        more than 4 and F more than 8 degrees of freedom below, so that fourth moments exist.
    """
    shape = (0.5, 5)
    ranges = {
        "uniform": ((-3, 0), (1, 4)),
        "normal": ((-3, 3), (0.25, 9)),
        "gamma": (shape, (0.3, 3)),
        "exponential": ((0.3, 3),),
        "chi-squared": ((1, 10),),
        "beta": (shape, shape),
        "Laplace": ((-3, 3), (0.3, 3)),
        "t": ((4.5, 20),),
        "F": ((1, 10), (8.5, 20)),
    }
    return {
        family: max(
            moment_error(family, *(rng.uniform(*ends) for ends in limits)) for _ in range(sets)
        )
        for family, limits in ranges.items()
    }


def cut_growth(family, parameters, power):
    """How the integral of x^power times a printed density grows when its cut moves out.

    Parameters
    ----------
    family : str
        With a right tail.
    parameters : tuple
    power : int

    Returns
    -------
    float
        Growth from cut 10,000 to 1,000,000 over growth from 100 to 10,000: 1 for a logarithm, 0.01
        for a tail of one power less.
    """

    def tail(low, high):
        # equal steps in log x: dx = x d(log x)
        return integrate(
            lambda u: np.exp(u * (power + 1)) * PRINTED[family](np.exp(u), *parameters),
            math.log(low),
            math.log(high),
        )

    return tail(1e4, 1e6) / tail(100, 1e4)


def cut_cauchy_mean(low, high, a=0.0, b=1.0):
    """Integral of x times the density of Ca(a, b) from low < a to high > a.

    Returns
    -------
    float
    """

    def weighed(x):
        return x * PRINTED["Cauchy"](x, a, b)

    return integrate(weighed, low, a) + integrate(weighed, a, high)


def spread_of_means(law, sizes, repeats, rng):
    """Interquartile range of the average of n draws.

    Parameters
    ----------
    law : Law
    sizes : sequence of int
        The numbers n.
    repeats : int
        Averages for each n.
    rng : numpy.random.Generator

    Returns
    -------
    list of float
        One range for each size.
    """
    found = []
    for n in sizes:
        means = [law.rvs((min(100, repeats), n), rng).mean(axis=1) for _ in range(0, repeats, 100)]
        low, high = np.quantile(np.concatenate(means)[:repeats], [0.25, 0.75])
        found.append(float(high - low))
    return found


def pattern(values):
    """The runs of a curve: "down", "up", "up down", …; "flat" if it never moves.

    Parameters
    ----------
    values : ndarray of shape (n,)

    Returns
    -------
    str
    """
    signs = np.sign(np.diff(values))
    signs = signs[signs != 0]
    if not signs.size:
        return "flat"
    runs = signs[np.concatenate([[True], signs[1:] != signs[:-1]])]
    return " ".join("up" if sign > 0 else "down" for sign in runs)


def gamma_shapes():
    """Patterns of 27 gamma densities on 10,000 points of [0.001, 30].

    Returns
    -------
    dict
        (alpha, rate) to pattern.
    """
    x = np.linspace(0.001, 30, 10_000)
    alphas = (0.2, 0.5, 0.9, 1, 1.1, 1.5, 2, 5, 9)
    rates = (0.5, 1, 3)
    return {(a, r): pattern(PRINTED["gamma"](x, a, r)) for a in alphas for r in rates}


def laplace_brackets(a, b, t):
    """Three ways through the derivation of the Laplace moment-generating function.

    Parameters
    ----------
    a, b : float
        Place and scale.
    t : float
        Less than 1 / b in size.

    Returns
    -------
    dict
        ``result``: the printed end result over the quadrature of exp(tx) times the density;
        ``fixed``: the sum of both brackets, the second from a to infinity, over the same;
        ``growth``: factor by which the second bracket with the limits -L and a grows from L = 20 b
        to 40 b below a.
    """

    def tilted(x):
        return np.exp(x * t - np.abs(x - a) / b) / (2 * b)

    def second(x):
        """Antiderivative of the right half of ``tilted``."""
        return -np.exp(x * t - (x - a) / b) / (2 * (1 - b * t))

    width = b / (1 - abs(b * t))
    area = integrate(tilted, -math.inf, a, width) + integrate(tilted, a, math.inf, width)
    first = math.exp(a * t) / (2 * (1 + b * t))
    near, far = (abs(second(a) - second(a - cut * b)) for cut in (20, 40))
    return {
        "result": math.exp(a * t) / (1 - (b * t) ** 2) / area,
        "fixed": (first - second(a)) / area,
        "growth": far / near,
    }
