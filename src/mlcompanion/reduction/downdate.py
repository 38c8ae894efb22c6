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

    Times the distance, the equation has no pole at the origin and is nearly a line: Newton's steps,
    and halves of the bracket where one would leave it.
    """
    own = 0.0
    for j in range(len(gaps)):
        # the term of the pole at the origin is a constant once multiplied by the distance
        if gaps[j] == 0.0:
            own += squares[j] * side
    low = 0.0
    high = width
    t = 0.0
    for step in range(60):
        # value = t times the equation: its other terms and their slope in t
        rest = -1.0
        slope = 0.0
        for j in range(len(gaps)):
            if gaps[j] != 0.0:
                part = squares[j] / (gaps[j] + side * t)
                rest += part
                slope -= side * part / (gaps[j] + side * t)
        value = own + t * rest
        if step > 0:
            if value * side > 0.0:  # as at the origin: the root is further out
                low = t
            else:
                high = t
        change = rest + t * slope
        new = 0.5 * (low + high)
        if change != 0.0 and low < t - value / change < high:
            new = t - value / change
        if abs(new - t) <= 2e-15 * new:
            return new
        t = new
    return t


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
        # the sign in the middle of the interval tells which pole is nearer
        if half <= 0.0 or k + 1 == r:
            # the upper pole is nearer: mu = values[k] - t
            t = _root(gaps, squares, 0.5 * width if half <= 0.0 else width, 1.0)
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
        # divided by the largest entry first: squares neither overflow nor vanish
        for j in range(r):
            directions[j, k] /= length
            total += directions[j, k] ** 2
        for j in range(r):
            directions[j, k] /= np.sqrt(total)
    return roots, directions


def prepared_poles(values):
    """Eigenvalues in units of the largest, moved apart by rounding: no interval is empty."""
    # from the smallest up, each pole lies above the next by rounding at least
    apart = _EPS * np.arange(len(values), 0, -1)
    return np.maximum.accumulate((values / values[0] + apart)[::-1])[::-1]


def downdated_directions(values, f, rho, wanted):
    r"""The largest eigenvalues of :math:`\mathrm{diag}(\lambda)-\rho ff^\top`, with eigenvectors.

    Parameters
    ----------
    values : ndarray, shape (r,)
        :math:`\lambda` in units of the largest, from :func:`prepared_poles`.
    f : ndarray, shape (r,)
        In units of the largest root of :math:`\lambda`.
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
    Cost: about six evaluations of the equation a pair, each O(r). Poles that coincide and entries
    of f that vanish are moved apart by what rounding would: the answer is exact for a matrix that
    differs by so much.
    """
    least = _EPS * np.linalg.norm(f)
    if least == 0:
        return np.ones(wanted, dtype=bool), np.eye(len(values), wanted)
    # an entry of 0 would leave its pole without a root: it gets the least size that is not
    # rounding
    f = np.where(np.abs(f) < least, np.copysign(least, f), f)
    roots, directions = _pairs(values, rho * f**2, f, wanted)
    return roots > len(values) * 8 * _EPS, directions
