r"""Eigenpairs of a diagonal matrix less a multiple of :math:`ff^\top`, one root a pair.

Golub (1973): the eigenvalues interlace with the diagonal and are the roots of the *secular*
equation :math:`1=\rho\sum_jf_j^2/(\lambda_j-\mu)`; an eigenvector has the entries
:math:`f_j/(\lambda_j-\mu)`. A root is searched as a distance from the nearer pole, so that a small
distance loses no digits.
"""

import numpy as np

from mlcompanion._jit import njit

__all__ = []

_EPS = np.finfo(float).eps


@njit
def _secular(t, gaps, squares):
    """``rho sum f_j^2 / (gap_j + t) - 1``: gaps are from the pole that is the origin."""
    total = -1.0
    for j in range(len(gaps)):
        total += squares[j] / (gaps[j] + t)
    return total


@njit
def _root(gaps, squares, width, side):
    """Distance of the root from the origin, on its side (1 above, -1 below), at most ``width``.

    Times the distance the function has no pole at the origin: false position converges quickly, and
    halving the older value (Illinois) keeps it from standing still at one end.
    """
    low = 0.0
    high = width
    # at the origin only its own pole is left of the product
    at_low = 0.0
    for j in range(len(gaps)):
        if gaps[j] == 0.0:
            at_low += squares[j] * side
    at_high = _secular(side * high, gaps, squares) * high
    if at_low * at_high >= 0.0:
        return high  # rounding: the root is at the far end
    for _ in range(200):
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        if not low < middle < high:
            middle = 0.5 * (low + high)
        if middle <= low or middle >= high:  # no number between them
            break
        value = _secular(side * middle, gaps, squares) * middle
        if value == 0.0:
            return middle
        if value * at_low > 0.0:
            low = middle
            at_low = value
            at_high *= 0.5
        else:
            high = middle
            at_high = value
            at_low *= 0.5
        if high - low <= 4.0 * 2.3e-16 * high:
            break
    return 0.5 * (low + high)


@njit
def _pairs(values, squares, f, wanted):
    """Eigenvalues and unit eigenvectors, in columns, of the ``wanted`` largest."""
    r = len(values)
    roots = np.empty(wanted)
    directions = np.empty((r, wanted))
    gaps = np.empty(r)
    for k in range(wanted):
        below = values[k + 1] if k + 1 < r else 0.0
        width = values[k] - below
        for j in range(r):
            gaps[j] = values[j] - values[k]
        half = _secular(0.5 * width, gaps, squares)
        if half <= 0.0 or k + 1 == r:
            # the upper pole is nearer: mu = values[k] - t
            reach = 0.5 * width if half <= 0.0 else width
            t = _root(gaps, squares, reach, 1.0)
            roots[k] = values[k] - t
        else:
            for j in range(r):
                gaps[j] = values[j] - below
            t = -_root(gaps, squares, 0.5 * width, -1.0)
            roots[k] = below - t
        length = 0.0
        for j in range(r):
            directions[j, k] = f[j] / (gaps[j] + t)
            length = max(length, abs(directions[j, k]))
        total = 0.0
        for j in range(r):
            directions[j, k] /= length
            total += directions[j, k] ** 2
        for j in range(r):
            directions[j, k] /= np.sqrt(total)
    return roots, directions


def downdated_directions(values, f, rho, wanted):
    r"""The largest eigenvalues of :math:`\mathrm{diag}(\lambda)-\rho ff^\top`, with eigenvectors.

    Parameters
    ----------
    values : ndarray, shape (r,)
        :math:`\lambda`: positive, descending.
    f : ndarray, shape (r,)
    rho : float
        Positive, and so small that no eigenvalue becomes negative.
    wanted : int
        How many, at most r.

    Returns
    -------
    kept : ndarray of bool, shape (wanted,)
        False for an eigenvalue that is zero to rounding.
    directions : ndarray, shape (r, wanted)
        Unit eigenvectors in the columns, the largest eigenvalue first.

    Notes
    -----
    Cost: about ten evaluations of the equation a pair, each O(r). Poles that coincide and entries
    of f that vanish are moved apart by what rounding would: the answer is exact for a matrix that
    differs by so much.
    """
    scale = values[0]
    values = values / scale
    # strictly descending: the intervals between poles are not empty
    apart = _EPS * np.arange(len(values), 0, -1)
    values = np.maximum.accumulate((values + apart)[::-1])[::-1]
    f = f / np.sqrt(scale)
    least = _EPS * np.linalg.norm(f)
    f = np.where(np.abs(f) < least, np.copysign(least, f), f)
    if not f.any():
        return np.ones(wanted, dtype=bool), np.eye(len(values), wanted)
    roots, directions = _pairs(values, rho * f**2, f, wanted)
    return roots > len(values) * 8 * _EPS, directions
