"""The two humps of Fig. 19.16: the target for the random walk, and its exact cell probabilities."""

import numpy as np
from scipy.special import ndtr

from mlcompanion._jit import njit
from mlcompanion.bayes.diagnostics import autocorrelation
from mlcompanion.bayes.sampling import metropolis_hastings

MEAN = np.array([0.6, -1.4])
WEIGHTS = (0.7, 0.3)
CENTRES = ((0.0, -2.0), (2.0, 0.0))
DEVIATIONS = ((2.0**0.5, 0.5), (0.5, 1.0))
UNIT_EDGES = np.arange(-4.0, 5.0)
FINE_EDGES = np.linspace(-4.0, 4.0, 31)


@njit
def log_humps(theta):
    """Log density of 0.7 N((0, -2), diag(2, 1/4)) + 0.3 N((2, 0), diag(1/4, 1))."""
    x, y = theta
    wide = np.log(0.7 * np.sqrt(2.0)) - 0.5 * (0.5 * x**2 + 4.0 * (y + 2.0) ** 2)
    tall = np.log(0.3 * np.sqrt(4.0)) - 0.5 * (4.0 * (x - 2.0) ** 2 + y**2)
    return np.logaddexp(wide, tall) - np.log(2.0 * np.pi)


def humps_density(x, y):
    """The same density of arrays, as the printed program has it: S1 and S2 are precisions."""
    total = 0.0
    for weight, (a, b), (sx, sy) in zip(WEIGHTS, CENTRES, DEVIATIONS):
        bell = np.exp(-0.5 * ((x - a) / sx) ** 2 - 0.5 * ((y - b) / sy) ** 2)
        total = total + weight * bell / (2 * np.pi * sx * sy)
    return total


def cell_probabilities(edges):
    """Exact probabilities of the cells of a square grid."""
    total = 0.0
    for weight, (a, b), (sx, sy) in zip(WEIGHTS, CENTRES, DEVIATIONS):
        in_x = np.diff(ndtr((edges - a) / sx))
        in_y = np.diff(ndtr((edges - b) / sy))
        total = total + weight * np.outer(in_x, in_y)
    return total


def cell_shares(points, edges):
    """Shares of the points in the cells."""
    return np.histogram2d(*points.T, bins=(edges, edges))[0] / len(points)


def misplaced(points, exact, edges=UNIT_EDGES):
    """Probability in the wrong place, over the cells and all that lies outside of them."""
    gaps = np.abs(cell_shares(points, edges) - exact).sum()
    outside = np.mean(np.abs(points).max(axis=1) > edges[-1])
    return 0.5 * (gaps + abs(outside - (1 - exact.sum())))


def without_repeats(points):
    """The chain as a beginner keeps it: a rejected move counts no point again."""
    moved = (np.diff(points, axis=0) != 0).any(axis=1)
    return points[np.concatenate([[True], moved])]


def walk_case(seed, n=100_000):
    """The listing's chain: how far it is from the density, with and without its repeats."""
    chain = metropolis_hastings(log_humps, [0.0, 0.0], n, random_state=seed)
    points = chain.samples
    exact = cell_probabilities(UNIT_EDGES)
    fine = cell_shares(points, FINE_EDGES).ravel()
    return {
        "tv": misplaced(points, exact),
        "corr": np.corrcoef(fine, cell_probabilities(FINE_EDGES).ravel())[0, 1],
        "skip": misplaced(without_repeats(points), exact),
        "acceptance": chain.acceptance,
    }


def memory_of_chain(n=100_000, thin=100, seed=0):
    """Lag-one correlation of the first coordinate, of all steps and of every ``thin``-th."""
    walk = metropolis_hastings(log_humps, [0.0, 0.0], n, random_state=seed).samples[:, 0]
    return autocorrelation(walk, 1)[1], autocorrelation(walk[thin - 1 :: thin], 1)[1]


def from_far(n_chains=2000, n_steps=500, seed=0):
    """Mean over many chains from (10, 10), after each step."""
    starts = np.full((n_chains, 2), 10.0)
    chains = metropolis_hastings(log_humps, starts, n_steps, random_state=seed).samples
    return chains.mean(axis=0)
