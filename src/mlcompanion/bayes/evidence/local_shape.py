r"""Slope and curvature of a log-density by differences whose steps fit its own width.

A log-density has no unit: where it falls by a thousandth, a step is short, whatever the units of
its parameters and wherever its origin. All differences are taken along directions W, in which the
density is about one unit wide (:math:`W^\top(-H)W=I` once W is refined), so that one step fits all.
"""

from typing import NamedTuple

import numpy as np

__all__ = []

#: Steps are between these shares of the density's width.
SHORTEST = 0.02
LONGEST = 0.3
#: Beyond this a square overflows.
FAR = 1e150


class LocalShape(NamedTuple):
    """Slope and curvature at a point, along the directions in use.

    Attributes
    ----------
    gradient : ndarray, shape (b,)
    hessian : ndarray, shape (b, b)
    doubt : float
        By how much of themselves the curvatures differ between two orders of differences.
    """

    gradient: np.ndarray
    hessian: np.ndarray
    doubt: float


def step_share(height, place=0.0):
    """Step as a share of the width: what rounding leaves against the next term of the series.

    Rounding of the height leaves eps |height| / c^2 in a second difference, rounding of the
    parameters, ``place`` widths from the origin, eps place / c; the stencil of fourth order leaves
    c^4 / 90. The step makes the last equal to the larger one.
    """
    eps = np.finfo(float).eps
    balanced = max((90 * eps * abs(height)) ** (1 / 6), (90 * eps * place) ** (1 / 5))
    return float(np.clip(balanced, SHORTEST, LONGEST))


def first_widths(height_at, start, height):
    """A width for each coordinate: doubled or halved until the density changes by about a step's.

    Raises
    ------
    ValueError
        If a coordinate changes nothing, however far one goes.
    """
    c = step_share(height)
    wanted = 0.5 * c**2
    widths = np.empty(len(start))
    for j in range(len(start)):
        widths[j] = _width_along(height_at, start, height, j, wanted) / c
    return widths


def _width_along(height_at, start, height, j, wanted):
    """The step along a coordinate at which the log-density changes by about ``wanted``."""
    step = 1e-3 * max(abs(start[j]), 1e-3)
    smallest = 4 * np.finfo(float).eps * abs(start[j])
    last = 0
    for _ in range(2000):
        moved = start.copy()
        moved[j] += step
        ahead = height_at(moved) - height
        moved[j] = start[j] - step
        change = max(abs(ahead), abs(height_at(moved) - height))
        if change > 4 * wanted:
            if last > 0 or step / 2 <= smallest:  # between a step too short and one too long
                return step
            step = step / 2
            last = -1
        elif change < wanted:
            if last < 0:
                return step
            step = step * 2
            last = 1
            if not step < FAR:
                break
        else:
            return step
    raise ValueError(f"log_density does not depend on parameter {j}, or has no maximum")


def slope_by_differences(height_at, point, directions, share):
    """Gradient along the columns of ``directions``, by central differences of fourth order.

    Cost: 4 b evaluations.
    """
    b = len(point)
    slope = np.empty(b)
    for j in range(b):
        step = share * directions[:, j]
        near = height_at(point + step) - height_at(point - step)
        far = height_at(point + 2 * step) - height_at(point - 2 * step)
        slope[j] = (8 * near - far) / (12 * share)
    return slope


def shape_by_differences(height_at, point, height, directions, share):
    """Gradient and Hessian along the columns of ``directions``, both of fourth order.

    Cost: 2 b (2 b + 1) or so evaluations of the log-density.
    """
    b = len(point)
    slope = np.empty(b)
    curvature = np.empty((b, b))
    sums = {1: np.empty(b), 2: np.empty(b)}  # f(+k h) + f(-k h) - 2 f, for k = 1, 2
    for j in range(b):
        odd = {}
        for k in (1, 2):
            step = k * share * directions[:, j]
            ahead = height_at(point + step) - height
            behind = height_at(point - step) - height
            odd[k] = ahead - behind
            sums[k][j] = ahead + behind
        slope[j] = (8 * odd[1] - odd[2]) / (12 * share)
        curvature[j, j] = (16 * sums[1][j] - sums[2][j]) / (12 * share**2)
    for i in range(b):
        for j in range(i):
            mixed = {}
            for k in (1, 2):
                step = k * share * (directions[:, i] + directions[:, j])
                both = height_at(point + step) + height_at(point - step) - 2 * height
                # along h_i + h_j, less both pure terms: twice the mixed one
                mixed[k] = both - sums[k][i] - sums[k][j]
            curvature[i, j] = (16 * mixed[1] - mixed[2]) / (24 * share**2)
            curvature[j, i] = curvature[i, j]
    plain = sums[1] / share**2
    fourth = np.diag(curvature)
    sizes = np.maximum(np.abs(fourth), np.finfo(float).tiny)
    return LocalShape(slope, curvature, float(np.max(np.abs(plain - fourth) / sizes)))
