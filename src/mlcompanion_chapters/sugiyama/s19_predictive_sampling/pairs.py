"""Gibbs sampling of correlated normal pairs (Fig. 19.18), and what the printed example gets wrong.

Four pairs are drawn side by side in one chain: three of mean 0 with growing correlation, and one
with the mean that the text gives its joint law.
"""

from itertools import pairwise

import numpy as np
from scipy.signal import lfilter
from scipy.special import erf

from mlcompanion._jit import njit
from mlcompanion.bayes.diagnostics import autocorrelation
from mlcompanion.bayes.sampling import gibbs

RHO = np.array([0.5, 0.9, 0.99, 0.5])
MEANS = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -2.0])
SHIFT = np.array([1.0, -2.0])
EDGES = np.arange(-4.0, 5.0)


@njit
def draw_of_pair(theta, j, rng):
    """Coordinate j given its partner: N(m_j + rho (theta_p - m_p), 1 - rho^2)."""
    rho = RHO[j // 2]
    partner = j + 1 - 2 * (j % 2)
    mean = MEANS[j] + rho * (theta[partner] - MEANS[partner])
    return mean + np.sqrt(1 - rho**2) * rng.standard_normal()


def run_pairs(n, seed=0):
    """The chain of four pairs, shape (n, 4, 2), from 0."""
    return gibbs(draw_of_pair, np.zeros(8), n, random_state=seed).reshape(n, 4, 2)


def with_old_values(n, rho=0.5, seed=0):
    """Both coordinates from the values of the step before: sums and differences go their own way.

    With u the sum and v the difference, u_t = rho u_(t-1) + noise and v_t = -rho v_(t-1) + noise.
    """
    noise = np.sqrt(1 - rho**2) * np.random.default_rng(seed).normal(size=(2, n))
    total = lfilter([1.0], [1.0, -rho], noise[0] + noise[1])
    gap = lfilter([1.0], [1.0, rho], noise[0] - noise[1])
    return np.column_stack([total + gap, total - gap]) / 2


def normal_cells(rho, edges=EDGES):
    """Probabilities of the cells under the normal pair of mean 0, by quadrature over one axis."""
    nodes, weights = np.polynomial.legendre.leggauss(40)
    cells = np.zeros((len(edges) - 1, len(edges) - 1))
    for i, (low, high) in enumerate(pairwise(edges)):
        x = (low + high) / 2 + (high - low) / 2 * nodes
        density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi) * weights * (high - low) / 2
        z = (edges[:, None] - rho * x) / np.sqrt(1 - rho**2)
        below = (1 + erf(z / np.sqrt(2))) / 2
        cells[i] = np.diff(below, axis=0) @ density
    return cells


def misplaced(points, rho):
    """Share of the probability in the wrong place, over the unit squares and the rest."""
    exact = normal_cells(rho)
    seen = np.histogram2d(*points.T, bins=(EDGES, EDGES))[0] / len(points)
    outside = (1 - seen.sum()) - (1 - exact.sum())
    return 0.5 * (np.abs(seen - exact).sum() + abs(outside))


def lags(chain):
    """Lag-one autocorrelation of the first coordinate of the first three pairs."""
    return [autocorrelation(chain[:, k, 0], 1)[1] for k in range(3)]


def volume(divisor, rho=0.5, half=12.0, n=1201):
    """Volume under the surface of Fig. 19.18 whose exponent is divided by 2 ``divisor``."""
    x = np.linspace(-half, half, n)
    s = np.sqrt(1 - rho**2)
    form = x[:, None] ** 2 - 2 * rho * x[:, None] * x + x**2
    surface = np.exp(-form / 2 / divisor) / (2 * np.pi * s)
    return np.trapezoid(np.trapezoid(surface, x, axis=1), x)
