"""The uniform, the normal and the Laplace law (Sugiyama 2016, sections 4.1, 4.2 and 4.5).

Each law has its density in logarithms, its moments in closed form and a story: the experiment of
the text that produces it. Its relatives stand in ``gamma_family`` and ``heavy_tails``.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from mlcompanion._validation import check_real
from mlcompanion.probability.continuous_law import ContinuousLaw

__all__ = ["Laplace", "Normal", "Uniform"]

#: Binary digits of a float between 0 and 1.
DIGITS = 53


def check_positive(value, name):
    """A shape, a rate, a scale or a degree of freedom."""
    return check_real(value, name, low=0, open_low=True)


@dataclass(frozen=True)
class Uniform(ContinuousLaw):
    """U(low, high): the same density everywhere between two ends (section 4.1).

    Parameters
    ----------
    low, high : float
        The ends, low < high.

    Notes
    -----
    Story: a fair coin writes the binary digits of the position between the ends.
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self):
        low = check_real(self.low, "low")
        check_real(self.high, "high", low=low, open_low=True)
        self._keep(low=self.low, high=self.high)

    @property
    def support(self):
        """``(low, high)``."""
        return self.low, self.high

    def mean(self):
        """(low + high) / 2."""
        return (self.low + self.high) / 2

    def var(self):
        """(high - low)^2 / 12."""
        return (self.high - self.low) ** 2 / 12

    def skewness(self):
        """0."""
        return 0.0

    def kurtosis(self):
        """-6/5."""
        return -1.2

    def mode(self):
        """The low end: all values are equally dense."""
        return self.low

    def _logpdf(self, x):
        return np.full(np.shape(x), -math.log(self.high - self.low))

    def _cdf(self, x):
        return (x - self.low) / (self.high - self.low)

    def _sf(self, x):
        return (self.high - x) / (self.high - self.low)

    def _quantile(self, q):
        return self.low + (self.high - self.low) * q

    def _upper_quantile(self, q):
        return self.high - (self.high - self.low) * q

    def _cgf(self, t):
        x = np.abs(t) * (self.high - self.low) / 2
        near = x**2 / 6 - x**4 / 180 + x**6 / 2835  # of log(sinh(x) / x)
        far = x + np.log1p(-np.exp(-2 * x)) - np.log(2 * x)  # e^x taken out: no overflow
        return t * self.mean() + np.where(x < 0.05, near, far)

    def _cf(self, t):
        return np.exp(1j * t * self.mean()) * np.sinc(t * (self.high - self.low) / (2 * np.pi))

    def _rvs(self, size, rng):
        return rng.uniform(self.low, self.high, size)

    def _story(self, size, rng):
        position = np.zeros(size)
        for _ in range(DIGITS):
            position = (position + rng.integers(0, 2, size)) / 2  # the last coin is the first digit
        return self.low + (self.high - self.low) * position


@dataclass(frozen=True)
class Normal(ContinuousLaw):
    """N(mu, variance): the bell (section 4.2).

    Parameters
    ----------
    mu : float
    variance : float
        The *square* of the standard deviation ``sigma``, positive.

    Notes
    -----
    Story: the first coordinate of a point of the plane whose direction is uniform and whose squared
    distance from the centre is exponential: the polar form of the Gaussian integral (Fig. 4.1).
    """

    mu: float = 0.0
    variance: float = 1.0

    support = (-math.inf, math.inf)

    def __post_init__(self):
        check_real(self.mu, "mu")
        check_positive(self.variance, "variance")
        self._keep(mu=self.mu, variance=self.variance)

    @property
    def sigma(self):
        """The standard deviation."""
        return math.sqrt(self.variance)

    def mean(self):
        """Mu."""
        return self.mu

    def var(self):
        """The variance."""
        return self.variance

    def skewness(self):
        """0."""
        return 0.0

    def kurtosis(self):
        """0, the reference of all others."""
        return 0.0

    def mode(self):
        """Mu."""
        return self.mu

    def _logpdf(self, x):
        normalizer = math.log(2 * math.pi * self.variance) / 2
        return (x - self.mu) ** 2 / (-2 * self.variance) - normalizer

    def _cdf(self, x):
        return ndtr((x - self.mu) / self.sigma)

    def _sf(self, x):
        return ndtr((self.mu - x) / self.sigma)  # mirrored: 1 - cdf loses small tails

    def _quantile(self, q):
        return self.mu + self.sigma * ndtri(q)

    def _upper_quantile(self, q):
        return self.mu - self.sigma * ndtri(q)

    def _cgf(self, t):
        return self.mu * t + self.variance * t**2 / 2

    def _cf(self, t):
        return np.exp(1j * self.mu * t - self.variance * t**2 / 2)

    def _rvs(self, size, rng):
        return rng.normal(self.mu, self.sigma, size)

    def _story(self, size, rng):
        squared_radius = -2 * np.log1p(-rng.random(size))  # random() may be 0, never 1
        angle = 2 * math.pi * rng.random(size)
        return self.mu + self.sigma * np.sqrt(squared_radius) * np.cos(angle)


@dataclass(frozen=True)
class Laplace(ContinuousLaw):
    """La(location, scale), the double exponential (section 4.5).

    Parameters
    ----------
    location : float
        The mean and the peak, ``a`` in the text.
    scale : float
        The mean distance from it, positive, ``b`` in the text; the variance is 2 scale^2.

    Notes
    -----
    Story: the difference of two exponential waiting times.
    """

    location: float = 0.0
    scale: float = 1.0

    support = (-math.inf, math.inf)

    def __post_init__(self):
        check_real(self.location, "location")
        check_positive(self.scale, "scale")
        self._keep(location=self.location, scale=self.scale)

    @property
    def breaks(self):
        """The density has a corner at its peak."""
        return (self.location,)

    @property
    def mgf_domain(self):
        """|t| < 1 / scale."""
        return -1 / self.scale, 1 / self.scale

    def mean(self):
        """The location."""
        return self.location

    def var(self):
        """2 scale^2."""
        return 2 * self.scale**2

    def skewness(self):
        """0."""
        return 0.0

    def kurtosis(self):
        """3."""
        return 3.0

    def mode(self):
        """The location."""
        return self.location

    def _logpdf(self, x):
        return -np.abs(x - self.location) / self.scale - math.log(2 * self.scale)

    def _cdf(self, x):
        z = (x - self.location) / self.scale
        tail = np.exp(-np.abs(z)) / 2  # of either side: no overflow
        return np.where(z < 0, tail, 1 - tail)

    def _sf(self, x):
        return self._cdf(2 * self.location - x)

    def _quantile(self, q):
        z = np.where(q < 0.5, np.log(2 * q), -np.log(2 * (1 - q)))
        return self.location + self.scale * z

    def _upper_quantile(self, q):
        return 2 * self.location - self._quantile(q)

    def _cgf(self, t):
        return self.location * t - np.log1p(-((self.scale * t) ** 2))

    def _cf(self, t):
        return np.exp(1j * self.location * t) / (1 + (self.scale * t) ** 2)

    def _rvs(self, size, rng):
        return rng.laplace(self.location, self.scale, size)

    def _story(self, size, rng):
        first, second = -np.log1p(-rng.random((2, *size)))
        return self.location + self.scale * (first - second)
