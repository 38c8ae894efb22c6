"""Sums and averages of independent variables against NumPy and SciPy.

The masses of a sum of n dice by one Fourier transform, against the convolution one after the other
that a loop over ``numpy.convolve`` does, and against repeated squaring with SciPy's transforms; the
cost at four n shows the order of growth of each way. Power means of many vectors at once.
"""

from functools import partial

import numpy as np
from scipy import signal, stats

from _race import duel, equal
from mlcompanion.probability.sums.averages import power_mean
from mlcompanion.probability.sums.convolutions import nfold

TITLE = "Sums of independent variables"
CHAPTER = "sugiyama/07_sums_of_variables"
DIE = np.full(6, 1 / 6)


def one_by_one(g, n):
    """n - 1 convolutions."""
    total = g
    for _ in range(n - 1):
        total = np.convolve(total, g)
    return total


def squaring(g, n):
    """Convolutions by the binary digits of n, with SciPy's choice of method for each."""
    total = np.ones(1)
    power = g
    while n:
        if n % 2:
            total = signal.convolve(total, power)
        n //= 2
        if n:
            power = signal.convolve(power, power)
    return total


def convolution_races():
    """Sums of more and more dice."""
    for n in (500, 1000, 2000, 4000):
        for peer, theirs in (
            ("numpy.convolve, looped", one_by_one),
            ("scipy.signal.convolve, squaring", squaring),
        ):
            yield duel("masses of a sum of dice", f"n = {n:,}", partial(nfold, DIE, n), peer,
                       partial(theirs, DIE, n), same=equal(rtol=0, atol=1e-12),
                       note="equal to 1e-12", repeats=3)  # fmt: skip


def mean_races():
    """Power means of 10,000 vectors of 50."""
    x = np.random.default_rng(0).lognormal(0, 1, (10_000, 50))
    for name, p, theirs in (
        ("geometric", 0, stats.gmean),
        ("harmonic", -1, stats.hmean),
        ("power 3.5", 3.5, lambda v, axis: stats.pmean(v, 3.5, axis=axis)),
    ):
        yield duel(f"{name} mean", "10,000 vectors of 50", partial(power_mean, x, p), "scipy.stats",
                   partial(theirs, x, axis=1), same=equal(rtol=1e-10),
                   note="same values; in ours no power overflows")  # fmt: skip


def rows():
    """Convolutions, then means."""
    yield from convolution_races()
    yield from mean_races()
