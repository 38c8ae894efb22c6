"""Bayes' theorem on a grid, and credible intervals (Sugiyama 2016, 9.2.1 and 9.3.3)."""

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.probability import Law
from mlcompanion.probability.laws.grid import GridDistribution, check_grid

from .mean_intervals import check_alpha

__all__ = ["GridPosterior", "credible_interval", "grid_posterior"]

#: A normal law gives as much to one value if a step is 1.25 standard deviations: no integral.
_LARGEST_SHARE = 0.5


@dataclass(frozen=True, eq=False)
class GridPosterior(GridDistribution):
    """A posterior whose density joins the points ``(x[i], f[i])`` by straight lines.

    Its mean is the posterior expectation; its mode is the MAP estimate (section 9.2.1).

    Parameters
    ----------
    x : array_like, shape (m,)
        Increasing values of the parameter.
    f : array_like, shape (m,)
        Density at x, not negative; the lines must enclose the area 1 (to 1e-6).
    log_evidence : float
        Logarithm of the marginal likelihood, the integral that made the density's integral 1.

    Raises
    ------
    ValueError
        As for :class:`~mlcompanion.probability.laws.GridDistribution`, or if the evidence is not
        finite.
    """

    log_evidence: float = 0.0

    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "log_evidence", check_real(self.log_evidence, "log_evidence"))

    def _story(self, size, rng):
        """Inversion: rejection would waste nearly all points on a narrow posterior."""
        return self._quantile(rng.random(size))


def _check_logs(values, name, shape):
    """Logarithms: finite, or -inf for what is impossible."""
    values = np.asarray(values)
    if values.dtype.kind != "f":
        return check_array(values, name, shape=shape)
    impossible = values == -np.inf
    check_array(np.where(impossible, 0.0, values), name, shape=shape)
    return values


def _check_mass(grid, total):
    """The posterior is wider than a step of the grid, and does not pile up at its end."""
    steps = np.diff(grid)
    corners = (np.r_[steps, 0.0] + np.r_[0.0, steps]) * np.exp(total - total.max())
    k = int(corners.argmax())
    share = corners[k] / corners.sum()
    if share > _LARGEST_SHARE:
        raise ValueError(
            f"grid misses the mass, or is too coarse for it: {share:.0%} of the posterior stand at "
            f"one of its {len(grid)} values, {grid[k]:.6g}"
        )


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
        If the grid does not increase, the samples are impossible everywhere on it, or one of its
        values has more than half of the mass: then the grid is too coarse, or lies elsewhere.

    Notes
    -----
    A fine grid that lies elsewhere cannot be told from a parameter that ends there: look whether
    the posterior is largest at an end. Cost O(m). All sums are taken in logarithms, so that many
    samples do not underflow.
    """
    grid = check_grid(grid, "grid")
    total = _check_logs(log_likelihood, "log_likelihood", grid.shape)
    if log_prior is None:
        total = total - np.log(grid[-1] - grid[0])
    else:
        total = total + _check_logs(log_prior, "log_prior", grid.shape)
    if (total == -np.inf).all():
        raise ValueError("log_likelihood and log_prior leave no possible parameter on the grid")
    _check_mass(grid, total)
    steps = np.diff(grid)
    weights = (np.r_[steps, 0.0] + np.r_[0.0, steps]) / 2  # of the trapezoids' corners
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
