"""The gamma, exponential, chi-squared and beta laws (Sugiyama 2016, sections 4.3 and 4.4)."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import (
    betainc,
    betaincc,
    betainccinv,
    betaincinv,
    betaln,
    digamma,
    gammainc,
    gammaincc,
    gammainccinv,
    gammaincinv,
    gammaln,
    hyp1f1,
    xlog1py,
    xlogy,
)

from mlcompanion.probability.continuous_law import ContinuousLaw

from ._log_masses import MANY, log_binomial_mass, log_poisson_mass
from .continuous import check_positive

__all__ = ["Beta", "ChiSquared", "Exponential", "Gamma"]


def whole(value, name):
    """``value`` as an int: a story counts events, draws or summands."""
    if value != int(value):
        raise ValueError(f"{name} must be an integer to play the story, got {value!r}")
    return int(value)


def beta_quantile(a, b, q):
    """The quantile of a beta number; where SciPy finds none, so near 0 that one power is left."""
    found = betaincinv(a, b, q)
    with np.errstate(divide="ignore"):
        # I_x(a, b) is about x^a / (a B(a, b)) near 0: solved for x
        power = np.exp((np.log(q) + math.log(a) + betaln(a, b)) / a)
    return np.where(np.isnan(found), power, found)


class GammaFamily(ContinuousLaw):
    """What follows from a shape ``alpha`` and a ``rate`` (section 4.3)."""

    support = (0.0, math.inf)

    @property
    def mgf_domain(self):
        """All ``t`` below the rate."""
        return -math.inf, self.rate

    def mean(self):
        """Alpha / rate."""
        return self.alpha / self.rate

    def var(self):
        """Alpha / rate^2."""
        return self.alpha / self.rate**2

    def skewness(self):
        """2 / sqrt(alpha)."""
        return 2 / math.sqrt(self.alpha)

    def kurtosis(self):
        """6 / alpha."""
        return 6 / self.alpha

    def mode(self):
        """(alpha - 1) / rate; 0 if alpha is below 1."""
        return max(self.alpha - 1, 0.0) / self.rate

    def _moment(self, k):
        """Alpha (alpha + 1) ... (alpha + k - 1) / rate^k."""
        # factor by factor: no gamma function overflows
        return math.prod((self.alpha + i) / self.rate for i in range(k))

    def _kl(self, other):
        """Of two gamma laws: the means of log(X) and of X are known."""
        if not isinstance(other, GammaFamily):
            return None
        of_shape = (self.alpha - other.alpha) * digamma(self.alpha)
        of_factor = gammaln(other.alpha) - gammaln(self.alpha)
        of_rates = other.alpha * math.log(self.rate / other.rate)
        of_mean = self.alpha * (other.rate - self.rate) / self.rate
        # summed exactly: for laws that are near the terms cancel
        return max(0.0, math.fsum([of_shape, of_factor, of_rates, of_mean]))

    def _logpdf(self, x):
        z = self.rate * x
        # of a large shape the logs are huge and nearly cancel: the mass of a Poisson law has no
        # such terms
        if self.alpha > MANY:
            with np.errstate(over="ignore"):  # nothing is expected at 0
                return math.log(self.rate) + log_poisson_mass(self.alpha - 1, z)
        # xlogy: of alpha = 1 the density at 0 is the rate
        return xlogy(self.alpha - 1, z) - z + (math.log(self.rate) - gammaln(self.alpha))

    def _cdf(self, x):
        return gammainc(self.alpha, self.rate * x)

    def _sf(self, x):
        return gammaincc(self.alpha, self.rate * x)

    def _quantile(self, q):
        return gammaincinv(self.alpha, q) / self.rate

    def _upper_quantile(self, q):
        return gammainccinv(self.alpha, q) / self.rate

    def _cgf(self, t):
        return -self.alpha * np.log1p(-t / self.rate)

    def _cf(self, t):
        return (1 - 1j * t / self.rate) ** -self.alpha

    def _rvs(self, size, rng):
        return rng.standard_gamma(self.alpha, size) / self.rate


@dataclass(frozen=True)
class Gamma(GammaFamily):
    """Ga(alpha, rate): how long one waits for the alpha-th event (section 4.3).

    Parameters
    ----------
    alpha : float
        Shape, positive.
    rate : float
        Events in a unit of time, positive. SciPy and NumPy take its inverse, the scale.

    Notes
    -----
    Story: alpha waiting times from one event to the next, summed; alpha must be an integer.
    """

    alpha: float
    rate: float

    def __post_init__(self):
        check_positive(self.alpha, "alpha")
        check_positive(self.rate, "rate")
        self._keep(alpha=self.alpha, rate=self.rate)

    def _story(self, size, rng):
        time = np.zeros(size)
        for _ in range(whole(self.alpha, "alpha")):
            time -= np.log1p(-rng.random(size)) / self.rate
        return time


@dataclass(frozen=True)
class Exponential(GammaFamily):
    """Exp(rate): how long one waits for the first event, Ga(1, rate) (section 4.3).

    Parameters
    ----------
    rate : float
        Events in a unit of time, positive. SciPy and NumPy take its inverse, the scale.

    Notes
    -----
    Story: the mean waiting time is cut into 10,000 steps, in each of which the event happens with a
    probability of 1/10,000; the wait is the number of steps, and a uniform place in the last one.
    """

    rate: float = 1.0

    alpha = 1.0
    STEPS = 10_000

    def __post_init__(self):
        check_positive(self.rate, "rate")
        self._keep(rate=self.rate)

    def _story(self, size, rng):
        happens = -math.expm1(-1 / self.STEPS)  # of one event or more in a step
        steps = rng.geometric(happens, size) - rng.random(size)
        return steps / (self.STEPS * self.rate)


@dataclass(frozen=True)
class ChiSquared(GammaFamily):
    """Chi-squared with n degrees of freedom, Ga(n/2, 1/2) (section 4.3).

    Parameters
    ----------
    n : float
        Degrees of freedom, positive.

    Notes
    -----
    Story: the squared length of n independent standard normal numbers; n must be an integer.
    """

    n: float

    rate = 0.5

    def __post_init__(self):
        check_positive(self.n, "n")
        self._keep(n=self.n)

    @property
    def alpha(self):
        """The shape n/2."""
        return self.n / 2

    def _story(self, size, rng):
        total = np.zeros(size)
        for _ in range(whole(self.n, "n")):
            total += rng.standard_normal(size) ** 2
        return total


@dataclass(frozen=True)
class Beta(ContinuousLaw):
    """Be(alpha, beta) on [0, 1]: a place among uniform places (section 4.4).

    Parameters
    ----------
    alpha, beta : float
        Shapes, positive.

    Notes
    -----
    Story: the alpha-th smallest of alpha + beta - 1 uniform numbers; both must be integers.
    """

    alpha: float
    beta: float

    support = (0.0, 1.0)

    def __post_init__(self):
        check_positive(self.alpha, "alpha")
        check_positive(self.beta, "beta")
        self._keep(alpha=self.alpha, beta=self.beta)

    def mean(self):
        """Alpha / (alpha + beta)."""
        return self.alpha / (self.alpha + self.beta)

    def var(self):
        """Alpha beta / ((alpha + beta)^2 (alpha + beta + 1))."""
        total = self.alpha + self.beta
        return self.alpha * self.beta / (total**2 * (total + 1))

    def skewness(self):
        """Positive where alpha < beta: the mass is near 0, the tail points to 1."""
        total = self.alpha + self.beta
        spread = math.sqrt((total + 1) / (self.alpha * self.beta))
        return 2 * (self.beta - self.alpha) / (total + 2) * spread

    def kurtosis(self):
        """From -2, two points, to large values for a small shape beside a large one."""
        total = self.alpha + self.beta
        product = self.alpha * self.beta
        top = (self.alpha - self.beta) ** 2 * (total + 1) - product * (total + 2)
        return 6 * top / (product * (total + 2) * (total + 3))

    def mode(self):
        """Between the ends if both shapes exceed 1, else an end; 0 if both ends are peaks."""
        if self.alpha > 1 and self.beta > 1:
            return (self.alpha - 1) / (self.alpha + self.beta - 2)
        return 1.0 if self.alpha >= 1 >= self.beta and self.alpha > self.beta else 0.0

    def _moment(self, k):
        """The product of (alpha + i) / (alpha + beta + i) over i below k."""
        total = self.alpha + self.beta
        return math.prod((self.alpha + i) / (total + i) for i in range(k))

    def _kl(self, other):
        """Of two beta laws: the means of log(X) and of log(1 - X) are known."""
        if not isinstance(other, Beta):
            return None
        a_more = self.alpha - other.alpha
        b_more = self.beta - other.beta
        of_factor = betaln(other.alpha, other.beta) - betaln(self.alpha, self.beta)
        of_logs = [
            a_more * digamma(self.alpha),
            b_more * digamma(self.beta),
            -(a_more + b_more) * digamma(self.alpha + self.beta),
        ]
        return max(0.0, math.fsum([of_factor, *of_logs]))

    def _logpdf(self, x):
        n = self.alpha + self.beta - 2
        if n > MANY and min(self.alpha, self.beta) >= 1:
            with np.errstate(over="ignore"):
                return math.log1p(n) + log_binomial_mass(self.alpha - 1, n, x, 1 - x)
        powers = xlogy(self.alpha - 1, x) + xlog1py(self.beta - 1, -x)
        return powers - betaln(self.alpha, self.beta)

    def _cdf(self, x):
        return betainc(self.alpha, self.beta, x)

    def _sf(self, x):
        return betaincc(self.alpha, self.beta, x)

    def _quantile(self, q):
        return beta_quantile(self.alpha, self.beta, q)

    def _upper_quantile(self, q):
        # by symmetry, so that a small upper level keeps its digits
        x = 1 - beta_quantile(self.beta, self.alpha, q)
        near_zero = betainccinv(self.alpha, self.beta, q)  # where the difference has no digits left
        return np.where((x < 0.5) & np.isfinite(near_zero), near_zero, x)

    def _cgf(self, t):
        """Kummer's series of a negative argument, reflected for positive ones: it stays below 1."""
        first = np.where(t > 0, self.beta, self.alpha)
        return np.maximum(t, 0) + np.log(hyp1f1(first, self.alpha + self.beta, -np.abs(t)))

    def _cf(self, t):
        return hyp1f1(self.alpha, self.alpha + self.beta, 1j * t)

    def _rvs(self, size, rng):
        return rng.beta(self.alpha, self.beta, size)

    def _story(self, size, rng):
        first = whole(self.alpha, "alpha")
        last = whole(self.beta, "beta")
        places = rng.random((*size, first + last - 1))
        return np.partition(places, first - 1, axis=-1)[..., first - 1]  # no full sort
