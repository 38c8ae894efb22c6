"""Laws with power tails: Cauchy, Student's t and F (Sugiyama 2016, sections 4.5 and 4.6).

They are ratios, whose denominators come near zero. So their tails fall like a power, and moments
from some order on are infinite or do not exist.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from scipy.special import betaln, fdtr, fdtrc, fdtri, gammaln, stdtr, stdtrit, xlogy

from mlcompanion._validation import check_count, check_flag, check_real
from mlcompanion.probability.continuous_law import ContinuousLaw

from .continuous import check_positive
from .gamma_family import ChiSquared, beta_quantile

__all__ = ["Cauchy", "FDist", "StudentT"]


class PowerTail(ContinuousLaw):
    """A law whose moments exist below a finite order only."""

    @property
    @abstractmethod
    def tail_index(self):
        """E[|X|^r] is finite for r below this number, and infinite from it on."""

    @property
    def mgf_domain(self):
        """No ``t`` on the side of a power tail: exp(tx) outgrows it."""
        return (0.0 if self.support[0] == -math.inf else -math.inf), 0.0

    def moment(self, k, central=False):
        """The raw moment E[X^k], or the central one; ``inf`` or ``nan`` from the tail index on.

        Parameters
        ----------
        k : int
            Order, at least 0.
        central : bool
            Whether to subtract the mean first.

        Returns
        -------
        float
            ``inf`` if the integral diverges, ``nan`` if two infinite parts would have to cancel, or
            if there is no finite mean to subtract.
        """
        k = check_count(k, "k")
        if k < self.tail_index:
            # finite below the tail index only
            return self._central(k) if check_flag(central, "central") else self._moment(k)
        if check_flag(central, "central") and self.tail_index <= 1:
            return math.nan
        # odd moments of two heavy tails are inf - inf
        return math.inf if k % 2 == 0 or self.support[0] == 0 else math.nan

    def _central(self, k):
        """By quadrature; near the tail index, where it is slow, from the moments about zero."""
        if k < 0.9 * self.tail_index:
            return super().moment(k, central=True)
        mean = self._moment(1) if k else 0.0
        return math.fsum(
            math.comb(k, i) * self._moment(i) * (-mean) ** (k - i) for i in range(k + 1)
        )


@dataclass(frozen=True)
class Cauchy(PowerTail):
    """Ca(location, scale): no mean, no variance (section 4.5).

    Parameters
    ----------
    location : float
        The median and the peak, ``a`` in the text.
    scale : float
        Half the interquartile range, positive, ``b`` in the text.

    Notes
    -----
    Story: the ratio of two independent standard normal numbers.
    """

    location: float = 0.0
    scale: float = 1.0

    support = (-math.inf, math.inf)
    tail_index = 1.0

    def __post_init__(self):
        check_real(self.location, "location")
        check_positive(self.scale, "scale")
        self._keep(location=self.location, scale=self.scale)

    def mean(self):
        """``nan``: the two halves of the integral are infinite."""
        return math.nan

    def var(self):
        """``nan``: there is no mean to measure from."""
        return math.nan

    def skewness(self):
        """``nan``."""
        return math.nan

    def kurtosis(self):
        """``nan``."""
        return math.nan

    def mode(self):
        """The location."""
        return self.location

    def _logpdf(self, x):
        z = (x - self.location) / self.scale
        return -np.log1p(z**2) - math.log(math.pi * self.scale)

    def _cdf(self, x):
        # 1/2 + arctan(z) / pi would lose the digits of the lower tail
        return np.arctan2(self.scale, self.location - x) / math.pi

    def _sf(self, x):
        return np.arctan2(self.scale, x - self.location) / math.pi

    def _quantile(self, q):
        return self.location - self.scale / np.tan(math.pi * q)

    def _upper_quantile(self, q):
        return self.location + self.scale / np.tan(math.pi * q)

    def _cf(self, t):
        return np.exp(1j * self.location * t - self.scale * np.abs(t))

    def _rvs(self, size, rng):
        return self.location + self.scale * rng.standard_cauchy(size)

    def _story(self, size, rng):
        top, bottom = rng.standard_normal((2, *size))
        return self.location + self.scale * top / bottom


@dataclass(frozen=True)
class StudentT(PowerTail):
    """Student's t with d degrees of freedom (section 4.6).

    Parameters
    ----------
    d : float
        Degrees of freedom, positive; 1 is the Cauchy law.

    Notes
    -----
    Story: a standard normal number over the root of an independent chi-squared number divided by
    its degrees of freedom d, which must be an integer.
    """

    d: float

    support = (-math.inf, math.inf)

    def __post_init__(self):
        check_positive(self.d, "d")
        self._keep(d=self.d)

    @property
    def tail_index(self):
        """The degrees of freedom."""
        return self.d

    def mean(self):
        """0 if d > 1, else ``nan``."""
        return 0.0 if self.d > 1 else math.nan

    def var(self):
        """D / (d - 2) if d > 2, ``inf`` if 1 < d <= 2, else ``nan``."""
        return self.d / (self.d - 2) if self.d > 2 else self.moment(2, central=True)

    def skewness(self):
        """0 if d > 3, else ``nan``."""
        return 0.0 if self.d > 3 else math.nan

    def kurtosis(self):
        """6 / (d - 4) if d > 4, ``inf`` if 2 < d <= 4, else ``nan``."""
        if self.d > 4:
            return 6 / (self.d - 4)
        return math.inf if self.d > 2 else math.nan

    def mode(self):
        """0."""
        return 0.0

    def _moment(self, k):
        """Of an even order; the root of a normal square over a gamma number."""
        if k % 2:
            return 0.0
        halves = (
            gammaln((k + 1) / 2) - gammaln(0.5),
            gammaln((self.d - k) / 2) - gammaln(self.d / 2),
        )
        # gamma functions by their logarithms: large degrees of freedom overflow else
        return self.d ** (k / 2) * math.exp(sum(halves))

    def _central(self, k):
        return self._moment(k)

    def _logpdf(self, x):
        constant = -betaln(self.d / 2, 0.5) - math.log(self.d) / 2
        return constant - (self.d + 1) / 2 * np.log1p(x**2 / self.d)

    def _cdf(self, x):
        return stdtr(self.d, x)

    def _sf(self, x):
        return stdtr(self.d, -x)

    def _quantile(self, q):
        return np.where(q < 0.1, self._far(q), stdtrit(self.d, q))

    def _upper_quantile(self, q):
        # symmetric, and the lower tail is the one with digits
        return -self._quantile(q)

    def _far(self, q):
        """The quantile in the lower tail: d / (d + X^2) is a beta number."""
        with np.errstate(divide="ignore"):
            share = beta_quantile(self.d / 2, 0.5, 2 * np.minimum(q, 0.5))
            return -np.sqrt(self.d * (1 - share) / share)

    def _cf(self, t):
        """Given y the number is normal with variance d / y: average its exp(-t^2 d / 2y) over y."""
        return _averaged(lambda y, s: np.exp(-(s**2) * self.d / (2 * y)), self.d, t)

    def _rvs(self, size, rng):
        return rng.standard_t(self.d, size)

    def _story(self, size, rng):
        z = rng.standard_normal(size)
        return z / np.sqrt(ChiSquared(self.d).story(size, rng) / self.d)


@dataclass(frozen=True)
class FDist(PowerTail):
    """The F law with d and d2 degrees of freedom (section 4.6).

    Parameters
    ----------
    d, d2 : float
        Degrees of freedom of the numerator and of the denominator (d' in the text), positive.

    Notes
    -----
    Story: the ratio of two independent chi-squared numbers, each divided by its degrees of freedom,
    which must be integers.
    """

    d: float
    d2: float

    support = (0.0, math.inf)

    def __post_init__(self):
        check_positive(self.d, "d")
        check_positive(self.d2, "d2")
        self._keep(d=self.d, d2=self.d2)

    @property
    def tail_index(self):
        """Half the degrees of freedom of the denominator."""
        return self.d2 / 2

    def mean(self):
        """d2 / (d2 - 2) if d2 > 2, else ``inf``."""
        return self.d2 / (self.d2 - 2) if self.d2 > 2 else math.inf

    def var(self):
        """Finite if d2 > 4, ``inf`` if 2 < d2 <= 4, else ``nan``."""
        d = self.d
        d2 = self.d2
        if d2 <= 4:
            return self.moment(2, central=True)
        return 2 * d2**2 * (d + d2 - 2) / (d * (d2 - 2) ** 2 * (d2 - 4))

    def skewness(self):
        """Finite if d2 > 6, ``inf`` if 4 < d2 <= 6, else ``nan``."""
        d = self.d
        d2 = self.d2
        if d2 <= 6:
            return math.inf if d2 > 4 else math.nan
        root = math.sqrt(8 * (d2 - 4) / (d * (d + d2 - 2)))
        return (2 * d + d2 - 2) / (d2 - 6) * root

    def kurtosis(self):
        """Finite if d2 > 8, ``inf`` if 4 < d2 <= 8, else ``nan``."""
        d = self.d
        d2 = self.d2
        if d2 <= 8:
            return math.inf if d2 > 4 else math.nan
        total = d * (d + d2 - 2)
        top = total * (5 * d2 - 22) + (d2 - 4) * (d2 - 2) ** 2
        return 12 * top / (total * (d2 - 6) * (d2 - 8))

    def mode(self):
        """(d - 2) / d times d2 / (d2 + 2); 0 if d is below 2."""
        return max(self.d - 2, 0.0) / self.d * self.d2 / (self.d2 + 2)

    def _moment(self, k):
        """The moments of a gamma number and of the inverse of another."""
        d = self.d
        d2 = self.d2
        # E[X^k] = product of (d/2 + i) (d2/d) / (d2/2 - 1 - i), factor by factor
        return math.prod((d / 2 + i) / (d2 / 2 - 1 - i) * (d2 / d) for i in range(k))

    def _logpdf(self, x):
        d = self.d
        d2 = self.d2
        constant = d / 2 * math.log(d / d2) - betaln(d / 2, d2 / 2)
        return constant + xlogy(d / 2 - 1, x) - (d + d2) / 2 * np.log1p(d * x / d2)

    def _cdf(self, x):
        return fdtr(self.d, self.d2, x)

    def _sf(self, x):
        return fdtrc(self.d, self.d2, x)

    def _quantile(self, q):
        share = beta_quantile(self.d / 2, self.d2 / 2, np.minimum(q, 0.1))
        small = self.d2 * share / (self.d * (1 - share))  # d X / (d2 + d X) is a beta number
        return np.where(q < 0.1, small, fdtri(self.d, self.d2, q))

    def _upper_quantile(self, q):
        """d2 / (d2 + d X) is a beta number."""
        with np.errstate(divide="ignore"):
            share = beta_quantile(self.d2 / 2, self.d / 2, q)
            return self.d2 * (1 - share) / (self.d * share)

    def _cf(self, t):
        """Given the denominator y the number is gamma with rate d y / (2 d2): average over y."""
        d = self.d
        d2 = self.d2
        return _averaged(lambda y, s: (1 - 2j * s * d2 / (d * y)) ** (-d / 2), d2, t)

    def _rvs(self, size, rng):
        return rng.f(self.d, self.d2, size)

    def _story(self, size, rng):
        top = ChiSquared(self.d).story(size, rng) / self.d
        return top / (ChiSquared(self.d2).story(size, rng) / self.d2)


def _averaged(conditional, d, t):
    """E over y from chi-squared(d) of ``conditional(y, s)``, for every s in t."""
    law = ChiSquared(d)
    values = [
        law.expect(lambda y, s=s: np.real(conditional(y, s)))
        + 1j * law.expect(lambda y, s=s: np.imag(conditional(y, s)))
        for s in t.ravel()
    ]
    return np.array(values, dtype=complex).reshape(t.shape)
