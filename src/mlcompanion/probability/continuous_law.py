"""Laws with a density: what follows from it by quadrature and bisection (Sugiyama 2016, 2.3)."""

import math
from abc import abstractmethod
from itertools import pairwise

import numpy as np
from scipy.integrate import quad

from mlcompanion._validation import check_instance

from ._checks import check_points
from .law import Law
from .numeric.quadrature import integrate

__all__ = ["ContinuousLaw"]


class ContinuousLaw(Law):
    """A law with a density.

    A subclass writes ``support``, ``_logpdf``, ``_cdf`` and ``_story``. Without closed forms a
    moment costs one quadrature, a quantile about 60 evaluations of the distribution function.
    """

    @property
    def breaks(self):
        """Points inside the support where the density jumps or bends, for quadrature."""
        return ()

    def logpdf(self, x):
        """Logarithm of the density; ``-inf`` outside the support.

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
        if low < least and greatest < high:
            return self._logpdf(x)[()]
        outside = (x < low) | (x > high)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(outside, -np.inf, self._logpdf(np.clip(x, low, high)))[()]

    def pdf(self, x):
        """The density.

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
        return np.exp(self.logpdf(x))

    def expect(self, function):
        """E[function(X)]: adaptive quadrature over pieces of the support, with care for both tails.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape; smooth in the outer hundredths of the law.

        Returns
        -------
        float
            ``inf`` or an inaccurate number if the expectation diverges: quadrature cannot tell.
        """
        check_instance(function, "function", callable)
        low, high = self.support
        cuts = {*self.breaks, *np.atleast_1d(self.quantile([0.01, 0.5, 0.99]))}
        ends = [low, *sorted(c for c in cuts if low < c < high), high]

        def integrand(x):
            density = np.exp(self._logpdf(x))
            return np.where(density > 0, function(x) * density, 0.0)

        def one(x):
            return float(integrand(np.asarray(x)))

        _, first, *_, last, _ = ends
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            middle = [quad(one, a, b, limit=200)[0] for a, b in pairwise(ends[1:-1])]
            # an adaptive rule would overlook a power of the distance, at an end or at infinity
            left = integrate(integrand, low, first, last - first)
            right = integrate(integrand, last, high, last - first)
        return math.fsum([left, *middle, right])

    @abstractmethod
    def _logpdf(self, x):
        """The log-density on points of the support."""

    def _quantile(self, q):
        """Bisection of the distribution function inside a bracket that is doubled until it holds.

        Sixty halvings leave 1e-18 of the bracket.
        """
        low, high = self.support
        a, b = max(low, -1.0), min(high, 1.0)
        while a > low and (self.cdf(a) > q).any():
            a = max(low, 2 * a - 1)
        while b < high and (self.cdf(b) < q).any():
            b = min(high, 2 * b + 1)
        left, right = np.full(q.shape, a), np.full(q.shape, b)
        for _ in range(60):
            middle = (left + right) / 2
            below = self._cdf(middle) < q
            left, right = np.where(below, middle, left), np.where(below, right, middle)
        return right

    def _cgf(self, t):
        return np.log([self.expect(lambda x, s=s: np.exp(s * x)) for s in t])

    def _cf(self, t):
        values = [
            self.expect(lambda x, s=s: np.cos(s * x))
            + 1j * self.expect(lambda x, s=s: np.sin(s * x))
            for s in t.ravel()
        ]
        return np.array(values, dtype=complex).reshape(t.shape)
