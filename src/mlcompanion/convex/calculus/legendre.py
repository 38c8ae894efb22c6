r"""The Legendre transform of a function on a grid, in linear time.

:math:`f^\star(s)=\max_i s\,x_i-f(x_i)` for sorted slopes (A.1 of Shalev-Shwartz, 2007, on a grid).
Only points on the lower convex hull can win, and the winner moves to the right as the slope grows:
one pass finds the hull, one merge of two sorted lists finds every winner (Lucet, 1997).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count

__all__ = [
    "GridConjugate",
    "biconjugate_grid",
    "inf_convolution_grid",
    "legendre_dense",
    "legendre_grid",
    "lower_hull",
]


class GridConjugate(NamedTuple):
    """The transform at every slope.

    Attributes
    ----------
    value : ndarray of shape (M,)
        ``max_i s x_i - f_i``.
    argmax : ndarray of shape (M,)
        The ``x_i`` that wins: the slope of the conjugate. At a tie, the leftmost.
    """

    value: np.ndarray
    argmax: np.ndarray


@njit
def hull_indices(x, f):
    """Indices of the lower convex hull of the points ``(x_i, f_i)``, ``x`` increasing."""
    hull = np.empty(len(x), dtype=np.int64)
    top = 0
    for i in range(len(x)):
        # the last corner goes if it lies on or above the chord to the new point
        while top >= 2:
            a = hull[top - 2]
            b = hull[top - 1]
            # slopes compared as products: x grows, so no sign turns and nothing is divided
            if (f[b] - f[a]) * (x[i] - x[b]) < (f[i] - f[b]) * (x[b] - x[a]):
                break
            top -= 1
        hull[top] = i
        top += 1
    return hull[:top]


@njit
def merge_slopes(x, f, slopes):
    """For every slope, the hull corner whose edges bracket it; both lists are sorted."""
    winner = np.empty(len(slopes), dtype=np.int64)
    i = 0
    for j in range(len(slopes)):
        # i never goes back: slopes ascend, and so do the winners
        # the slope of the next edge is still below: the winner moves on
        while i + 1 < len(x) and f[i + 1] - f[i] < slopes[j] * (x[i + 1] - x[i]):
            i += 1
        winner[j] = i
    return winner


def _increasing(x, name):
    x = check_array(x, name, ndim=1, min_rows=1)
    if (np.diff(x) <= 0).any():
        raise ValueError(f"{name} must be strictly increasing")
    return x


def _grid(x, f, name="f"):
    """Check a grid; drop the points where ``f`` is infinite, which no supremum uses."""
    x = _increasing(x, "x")
    try:
        f = np.asarray(f, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array of numbers: {error}") from error
    if f.shape != x.shape:
        raise ValueError(f"{name} must have the shape of x, {x.shape}, got {f.shape}")
    if np.isnan(f).any() or (f == -np.inf).any():
        raise ValueError(f"{name} contains NaN or minus infinity")
    finite = f < np.inf
    if not finite.any():
        raise ValueError(f"{name} is infinite at every point of x")
    return x[finite], f[finite]


def _slopes(slopes):
    slopes = check_array(slopes, "slopes", ndim=1, min_rows=1)
    if (np.diff(slopes) < 0).any():
        raise ValueError("slopes must be sorted")
    return slopes


def lower_hull(x, f):
    """Corners of the lower convex hull of a sampled function.

    Parameters
    ----------
    x : array_like of shape (N,)
        Strictly increasing.
    f : array_like of shape (N,)
        Values; plus infinity marks points outside the domain.

    Returns
    -------
    x, f : ndarrays of shape (H,)
        The corners, from left to right.

    Notes
    -----
    Cost: O(N); every point is pushed once and popped at most once.
    """
    x, f = _grid(x, f)
    corners = hull_indices(x, f)
    return x[corners], f[corners]


def legendre_grid(x, f, slopes):
    """Conjugate of a sampled function at every slope, in linear time.

    Parameters
    ----------
    x : array_like of shape (N,)
        Strictly increasing.
    f : array_like of shape (N,)
        Values; plus infinity marks points outside the domain. ``f`` need not be convex.
    slopes : array_like of shape (M,)
        Sorted.

    Returns
    -------
    GridConjugate

    Raises
    ------
    ValueError
        If ``x`` or ``slopes`` is not sorted, shapes differ, or ``f`` holds NaN or minus infinity.

    Notes
    -----
    Cost: O(N + M) time and memory. For smooth ``f`` the error against the true conjugate is of
    the order of the squared grid step.
    Source: (A.1).

    Examples
    --------
    >>> x = np.linspace(-2, 2, 5)
    >>> legendre_grid(x, abs(x), [0.5, 1.5]).value
    array([0., 1.])
    """
    slopes = _slopes(slopes)
    x, f = lower_hull(x, f)
    i = merge_slopes(x, f, plain_layout(slopes))
    return GridConjugate(slopes * x[i] - f[i], x[i])


def legendre_dense(x, f, slopes, block=1_000_000):
    """The same by comparing every slope with every point: O(N M), the reference.

    Parameters
    ----------
    x, f : array_like of shape (N,)
    slopes : array_like of shape (M,)
    block : int
        Numbers held in memory at a time.

    Returns
    -------
    GridConjugate
    """
    slopes, (x, f) = _slopes(slopes), _grid(x, f)
    step = max(1, check_count(block, "block", low=1) // len(x))  # bounds the memory of the table
    winner = np.concatenate(
        [(slopes[j : j + step, None] * x - f).argmax(axis=1) for j in range(0, len(slopes), step)]
    )
    return GridConjugate(slopes * x[winner] - f[winner], x[winner])


def biconjugate_grid(x, f, slopes=None):
    """The conjugate of the conjugate: the largest closed convex function below ``f``.

    Parameters
    ----------
    x : array_like of shape (N,)
    f : array_like of shape (N,)
    slopes : array_like of shape (M,), optional
        Strictly increasing slopes of the lines that may support ``f``. By default the slopes of
        the hull's own edges; then the result is the convex envelope of the samples, exactly.

    Returns
    -------
    ndarray of shape (N,)
        Values at ``x``; never above ``f``.

    Notes
    -----
    Cost: O(N + M). Source: Section A.3; for closed convex ``f`` the result is ``f``.
    """
    corners, height = lower_hull(x, f)
    if slopes is None:
        # unique: rounding can make collinear edges equal
        edges = np.unique(np.diff(height) / np.diff(corners))
        slopes = edges if len(edges) else np.zeros(1)
    slopes = _increasing(slopes, "slopes")
    conjugate = legendre_grid(corners, height, slopes).value
    # at the edges' own slopes the second transform is exact at every corner
    return legendre_grid(slopes, conjugate, np.asarray(x, dtype=float)).value


def inf_convolution_grid(x, f, g, slopes):
    r"""Infimal convolution :math:`\min_v f(v)+g(w-v)` of two convex functions, by conjugates.

    The conjugate of an infimal convolution is the sum of the conjugates, so three linear-time
    transforms replace a minimisation at every point.

    Parameters
    ----------
    x : array_like of shape (N,)
        Grid of both functions and of the result.
    f, g : array_like of shape (N,)
        Samples of two convex functions.
    slopes : array_like of shape (M,)
        Strictly increasing; a fine grid over the slopes that occur.

    Returns
    -------
    ndarray of shape (N,)
    """
    slopes = _increasing(slopes, "slopes")
    parts = (_grid(x, f), _grid(x, g, "g"))
    total = sum(legendre_grid(*part, slopes).value for part in parts)
    return legendre_grid(slopes, total, x).value
