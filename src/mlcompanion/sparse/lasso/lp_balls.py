r"""Balls of the :math:`\ell_p` norms, and where a quadratic touches them in the plane.

Sugiyama (2016), Figs. 24.1, 24.2, 24.6 and 24.8.
"""

from numbers import Real

import numpy as np

from mlcompanion._validation import check_array, check_count, check_real, check_square

__all__ = ["lp_norm", "lp_sphere", "touching_point"]


def lp_norm(w, p):
    """The norm of a vector for ``0 < p <= inf``; for p = 0 the number of entries that are not 0.

    Not a norm for p < 1: the triangle inequality fails there.

    Parameters
    ----------
    w : array_like of shape (..., n)
    p : float
        Not negative; ``numpy.inf`` gives the largest entry.

    Returns
    -------
    ndarray of shape (...,)

    Raises
    ------
    ValueError
        If p is negative.
    """
    sizes = np.abs(check_array(w, "w", min_rows=1))
    if isinstance(p, Real) and p == np.inf:
        return sizes.max(axis=-1)
    if check_real(p, "p", low=0) == 0:
        return np.count_nonzero(sizes, axis=-1)
    largest = sizes.max(axis=-1, keepdims=True)
    scaled = sizes / np.where(largest > 0, largest, 1.0)  # no overflow for large p
    return largest[..., 0] * np.sum(scaled**p, axis=-1) ** (1 / p)


def lp_sphere(p, n_points=721):
    r"""Points :math:`(\pm|\cos t|^{2/p},\pm|\sin t|^{2/p})` on the unit sphere in the plane.

    Parameters
    ----------
    p : float, positive
    n_points : int
        One more than a multiple of 4 puts points on both axes.

    Returns
    -------
    ndarray of shape (n_points, 2)
        Closed: the last point is the first.
    """
    p = check_real(p, "p", low=0, open_low=True)
    t = np.linspace(0, 2 * np.pi, check_count(n_points, "n_points", low=2))
    directions = np.column_stack([np.cos(t), np.sin(t)])
    # for large p the small power 2 / p would lift the dust to size 1
    directions[np.abs(directions) < 1e-12] = 0.0
    return np.sign(directions) * np.abs(directions) ** (2 / p)


def touching_point(center, H, p, radius, n_points=4001):
    r"""Minimise :math:`\tfrac12(w-c)^\top H(w-c)` over :math:`\|w\|_p\le r` in the plane.

    For p < 1 the set is not convex and the least of several local minima is returned.

    Parameters
    ----------
    center : array_like of shape (2,)
    H : array_like of shape (2, 2)
        Positive definite.
    p, radius : float, positive
    n_points : int
        Points of the boundary that are tried before the best of them is refined.

    Returns
    -------
    ndarray of shape (2,)

    Raises
    ------
    ValueError
        If H is not positive definite, a shape does not fit or a number is not positive.

    Notes
    -----
    The minimum lies on the boundary unless ``center`` is inside. Cost: O(n_points).
    """
    center = check_array(center, "center", shape=(2,))
    H = check_square(H, "H", size=2, symmetric=True)
    if np.linalg.eigvalsh(H)[0] <= 0:
        raise ValueError("H must be positive definite")
    radius = check_real(radius, "radius", low=0, open_low=True)
    if lp_norm(center, check_real(p, "p", low=0, open_low=True)) <= radius:
        return center.copy()
    # a multiple of four steps: the corners on the axes are among the points
    t = np.linspace(0, 2 * np.pi, check_count(n_points, "n_points", low=9) // 4 * 4 + 1)
    for _ in range(6):  # each round looks closer around the best point so far
        waves = np.column_stack([np.cos(t), np.sin(t)])
        waves[np.abs(waves) < 1e-15] = 0.0  # the axes, exactly
        points = radius * np.sign(waves) * np.abs(waves) ** (2 / p)
        offsets = points - center
        best = int(np.argmin(np.einsum("ij,jk,ik->i", offsets, H, offsets)))
        t = np.linspace(t[best] - (t[1] - t[0]), t[best] + (t[1] - t[0]), 201)
    return np.where(np.abs(points[best]) < 1e-9 * radius, 0.0, points[best])
