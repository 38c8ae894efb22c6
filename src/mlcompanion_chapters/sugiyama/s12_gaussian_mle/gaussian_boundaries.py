"""Boundaries between Gaussian classes: Sugiyama (2016), sections 12.3 and 12.4.

The worked example of two clouds that are weighed and turned: class means (2, 0) and (-2, 0), common
variances 1 and 9 (Figs 12.8 to 12.10). And the shape of any such boundary, on random data.
"""

import math

import numpy as np
from scipy.special import expit
from scipy.stats import multivariate_normal

from mlcompanion._validation import check_rng
from mlcompanion.classification import FDA, GenerativeClassifier
from mlcompanion.density import GaussianDensity

from .gaussian_mle_checks import exact_cloud

__all__ = [
    "boundary_angles",
    "boundary_shapes",
    "printed_covariance",
    "printed_direction",
    "two_clouds",
    "worked_example",
]

MEANS = np.array([[2.0, 0.0], [-2.0, 0.0]])
ANGLES = np.arange(0, 91, 15)


def printed_covariance(degrees):
    """The covariance before Fig. 12.10: diag(1, 9) turned clockwise."""
    c = np.cos(np.deg2rad(degrees))
    s = np.sin(np.deg2rad(degrees))
    return np.array([[9 - 8 * c * c, 8 * s * c], [8 * s * c, 9 - 8 * s * s]])


def printed_direction(degrees):
    """The direction a as printed: its length lacks a factor."""
    c = np.cos(np.deg2rad(degrees))
    s = np.sin(np.deg2rad(degrees))
    return np.array([1 + 8 * c * c, -8 * s * c])


def two_clouds(n1=150, n2=150, degrees=0, difference=0.0, random_state=0):
    """Two classes whose means and covariances are exactly those that were asked for.

    Parameters
    ----------
    n1, n2 : int
        Points of class 1, around (2, 0), and of class 2.
    degrees : float
        By which both clouds are turned clockwise, about their means.
    difference : float
        Class 1 gets variances that are larger by a factor exp(difference), class 2 smaller.
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (n1 + n2, 2)
    y : ndarray of 1 and 2
    """
    rng = check_rng(random_state)
    covariance = printed_covariance(degrees)
    parts = [
        exact_cloud(n, mean, np.exp(sign * difference) * covariance, rng)
        for n, mean, sign in zip((n1, n2), MEANS, (1, -1))
    ]
    return np.concatenate(parts), np.repeat([1, 2], (n1, n2))


def worked_example(repeats=500, random_state=None):
    """Figs 12.8 and 12.9 on samples with the printed estimates, and on fresh ones.

    Returns
    -------
    dict
        ``a``, ``b``: of the balanced sample; ``cross``: where the boundary cuts the axis for
        n1/n2 = 1/9 and 9; ``draw``: mean direction over fresh balanced samples.
    """
    rng = check_rng(random_state)
    a, b = FDA().fit(*two_clouds(random_state=rng)).boundary()
    uneven = (FDA().fit(*two_clouds(n, 300 - n, random_state=rng)).boundary() for n in (30, 270))
    cross = [-plane.b / plane.a[0] for plane in uneven]
    y = np.repeat([1, 2], 150)
    fresh = MEANS[y - 1] + rng.normal(size=(repeats, 300, 2)) * [1, 3]
    draw = np.mean([FDA().fit(X, y).boundary().a for X in fresh], axis=0)
    return {"a": a.tolist(), "b": b, "cross": cross, "draw": draw.tolist()}


def boundary_angles(n=200_000, angles=ANGLES, turn_means=False, random_state=None):
    """Degrees by which the fitted boundary turns clockwise when the clouds do.

    Parameters
    ----------
    n : int
        Points of each class, drawn once and turned.
    angles : array_like
        Degrees.
    turn_means : bool
        Whether the means turn with the clouds.
    random_state : int, Generator or None
    """
    rng = check_rng(random_state)
    z = rng.normal(size=(2 * n, 2)) * [1, 3]
    y = np.repeat([1, 2], n)
    turns = []
    for degrees in angles:
        c = np.cos(np.deg2rad(degrees))
        s = np.sin(np.deg2rad(degrees))
        turn = np.array([[c, -s], [s, c]])  # of rows, clockwise
        means = MEANS @ turn if turn_means else MEANS
        a = FDA().fit(z @ turn + means[y - 1], y).boundary().a
        turns.append(float(np.rad2deg(np.arctan2(-a[1], a[0]))))
    return turns


def boundary_shapes(n_sets=100, random_state=None):
    """Log-odds of two classes along random lines, and posteriors on the boundaries.

    Returns
    -------
    dict
        Relative to the largest log-odds on a line of seven points: ``lin2``, the largest second
        difference with a common covariance; ``quad3`` and ``quad2``, the largest third and the
        median second difference with one covariance a class; ``half``: largest distance from 1/2 of
        an independent posterior at five points on each boundary.
    """
    rng = check_rng(random_state)
    lin2 = []
    quad2 = []
    quad3 = []
    half = []
    for _ in range(n_sets):
        X, y = _two_classes(rng)
        lines = rng.normal(size=(10, 1, X.shape[1])), rng.normal(size=(10, 1, X.shape[1]))
        points = lines[0] + np.linspace(-3, 3, 7)[:, None] * lines[1]
        for common in (True, False):
            odds = _log_odds(X, y, common)
            values = odds(points)
            size = abs(values).max(axis=1)
            second, third = (abs(np.diff(values, k)).max(axis=1) / size for k in (2, 3))
            (lin2 if common else quad2).extend(second)
            quad3.extend([] if common else third)
            ends = _boundary_points(odds, X, rng)
            half.append(abs(_posterior(X, y, common, ends) - 0.5).max())
    return {
        "lin2": max(lin2),
        "quad3": max(quad3),
        "quad2": float(np.median(quad2)),
        "half": max(half),
    }


def _two_classes(rng):
    d = rng.integers(2, 9)
    n = rng.integers(60, 301)
    first = rng.integers(n // 4, n // 2)
    parts = [
        rng.normal(size=(m, d)) @ (np.eye(d) + 0.5 * rng.normal(size=(d, d))) + rng.normal(size=d)
        for m in (first, n - first)
    ]
    return np.concatenate(parts), np.repeat([0, 1], (first, n - first))


def _log_odds(X, y, common):
    """The fitted log-odds of the first class, of points of any shape (..., d)."""
    if common:
        score = FDA().fit(X, y).discriminant
    else:
        score = GenerativeClassifier(GaussianDensity()).fit(X, y).log_joint

    def odds(points):
        scores = score(points.reshape(-1, X.shape[1]))
        return (scores[:, 0] - scores[:, 1]).reshape(points.shape[:-1])

    return odds


def _boundary_points(odds, cloud, rng, m=5, rounds=7):
    """Roots on segments between points of the two sides: each round looks at 65 places."""
    sides = odds(cloud) > 0
    if sides.all() or not sides.any():
        raise ValueError("cloud must have points on both sides")
    start, end = (rng.choice(cloud[side], m) for side in (sides, ~sides))
    places = np.linspace(0, 1, 65)[:, None]
    for _ in range(rounds):
        points = start[:, None] + places * (end - start)[:, None]
        crossed = (odds(points) <= 0).argmax(axis=1)
        crossed = np.where(crossed == 0, 64, crossed)  # by rounding, at the very end
        start, end = (points[np.arange(m), crossed - k] for k in (1, 0))
    return (start + end) / 2


def _posterior(X, y, common, points):
    """p(first class | point) from SciPy's Gaussian density and the estimates by definition."""
    covariances = [np.cov(X[y == k].T, ddof=0) for k in (0, 1)]
    if common:
        pooled = sum(np.mean(y == k) * covariances[k] for k in (0, 1))
        covariances = [pooled, pooled]
    first, second = (
        math.log(np.mean(y == k))
        + multivariate_normal(X[y == k].mean(axis=0), covariances[k]).logpdf(points)
        for k in (0, 1)
    )
    return expit(first - second)
