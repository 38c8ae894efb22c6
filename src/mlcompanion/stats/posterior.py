"""Bayes' theorem on a grid, and credible intervals (Sugiyama 2016, 9.2.1 and 9.3.3)."""

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from .._validation import check_array, check_instance, check_real
from ..probability import ContinuousLaw, Law
from .intervals import check_alpha

__all__ = ["GridPosterior", "credible_interval", "grid_posterior"]


@dataclass(frozen=True, eq=False)
class GridPosterior(ContinuousLaw):
    """A law whose density is linear between the points of a grid, and zero outside.

    Its mean is the posterior expectation; :meth:`mode` is the MAP estimate.

    Parameters
    ----------
    grid : array_like, shape (m,)
        Increasing values of the parameter.
    density : array_like, shape (m,)
        Not negative, with integral 1 (to 1e-9).
    log_evidence : float
        Logarithm of the marginal likelihood, the integral that made the density's integral 1.
    """

    grid: np.ndarray
    density: np.ndarray
    log_evidence: float = 0.0

    def __post_init__(self):
        grid = check_grid(self.grid)
        density = check_array(self.density, "density", shape=grid.shape, low=0)
        cells = np.diff(grid) * (density[1:] + density[:-1]) / 2
        if abs(cells.sum() - 1) > 1e-9:
            raise ValueError(f"density must have integral 1, got {cells.sum():.9g}")
        check_real(self.log_evidence, "log_evidence")
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "density", density)
        object.__setattr__(self, "_mass", np.r_[0.0, np.cumsum(cells)])

    @property
    def support(self):
        """The ends of the grid."""
        return self.grid[0], self.grid[-1]

    def mode(self):
        """The point of the grid with the largest density: the MAP estimate (section 9.2.1)."""
        return float(self.grid[self.density.argmax()])

    def expect(self, function):
        """E[function(X)] by Simpson's rule in every cell: exact for powers up to the second.

        Parameters
        ----------
        function : callable
            Takes and returns an array of one shape.

        Returns
        -------
        float
        """
        check_instance(function, "function", callable, "function")
        middle = (self.grid[1:] + self.grid[:-1]) / 2
        ends, between = function(self.grid) * self.density, function(middle)
        between = between * (self.density[1:] + self.density[:-1]) / 2
        return float(np.diff(self.grid) @ (ends[1:] + ends[:-1] + 4 * between) / 6)

    def _logpdf(self, x):
        return np.log(np.interp(x, self.grid, self.density))

    def _cell(self, values, points):
        """The cell in which each point lies."""
        return np.clip(np.searchsorted(values, points, side="right") - 1, 0, len(values) - 2)

    def _cdf(self, x):
        k = self._cell(self.grid, x)
        height = self.density[k] + np.interp(x, self.grid, self.density)
        return self._mass[k] + (x - self.grid[k]) * height / 2

    def _quantile(self, q):
        q = np.minimum(q, self._mass[-1])
        k = self._cell(self._mass, q)
        start, rest = self.density[k], q - self._mass[k]
        slope = (self.density[k + 1] - start) / (self.grid[k + 1] - self.grid[k])
        # rest = start * step + slope * step^2 / 2, solved without cancellation
        root = start + np.sqrt(np.maximum(start**2 + 2 * slope * rest, 0))
        step = np.divide(2 * rest, root, out=np.zeros_like(root), where=root > 0)
        return np.minimum(self.grid[k] + step, self.grid[k + 1])

    def _story(self, size, rng):
        return self._quantile(rng.random(size))


def check_grid(grid):
    """Increasing points, at least two."""
    grid = check_array(grid, "grid", ndim=1, min_rows=2)
    if not (np.diff(grid) > 0).all():
        raise ValueError("grid must increase")
    return grid


def _check_logs(values, name, shape):
    """Logarithms: finite, or -inf for what is impossible."""
    values = np.asarray(values)
    if values.dtype.kind != "f":
        return check_array(values, name, shape=shape)
    impossible = values == -np.inf
    check_array(np.where(impossible, 0.0, values), name, shape=shape)
    return values


def grid_posterior(grid, log_likelihood, log_prior=None):
    r"""Posterior of one parameter by Bayes' theorem, its integral by trapezoids (section 9.2.1).

    .. math:: p(\theta|D)=\frac{p(D|\theta)\,p(\theta)}{\int p(D|\theta')\,p(\theta')\,d\theta'}

    Parameters
    ----------
    grid : array_like, shape (m,)
        Increasing values of the parameter, close together where likelihood times prior is large.
    log_likelihood : array_like, shape (m,)
        Up to ``-inf``; as from :func:`mlcompanion.stats.log_likelihood`.
    log_prior : array_like, shape (m,), optional
        Logarithm of the prior density; default the uniform density on the grid's range.

    Returns
    -------
    GridPosterior
        A law, with the logarithm of the integral as ``log_evidence``: the marginal likelihood of
        section 9.2.4, if likelihood and prior came with their constants.

    Raises
    ------
    ValueError
        If the grid does not increase, or the samples are impossible everywhere on it.

    Notes
    -----
    Cost O(m). All sums are taken in logarithms, so that many samples do not underflow.
    """
    grid = check_grid(grid)
    total = _check_logs(log_likelihood, "log_likelihood", grid.shape)
    if log_prior is None:
        total = total - np.log(grid[-1] - grid[0])
    else:
        total = total + _check_logs(log_prior, "log_prior", grid.shape)
    if (total == -np.inf).all():
        raise ValueError("log_likelihood and log_prior leave no possible parameter on the grid")
    steps = np.diff(grid)
    weights = (np.r_[steps, 0.0] + np.r_[0.0, steps]) / 2
    log_evidence = logsumexp(total, b=weights)
    return GridPosterior(grid, np.exp(total - log_evidence), float(log_evidence))


def credible_interval(posterior, alpha=0.05):
    """The middle mass of a posterior (section 9.3.3).

    Parameters
    ----------
    posterior : Law
        On a grid or in closed form.
    alpha : float
        Probability left out, half of it on either side; in (0, 1).

    Returns
    -------
    low, high : float
    """
    check_instance(posterior, "posterior", Law)
    alpha = check_alpha(alpha)
    low, high = posterior.quantile([alpha / 2, 1 - alpha / 2])
    return float(low), float(high)
