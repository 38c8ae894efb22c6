"""Laws of counting and the experiments behind them (Sugiyama 2016, chapter 3).

Tosses of a coin give the binomial law (how many successes), the geometric and the negative
binomial (how many failures before the first, the k-th success); events that come independently in
time give the Poisson law. Each law's ``story`` plays its experiment. Masses are computed in
logarithms. The hypergeometric law stands in ``bags``.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from scipy.special import betainc, betaincc, gammainc, gammaincc, xlog1py

from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.probability.discrete_law import DiscreteLaw

from ._log_masses import least_mode, log_binomial_mass, log_poisson_mass

__all__ = [
    "Bernoulli",
    "Binomial",
    "DiscreteUniform",
    "Geometric",
    "NegativeBinomial",
    "Poisson",
    "generalized_binom",
]

_BLOCK = 2**20  # coins that a story tosses at once


def generalized_binom(r, x):
    """The binomial coefficient r (r - 1) ... (r - x + 1) / x! for any real r (section 3.5).

    Parameters
    ----------
    r : float
        May be negative or a fraction: (1 + t)^r is the sum of these coefficients times t^x.
    x : int or array_like of int, any shape
        At least 0.

    Returns
    -------
    float or ndarray, the shape of ``x``

    Notes
    -----
    One product a coefficient: O(largest x).

    Examples
    --------
    >>> generalized_binom(-3, [0, 1, 2, 3]).tolist()
    [1.0, -3.0, 6.0, -10.0]
    """
    r = check_real(r, "r")
    x = check_array(x, "x", dtype=int, low=0)
    i = np.arange(x.max(initial=0))
    return np.concatenate([[1.0], np.cumprod((r - i) / (i + 1))])[x][()]


@dataclass(frozen=True)
class DiscreteUniform(DiscreteLaw):
    """The integers a, ..., b with equal masses (section 3.1).

    Parameters
    ----------
    a, b : int
        Least and greatest value, a <= b.
    """

    a: int
    b: int

    ROUNDING = 4 * np.finfo(float).eps  # levels are ratios

    def __post_init__(self):
        check_count(self.a, "a", low=-math.inf)
        check_count(self.b, "b", low=self.a)
        self._keep(a=self.a, b=self.b)

    @property
    def n_values(self):
        """How many values there are: the book's N."""
        return self.b - self.a + 1

    @property
    def support(self):
        """``(a, b)``."""
        return self.a, self.b

    def mean(self):
        """(a + b) / 2."""
        return (self.a + self.b) / 2

    def var(self):
        """(N^2 - 1) / 12."""
        return (self.n_values**2 - 1) / 12

    def skewness(self):
        """0; nan of one value."""
        return 0.0 if self.n_values > 1 else math.nan

    def kurtosis(self):
        """-(6/5) (N^2 + 1) / (N^2 - 1); nan of one value."""
        square = self.n_values**2
        return -1.2 * (square + 1) / (square - 1) if square > 1 else math.nan

    def mode(self):
        """A: all values have one mass."""
        return float(self.a)

    def _logpmf(self, x):
        return np.full(np.shape(x), -math.log(self.n_values))

    def _cdf(self, x):
        return (np.floor(x) - self.a + 1) / self.n_values

    def _sf(self, x):
        return (self.b - np.floor(x)) / self.n_values

    def _cgf(self, t):
        """The geometric sum, from its largest term downwards."""
        end = np.where(t < 0, self.a, self.b)
        step = -np.abs(t)
        return end * t + np.log(np.expm1(self.n_values * step) / np.expm1(step) / self.n_values)

    def _rvs(self, size, rng):
        return rng.integers(self.a, self.b + 1, size)

    def _story(self, size, rng):
        """Toss a fair coin for each binary place; start over if the number is too large."""
        places = (self.n_values - 1).bit_length()
        values = np.full(size, self.n_values)
        while (again := values >= self.n_values).any():
            heads = rng.random((places, again.sum())) < 0.5
            values[again] = (2 ** np.arange(places)) @ heads
        return self.a + values


@dataclass(frozen=True)
class Binomial(DiscreteLaw):
    """Successes in n independent trials (section 3.2).

    Parameters
    ----------
    n : int
        Trials.
    p : float
        Chance of success, in [0, 1].
    """

    n: int
    p: float

    def __post_init__(self):
        check_count(self.n, "n")
        check_real(self.p, "p", low=0, high=1)
        self._keep(n=self.n, p=self.p)

    @property
    def support(self):
        """From 0 to n, but for the certain p = 0 and p = 1."""
        return (self.n if self.p == 1 else 0), (0 if self.p == 0 else self.n)

    def mean(self):
        """n p."""
        return self.n * self.p

    def var(self):
        """n p q with q = 1 - p."""
        return self.n * self.p * (1 - self.p)

    def skewness(self):
        """(q - p) / sqrt(npq); nan if the outcome is certain."""
        return (1 - 2 * self.p) / self.std() if self.var() > 0 else math.nan

    def kurtosis(self):
        """(1 - 6pq) / npq; nan if the outcome is certain."""
        variance = self.var()
        return (1 - 6 * self.p * (1 - self.p)) / variance if variance > 0 else math.nan

    def mode(self):
        """The least integer of (n + 1) p - 1 or more."""
        return float(min(self.n, least_mode((self.n + 1) * Fraction(self.p))))

    def _logpmf(self, x):
        return log_binomial_mass(x, self.n, self.p, 1 - self.p)

    def _cdf(self, x):
        """A beta number's chance: of the order statistics of n uniform numbers."""
        k = np.floor(x)
        return np.where(k < self.n, betaincc(k + 1, np.maximum(self.n - k, 1), self.p), 1.0)

    def _sf(self, x):
        k = np.floor(x)
        return np.where(k < self.n, betainc(k + 1, np.maximum(self.n - k, 1), self.p), 0.0)

    def _cgf(self, t):
        """The logarithm of (p e^t + q)^n; for t > 0 that of e^nt (p + q e^-t)^n."""
        if self.p == 1:
            return self.n * t
        fall = np.expm1(-np.abs(t))  # between -1 and 0: no overflow
        rising = np.log1p((1 - self.p) * fall) + t
        falling = np.log1p(self.p * fall)
        return self.n * np.where(t > 0, rising, falling)

    def _cf(self, t):
        return (1 + self.p * np.expm1(1j * t)) ** self.n

    def _rvs(self, size, rng):
        return rng.binomial(self.n, self.p, size)

    def _story(self, size, rng):
        """Toss n coins and count."""
        heads = np.zeros(size, dtype=int)
        at_once = max(1, _BLOCK // max(1, math.prod(size)))
        for start in range(0, self.n, at_once):
            coins = rng.random((min(at_once, self.n - start), *size))
            heads += (coins < self.p).sum(axis=0)
        return heads


@dataclass(frozen=True)
class Bernoulli(Binomial):
    """One trial: 1 with chance p, else 0 (section 3.2).

    Parameters
    ----------
    p : float
        Chance of success, in [0, 1].
    """

    n: int = field(default=1, init=False, repr=False)


@dataclass(frozen=True)
class Poisson(DiscreteLaw):
    """Events in unit time that come independently of each other (section 3.4).

    Parameters
    ----------
    rate : float
        Events expected in unit time, positive: the book's lambda.
    """

    rate: float

    support = (0, math.inf)

    def __post_init__(self):
        check_real(self.rate, "rate", low=0, open_low=True)
        self._keep(rate=self.rate)

    def mean(self):
        """The rate."""
        return float(self.rate)

    def var(self):
        """The rate."""
        return float(self.rate)

    def skewness(self):
        """1 / sqrt(rate)."""
        return self.rate**-0.5

    def kurtosis(self):
        """1 / rate."""
        return 1 / self.rate

    def mode(self):
        """The least integer of rate - 1 or more."""
        return float(least_mode(Fraction(self.rate)))

    def _logpmf(self, x):
        return log_poisson_mass(x, self.rate)

    def _cdf(self, x):
        """The chance that event x + 1 comes after time 1: a gamma number's."""
        return gammaincc(np.floor(x) + 1, self.rate)

    def _sf(self, x):
        return gammainc(np.floor(x) + 1, self.rate)

    def _cgf(self, t):
        """rate (e^t - 1)."""
        return self.rate * np.expm1(t)

    def _cf(self, t):
        return np.exp(self.rate * np.expm1(1j * t))

    def _rvs(self, size, rng):
        return rng.poisson(self.rate, size)

    def _story(self, size, rng):
        """Wait exponential times from event to event; count those before time 1."""
        events = np.zeros(size, dtype=int)
        clock = rng.exponential(1 / self.rate, size)
        while (early := clock < 1).any():
            events += early
            clock[early] += rng.exponential(1 / self.rate, early.sum())
        return events


@dataclass(frozen=True)
class NegativeBinomial(DiscreteLaw):
    """Failures before the k-th success (section 3.5).

    Parameters
    ----------
    k : float
        Successes to wait for, positive. A fraction has no such experiment, but the same formulas.
    p : float
        Chance of success, in (0, 1].
    """

    k: float
    p: float

    def __post_init__(self):
        check_real(self.k, "k", low=0, open_low=True)
        check_real(self.p, "p", low=0, high=1, open_low=True)
        self._keep(k=self.k, p=self.p)

    @property
    def support(self):
        """From 0 on; 0 alone for the certain p = 1."""
        return 0, (0 if self.p == 1 else math.inf)

    @property
    def _log_failure(self):
        """The logarithm of the chance 1 - p."""
        return -math.inf if self.p == 1 else math.log1p(-self.p)

    @property
    def mgf_domain(self):
        """Below -log(1 - p): from there on the terms of the sum grow."""
        return -math.inf, -self._log_failure

    def mean(self):
        """k (1 - p) / p."""
        return self.k * (1 - self.p) / self.p

    def var(self):
        """k (1 - p) / p^2."""
        return self.k * (1 - self.p) / self.p**2

    def skewness(self):
        """(2 - p) / sqrt(k (1 - p)); nan if p = 1."""
        return (2 - self.p) / math.sqrt(self.k * (1 - self.p)) if self.p < 1 else math.nan

    def kurtosis(self):
        """6 / k + p^2 / (k (1 - p)); nan if p = 1."""
        return 6 / self.k + self.p**2 / (self.k * (1 - self.p)) if self.p < 1 else math.nan

    def mode(self):
        """The least integer of (k - 1) (1 - p) / p - 1 or more."""
        p = Fraction(self.p)
        return float(least_mode((Fraction(self.k) - 1) * (1 - p) / p))

    def _logpmf(self, x):
        """The k-th success comes last: k / (k + x) of the ways to place k among k + x trials."""
        placed = log_binomial_mass(x, self.k + x, 1 - self.p, self.p)
        return np.log(self.k / (self.k + x)) + placed

    def _cdf(self, x):
        """A beta number's chance."""
        return betainc(self.k, np.floor(x) + 1, self.p)

    def _sf(self, x):
        return betaincc(self.k, np.floor(x) + 1, self.p)

    def _cgf(self, t):
        """The logarithm of (p / (1 - (1 - p) e^t))^k."""
        return -self.k * np.log1p(-(1 - self.p) / self.p * np.expm1(t))

    def _cf(self, t):
        return (1 - (1 - self.p) / self.p * np.expm1(1j * t)) ** -self.k

    def _rvs(self, size, rng):
        return rng.negative_binomial(self.k, self.p, size)

    def _story(self, size, rng):
        """Try until the k-th success; for a fraction k, count events at a gamma-drawn rate."""
        if self.k != int(self.k):
            return rng.poisson(rng.gamma(self.k, (1 - self.p) / self.p, size))
        failures, wanted = np.zeros(size, dtype=int), np.full(size, int(self.k))
        while (waiting := wanted > 0).any():
            success = rng.random(waiting.sum()) < self.p
            wanted[waiting] -= success
            failures[waiting] += ~success
        return failures


@dataclass(frozen=True)
class Geometric(NegativeBinomial):
    """Failures before the first success, not trials up to it (section 3.6).

    Parameters
    ----------
    p : float
        Chance of success, in (0, 1].
    """

    k: float = field(default=1, init=False, repr=False)

    def _logpmf(self, x):
        return math.log(self.p) + xlog1py(x, -self.p)

    def _cdf(self, x):
        """1 - (1 - p)^(x + 1)."""
        return -np.expm1((np.floor(x) + 1) * self._log_failure)

    def _sf(self, x):
        """(1 - p)^(x + 1)."""
        return np.exp((np.floor(x) + 1) * self._log_failure)

    def _rvs(self, size, rng):
        return rng.geometric(self.p, size) - 1  # NumPy counts the trials
