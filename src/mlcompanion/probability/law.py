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

from ._checks import check_points, check_size, plain

__all__ = ["Law"]


class Law(ABC):
    """What may be asked of every law on the real line.

    Points, probabilities and arguments of transforms are numbers or arrays of any shape, and the
    answer has that shape. A moment that diverges is ``inf``; one that does not exist is ``nan``.

    A subclass must write ``support``, ``_cdf`` and ``_story``, and, by its kind, ``_logpdf`` or
    ``_logpmf``. It writes ``mean``, ``var``, ``skewness``, ``kurtosis``, ``mode``, ``_sf``,
    ``_quantile``, ``_moment``, ``_cgf``, ``_cf`` and ``_rvs`` where a closed form is known.
    """

    def _keep(self, **parameters):
        """Keep checked parameters as Python's own numbers; a law is frozen from then on."""
        for name, value in parameters.items():
            object.__setattr__(self, name, plain(value))

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
            May be infinite.

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If ``x`` is NaN.
        """
        return self._inside(check_points(x), self._cdf, 0.0, 1.0)

    def sf(self, x):
        """Pr(X > x), the upper tail (survival function): it keeps its digits where it is small.

        Parameters
        ----------
        x : float or array_like, any shape
            May be infinite.

        Returns
        -------
        float or ndarray, the shape of ``x``

        Raises
        ------
        ValueError
            If ``x`` is NaN.
        """
        return self._inside(check_points(x), self._sf, 1.0, 0.0)

    def _inside(self, x, function, below, above):
        """A function of the points from the support's low end to below its high end."""
        low, high = self.support
        under = (x < low) | (x == -math.inf)  # also where low itself is infinite
        over = x >= high
        outside = under | over
        if not outside.any():
            return function(x)[()]
        values = np.where(under, below, above)
        values[~outside] = function(x[~outside])
        return values[()]

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
        # the hook is never asked at 0 and 1: there the support answers
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
        if not check_flag(central, "central"):
            return self._moment(k)
        centre = self.mean()
        return self.expect(lambda x: (x - centre) ** k)

    def _moment(self, k):
        """E[X^k]."""
        return self.expect(lambda x: x**k)

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
        """E[(X - mean)^3] / std^3; nan of a law on one point."""
        spread = self.std()
        return self.moment(3, central=True) / spread**3 if spread > 0 else math.nan

    def kurtosis(self):
        """Excess kurtosis E[(X - mean)^4] / std^4 - 3: 0 for a normal law, nan on one point."""
        variance = self.var()
        return self.moment(4, central=True) / variance**2 - 3 if variance > 0 else math.nan

    @abstractmethod
    def mode(self):
        """A value of largest mass or density; the least of them if there are several."""

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
        finite &= t != 0  # E[1] = 1, also where 0 is an end of the domain
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

    def _sf(self, x):
        """The upper tail on points of the support; a closed form keeps the digits of small ones."""
        return 1.0 - self._cdf(x)

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
