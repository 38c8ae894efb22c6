"""A density given by its values on a grid (Sugiyama 2016, sections 2.3 and 2.5)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mlcompanion._validation import check_array, check_instance

from ..continuous_law import ContinuousLaw

__all__ = ["GridDistribution"]

#: Gauss-Legendre nodes and weights on [0, 1]: exact for polynomials of degree 9 in a cell.
_NODES, _WEIGHTS = (v / 2 for v in np.polynomial.legendre.leggauss(5))
_NODES = _NODES + 0.5


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
    Of the straight lines all answers are exact: the distribution function by squares, its inverse
    by a square root, expectations by Gauss' rule in every cell, O(m).
    """

    x: np.ndarray
    f: np.ndarray

    def __post_init__(self):
        x = check_grid(self.x, "x")
        f = check_array(self.f, "f", shape=x.shape, low=0)
        if abs(_area(x, f) - 1) > 1e-6:
            raise ValueError(f"f must enclose the area 1 over x, got {_area(x, f):.9g}")
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "f", f)

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

    def expect(self, function):
        """E[function(X)] by Gauss' rule in every cell.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape; smooth inside the cells.

        Returns
        -------
        float
        """
        check_instance(function, "function", callable)
        return float(np.sum(function(self._points) * self._masses))

    @cached_property
    def _points(self):
        return self.x[:-1, None] + np.diff(self.x)[:, None] * _NODES

    @cached_property
    def _masses(self):
        return np.interp(self._points, self.x, self.f) * np.diff(self.x)[:, None] * _WEIGHTS

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
        left, height = q - self._cumulative[k], self.f[k]
        root = np.sqrt(np.maximum(height**2 + 2 * self._slopes[k] * left, 0))
        # 2 left / (height + root) is the root of the quadratic that does not cancel.
        u = 2 * left / np.maximum(height + root, np.finfo(float).tiny)
        return np.minimum(self.x[k] + u, self.x[k + 1])

    def _cgf(self, t):
        return np.log([self.expect(lambda x, s=s: np.exp(s * x)) for s in t])

    def _cf(self, t):
        flat = np.array([np.sum(np.exp(1j * s * self._points) * self._masses) for s in t.ravel()])
        return flat.reshape(t.shape)

    def _story(self, size, rng):
        """Rejection: points under the highest value that fall under the density."""
        n, kept, roof = int(np.prod(size)), np.empty(0), self.f.max()
        while len(kept) < n:
            x = rng.uniform(*self.support, 3 * n + 10)
            kept = np.concatenate([kept, x[rng.uniform(0, roof, len(x)) < self.pdf(x)]])
        return kept[:n].reshape(size)
