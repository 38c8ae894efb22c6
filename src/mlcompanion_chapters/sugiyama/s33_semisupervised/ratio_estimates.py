"""Estimated density ratios beside the true ones: Sugiyama (2016), section 33.2.4, Fig. 33.9."""

import numpy as np
from scipy.stats import norm

from mlcompanion._validation import check_rng
from mlcompanion.density import RelativeDensityRatio, relative_importance
from mlcompanion.density.contrasts.ratios import two_step_ratio

__all__ = ["listing_samples", "ratio_fits", "true_ratio", "two_step_gaps"]

GRID = {"sigma": (1.0, 5.0, 10.0), "lam": (0.001, 0.01, 0.1)}
BANDWIDTHS = np.geomspace(0.1, 1.0, 10)


def listing_samples(n=300, random_state=None):
    """Samples of the numerator, N(0, 1), and of the denominator, N(0.5, 1), as columns."""
    rng = check_rng(random_state)
    return rng.normal(size=(n, 1)), 0.5 + rng.normal(size=(n, 1))


def true_ratio(x, beta):
    """The relative ratio of the two densities at the rows of ``x``."""
    return relative_importance(norm.logpdf(x[:, 0], 0, 1), norm.logpdf(x[:, 0], 0.5, 1), beta)


def listing_fit(num, den, beta, rng):
    """The estimate of Fig. 33.9, which may be negative."""
    model = RelativeDensityRatio(beta, **GRID, nonnegative=False, n_centers=None, random_state=rng)
    return model.fit(num, den)


def ratio_fits(repeats=20, beta=0.5, random_state=None):
    """How much of the variation of the true ratio an estimate explains, one number a draw.

    Returns
    -------
    r2 : list of float
        At the denominator points.
    sigma : list of float
        The widths chosen.
    """
    rng = check_rng(random_state)
    r2 = []
    sigma = []
    for _ in range(repeats):
        num, den = listing_samples(random_state=rng)
        model = listing_fit(num, den, beta, rng)
        true = true_ratio(den, beta)
        r2.append(float(1 - np.mean((model.predict(den) - true) ** 2) / true.var()))
        sigma.append(model.sigma_)
    return r2, sigma


def two_step_gaps(repeats=50, random_state=None):
    """Mean squared error of a ratio of two density estimates minus that of a direct estimate.

    Returns
    -------
    dict of ndarray
        ``direct`` and ``two_step``: errors at the denominator points, one a draw; beta is 0.
    """
    rng = check_rng(random_state)
    found = {"direct": [], "two_step": []}
    for _ in range(repeats):
        num, den = listing_samples(random_state=rng)
        true = true_ratio(den, 0.0)
        direct = listing_fit(num, den, 0.0, rng).predict(den)
        divided = two_step_ratio(den, num, den, BANDWIDTHS, random_state=rng)
        found["direct"].append(np.mean((direct - true) ** 2))
        found["two_step"].append(np.mean((divided - true) ** 2))
    return {name: np.array(errors) for name, errors in found.items()}
