"""Inequalities between expectations: Jensen, Hölder, Minkowski, Kantorovich.

Sugiyama (2016), Section 8.3. A law is given by its points and their masses along the last axis;
axes before it hold further laws. Each function returns both sides.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_instance, mass_rounding

__all__ = ["Sides", "holder", "jensen", "kantorovich", "minkowski"]


class Sides(NamedTuple):
    """The two sides of an inequality, ``lesser <= greater``; numbers, or arrays of one shape."""

    lesser: object
    greater: object


def _masses(masses, shape):
    """Masses along the last axis that sum to 1; equal ones by default."""
    if masses is None:
        return np.full(shape, 1 / shape[-1])
    rounding = mass_rounding(masses)
    masses = check_array(masses, "masses", shape=shape, low=0)
    if np.abs(masses.sum(axis=-1) - 1).max() > rounding:
        raise ValueError("masses must sum to 1 along the last axis")
    return masses


def _expect(values, masses):
    return (values * masses).sum(axis=-1)


def _norm(x, masses, p):
    """(E|x|^p)^(1/p), of values divided by their largest first: no power overflows."""
    largest = np.abs(x).max(axis=-1, keepdims=True)
    scaled = np.abs(x) / np.where(largest > 0, largest, 1.0)
    return largest[..., 0] * _expect(scaled ** p[..., None], masses) ** (1 / p)


def jensen(h, x, masses=None, *, vector=False):
    """Jensen's inequality: ``h(E[x]) <= E[h(x)]`` for a convex ``h``.

    Parameters
    ----------
    h : callable
        Convex; from points to values, entry by entry, or of vectors ``(..., d) -> (...,)``.
    x : array_like, shape (..., m), or (..., m, d) if ``vector``
        Points of the law.
    masses : array_like, shape (..., m), optional
        Equal by default.
    vector : bool
        Whether the last axis of ``x`` holds coordinates.

    Returns
    -------
    Sides of shape (...,)
    """
    check_instance(h, "h", callable)
    x = check_array(x, "x", min_rows=1)
    if not check_flag(vector, "vector"):
        masses = _masses(masses, x.shape)
        return Sides(h(_expect(x, masses)), _expect(h(x), masses))
    if x.ndim < 2:
        raise ValueError(f"x must have shape (..., m, d), got {x.shape}")
    masses = _masses(masses, x.shape[:-1])
    return Sides(h((x * masses[..., None]).sum(axis=-2)), _expect(h(x), masses))


def holder(x, y, p=2.0, masses=None):
    """(8.7), Hölder: ``E|xy| <= (E|x|^p)^(1/p) (E|y|^q)^(1/q)`` with ``1/p + 1/q = 1``.

    The case p = 2 is Schwarz's inequality.

    Parameters
    ----------
    x, y : array_like, shape (..., m)
        Two variables on the same m outcomes.
    p : float or array_like, shape (...,)
        Above 1; the book's condition is weaker, and not enough.
    masses : array_like, shape (..., m), optional
        Equal by default.

    Returns
    -------
    Sides of shape (...,)
    """
    x, y, masses = _pair(x, y, masses)
    p = check_array(p, "p", low=1, open_low=True)
    q = p / (p - 1)
    return Sides(_expect(np.abs(x * y), masses), _norm(x, masses, p) * _norm(y, masses, q))


def minkowski(x, y, p, masses=None):
    """(8.8), Minkowski: ``(E|x + y|^p)^(1/p)`` is at most the sum of those of x and of y.

    Parameters
    ----------
    x, y, masses
        As for :func:`holder`.
    p : float or array_like, shape (...,)
        At least 1.

    Returns
    -------
    Sides of shape (...,)
    """
    x, y, masses = _pair(x, y, masses)
    p = check_array(p, "p", low=1)
    return Sides(_norm(x + y, masses, p), _norm(x, masses, p) + _norm(y, masses, p))


def _pair(x, y, masses):
    x = check_array(x, "x", min_rows=1)
    return x, check_array(y, "y", shape=x.shape), _masses(masses, x.shape)


def kantorovich(x, low, high, masses=None):
    """(8.9), Kantorovich: ``E[x] E[1/x] <= (a + b)^2 / (4ab)`` if ``0 < a <= x <= b``.

    Parameters
    ----------
    x : array_like, shape (..., m)
    low, high : float or array_like, shape (...,)
        The book's a and b.
    masses : array_like, shape (..., m), optional
        Equal by default.

    Returns
    -------
    Sides of shape (...,)

    Raises
    ------
    ValueError
        If a point lies outside [low, high].
    """
    x = check_array(x, "x", min_rows=1)
    low = check_array(low, "low", low=0, open_low=True)
    high = check_array(high, "high", low=0, open_low=True)
    masses = _masses(masses, x.shape)
    if not ((low[..., None] <= x) & (x <= high[..., None])).all():
        raise ValueError("x must lie between low and high")
    product = _expect(x, masses) * _expect(1 / x, masses)
    # the zeros give both sides one shape
    return Sides(product, (low + high) ** 2 / (4 * low * high) + np.zeros_like(product))
