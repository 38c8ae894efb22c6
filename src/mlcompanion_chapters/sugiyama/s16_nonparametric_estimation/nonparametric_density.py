"""Checks on Sugiyama (2016), chapter 16: how large the region around a point should be.

The truth is the density of five straight pieces of Figs 16.1 and 16.3. Points are thrown as sums of
uniforms, which asks neither the distribution function nor its inverse, so that both can judge.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.density import GaussianDensity, Histogram, ParzenWindow, log_kernel_density
from mlcompanion.probability.laws.further_laws import FivePiece

__all__ = [
    "histogram_errors",
    "largest_steps",
    "region_errors",
    "region_variance",
    "throw",
]

LAW = FivePiece()
ROUGHNESS = 13 / 48  # integral of the squared density
VARIATION = ROUGHNESS - 1 / 5  # of its squared deviation from 0.2, the average height


def throw(shape, random_state=None):
    """Samples of the five pieces: a triangle on [0, 2], a box on [2, 3], a triangle on [3, 5].

    Parameters
    ----------
    shape : tuple of int
    random_state : int, Generator or None

    Returns
    -------
    ndarray of that shape
    """
    a, b, which = check_rng(random_state).random((3, *shape))
    return np.where(which < 0.25, a + b, np.where(which < 0.5, 2 + a, 3 + a + b))


def histogram_errors(widths=(0.01, 0.1, 1.0), n=10_000, repeats=20, random_state=None):
    """Squared errors of histograms and of the bell curve, in units of the density's variation.

    Returns
    -------
    dict
        ``width -> errors`` and ``"bell" -> errors``, each of shape (repeats,): integrals over
        [0, 5] by 5,000 midpoints.
    """
    rng = check_rng(random_state)
    points = np.arange(0.0005, 5, 0.001)[:, None]
    truth = LAW.pdf(points[:, 0])
    found = {name: [] for name in (*widths, "bell")}
    for _ in range(repeats):
        X = throw((n, 1), rng)
        models = {width: Histogram(width) for width in widths} | {"bell": GaussianDensity()}
        for name, model in models.items():
            gaps = np.exp(model.fit(X).score_samples(points)) - truth
            found[name].append(0.001 * np.sum(gaps**2) / VARIATION)
    return {name: np.array(errors) for name, errors in found.items()}


def region_variance(n, masses, repeats=200_000, random_state=None):
    """Simulated variance of k / (n P) over (1 - P) / (n P): throw n points, count, repeat.

    Parameters
    ----------
    n : int
    masses : sequence of float
        Probabilities P of the regions: intervals around the median.
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (len(masses),)
    """
    rng = check_rng(random_state)
    masses = np.asarray(masses)
    ends = [LAW.quantile([(1 - P) / 2, (1 + P) / 2]) for P in masses]
    counts = np.empty((len(masses), repeats))
    rows = max(1, 10**6 // n)
    for i in range(0, repeats, rows):
        x = throw((min(rows, repeats - i), n), rng)
        for count, (low, high) in zip(counts, ends):
            count[i : i + rows] = np.count_nonzero((low <= x) & (x <= high), axis=1)
    return (counts / (n * masses[:, None])).var(axis=1) / ((1 - masses) / (n * masses))


def region_errors(half_widths, at=4.0, n=500, repeats=2000, random_state=None):
    """The two approximations behind k / (n V), by the half-width of the interval.

    Returns
    -------
    approximation : ndarray
        ``|V p(at) / P - 1|``, exactly.
    errors : ndarray
        Mean squared error of k / (n V) at the point.
    """
    w = np.asarray(half_widths, dtype=float)
    rng = check_rng(random_state)
    truth = LAW.pdf(at)
    squares = []
    batch = 1000  # samples that fit the memory
    for first in range(0, repeats, batch):
        gaps = np.abs(throw((min(batch, repeats - first), n), rng) - at)
        estimates = np.array([np.count_nonzero(gaps <= a, axis=1) / (n * 2 * a) for a in w])
        squares.append((estimates - truth) ** 2)
    mass = LAW.cdf(at + w) - LAW.cdf(at - w)
    return np.abs(2 * w * truth / mass - 1), np.concatenate(squares, axis=1).mean(axis=1)


def largest_steps(n=500, h=0.1, random_state=None):
    """How much the box and the kernel estimate change from one grid point to the next.

    Returns
    -------
    dict
        ``"box"`` and ``"kernel"``: largest changes on grids over [-1, 6] with steps 0.001 and
        0.0001 in units of 1 / (n h), and the integral on the finer one.
    """
    x = np.sort(throw((n,), random_state))
    grid = np.arange(-10_000, 60_001) / 10_000
    box = np.exp(ParzenWindow(h).fit(x[:, None]).score_samples(grid[:, None]))
    found = {}
    for name, values in (("box", box), ("kernel", _kernel_on_grid(grid, x, h))):
        steps = [n * h * np.abs(np.diff(values[::every])).max() for every in (10, 1)]
        found[name] = (*steps, values.sum() / 10_000)
    return found


def _kernel_on_grid(grid, x, h, reach=7, rows=700):
    """The kernel estimate at increasing points, without bumps ``reach`` widths away (1e-11)."""
    values = np.zeros(len(grid))
    for i in range(0, len(grid), rows):
        block = grid[i : i + rows]
        first, last = np.searchsorted(x, [block[0] - reach * h, block[-1] + reach * h])
        if first < last:
            log_density = log_kernel_density(block[:, None], x[first:last, None], h)
            values[i : i + rows] = np.exp(log_density) * (last - first) / len(x)
    return values
