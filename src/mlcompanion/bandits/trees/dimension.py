"""How many nearly best arms there are: packing numbers and the near-optimality dimension.

Bubeck et al. (2011), Definitions 4, 5 and 11, Example 3.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_real

__all__ = ["lattice_packing", "near_optimality_dimension", "packing_number"]


def packing_number(points, inside, dissimilarity, eps):
    """Disjoint balls inside a set, chosen greedily among the points: Definition 4, from below.

    Parameters
    ----------
    points : array_like, shape (m, D)
        A grid of all arms; a ball is the points in it.
    inside : array_like of bool, shape (m,)
        Which of them lie in the set.
    dissimilarity : callable
        ``dissimilarity(x, points)`` gives ``ell(x, y)`` for all points y, shape (m,).
    eps : float
        Radius, positive.

    Returns
    -------
    int

    Notes
    -----
    O(m^2).
    """
    points = check_array(points, "points", ndim=2, min_rows=1)
    inside = check_array(inside, "inside", shape=(len(points),), dtype=bool)
    check_instance(dissimilarity, "dissimilarity", callable, "function")
    eps = check_real(eps, "eps", low=0, open_low=True)
    taken = ~inside  # a ball that reaches out of the set meets it
    count = 0
    for k in np.flatnonzero(inside):
        ball = dissimilarity(points[k], points) < eps
        if not (ball & taken).any():
            taken |= ball
            count += 1
    return count


def lattice_packing(side, radius, dimension=1):
    """Disjoint balls of the largest-coordinate norm, on a lattice in the corner of a cube of arms.

    Parameters
    ----------
    side : float
        Side of the cube that they must stay in, smaller than the set of all arms: balls are cut
        off at its lower faces alone, where the arms end.
    radius : float
    dimension : int

    Returns
    -------
    float
        Whole, and exact where a count of balls would take too long: for this norm the packing
        number itself.

    Examples
    --------
    >>> lattice_packing(1.0, 0.1, 2)
    25.0
    """
    side = check_real(side, "side", low=0, open_low=True)
    radius = check_real(radius, "radius", low=0, open_low=True)
    dimension = check_count(dimension, "dimension", low=1)
    if radius > side * (1 + 1e-9):
        return 0.0
    # balls are open: centres two radii apart; the first may lie on the corner
    a_side = np.floor((side / radius - 1) / 2 + 1e-9) + 1
    return float(a_side**dimension)


def near_optimality_dimension(eps, packings):
    """Slope of log packing number against log 1/eps, at least 0: Definition 5.

    Parameters
    ----------
    eps : array_like, shape (k,)
        Radii, at least two different ones.
    packings : array_like, shape (k,)
        Packing numbers of the arms within ``c eps`` of the best; of all arms, the slope is the
        packing dimension (Definition 11).

    Returns
    -------
    float

    Examples
    --------
    >>> round(near_optimality_dimension([1e-2, 1e-4], [10, 100]), 6)
    0.5
    """
    eps = check_array(eps, "eps", ndim=1, min_rows=2, low=0, open_low=True)
    packings = check_array(packings, "packings", shape=eps.shape, low=0, open_low=True)
    if np.ptp(np.log(eps)) == 0:
        raise ValueError(f"eps must hold two different radii, got {eps}")
    return max(0.0, float(np.polyfit(-np.log(eps), np.log(packings), 1)[0]))
