"""A density given by its values on a grid (Sugiyama 2016, sections 2.3 and 2.5)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import logsumexp, spherical_jn

from mlcompanion._validation import check_array, check_flag, check_instance

from .._checks import own
from ..continuous_law import ContinuousLaw

__all__ = ["GridDistribution"]


def _area(x, f):
    return float(np.sum(np.diff(x) * (f[1:] + f[:-1])) / 2)


def check_grid(x, name):
    """Return increasing points, at least two, or say what is wrong with them."""
    x = check_array(x, name, ndim=1, min_rows=2)
    if (np.diff(x) <= 0).any():
        raise ValueError(f"{name} must increase")
    return x


@dataclass(frozen=True, eq=False)
class GridDistribution(ContinuousLaw):
    """The law whose density joins the points ``(x[i], f[i])`` by straight lines.

    Parameters
    ----------
    x : array_like, shape (m,)
        Increasing.
    f : array_like, shape (m,)
        Density at x, not negative; the lines must enclose the area 1 (to 1e-6). For values that
        need a factor, see :meth:`from_values`.

    Raises
    ------
    ValueError
        If x does not increase, f is negative somewhere, or the area is not 1.

    Notes
    -----
    Of the straight lines these answers are exact: the distribution function by squares, its inverse
    by a square root, transforms by the integral of a line times an exponential, and expectations of
    polynomials of degree 8 by Gauss' rule in every cell. Expectations of other functions are as
    exact as a polynomial of that degree fits them in a cell. All are O(m).
    """

    x: np.ndarray
    f: np.ndarray

    def __post_init__(self):
        x = check_grid(self.x, "x")
        f = check_array(self.f, "f", shape=x.shape, low=0)
        if abs(_area(x, f) - 1) > 1e-6:
            raise ValueError(f"f must enclose the area 1 over x, got {_area(x, f):.9g}")
        object.__setattr__(self, "x", own(x))
        object.__setattr__(self, "f", own(f))

    @classmethod
    def from_values(cls, x, f):
        """The law with a density proportional to f.

        Parameters
        ----------
        x : array_like, shape (m,)
            Increasing.
        f : array_like, shape (m,)
            Not negative, and not all 0.

        Returns
        -------
        GridDistribution
        """
        x = check_grid(x, "x")
        f = check_array(f, "f", shape=x.shape, low=0)
        if not f.any():
            raise ValueError("f must not be 0 everywhere")
        return cls(x, f / _area(x, f))

    def transform(self, xi, dxi, r):
        """The law of r if ``x = xi(r)`` has this one: ``f(xi(r)) |xi'(r)|`` (section 2.5).

        Parameters
        ----------
        xi : callable
            Takes and returns an array; monotone on r.
        dxi : callable
            Its derivative, nowhere 0 on the inside of r.
        r : array_like, shape (k,)
            Increasing grid that ``xi`` maps onto the support.

        Returns
        -------
        GridDistribution
            On the grid r, rescaled by the little that straight lines between its points lose.

        Raises
        ------
        ValueError
            If the new density encloses an area that is more than 1 % off: the grid is too coarse
            or does not cover the support, or ``dxi`` is not the derivative.
        """
        check_instance(xi, "xi", callable)
        check_instance(dxi, "dxi", callable)
        r = check_grid(r, "r")
        g = self.pdf(xi(r)) * np.abs(dxi(r))
        if not abs(_area(r, g) - 1) <= 0.01:
            raise ValueError(
                f"r must cover the support finely, and dxi be the derivative of xi: the new "
                f"density has the area {_area(r, g):.4g}"
            )
        return type(self).from_values(r, g)

    @property
    def support(self):
        """The grid's ends."""
        return float(self.x[0]), float(self.x[-1])

    @property
    def breaks(self):
        """The grid's inner points."""
        return tuple(self.x[1:-1])

    def mode(self):
        """The grid point of largest density."""
        return float(self.x[np.argmax(self.f)])

    def expect(self, function, return_error=False):
        """E[function(X)] by Gauss' rule in every cell.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape; smooth inside the cells.
        return_error : bool
            Whether to return an estimate of the error as well: the change from the rule with one
            point more a cell.

        Returns
        -------
        value : float
        error : float
            Only if asked for.
        """
        check_instance(function, "function", callable)
        value = float(np.sum(function(self._points) * self._masses))
        if not check_flag(return_error, "return_error"):
            return value
        points, masses = self._rule(6)  # a point more: the difference tells the error
        return value, abs(float(np.sum(function(points) * masses)) - value)

    def _rule(self, n):
        """Points and masses of Gauss' rule of n points in every cell."""
        nodes, weights = np.polynomial.legendre.leggauss(n)
        widths = np.diff(self.x)[:, None]
        points = self.x[:-1, None] + widths * (nodes + 1) / 2
        return points, np.interp(points, self.x, self.f) * widths * weights / 2

    @cached_property
    def _five(self):
        return self._rule(5)

    @property
    def _points(self):
        return self._five[0]

    @property
    def _masses(self):
        return self._five[1]

    @cached_property
    def _cumulative(self):
        cells = np.diff(self.x) * (self.f[1:] + self.f[:-1]) / 2
        return np.concatenate([[0.0], np.cumsum(cells)])

    @cached_property
    def _slopes(self):
        return np.diff(self.f) / np.diff(self.x)

    def _cell(self, places, values):
        return np.clip(np.searchsorted(places, values, side="right") - 1, 0, len(self.x) - 2)

    def _logpdf(self, x):
        with np.errstate(divide="ignore"):
            return np.log(np.interp(x, self.x, self.f))

    def _cdf(self, x):
        k = self._cell(self.x, x)
        u = x - self.x[k]
        return np.minimum(self._cumulative[k] + u * (self.f[k] + self._slopes[k] * u / 2), 1.0)

    def _quantile(self, q):
        k = self._cell(self._cumulative, q)
        left = q - self._cumulative[k]
        height = self.f[k]
        root = np.sqrt(np.maximum(height**2 + 2 * self._slopes[k] * left, 0))
        # 2 left / (height + root) is the root of the quadratic that does not cancel.
        u = 2 * left / np.maximum(height + root, np.finfo(float).tiny)
        return np.minimum(self.x[k] + u, self.x[k + 1])

    def _sf(self, x):
        k = self._cell(self.x, x)
        u = self.x[k + 1] - x
        return np.minimum(self._beyond[k + 1] + u * (self.f[k + 1] - self._slopes[k] * u / 2), 1.0)

    @cached_property
    def _beyond(self):
        cells = np.diff(self.x) * (self.f[1:] + self.f[:-1]) / 2
        # from the right: small upper tails keep their digits
        return np.append(np.cumsum(cells[::-1])[::-1], 0.0)

    @cached_property
    def _cells(self):
        """Of the cells: middle, half the width, mass, and what the rise adds at the right end."""
        half = np.diff(self.x) / 2
        level = (self.f[1:] + self.f[:-1]) / 2
        rise = np.diff(self.f) / 2
        return (self.x[1:] + self.x[:-1]) / 2, half, 2 * half * level, 2 * half * rise

    def _cgf(self, t):
        """In a cell of half width h the mean of exp(tu) is sinh(th) / th; a rise adds its slope.

        Both are taken times exp(-|th|), which joins the logarithm: nothing overflows.
        """
        middle, half, mass, tilt = self._cells
        a = t[:, None] * half
        size = np.abs(a)
        safe = np.maximum(size, 0.02)  # below it the closed forms cancel, and series take over
        fall = np.exp(-2 * size)
        even = np.where(size < 0.02, np.exp(-size) * (1 + a**2 / 6 + a**4 / 120),
                        -np.expm1(-2 * safe) / (2 * safe))  # fmt: skip
        slope = np.where(size < 0.02, np.exp(-size) * size * (1 / 3 + a**2 / 30 + a**4 / 840),
                         ((1 + fall) / 2 - even) / safe)  # fmt: skip
        weights = mass * even + tilt * np.sign(a) * slope  # not negative but for rounding
        return logsumexp(t[:, None] * middle + size, b=np.maximum(weights, 0.0), axis=1)

    def _cf(self, t):
        """In a cell the means of cos and u sin are spherical Bessel functions of orders 0, 1."""
        middle, half, mass, tilt = self._cells
        a = t[..., None] * half
        means = mass * spherical_jn(0, a) + 1j * tilt * spherical_jn(1, a)
        return (np.exp(1j * t[..., None] * middle) * means).sum(axis=-1)

    def _story(self, size, rng):
        """Rejection: points under the highest value that fall under the density."""
        n = int(np.prod(size))
        kept = np.empty(0)
        roof = self.f.max()
        while len(kept) < n:
            x = rng.uniform(*self.support, 3 * n + 10)
            kept = np.concatenate([kept, x[rng.uniform(0, roof, len(x)) < self.pdf(x)]])
        return kept[:n].reshape(size)
