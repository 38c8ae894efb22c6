r"""Which unit balls in the plane have corners, and which are convex.

Sugiyama (2016), Figs. 24.6 to 24.8. A body is given by its level, a function of points that is at
most 1 inside; nothing here knows a formula of a particular ball.
"""

import numpy as np

from mlcompanion._validation import check_array, check_rng

__all__ = ["corner_slope", "midpoints_outside", "mixed_level", "ray_lengths"]


def midpoints_outside(level, n_pairs, random_state, *, slack=1e-9):
    """Midpoints of random pairs of points of a body in the plane that lie outside it.

    Parameters
    ----------
    level : callable
        Maps points (n, 2) to values; the body is where they are at most 1, inside [-1, 1]².
    n_pairs : int
    random_state : int or Generator
    slack : float
        How far above 1 a midpoint's value must be to count.

    Returns
    -------
    int
        Zero for a convex body.
    """
    rng = check_rng(random_state)
    wanted = 2 * n_pairs
    points = np.empty((0, 2))
    while len(points) < wanted:
        drawn = rng.uniform(-1, 1, size=(wanted, 2))
        points = np.concatenate([points, drawn[level(drawn) <= 1]])
    first = points[: wanted // 2]
    second = points[wanted // 2 : wanted]
    return int(np.sum(level((first + second) / 2) > 1 + slack))


def mixed_level(w):
    """The elastic net's body with balance 1/2: half the sum of sizes, half that of squares.

    Parameters
    ----------
    w : array_like of shape (..., n)

    Returns
    -------
    ndarray of shape (...,)
        At most 1 inside. Source: Sugiyama (2016), Fig. 24.8.
    """
    w = check_array(w, "w", min_rows=1)
    return (np.abs(w).sum(axis=-1) + np.sum(w**2, axis=-1)) / 2


def ray_lengths(level, rays, *, n_steps=60):
    """How far rays from the origin stay inside a body, by bisection.

    Parameters
    ----------
    level : callable
        Maps points (n, 2) to values that grow along every ray; the body is where they are at
        most 1, within distance 2.
    rays : array_like of shape (n, 2)
        Of length 1.
    n_steps : int

    Returns
    -------
    ndarray of shape (n,)
    """
    rays = check_array(rays, "rays", ndim=2)
    low = np.zeros(len(rays))
    high = np.full(len(rays), 2.0)
    for _ in range(n_steps):
        middle = (low + high) / 2
        inside = level(middle[:, None] * rays) <= 1
        low = np.where(inside, middle, low)
        high = np.where(inside, high, middle)
    return low


def corner_slope(level, t=1e-4):
    r"""Whether a body has a corner on its axis: :math:`(1-x)/t` where :math:`(x,t)` is on its rim.

    The limit for small t is 0 where the rim is smooth.

    Parameters
    ----------
    level : callable
        As in :func:`ray_lengths`; 1 at (1, 0).
    t : float, positive

    Returns
    -------
    float
    """
    low = 0.0
    high = 1.0
    for _ in range(60):
        middle = (low + high) / 2
        inside = level(np.array([[middle, t]]))[0] <= 1
        low, high = (middle, high) if inside else (low, middle)
    return float((1 - low) / t)
