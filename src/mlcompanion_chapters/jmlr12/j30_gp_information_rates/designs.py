"""Theorem 5 by regression itself: risks on grids and random designs, and with a free scale."""

import numpy as np

from mlcompanion.gp.rates import (
    gamma_scale_weights,
    posterior_risk,
    random_design_risk,
    rescaled_posterior,
    sobolev_function,
    spectral_matern,
    unit_squared_exponential,
)

__all__ = ["NEW_POINTS", "PAIRS", "SCALES", "design_risk", "scale_errors"]

#: Smoothness of prior and truth.
PAIRS = ((1.0, 1.0), (1.5, 1.0), (1.0, 2.0), (2.0, 1.0))
NEW_POINTS = (np.arange(2000) + 0.5)[:, None] / 2000
SCALES = np.geomspace(0.5, 500, 40)
TERMS = 4000  # frequencies of a truth: beyond the largest design


def truth(beta):
    """The function of smoothness beta, the same in every run."""
    return sobolev_function(beta, TERMS, random_state=0)


def design_risk(pair, n, seed):
    """Risk at new points; seed -1 stands for the regular grid, others for uniform inputs."""
    alpha, beta = pair
    if seed < 0:
        X = (np.arange(n) + 0.5) / n
    else:
        X = np.sort(np.random.default_rng(seed).uniform(size=n))
    prior = spectral_matern(alpha)
    return random_design_risk(prior, truth(beta), X[:, None], NEW_POINTS, 0.01).total


def scale_errors(n, repeats, betas=(0.5, 1.0, 2.0)):
    """A row for each truth: errors of the mixture and at the best scale, the risk at scale 1."""
    x = (np.arange(n) + 0.5)[:, None] / n
    truths = [truth(beta)(x) for beta in betas]
    noise = 0.5 * np.random.default_rng(n).normal(size=(n, repeats))
    # the costly part is a factor for each scale: all truths share it
    samples = np.hstack([f0[:, None] + noise for f0 in truths])
    weights = gamma_scale_weights(SCALES, 1.0, 10.0)
    found = rescaled_posterior(x, samples, SCALES, 0.25, weights=weights)
    rows = []
    for place, (beta, f0) in enumerate(zip(betas, truths)):
        columns = slice(place * repeats, (place + 1) * repeats)
        row = _errors(found, columns, f0)
        fixed = posterior_risk(unit_squared_exponential()(x), f0, 0.25).total
        rows.append({"beta": beta, "fixed": float(fixed)} | row)
    return rows


def _errors(found, columns, f0):
    """Mean errors over the samples of one truth."""
    errors = found.errors(f0)[:, columns]
    mixed = (found.weights[:, columns] * errors).sum(axis=0)
    chosen = found.best[columns]
    best = errors[chosen, np.arange(len(chosen))]
    return {
        "mixture": float(mixed.mean()),
        "mixture_se": float(mixed.std(ddof=1) / np.sqrt(len(chosen))),
        "best": float(best.mean()),
        "scale": float(np.median(SCALES[chosen])),
    }
