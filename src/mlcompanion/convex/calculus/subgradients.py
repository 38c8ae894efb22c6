r"""Subgradients by rule: scaling, addition, affine substitution, pointwise maximum.

Shalev-Shwartz (2007), Section A.2. A :class:`ConvexFunction` knows its value and, at every point,
finitely many vectors whose convex hull is its differential set. The four rules act on those
vectors, so that kinks are carried through exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_real

__all__ = ["ConvexFunction", "absolute", "linear", "maximum", "smooth", "subgradient_slack"]


@dataclass(frozen=True)
class ConvexFunction:
    """A convex function on all of space, with its differential sets.

    Attributes
    ----------
    value : callable
        ``value(w) -> float`` for ``w`` of shape (d,).
    corners : callable
        ``corners(w) -> (m, d)``: the convex hull of the rows is the differential set at ``w``.

    Examples
    --------
    >>> hinge = maximum(linear([-1.0], 1.0), linear([0.0]))
    >>> hinge.corners(np.array([1.0])).ravel()
    array([-1.,  0.])
    """

    value: Callable
    corners: Callable

    def __post_init__(self):
        check_instance(self.value, "value", callable)
        check_instance(self.corners, "corners", callable)

    def __call__(self, w):
        """The value at ``w``."""
        return self.value(check_array(w, "w", ndim=1, min_rows=1))

    def subgradient(self, w):
        """One subgradient at ``w``: the mean of the corners."""
        return self.corners(check_array(w, "w", ndim=1, min_rows=1)).mean(axis=0)

    def scale(self, alpha):
        """``alpha f`` for ``alpha > 0``: the differential set is scaled."""
        alpha = check_real(alpha, "alpha", low=0, open_low=True)
        return ConvexFunction(lambda w: alpha * self.value(w), lambda w: alpha * self.corners(w))

    def __add__(self, other):
        """``f + g``: every sum of a subgradient of each."""
        check_instance(other, "other", ConvexFunction)

        def corners(w):
            mine = self.corners(w)
            theirs = other.corners(w)
            # corners of a Minkowski sum are among the sums of corners
            return (mine[:, None] + theirs[None]).reshape(-1, mine.shape[1])

        return ConvexFunction(lambda w: self.value(w) + other.value(w), corners)

    def affine(self, A, b):
        r"""``f(A x + b)``: the differential set is mapped by the transpose of ``A``.

        Parameters
        ----------
        A : array_like of shape (d, n)
        b : array_like of shape (d,)
        """
        A = check_array(A, "A", ndim=2, min_rows=1)
        b = check_array(b, "b", shape=(A.shape[0],))
        return ConvexFunction(
            lambda x: self.value(A @ x + b),
            lambda x: self.corners(A @ x + b) @ A,  # rows: A^T times each corner
        )


def linear(slope, offset=0.0):
    """``<slope, w> + offset``; its only subgradient is the slope."""
    slope = check_array(slope, "slope", ndim=1, min_rows=1)
    offset = check_real(offset, "offset")
    return ConvexFunction(lambda w: float(slope @ w + offset), lambda w: slope[None].copy())


def smooth(value, gradient):
    """A differentiable convex function from its value and gradient."""
    check_instance(gradient, "gradient", callable)
    return ConvexFunction(value, lambda w: np.atleast_2d(gradient(w)))


def absolute():
    """``|w|`` of one variable."""
    return maximum(linear([1.0]), linear([-1.0]))


def maximum(*pieces, tol=1e-12):
    """Pointwise maximum: the differential set is the hull of those of all active pieces.

    Parameters
    ----------
    *pieces : ConvexFunction
    tol : float
        A piece is active if it comes this close to the maximum.

    Raises
    ------
    ValueError
        If there are no pieces.
    """
    if not pieces:
        raise ValueError("pieces must hold at least one function")
    for piece in pieces:
        check_instance(piece, "pieces", ConvexFunction)
    tol = check_real(tol, "tol", low=0)

    def corners(w):
        values = np.array([piece.value(w) for piece in pieces])
        # pieces that tie up to rounding count as equal, or a kink would lose its sides
        active = np.flatnonzero(values >= values.max() - tol)
        return np.concatenate([pieces[i].corners(w) for i in active])

    return ConvexFunction(lambda w: max(piece.value(w) for piece in pieces), corners)


def subgradient_slack(value, w, subgradient, points):
    r"""The inequality that defines a subgradient, at every point.

    Parameters
    ----------
    value : callable
        ``value(w) -> float``.
    w, subgradient : array_like of shape (d,)
    points : array_like of shape (m, d)

    Returns
    -------
    ndarray of shape (m,)
        :math:`f(u)-f(w)-\langle u-w,\lambda\rangle`: a negative entry proves that ``subgradient``
        is none; that all are non-negative is evidence that it is one.
    """
    check_instance(value, "value", callable)
    points = check_array(points, "points", ndim=2, min_rows=1)
    w = check_array(w, "w", shape=(points.shape[1],))
    subgradient = check_array(subgradient, "subgradient", shape=w.shape)
    return np.array([value(u) for u in points]) - value(w) - (points - w) @ subgradient
