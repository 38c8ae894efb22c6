"""Checks on Sugiyama (2016), chapter 6: normal contours, the multinomial and Dirichlet laws.

Each function returns the measurements of one claim. What judges a formula does not use it: level
lines are found by bisection, totals by listing outcomes, normalizers by quadrature.
"""

import numpy as np
from scipy.stats import binom, chi2

from mlcompanion._validation import check_array, check_rng
from mlcompanion.probability import Dirichlet, Multinomial, MultivariateNormal, kolmogorov_distance
from mlcompanion.probability.laws.simplex_laws import log_beta_d, simplex_grid

__all__ = [
    "EQUAL",
    "MEADOW",
    "beta_by_integral",
    "beta_identity",
    "contour_geometry",
    "corner_and_centre",
    "dirichlet_draws",
    "dirichlet_mean_integrals",
    "dirichlet_shapes",
    "half_line",
    "level_radii",
    "moment_z",
    "multinomial_formulas",
    "turned_covariance",
]

#: Equal parameters of the symmetric Dirichlet laws of Fig. 6.4.
EQUAL = (0.2, 0.5, 0.9, 1.0, 1.5, 3.0, 8.0)

#: Shares of the chapter's meadow: setosa, versicolor, virginica.
MEADOW = np.array([0.5, 0.3, 0.2])


def turned_covariance(lengths, degrees):
    """Covariance with given standard deviations along axes that are turned by an angle.

    Parameters
    ----------
    lengths : (float, float)
        Standard deviations along the first and the second axis.
    degrees : float
        Angle between the first axis and the horizontal.

    Returns
    -------
    ndarray, shape (2, 2)
    """
    turn = np.radians(degrees)
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return axes * np.square(lengths) @ axes.T


def level_radii(law, n_directions=1440, halvings=28):
    """Distance from the mean to the level line at exp(-1/2) of the peak, in each direction.

    Found by bisection on the density alone, between 0 and 12.

    Returns
    -------
    degrees, radii : ndarray, shape (n_directions,)
    """
    degrees = 360 * np.arange(n_directions) / n_directions
    rays = np.column_stack([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    goal = law.pdf(law.mean()) * np.exp(-0.5)
    low = np.zeros(n_directions)
    high = np.full(n_directions, 12.0)
    for _ in range(halvings):
        middle = (low + high) / 2
        above = law.pdf(law.mean() + middle[:, None] * rays) > goal
        low = np.where(above, middle, low)
        high = np.where(above, high, middle)
    return degrees, (low + high) / 2


def _apart(first, second):
    """Angle between two lines, in degrees."""
    return abs((first - second + 90) % 180 - 90)


def contour_geometry(random_state=0, n_draws=200_000):
    """Level lines of 65 plane normal laws against eigenvectors, eigenvalues and draws."""
    rng = check_rng(random_state)
    worst = {"angle": [], "length": [], "coordinate": [], "circle": [], "inside_z": []}
    for number in range(60):
        generic = number < 50
        short = rng.uniform(0.5, 2)
        ratio = rng.uniform(1.3, 5)
        degrees = rng.uniform(0, 180) if generic else rng.choice([0, 90])
        law = MultivariateNormal(
            rng.normal(size=2), turned_covariance([short * ratio, short], degrees)
        )
        directions, radii = level_radii(law)
        longest = directions[radii.argmax()]
        if not generic:
            axis = 0 if law.cov()[0, 0] > law.cov()[1, 1] else 90
            worst["coordinate"].append(_apart(longest, axis))
            continue
        values, vectors = np.linalg.eigh(law.cov())
        first = np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1]))
        worst["angle"].append(_apart(longest, first))
        relative = radii.max() / radii.min() / np.sqrt(values[1] / values[0])
        worst["length"].append(abs(relative - 1))
        if number < 10:
            worst["inside_z"].append(_inside_z(law, directions, radii, rng, n_draws))
    for _ in range(5):
        radii = level_radii(MultivariateNormal([0, 0], rng.uniform(0.5, 4) * np.eye(2)))[1]
        worst["circle"].append(radii.max() / radii.min() - 1)
    return {name: float(max(values)) for name, values in worst.items()}


def _inside_z(law, directions, radii, rng, n_draws):
    """Share of draws within the traced line against 1 - exp(-1/2), in standard errors."""
    x, y = (law.rvs(n_draws, rng) - law.mean()).T
    rim = np.interp(np.degrees(np.arctan2(y, x)), directions, radii, period=360)
    share = 1 - np.exp(-0.5)
    error = np.sqrt(share * (1 - share) / n_draws)
    return abs(np.mean(np.hypot(x, y) <= rim) - share) / error


def corner_and_centre(shares):
    """Shares of draws with one coordinate above 0.9, and with all above 0.25."""
    return np.mean(shares.max(axis=1) > 0.9), np.mean(shares.min(axis=1) > 0.25)


def dirichlet_shapes(random_state=0, n_draws=200_000):
    """Where symmetric and other Dirichlet laws of three shares put their mass (Fig. 6.4)."""
    rng = check_rng(random_state)
    where = [corner_and_centre(Dirichlet(np.full(3, a)).rvs(n_draws, rng)) for a in EQUAL]
    ordered = 0
    for _ in range(20):
        alpha = rng.uniform(0.3, 6, size=3)
        while np.diff(np.sort(alpha)).min() < 0.5:
            alpha = rng.uniform(0.3, 6, size=3)
        nearest = np.bincount(Dirichlet(alpha).rvs(n_draws, rng).argmax(axis=1), minlength=3)
        ordered += np.array_equal(np.argsort(nearest), np.argsort(alpha))
    corner, centre = np.array(where).T
    return {"corner": corner, "centre": centre, "order": ordered}


def moment_z(draws, mean, cov):
    """Distances of the draws' means and covariances from given ones, in standard errors.

    Parameters
    ----------
    draws : array_like, shape (m, d)
    mean : array_like, shape (d,)
    cov : array_like, shape (d, d)

    Returns
    -------
    z_mean, z_cov : ndarray, shape (d,) and (d, d)
        The standard errors are those of means of the draws and of products of their deviations.
    """
    draws = check_array(draws, "draws", ndim=2, min_rows=2)
    root = np.sqrt(len(draws))
    centred = draws - mean
    z_mean = np.abs(centred.mean(axis=0)) / centred.std(axis=0) * root
    z_cov = np.empty(np.shape(cov))
    for i, j in np.ndindex(z_cov.shape):
        products = centred[:, i] * centred[:, j]
        z_cov[i, j] = abs(products.mean() - cov[i][j]) / products.std() * root
    return z_mean, z_cov


def multinomial_formulas(random_state=0, n_games=200_000):
    """Mass, moments and generating function of 100 dice by sums; one die by its games."""
    rng = check_rng(random_state)
    worst = np.zeros(5)
    for _ in range(100):
        d = rng.integers(2, 6)
        n = int(rng.integers(1, 9))
        law = Multinomial(n, rng.dirichlet(np.ones(d)))
        t = rng.uniform(-1, 1, d)
        x = simplex_grid(int(d), n)
        mass = law.pmf(x)
        centred = x - n * law.p
        printed = np.where(np.eye(d), n * law.p * (1 - law.p), -n * np.outer(law.p, law.p))
        errors = (
            mass.sum() - 1,
            mass @ x - n * law.p,
            (centred.T * mass) @ centred - printed,
            np.exp(x @ t) @ mass / (law.p @ np.exp(t)) ** n - 1,
            mass - binom(n, law.p[0]).pmf(x[:, 0]) if d == 2 else 0,
        )
        worst = np.maximum(worst, [np.abs(error).max() for error in errors])
    law = Multinomial(8, [0.4, 0.3, 0.2, 0.1])
    games = law.story(n_games, rng)
    z_mean, z_cov = moment_z(games, law.mean(), law.cov())
    unsigned = moment_z(games, law.mean(), np.abs(law.cov()))[1]
    z = max(z_mean.max(), z_cov.max())
    return {"worst": worst, "z": z, "control": max(z_mean.max(), unsigned.max())}


def _cell_probabilities(law, side=10):
    """Mass of the squares of width 1 / side in the first two of three shares, by Gauss's rule."""
    nodes, weights = np.polynomial.legendre.leggauss(12)
    nodes = (nodes + 1) / 2
    weights = weights / 2
    masses = np.zeros((side, side))
    for i in range(side):
        for j in range(side - i):
            x = (i + nodes) / side
            low = j / side
            width = np.minimum(1 / side, 1 - x - low)  # the last square is cut by the diagonal
            y = low + width[:, None] * nodes
            first = np.broadcast_to(x[:, None], y.shape)
            points = np.stack([first, y, 1 - first - y], axis=-1)
            masses[i, j] = weights * width / side @ (law.pdf(points) @ weights)
    return masses


def _cell_test(law, draws, side=10):
    """p-value of the chi-squared test of the counts in squares, thin ones joined."""
    expected = len(draws) * _cell_probabilities(law, side)
    edges = np.arange(side + 1) / side
    counts = np.histogram2d(draws[:, 0], draws[:, 1], (edges, edges))[0]
    thick = expected >= 10
    observed, expected = (np.append(a[thick], a[~thick].sum()) for a in (counts, expected))
    kept = expected > 0
    statistic = np.sum((observed[kept] - expected[kept]) ** 2 / expected[kept])
    return float(chi2.sf(statistic, kept.sum() - 1))


def dirichlet_draws(random_state=0, n_draws=100_000):
    """Gamma numbers over their sum, at two rates, against density, means and covariances."""
    rng = check_rng(random_state)
    z = []
    apart = []
    for alpha in ([2.0, 3.0, 4.0], [0.5, 1.0, 2.0], [0.3] * 4):
        total = sum(alpha)
        mean = np.divide(alpha, total)
        cov = (np.diag(mean) - np.outer(mean, mean)) / (total + 1)
        samples = []
        for rate in (0.1, 10.0):
            y = rng.gamma(alpha, 1 / rate, (n_draws, len(alpha)))
            samples.append(y / y.sum(axis=1, keepdims=True))
            z += [values.max() for values in moment_z(samples[-1], mean, cov)]
        if total == 9:
            cells = _cell_test(Dirichlet(alpha), samples[0])
        apart += [kolmogorov_distance(*pair) for pair in zip(*(s.T for s in samples))]
    uniform = rng.random((n_draws, 3))
    control = _cell_test(Dirichlet([2, 3, 4]), uniform / uniform.sum(axis=1, keepdims=True))
    return {"z": max(z), "cells": cells, "rates": max(apart), "control": control}


def half_line(step=0.1, reach=170.0):
    """Points x of (0, 1), their distances 1 - x to the other end, and weights of a quadrature.

    The trapezoid rule in log(x / (1 - x)), which forgives powers of x and 1 - x.
    """
    u = np.arange(-reach, reach + step / 2, step)
    x = 1 / (1 + np.exp(-u))
    rest = 1 / (1 + np.exp(u))
    return x, rest, step * x * rest


def beta_by_integral(a, b):
    """The ordinary beta function from its integral; arrays of one shape."""
    x, rest, weights = half_line()
    logs = np.log(x), np.log(rest)
    a = np.asarray(a)[..., None]
    b = np.asarray(b)[..., None]
    return np.exp((a - 1) * logs[0] + (b - 1) * logs[1]) @ weights


def beta_identity(random_state=0, n_points=1_000_000):
    """The d-dimensional beta function three ways: Eq. (6.1), its product, the gamma ratio."""
    rng = check_rng(random_state)
    product = []
    triangle = []
    simplex = []
    for _ in range(200):
        alpha = rng.uniform(0.2, 6, size=rng.integers(2, 9))
        later = np.cumsum(alpha[::-1])[::-1][1:]
        ratio = np.log(beta_by_integral(alpha[:-1], later)).sum() - log_beta_d(alpha)
        product.append(abs(np.expm1(ratio)))
    x, rest, weights = half_line(step=0.2, reach=40.0)
    second = rest[:, None] * x  # a point of the triangle: x, then a share of what is left
    third = rest[:, None] * rest
    area = weights[:, None] * rest[:, None] * weights
    for a, b, c in rng.uniform(1, 4, size=(10, 3)):
        total = np.sum(area * x[:, None] ** (a - 1) * second ** (b - 1) * third ** (c - 1))
        triangle.append(abs(total / np.exp(log_beta_d([a, b, c])) - 1))
    logs = rng.standard_exponential((n_points, 4))
    logs = np.log(logs / logs.sum(axis=1, keepdims=True))  # uniform on the simplex, volume 1/6
    for alpha in rng.uniform(1, 4, size=(10, 4)):
        values = np.exp(logs @ (alpha - 1)) / 6
        error = values.std() / np.sqrt(n_points)
        simplex.append(abs(values.mean() - np.exp(log_beta_d(alpha))) / error)
    return {"product": max(product), "triangle": max(triangle), "simplex_z": max(simplex)}


def dirichlet_mean_integrals(alpha=(2.0, 3.0, 4.0)):
    """The first mean of three shares by the printed integral over one share, and over all.

    Returns
    -------
    dict
        ``literal``: over x_1 alone, for x_2 = 0.1, ..., 0.9; ``full``: the error of the integral
        over the triangle; ``spread``: (largest - least of the literal ones) / the mean.
    """
    x, rest, weights = half_line(step=0.2, reach=40.0)
    a, b, c = alpha
    scale = np.exp(log_beta_d(alpha))
    mean = a / sum(alpha)
    held = np.arange(1, 10)[:, None] / 10
    left = 1 - held
    values = (left * x) ** a * held ** (b - 1) * (left * rest) ** (c - 1)
    literal = (values * left) @ weights / scale
    second = rest[:, None] * x
    third = rest[:, None] * rest
    area = weights[:, None] * rest[:, None] * weights
    full = np.sum(area * x[:, None] ** a * second ** (b - 1) * third ** (c - 1)) / scale
    spread = (literal.max() - literal.min()) / mean
    return {"literal": literal, "full": abs(full / mean - 1), "spread": spread}
