"""Likelihood: how probable the samples are under each parameter (Sugiyama 2016, 9.2.1).

A *model* is a function from a parameter to a law, such as ``lambda mu: Normal(mu, 1.0)``.
"""

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._validation import check_array, check_count, check_instance
from mlcompanion.probability import ContinuousLaw, DiscreteLaw

__all__ = ["log_density", "log_likelihood", "maximum_likelihood"]


def log_likelihood(model, x, parameters):
    """Sum of the samples' log-densities, or log-masses, for each parameter (section 9.2.1).

    Parameters
    ----------
    model : callable
        From a parameter to a ``ContinuousLaw`` or ``DiscreteLaw``.
    x : array_like, shape (n,)
    parameters : array_like, shape (m,)

    Returns
    -------
    ndarray, shape (m,)
        ``-inf`` where the samples are impossible.

    Raises
    ------
    TypeError
        If ``model`` returns anything but a law.
    """
    check_instance(model, "model", callable, "function")
    x = check_array(x, "x", ndim=1, min_rows=1)
    parameters = check_array(parameters, "parameters", ndim=1, min_rows=1)
    return np.array([log_density(model(p), x).sum() for p in parameters.tolist()])


def log_density(law, x):
    """Log-density or log-mass of each sample, whichever the law has.

    Parameters
    ----------
    law : ContinuousLaw or DiscreteLaw
    x : array_like, any shape

    Returns
    -------
    ndarray, the shape of ``x``
    """
    check_instance(law, "the law that model returns", (ContinuousLaw, DiscreteLaw))
    if isinstance(law, ContinuousLaw):
        return law.logpdf(x)
    return law.logpmf(x)


def maximum_likelihood(model, x, low, high, n_starts=64):
    """The parameter under which the samples are most probable (section 9.2.1).

    Parameters
    ----------
    model : callable
        From a parameter to a law.
    x : array_like, shape (n,)
    low, high : float
        Interval in which to look.
    n_starts : int
        Points of a grid; the search is refined around its best.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the samples are impossible under all parameters of the grid, or ``low >= high``.

    Notes
    -----
    A peak with a kink is found to about 1e-9 of the interval wherever that lies. The place of a
    smooth peak is known less well from values of the likelihood, which are flat there: to about
    1e-8 of its width times the root of the number of samples. Cost: ``n_starts`` and some forty
    evaluations of the likelihood.
    """
    ends = check_array([low, high], "low and high")
    if not ends[0] < ends[1]:
        raise ValueError(f"low must be less than high, got {low} and {high}")
    grid = np.linspace(*ends, check_count(n_starts, "n_starts", low=3))
    heights = log_likelihood(model, x, grid)
    best = int(heights.argmax())
    if heights[best] == -np.inf:
        raise ValueError("x is impossible under the model for all parameters of the grid")
    centre = float(grid[best])
    x = check_array(x, "x", ndim=1)
    reference = log_density(model(centre), x)

    def loss(step):
        """Fall of the likelihood, sample by sample: their sum would round the difference away."""
        return -np.sum(log_density(model(centre + step), x) - reference)

    # SciPy's search stops at a share of the place itself, so the place is counted from the centre.
    found = minimize_scalar(
        loss,
        bounds=(grid[max(best - 1, 0)] - centre, grid[min(best + 1, len(grid) - 1)] - centre),
        method="bounded",
        options={"xatol": 1e-9 * (ends[1] - ends[0])},
    )
    return float(centre + found.x) if found.fun <= 0 else centre
