"""Lemmas 3 and 6: band probabilities of four priors, and the slopes that are read off."""

import numpy as np

from mlcompanion.gp.rates import (
    GaussianSampler,
    MarkovSampler,
    rate_slope,
    small_ball,
    spectral_matern,
    unit_squared_exponential,
)

__all__ = ["PRIORS", "band_exponents", "band_slopes", "extrapolated"]

#: Widths from the first to the last, for probabilities between about e^-5 and e^-40.
PRIORS = {
    "matern 0.5": (1.25, 0.42),
    "matern 1": (0.36, 0.045),
    "matern 1.5": (0.19, 0.0075),
    "squared exponential": (0.19, 0.0007),
}
#: What of -log P is used.
LOW, HIGH = 5.0, 40.0


def _sampler(prior, points):
    if prior == "matern 0.5":
        # variance pi, correlation e^-t: a Markov chain on the grid
        carry = np.exp(-1 / (points - 1))
        return MarkovSampler(points, carry, np.sqrt(np.pi * (1 - carry**2)), np.sqrt(np.pi))
    grid = np.linspace(0, 1, points)[:, None]
    if prior == "squared exponential":
        return GaussianSampler(unit_squared_exponential()(grid))
    return GaussianSampler(spectral_matern(float(prior.split()[1]))(grid))


def band_exponents(prior, points, paths, seed):
    """Pairs eps and -log P of one run of splitting."""
    eps = np.geomspace(*PRIORS[prior], 12)
    return eps, small_ball(_sampler(prior, points), eps, n_paths=paths, random_state=seed)


def extrapolated(points, exponents):
    """Exponents of the continuous path: a line in the root of the spacing, taken at zero.

    A path that is watched at m points sees a band that is wider by about a root of 1 / m. A
    parabola would fit three grids exactly, and blow up their noise sevenfold.
    """
    root = np.array(points, dtype=float) ** -0.5
    powers = np.vander(root, 2, increasing=True)
    return np.linalg.lstsq(powers, np.array(exponents), rcond=None)[0][0]


def band_slopes(eps, exponent, *, logarithmic=False, below=np.inf):
    """Slope of log(-log P) against log(1 / eps), or against its logarithm."""
    used = (exponent >= LOW) & (exponent <= HIGH) & (eps < below)
    size = np.log(1 / eps[used]) if logarithmic else 1 / eps[used]
    return rate_slope(size, exponent[used])
