"""Clouds that are uncorrelated and dependent: Figs. 5.2 and 5.3 of Sugiyama (2016)."""

import numpy as np
from scipy.integrate import quad

from mlcompanion._validation import check_in, check_rng
from mlcompanion.probability.joint.dependence import (
    binned_information,
    diamond_marginal,
    diamond_pdf,
)

__all__ = [
    "SHAPES",
    "diamond_by_rejection",
    "diamond_measures",
    "inner_integrals",
    "shape_cloud",
    "shape_measures",
]

#: Clouds without correlation or with little, but not independent.
SHAPES = ("ring", "parabola", "cross", "wave")


def shape_cloud(shape, n, noise=0.05, random_state=None):
    """Points around a symmetric curve.

    Parameters
    ----------
    shape : {"ring", "parabola", "cross", "wave", "independent"}
        The last has independent coordinates, uniform on [-1, 1], and no noise.
    n : int
    noise : float
        Standard deviation of what is added to y.
    random_state : int, Generator or None

    Returns
    -------
    x, y : ndarray, shape (n,)
    """
    rng = check_rng(random_state)
    x = rng.uniform(-1, 1, n)
    if check_in(shape, "shape", (*SHAPES, "independent")) == "independent":
        return x, rng.uniform(-1, 1, n)
    if shape == "ring":
        angle = np.pi * x
        x = np.cos(angle)
        y = np.sin(angle)
    elif shape == "parabola":
        y = x**2
    elif shape == "cross":
        y = x * rng.choice([-1.0, 1.0], n)
    else:
        y = np.cos(2 * np.pi * x)
    return x, y + noise * rng.normal(size=n)


def shape_measures(n=10_000, repeats=20, random_state=None):
    """Size of the correlation, and information in 10 x 10 equally filled bins, of each shape.

    Parameters
    ----------
    n, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    dict of str to (float, float)
        Medians over the repeats; the shapes and ``"independent"``.
    """
    rng = check_rng(random_state)
    medians = {}
    for shape in (*SHAPES, "independent"):
        clouds = [shape_cloud(shape, n, random_state=rng) for _ in range(repeats)]
        sizes = [abs(np.corrcoef(x, y)[0, 1]) for x, y in clouds]
        medians[shape] = (
            float(np.median(sizes)),
            float(np.median([binned_information(x, y) for x, y in clouds])),
        )
    return medians


def diamond_by_rejection(n, random_state=None):
    """The first n points, uniform on the enclosing square, that fall into the diamond.

    Parameters
    ----------
    n : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (n, 2)
    """
    rng = check_rng(random_state)
    reach = np.sqrt(0.5)
    points = rng.uniform(-reach, reach, (2 * n + 10 * int(np.sqrt(n)) + 20, 2))
    inside = points[diamond_pdf(points) > 0]
    if len(inside) < n:
        raise RuntimeError("fewer than half of the points fell into half of the square")
    return inside[:n]


def _standardised_covariance(x, y):
    """Covariance in units of its standard error."""
    products = (x - x.mean()) * (y - y.mean())
    return float(products.mean() / (products.std() / np.sqrt(len(x))))


def _marginal_cdf(x):
    """The integral of the printed marginal."""
    reach = np.sqrt(0.5)
    x = np.clip(x, -reach, reach)
    return 0.5 + np.sqrt(2) * x - x * np.abs(x)


def diamond_measures(n=100_000, random_state=None):
    """What the claim on Fig. 5.3 asks for, from draws by rejection and from quadrature.

    Parameters
    ----------
    n : int
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``total`` mass; ``cov_z`` and ``abs_z``: covariances of (x, y) and (\\|x\\|, \\|y\\|) over
        their standard errors; ``ks``: larger Kolmogorov distance of a coordinate; ``tv``: half the
        integral of the difference of the joint density and the product of the marginals.
    """
    x, y = diamond_by_rejection(n, random_state).T
    steps = (np.arange(1, n + 1) / n, np.arange(n) / n)
    distances = [
        max(np.abs(_marginal_cdf(np.sort(v)) - step).max() for step in steps) for v in (x, y)
    ]
    # odd: no cell's middle lies on the diamond's edge
    reach = np.sqrt(0.5)
    m = 1001
    middle = reach * (2 * np.arange(m) + 1 - m) / m
    product = diamond_marginal(middle)[:, None] * diamond_marginal(middle)
    joint = diamond_pdf(np.stack(np.meshgrid(middle, middle), axis=-1))
    cell = (2 * reach / m) ** 2
    return {
        "total": float(joint.sum() * cell),
        "cov_z": _standardised_covariance(x, y),
        "abs_z": _standardised_covariance(abs(x), abs(y)),
        "ks": float(max(distances)),
        "tv": float(0.5 * np.abs(joint - product).sum() * cell),
    }


def inner_integrals(places, n=100_000, window=0.05, random_state=None):
    """The inner integral of the diamond's covariance, by quadrature and from draws.

    Parameters
    ----------
    places : sequence of float
        Values of x inside the diamond.
    n : int
        Draws.
    window : float
        Width around each place in which draws are averaged.
    random_state : int, Generator or None

    Returns
    -------
    integrals : ndarray
        Of y over the diamond's slice at each place.
    z : ndarray
        Mean of y in the window over its standard error.
    """
    points = diamond_by_rejection(n, random_state)
    integrals = []
    z = []
    for x in places:
        edge = np.sqrt(0.5) - abs(x)
        integrals.append(quad(lambda y: y, -edge, edge)[0])
        y = points[np.abs(points[:, 0] - x) <= window / 2, 1]
        z.append(y.mean() / (y.std() / np.sqrt(len(y))))
    return np.array(integrals), np.array(z)
