"""Checks of the laws of counting (Sugiyama 2016, chapter 3).

Closed forms against sums and against the experiments that define the laws; a power of ten million
factors; and the printed generating function of the hypergeometric law, with the integers that show
where it breaks down.
"""

import math

import numpy as np

from mlcompanion._validation import check_count, check_in, check_rng
from mlcompanion.probability import (
    Binomial,
    DiscreteUniform,
    Geometric,
    Hypergeometric,
    NegativeBinomial,
    Poisson,
)

__all__ = [
    "closed_form_gap",
    "decay_of_counts",
    "experiment_scores",
    "hypergeometric_mgf",
    "mgf_by_sum",
    "multiplied_power",
    "random_law",
    "series_poles",
    "squared_power",
]

#: From a generator to a law with random parameters, by family.
_RANDOM = {
    "uniform": lambda rng: DiscreteUniform(*np.sort(rng.integers(-50, 50, 2)).tolist()),
    "binomial": lambda rng: Binomial(int(rng.integers(1, 200)), rng.random()),
    "hypergeometric": lambda rng: _random_bag(rng),
    "Poisson": lambda rng: Poisson(rng.uniform(0.1, 30)),
    "negative binomial": lambda rng: NegativeBinomial(
        int(rng.integers(1, 10)), rng.uniform(0.05, 0.95)
    ),
    "geometric": lambda rng: Geometric(rng.uniform(0.05, 0.95)),
}


def _random_bag(rng):
    """At least as many unmarked balls as draws, as the printed generating function needs."""
    N = int(rng.integers(10, 200))
    n = int(rng.integers(1, N // 2))
    return Hypergeometric(N, int(rng.integers(1, N - n + 1)), n)


def random_law(family, random_state=None):
    """A law of one of the six families with random parameters.

    Parameters
    ----------
    family : str
        ``"uniform"``, ``"binomial"``, ``"hypergeometric"`` (with N - M >= n), ``"Poisson"``,
        ``"negative binomial"`` or ``"geometric"``.
    random_state : int, Generator or None

    Returns
    -------
    DiscreteLaw
    """
    return _RANDOM[check_in(family, "family", _RANDOM)](check_rng(random_state))


def closed_form_gap(law):
    """Largest |closed form - sum| / (1 + |closed form|) of a law's mean and variance."""
    pairs = ((law.mean(), law.moment(1)), (law.var(), law.moment(2, central=True)))
    return max(abs(closed - by_sum) / (1 + abs(closed)) for closed, by_sum in pairs)


def experiment_scores(draws, law):
    """How many standard errors the mean and the variance of some draws are off a law's.

    Parameters
    ----------
    draws : ndarray, shape (n,)
    law : DiscreteLaw

    Returns
    -------
    (float, float)
        The standard errors are the draws' own: s / sqrt(n), and by the fourth moment.
    """
    n = len(draws)
    centred = draws - draws.mean()
    var = np.mean(centred**2)
    fourth = np.mean(centred**4)
    mean_score = abs(draws.mean() - law.mean()) / math.sqrt(var / n)
    return mean_score, abs(var - law.var()) / math.sqrt((fourth - var**2) / n)


def mgf_by_sum(law, t, reach=1200):
    """The sum of exp(tx) f(x) over the first ``reach`` counts of a law on 0, 1, ..."""
    low, high = law.support
    x = np.arange(low, min(high, low + reach - 1) + 1)
    return float(np.sum(np.exp(t * x + law.logpmf(x))))


def hypergeometric_mgf(N, M, n, t):
    """The moment-generating function of the hypergeometric law as printed (section 3.3).

    Parameters
    ----------
    N, M, n : int
        Balls, marked balls and draws, with N - M >= n: else the formula is zero times a series
        that divides by zero.
    t : float

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If fewer unmarked balls are in the bag than are drawn.
    """
    check_count(n, "n", high=N - M)
    x = np.arange(min(n, M))
    ratios = (x - n) * (x - M) / ((N - M - n + 1 + x) * (x + 1)) * math.exp(t)
    series = 1 + np.cumprod(ratios).sum()
    return math.comb(N - M, n) / math.comb(N, n) * series


def series_poles(N, M, n):
    """Terms 0, ..., n of the hypergeometric series whose denominator alone is zero.

    In exact integers: the numerator of term x is (-n)_x (-M)_x, its denominator (N - M - n + 1)_x.
    """

    def rising(a, x):
        return math.prod(range(a, a + x))

    return sum(rising(N - M - n + 1, x) == 0 != rising(-n, x) * rising(-M, x) for x in range(n + 1))


def multiplied_power(base, exponent):
    """A power by one multiplication after another."""
    power = 1.0
    for _ in range(exponent):
        power *= base
    return power


def squared_power(base, exponent):
    """A power by repeated squaring: a square for each binary place, a product for each one in it.

    Returns
    -------
    power : float
    products : int
        Multiplications.
    """
    power = base
    products = 0
    for digit in bin(exponent)[3:]:
        power = power * power
        products = products + 1
        if digit == "1":
            power = power * base
            products = products + 1
    return power, products


def decay_of_counts(draws, least=1000):
    """A straight line through the logarithms of how often each count was seen.

    Parameters
    ----------
    draws : ndarray of int, shape (n,)
    least : int
        Counts seen less often are left out.

    Returns
    -------
    slope, determination : float
        Of the line; the coefficient of determination is 1 for points on a line.
    """
    values, seen = np.unique(draws, return_counts=True)
    x = values[seen >= least]
    y = np.log(seen[seen >= least])
    slope, level = np.polyfit(x, y, 1)
    return slope, 1 - np.var(y - slope * x - level) / np.var(y)
