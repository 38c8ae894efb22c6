"""Laws with a density: what follows from it by quadrature and bisection (Sugiyama 2016, 2.3)."""

import math
from abc import abstractmethod

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._validation import check_flag, check_instance

from ._checks import check_points
from .law import Law
from .numeric.quadrature import adaptive, beyond, warn_of

__all__ = ["ContinuousLaw"]

#: Where an expectation is cut in w = -log(2p): the last is a tail probability p of 1e-290.
TAIL_PIECES = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 666.0)

#: An infinite end stands so many quartile ranges out: half of what a float's exponent bears.
FAR = 1e150


def rank(x):
    """The place of a float in the order of all floats, from -2^63 on."""
    bits = np.float64(x).view(np.int64)
    # the bits of negative floats grow away from zero: turned round, and -0.0 meets 0.0
    return bits if bits >= 0 else np.int64(-(2**63)) - bits


def ranked(ranks):
    """The floats of these places."""
    return np.where(ranks >= 0, ranks, np.int64(-(2**63)) - ranks).view(np.float64)


def _gain(values, slope):
    """What a function gains on the way from its outermost float to a singular end, on average.

    Parameters
    ----------
    values : ndarray, shape (3,)
        At the outermost float, and at two and four times its distance from the end.
    slope : float
        Logarithm of the mass within twice the distance over that within it.

    Returns
    -------
    float
        The mass falls by the factor exp(-slope) with every halving of the distance, so that some
        1 / slope halvings follow; the function's steps go on as its last two.
    """
    step = values[0] - values[1]
    before = values[1] - values[2]
    if step == 0:
        return 0.0
    halvings = 1 / max(slope, 1e-5)
    clear = step * before > 0 and abs(before) > 1e-12 * abs(values[1])  # of rounding
    growth = math.log(step / before) if clear else 0.0
    # a halving of the way multiplies what is gained and divides the mass: which is faster?
    left = 1 - growth * halvings
    return abs(step) * halvings / left if left > 0 else math.inf


class ContinuousLaw(Law):
    """A law with a density.

    A subclass writes ``support``, ``_logpdf``, ``_cdf`` and ``_story``, and ``_sf`` where its upper
    tail matters below 1e-16. Without closed forms a quantile costs 64 evaluations of the
    distribution function, and a moment some 400 quantiles.
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
            If ``x`` is NaN.
        """
        x = check_points(x)
        low, high = self.support
        outside = (x < low) | (x > high) | np.isinf(x)
        with np.errstate(divide="ignore", invalid="ignore"):
            if not outside.any():
                return self._logpdf(x)[()]
            values = np.full(x.shape, -np.inf)
            values[~outside] = self._logpdf(x[~outside])
        return values[()]

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
            If ``x`` is NaN.
        """
        return np.exp(self.logpdf(x))

    def expect(self, function, return_error=False):
        """E[function(X)]: adaptive quadrature over the logarithm of either tail probability.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape; piecewise smooth.
        return_error : bool
            Whether to return the estimate of the error as well.

        Returns
        -------
        value : float
        error : float
            Only if asked for. An estimate, infinite where the integral seems to diverge.

        Warns
        -----
        IntegrationWarning
            If the estimated error exceeds a millionth of E|function(X)|.

        Notes
        -----
        Half of the expectation is the integral of function(Q(p)) over p from 0 to 1/2, where Q is
        the quantile, and half that over the upper tail. With p = exp(-w) / 2 a singular end and a
        heavy tail both become an exponential decay in w, and all mass is counted. Some 400
        quantiles if the function is smooth.
        """
        check_instance(function, "function", callable)
        check_flag(return_error, "return_error")
        halves = [self._half(function, upper) for upper in (False, True)]
        value, error, size = (math.fsum(parts) for parts in zip(*halves))
        hint = f"; the function may have no expectation under {self}"
        warn_of("expect", value, error, size, hint)
        return (value, error) if return_error else value

    def _half(self, function, upper):
        """Value, error and size of the part of an expectation on one side of the median."""
        low, high = self._reach()
        quantile = self._upper_quantile if upper else self._quantile

        def integrand(w):
            tail = 0.5 * np.exp(-w)  # p, and minus its derivative in w
            # a quantile may round to an end, where the function need not be finite
            return function(np.clip(quantile(tail), low, high)) * tail

        with np.errstate(all="ignore"):
            value, error, size = adaptive(integrand, self._cuts(upper))
            error += beyond(integrand, TAIL_PIECES[-1])  # tails below 1e-290
            error += self._blurred(function, upper)
        return value, error, size

    def _cuts(self, upper):
        """Where to cut one half: as always, and at the breaks."""
        breaks = np.array(self.breaks, dtype=float)
        tails = self.sf(breaks) if upper else self.cdf(breaks)
        inner = -np.log(2 * tails[(tails > 1e-12) & (tails < 0.5)])  # w at the breaks of this half
        return np.unique(np.concatenate([TAIL_PIECES, inner]))

    def _reach(self):
        """The outermost floats that stand for values: just inside a finite end, or far out.

        Far out their squares still are floats, in the units of the law.
        """
        low, high = self.support
        tiny = np.finfo(float).tiny
        quarters = self._quantile(np.array([0.25, 0.75]))
        far = min(FAR * (quarters[1] - quarters[0]), np.finfo(float).max)
        least = low + max(tiny, np.spacing(abs(low))) if low > -math.inf else -far
        greatest = high - max(tiny, np.spacing(abs(high))) if high < math.inf else far
        return float(least), float(greatest)

    def _blurred(self, function, upper):
        """The error of values beyond the outermost float, for which it stands: their mass, times
        the function's value there, or what it still gains towards a finite end.
        """
        bound = self.support[upper]
        end = self._reach()[upper]
        tail = self._sf if upper else self._cdf
        finite = math.isfinite(bound)
        points = bound + (end - bound) * np.array([1.0, 2.0, 4.0]) if finite else np.full(3, end)
        mass, wider = tail(points[:2])
        if not mass > 0:
            return 0.0
        values = np.broadcast_to(function(points), 3)
        if not finite:
            return float(mass * abs(values[0]))
        return float(mass * _gain(values, np.log(wider / mass)))

    def _kl(self, other):
        """The divergence of another law of the same support from this one, or None: no formula."""

    @abstractmethod
    def _logpdf(self, x):
        """The log-density on points of the support."""

    def _quantile(self, q):
        """Bisection of the distribution function."""
        return self._bisect(lambda x: self._cdf(x) >= q, q.shape)

    def _upper_quantile(self, q):
        """The value above which the law has the mass ``q``."""
        return self._bisect(lambda x: self._sf(x) <= q, q.shape)

    def _bisect(self, reached, shape):
        """The least value of the support from which on a condition holds.

        The interval is halved in the order of the floats, of which there are 2^64: so 64 halvings
        find the value to its last digit, however small or large it is.
        """
        left, right = (np.full(shape, rank(end)) for end in self.support)
        for _ in range(64):
            middle = (left >> 1) + (right >> 1) + (left & right & 1)  # the sum may overflow
            with np.errstate(all="ignore"):
                found = reached(ranked(middle))
            left = np.where(found, left, middle)
            right = np.where(found, middle, right)
        return ranked(right)

    def mode(self):
        """The value of largest density, of one peak: searched from the densest of 999 quantiles."""
        levels = np.arange(1, 1000) / 1000
        places = np.concatenate([self.breaks, self._quantile(levels)])
        heights = self.logpdf(places)
        best = places[np.argmax(heights)]
        left = places[places < best]
        right = places[places > best]
        ends = left.max(initial=self._reach()[0]), right.min(initial=self._reach()[1])
        found = minimize_scalar(lambda x: -self.logpdf(x), bounds=ends, method="bounded")
        return float(found.x if -found.fun > heights.max() else best)

    def _cgf(self, t):
        """Of exp(tX) over its largest value, if it has one: so nothing overflows."""
        low, high = self.support
        tops = [s * (high if s > 0 else low) for s in t]
        tops = [top if math.isfinite(top) else 0.0 for top in tops]
        means = [
            self.expect(lambda x, s=s, top=top: np.exp(s * x - top)) for s, top in zip(t, tops)
        ]
        return tops + np.log(means)

    def _cf(self, t):
        values = [
            self.expect(lambda x, s=s: np.cos(s * x))
            + 1j * self.expect(lambda x, s=s: np.sin(s * x))
            for s in t.ravel()
        ]
        return np.array(values, dtype=complex).reshape(t.shape)


def closed_kl(p, q):
    """The divergence of ``q`` from ``p`` by a formula of their family, or None where there is none.

    ``q`` allows what ``p`` does.
    """
    return p._kl(q)
