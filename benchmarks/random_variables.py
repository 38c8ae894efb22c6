"""Moments of laws against ``sympy.stats``, which derives them as formulas.

SymPy answers for every parameter at once, by symbolic integration, summation and differentiation;
here its parameters are numbers, as ours are, and the answers are compared as numbers.
"""

from functools import partial

import numpy as np

from _race import duel, equal, peer
from mlcompanion.probability import Binomial, Exponential, Gamma, Normal, Poisson
from mlcompanion.probability.sums.moments import moments_from_mgf

TITLE = "Moments of random variables"
CHAPTER = "sugiyama/02_random_variables"


def four(law):
    """Expectation, variance, skewness and excess kurtosis of one of our laws."""
    return [law.mean(), law.var(), law.skewness(), law.kurtosis()]


def theirs(sympy, stats, make):
    """The same from SymPy; its kurtosis is not the excess. What it remembers is forgotten first."""
    sympy.core.cache.clear_cache()
    X = make(stats)
    asked = (stats.E, stats.variance, stats.skewness, stats.kurtosis)
    found = [float(sympy.N(question(X))) for question in asked]
    return [*found[:3], found[3] - 3]


def differentiated(sympy, mgf, order):
    """Derivatives of a moment-generating function at 0, one after the other."""
    sympy.core.cache.clear_cache()
    t = sympy.symbols("t")
    derivative = mgf(t)
    moments = []
    for _ in range(order):
        derivative = sympy.diff(derivative, t)
        moments.append(float(derivative.subs(t, 0)))
    return moments


def rows():
    """Five laws, and moments from two moment-generating functions."""
    sympy = peer("sympy")
    stats = peer("sympy.stats", "sympy")
    if stats is None:
        return
    for size, law, make in (
        ("normal", Normal(1.0, 4.0), lambda s: s.Normal("X", 1, 2)),
        ("exponential", Exponential(2.0), lambda s: s.Exponential("X", 2)),
        ("gamma", Gamma(3.0, 2.0), lambda s: s.Gamma("X", 3, sympy.Rational(1, 2))),
        ("Poisson", Poisson(3.0), lambda s: s.Poisson("X", 3)),
        ("binomial, n = 20", Binomial(20, 0.25), lambda s: s.Binomial("X", 20, sympy.S(1) / 4)),
    ):  # fmt: skip
        yield duel("four moments of a law", size, partial(four, law), "sympy.stats",
                   partial(theirs, sympy, stats, make), same=equal(rtol=1e-9, atol=1e-12),
                   note="equal to 1e-9; the peer derives a formula", repeats=3)  # fmt: skip
    for size, ours, formula in (
        ("normal, 8 moments", lambda t: np.exp(t / 2 + t**2 / 8),
         lambda t: sympy.exp(t / 2 + t**2 / 8)),
        ("Poisson, 8 moments", lambda t: np.exp(np.exp(t) - 1),
         lambda t: sympy.exp(sympy.exp(t) - 1)),
    ):  # fmt: skip
        yield duel("moments from the generating function", size,
                   partial(moments_from_mgf, ours, 8), "sympy.diff",
                   partial(differentiated, sympy, formula, 8), same=equal(rtol=1e-8),
                   note="equal to 1e-8; the peer differentiates symbols", repeats=3)  # fmt: skip
