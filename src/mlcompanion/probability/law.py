"""One interface of a probability law on the line (Sugiyama 2016, chapter 2).

A law is a small frozen dataclass of its parameters. A new law subclasses
:class:`~mlcompanion.probability.ContinuousLaw` or :class:`~mlcompanion.probability.DiscreteLaw`
and writes the hooks that it knows in closed form (their names begin with an underscore and they
receive checked arrays); all other questions are answered from those by sums, quadrature or
inversion, at the cost that each method states.
"""

import math
from abc import ABC, abstractmethod

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_rng

from ._checks import check_points, check_size

__all__ = ["Law"]


class Law(ABC):
    """What may be asked of every law on the real line.

    Points, probabilities and arguments of transforms are numbers or arrays of any shape, and the
    answer has that shape. A moment that diverges is ``inf``; one that does not exist is ``nan``.

    A subclass must write ``support``, ``_cdf`` and ``_story``, and, by its kind, ``_logpdf`` or
    ``_logpmf``. It writes ``mean``, ``var``, ``skewness``, ``kurtosis``, ``_quantile``, ``_cgf``,
    ``_cf`` and ``_rvs`` where a closed form is known.
    """

    @property
    @abstractmethod
    def support(self):
        """Least and greatest value, ``(low, high)``; either may be infinite."""

    @property
    def mgf_domain(self):
        """Open interval of ``t`` on which the moment-generating function is finite."""
        return -math.inf, math.inf

    def cdf(self, x):
        """Pr(X <= x).

        Parameters
        ----------
        x : float or array_like, any shape

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If ``x`` is not finite.
        """
        x, least, greatest = check_points(x)
        low, high = self.support
        if low <= least and greatest < high:
            return self._cdf(x)[()]
        below, above = x < low, x >= high
        return np.where(below, 0.0, np.where(above, 1.0, self._cdf(np.clip(x, low, high))))[()]

    def quantile(self, q):
        """The least ``x`` with Pr(X <= x) >= q.

        Parameters
        ----------
        q : float or array_like, any shape
            Probabilities in [0, 1]; 0 and 1 give the ends of the support.

        Returns
        -------
        float or ndarray, the shape of ``q``

        Raises
        ------
        ValueError
            If a probability lies outside [0, 1].
        """
        q = check_array(q, "q", low=0, high=1)
        low, high = self.support
        inner = np.clip(q, np.finfo(float).tiny, 1 - np.finfo(float).epsneg)
        found = np.where(q == 1, high, self._quantile(inner))
        return np.where(q == 0, low, found)[()]

    @abstractmethod
    def expect(self, function):
        """E[function(X)]; the function takes an array and returns one of the same shape."""

    def moment(self, k, central=False):
        """The raw moment E[X^k], or the central one E[(X - mean)^k] (section 2.4.3).

        Parameters
        ----------
        k : int
            Order, at least 0.
        central : bool
            Whether to subtract the mean first.

        Returns
        -------
        float
        """
        k = check_count(k, "k")
        centre = self.mean() if check_flag(central, "central") else 0.0
        return self.expect(lambda x: (x - centre) ** k)

    def mean(self):
        """E[X]."""
        return self.moment(1)

    def var(self):
        """E[(X - mean)^2]."""
        return self.moment(2, central=True)

    def std(self):
        """The square root of the variance."""
        return math.sqrt(self.var())

    def skewness(self):
        """E[(X - mean)^3] / std^3."""
        return self.moment(3, central=True) / self.std() ** 3

    def kurtosis(self):
        """Excess kurtosis E[(X - mean)^4] / std^4 - 3: 0 for a normal law."""
        return self.moment(4, central=True) / self.var() ** 2 - 3

    def cgf(self, t):
        """The logarithm of the moment-generating function, log E[exp(tX)]; ``inf`` off its domain.

        Parameters
        ----------
        t : float or array_like, any shape

        Returns
        -------
        float or ndarray, the shape of ``t``

        Raises
        ------
        ValueError
            If ``t`` is not finite.
        """
        t = check_array(t, "t")
        low, high = self.mgf_domain
        finite = (low < t) & (t < high)
        values = np.where(t == 0, 0.0, np.inf)
        finite &= t != 0
        values[finite] = self._cgf(t[finite])
        return values[()]

    def mgf(self, t):
        """The moment-generating function E[exp(tX)] (section 2.4.3); ``inf`` off its domain.

        Parameters
        ----------
        t : float or array_like, any shape

        Returns
        -------
        float or ndarray, the shape of ``t``

        Raises
        ------
        ValueError
            If ``t`` is not finite.
        """
        return np.exp(self.cgf(t))

    def cf(self, t):
        """The characteristic function E[exp(itX)], which every law has (section 2.4.3).

        Parameters
        ----------
        t : float or array_like, any shape

        Returns
        -------
        complex or ndarray, the shape of ``t``

        Raises
        ------
        ValueError
            If ``t`` is not finite.
        """
        return self._cf(check_array(t, "t"))[()]

    def rvs(self, size=1, random_state=None):
        """Independent draws, the fastest way that is known.

        Parameters
        ----------
        size : int or tuple of int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of shape ``size``
        """
        return self._rvs(check_size(size), check_rng(random_state))

    def story(self, size=1, random_state=None):
        """Independent draws from the experiment that defines the law, step by step.

        Parameters
        ----------
        size : int or tuple of int
        random_state : int, Generator or None

        Returns
        -------
        ndarray of shape ``size``
        """
        return self._story(check_size(size), check_rng(random_state))

    def _rvs(self, size, rng):
        """Inversion: a quantile at a uniform probability has the law."""
        return self.quantile(rng.random(size))

    @abstractmethod
    def _cdf(self, x):
        """The distribution function on points of the support."""

    @abstractmethod
    def _quantile(self, q):
        """The quantile of probabilities in (0, 1)."""

    @abstractmethod
    def _cgf(self, t):
        """The cumulant-generating function, inside its domain, at no zero; ``t`` has one axis."""

    @abstractmethod
    def _cf(self, t):
        """The characteristic function."""

    @abstractmethod
    def _story(self, size, rng):
        """The experiment."""
