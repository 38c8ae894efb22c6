"""Laws of examples: lognormal, logistic, and the two humps of Sugiyama (2016), Fig. 19.11."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit, ndtr, ndtri

from mlcompanion._validation import check_real
from mlcompanion.probability.continuous_law import ContinuousLaw

__all__ = ["FivePiece", "LogNormal", "Logistic"]


@dataclass(frozen=True)
class FivePiece(ContinuousLaw):
    """The density with two humps of Fig. 19.11: five straight pieces on [0, 5].

    It rises as x / 4 to 1, falls as 1/2 - x / 4 to 2, stays at 1/4 to 3, rises as x / 2 - 3/2 from
    0 to 1/2 at 4, and falls as 5/2 - x / 2 to 0 at 5. Its distribution function and the inverse
    are closed forms; it has mean 23/8.
    """

    support = (0.0, 5.0)
    breaks = (1.0, 2.0, 3.0, 4.0)

    #: Of the pieces: where they begin, the density there, its slope, and the mass before them.
    _STARTS = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    _HEIGHTS = np.array([0.0, 0.25, 0.25, 0.0, 0.5])
    _SLOPES = np.array([0.25, -0.25, 0.0, 0.5, -0.5])
    _BEFORE = np.array([0.0, 0.125, 0.25, 0.5, 0.75])

    def mean(self):
        """The mean."""
        return 23 / 8

    def mode(self):
        """The right hump."""
        return 4.0

    def _piece(self, places, x):
        """Number of the piece that each point belongs to."""
        return np.clip(np.searchsorted(places, x, side="right") - 1, 0, 4)

    def _logpdf(self, x):
        k = self._piece(self._STARTS, x)
        with np.errstate(divide="ignore"):
            return np.log(self._HEIGHTS[k] + self._SLOPES[k] * (x - self._STARTS[k]))

    def _cdf(self, x):
        k = self._piece(self._STARTS, x)
        u = x - self._STARTS[k]
        # the integral of a straight piece, from its start
        return self._BEFORE[k] + u * (self._HEIGHTS[k] + self._SLOPES[k] * u / 2)

    def _quantile(self, q):
        k = self._piece(self._BEFORE, q)
        left = q - self._BEFORE[k]
        height = self._HEIGHTS[k]
        slope = self._SLOPES[k]
        # The root of slope u^2 / 2 + height u = left that does not cancel.
        return self._STARTS[k] + 2 * left / np.maximum(
            height + np.sqrt(np.maximum(height**2 + 2 * slope * left, 0)), 1e-300
        )

    def _story(self, size, rng):
        """Rejection: points under the roof of height 1/2 that fall under the density."""
        n = math.prod(size)
        kept = np.empty(0)
        # three points a draw: the roof encloses 2.5 times the density
        while len(kept) < n:
            x = rng.uniform(0, 5, 3 * n + 10)
            height = rng.uniform(0, 0.5, 3 * n + 10)
            kept = np.concatenate([kept, x[height < self.pdf(x)]])
        return kept[:n].reshape(size)


@dataclass(frozen=True)
class LogNormal(ContinuousLaw):
    """The exponential of a normal variable: all moments, and no moment-generating function.

    Parameters
    ----------
    mu : float
        Mean of the logarithm.
    variance : float
        Variance of the logarithm, positive.
    """

    mu: float = 0.0
    variance: float = 1.0

    support = (0.0, math.inf)
    mgf_domain = (-math.inf, 0.0)

    def __post_init__(self):
        check_real(self.mu, "mu")
        check_real(self.variance, "variance", low=0, open_low=True)
        self._keep(mu=self.mu, variance=self.variance)

    def mean(self):
        """The mean."""
        return math.exp(self.mu + self.variance / 2)

    def var(self):
        """The variance."""
        # expm1: small variances keep their digits
        return math.expm1(self.variance) * self.mean() ** 2

    def skewness(self):
        """The skewness."""
        return (math.exp(self.variance) + 2) * math.sqrt(math.expm1(self.variance))

    def kurtosis(self):
        """The excess kurtosis."""
        # e^4v + 2 e^3v + 3 e^2v - 6, term by term less what it is at v = 0
        v = self.variance
        return math.expm1(4 * v) + 2 * math.expm1(3 * v) + 3 * math.expm1(2 * v)

    def mode(self):
        """The exponential of mu less the variance."""
        return math.exp(self.mu - self.variance)

    def _moment(self, k):
        return math.exp(k * self.mu + k**2 * self.variance / 2)

    def _logpdf(self, x):
        logs = np.log(x)
        square = (logs - self.mu) ** 2 / self.variance
        return -logs - (square + math.log(2 * math.pi * self.variance)) / 2

    def _cdf(self, x):
        with np.errstate(divide="ignore"):
            return ndtr((np.log(x) - self.mu) / math.sqrt(self.variance))

    def _sf(self, x):
        with np.errstate(divide="ignore"):
            return ndtr((self.mu - np.log(x)) / math.sqrt(self.variance))

    def _quantile(self, q):
        return np.exp(self.mu + math.sqrt(self.variance) * ndtri(q))

    def _upper_quantile(self, q):
        return np.exp(self.mu - math.sqrt(self.variance) * ndtri(q))

    def _rvs(self, size, rng):
        return rng.lognormal(self.mu, math.sqrt(self.variance), size)

    def _story(self, size, rng):
        return np.exp(rng.normal(self.mu, math.sqrt(self.variance), size))


@dataclass(frozen=True)
class Logistic(ContinuousLaw):
    """The law whose distribution function is the logistic curve 1 / (1 + exp(-z)).

    Parameters
    ----------
    location : float
        Mean and median.
    scale : float
        Positive; z is the distance from the location in this unit.

    Notes
    -----
    Story: the log-odds of a probability that is drawn uniformly.
    """

    location: float = 0.0
    scale: float = 1.0

    support = (-math.inf, math.inf)

    def __post_init__(self):
        check_real(self.location, "location")
        check_real(self.scale, "scale", low=0, open_low=True)
        self._keep(location=self.location, scale=self.scale)

    @property
    def mgf_domain(self):
        """All ``t`` that are smaller in size than one over the scale."""
        return -1 / self.scale, 1 / self.scale

    def mean(self):
        """The location."""
        return self.location

    def var(self):
        """Pi^2 scale^2 / 3."""
        return (math.pi * self.scale) ** 2 / 3

    def skewness(self):
        """Zero."""
        return 0.0

    def kurtosis(self):
        """1.2: heavier tails than the normal law."""
        return 1.2

    def mode(self):
        """The location."""
        return self.location

    def _logpdf(self, x):
        z = np.abs(x - self.location) / self.scale  # symmetric: exp(-z) cannot overflow
        return -z - 2 * np.log1p(np.exp(-z)) - math.log(self.scale)

    def _cdf(self, x):
        return expit((x - self.location) / self.scale)

    def _sf(self, x):
        return expit((self.location - x) / self.scale)

    def _quantile(self, q):
        return self.location + self.scale * logit(q)

    def _upper_quantile(self, q):
        return self.location - self.scale * logit(q)

    def _cgf(self, t):
        return self.location * t - np.log(np.sinc(self.scale * t))  # NumPy's sinc has the pi

    def _cf(self, t):
        turn = math.pi * self.scale * np.where(t == 0, 1.0, t)  # 0 / 0 at 0
        turn = np.abs(turn)
        # turn / sinh(turn) by falling exponentials: sinh overflows long before the ratio is 0
        size = np.where(t == 0, 1.0, 2 * turn * np.exp(-turn) / -np.expm1(-2 * turn))
        return size * np.exp(1j * self.location * t)

    def _rvs(self, size, rng):
        return rng.logistic(self.location, self.scale, size)

    def _story(self, size, rng):
        p = rng.random(size)
        return self.location + self.scale * np.log(p / (1 - p))
