r"""The worked example of Sugiyama (2016), section 12.4: two clouds, moved, weighed and turned.

Class means (2, 0) and (-2, 0), common variances 1 and 9 (Figs 12.8 to 12.10).
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.classification import FDA

from .gaussian_mle_checks import exact_cloud

__all__ = [
    "boundary_angles",
    "printed_covariance",
    "printed_direction",
    "two_clouds",
    "worked_example",
]

MEANS = np.array([[2.0, 0.0], [-2.0, 0.0]])
ANGLES = np.arange(0, 91, 15)


def printed_covariance(degrees):
    """The covariance before Fig. 12.10: diag(1, 9) turned clockwise."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[9 - 8 * c * c, 8 * s * c], [8 * s * c, 9 - 8 * s * s]])


def printed_direction(degrees):
    """The direction a as printed: its length lacks a factor."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
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
    rng, covariance = check_rng(random_state), printed_covariance(degrees)
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
    z, y = rng.normal(size=(2 * n, 2)) * [1, 3], np.repeat([1, 2], n)
    turns = []
    for degrees in angles:
        c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        turn = np.array([[c, -s], [s, c]])  # of rows, clockwise
        means = MEANS @ turn if turn_means else MEANS
        a = FDA().fit(z @ turn + means[y - 1], y).boundary().a
        turns.append(float(np.rad2deg(np.arctan2(-a[1], a[0]))))
    return turns
