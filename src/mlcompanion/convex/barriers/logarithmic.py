"""Logarithmic barriers of balls and polytopes (Hazan and Kale 2011, section 2.2).

A barrier grows without bound towards the boundary. Its Hessian measures steps: the Dikin ellipsoid
of radius 1, all points with local norm of ``y - x`` at most 1, lies inside the set.
"""

import warnings
from abc import ABC, abstractmethod

import numpy as np
from scipy.optimize import linprog
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .steps import axis_into, centre_into

__all__ = ["BallBarrier", "Barrier", "PolytopeBarrier", "minkowski_function"]

#: The sum of the rows' weights, by which a polytope proves that it is bounded, is 1; the least of
#: them must be above rounding.
ABOVE_ROUNDING = 1e-9


class Barrier(ABC):
    """A self-concordant barrier of a convex set.

    Attributes
    ----------
    n : int
        Dimension.
    theta : float
        Self-concordance parameter of the barrier.
    A : ndarray, shape (m, n)
    b : ndarray, shape (m,)
        The set is ``A x <= b``; a ball has no rows.
    centre : ndarray, shape (n,)
        The analytic centre, where the barrier is least.
    """

    @abstractmethod
    def value(self, x):
        """Barrier at points, shape (..., n); infinity outside."""

    @abstractmethod
    def gradient(self, x):
        """Gradient at inner points, shape (..., n)."""

    @abstractmethod
    def hessian(self, x):
        """Hessian at inner points, shape (..., n, n)."""

    @abstractmethod
    def gauge(self, x, direction):
        """Longest step from a point along a direction that stays in the set, shape (...)."""

    def contains(self, x, tolerance=0.0):
        """Whether points lie in the set, boundary included, shape (...).

        Parameters
        ----------
        x : array_like, shape (..., n)
        tolerance : float
            How far a point may lie outside.
        """
        tolerance = check_real(tolerance, "tolerance", low=0)
        return self._excess(self._points(x)) <= tolerance

    def local_norm(self, x, h):
        """Length ``sqrt(h' H(x) h)`` of steps at inner points.

        Parameters
        ----------
        x, h : array_like, shape (..., n)

        Returns
        -------
        ndarray, shape (...)
        """
        h = self._points(h, "h")
        squares = np.einsum("...i,...ij,...j->...", h, self.hessian(x), h)
        return np.sqrt(squares)

    def dikin_axes(self, x):
        """Half axes of the Dikin ellipsoid of radius 1 at an inner point.

        Parameters
        ----------
        x : array_like, shape (n,)

        Returns
        -------
        ndarray, shape (n, n)
            A half axis a row: unit eigenvectors of the Hessian over the roots of its eigenvalues.
        """
        values, vectors = np.linalg.eigh(self.hessian(check_array(x, "x", shape=(self.n,))))
        return (vectors / np.sqrt(values)).T

    def minimize_linear(self, cost, start=None):
        """Least ``cost @ x`` plus the barrier: the centre under a linear cost.

        Parameters
        ----------
        cost : array_like, shape (n,)
        start : array_like, shape (n,), optional
            An inner point, for Newton's method on a polytope; default the analytic centre.

        Returns
        -------
        ndarray, shape (n,)

        Raises
        ------
        ValueError
            If ``start`` is not inside.

        Notes
        -----
        Closed form on the ball; on a polytope O(m n^2 + n^3) a Newton step, until the decrement is
        below 1e-10. A search that does not come so far warns.
        """
        cost = check_array(cost, "cost", shape=(self.n,), dtype=np.float64)
        start = self.centre if start is None else check_array(start, "start", shape=(self.n,))
        x = self._inside(start, "start").copy()
        steps = centre_into(self.A, self.b, cost, x)
        if steps < 0:
            warnings.warn(
                f"the centre was not found within {-steps} Newton steps", ConvergenceWarning,
                stacklevel=2,
            )  # fmt: skip
        return x

    def axis(self, cost, x, i):
        """Eigenpair number i of the Hessian at ``x``, the centre under ``cost``.

        Parameters
        ----------
        cost, x : ndarray, shape (n,)
        i : int

        Returns
        -------
        value : float
        vector : ndarray, shape (n,)
        """
        cost = check_array(cost, "cost", shape=(self.n,), dtype=np.float64)
        x = self._inside(check_array(x, "x", shape=(self.n,)), "x")
        vector = np.zeros(self.n)
        i = check_count(i, "i", high=self.n - 1)
        return axis_into(self.A, self.b, cost, x, i, vector), vector

    def _points(self, x, name="x"):
        x = check_array(x, name)
        if x.ndim == 0 or x.shape[-1] != self.n:
            raise ValueError(f"{name} must have {self.n} columns, got shape {x.shape}")
        return x

    def _inside(self, x, name):
        x = self._points(x, name).astype(np.float64)
        if not (self._excess(x) < 0).all():
            raise ValueError(f"{name} must lie inside the set, not on its boundary or beyond")
        return x

    @abstractmethod
    def _excess(self, x):
        """How far points lie beyond the worst of the constraints; negative inside."""


class BallBarrier(Barrier):
    """``-log(1 - |x|^2)`` on the unit ball; its parameter is 1.

    Parameters
    ----------
    n : int
        Dimension.
    """

    theta = 1.0

    def __init__(self, n):
        self.n = check_count(n, "n", low=1)
        self.A = np.zeros((0, self.n))
        self.b = np.zeros(0)
        self.centre = np.zeros(self.n)

    def value(self, x):
        """Barrier at points, shape (...); infinity outside.

        Parameters
        ----------
        x : array_like, shape (..., n)
        """
        gap = -self._excess(self._points(x))
        return np.where(gap > 0, -np.log(np.where(gap > 0, gap, 1.0)), np.inf)

    def gradient(self, x):
        """Gradient ``2 x / (1 - |x|^2)`` at inner points.

        Parameters
        ----------
        x : array_like, shape (..., n)
        """
        x = self._inside(x, "x")
        return 2 * x / -self._excess(x)[..., None]

    def hessian(self, x):
        """Hessian at inner points: ``2 (1 + r^2) / (1 - r^2)^2`` along x, ``2 / (1 - r^2)`` across.

        Parameters
        ----------
        x : array_like, shape (..., n)
        """
        x = self._inside(x, "x")
        gap = -self._excess(x)[..., None, None]
        outer = x[..., :, None] * x[..., None, :]
        return 2 * np.eye(self.n) / gap + 4 * outer / gap**2

    def gauge(self, x, direction):
        """Longest step from points along directions that stays in the ball.

        Parameters
        ----------
        x, direction : array_like, shape (..., n)

        Returns
        -------
        ndarray, shape (...)
            Infinity along no direction.
        """
        x, d = self._points(x), self._points(direction, "direction")
        square = (d * d).sum(axis=-1)
        across = (x * d).sum(axis=-1)
        root = np.sqrt(across**2 - square * self._excess(x))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(square > 0, (root - across) / square, np.inf)

    def _excess(self, x):
        return (x * x).sum(axis=-1) - 1.0


class PolytopeBarrier(Barrier):
    """``-sum log(b - A x)`` on a bounded polytope; its parameter is the number of rows.

    Parameters
    ----------
    A : array_like, shape (m, n)
    b : array_like, shape (m,)
        The set is ``A x <= b``.

    Raises
    ------
    ValueError
        If the polytope is not bounded, or has no inner point.

    Notes
    -----
    Two linear programmes say whether it has an inner point and is bounded; Newton's method finds
    the analytic centre.
    """

    def __init__(self, A, b):
        self.A = check_array(A, "A", ndim=2, min_rows=1, dtype=np.float64).copy()
        self.b = check_array(b, "b", shape=(len(self.A),), dtype=np.float64).copy()
        self.n = self.A.shape[1]
        self.theta = float(len(self.A))
        check_bounded(self.A)
        self.centre = inner_point(self.A, self.b)
        centre_into(self.A, self.b, np.zeros(self.n), self.centre)

    @classmethod
    def cube(cls, n):
        """The cube of n dimensions whose corners lie on the unit sphere.

        Parameters
        ----------
        n : int
        """
        n = check_count(n, "n", low=1)
        return cls(np.vstack([np.eye(n), -np.eye(n)]), np.full(2 * n, n**-0.5))

    @classmethod
    def simplex(cls, n):
        """The corner ``x >= 0, sum(x) <= 1`` of n dimensions: laws on n + 1 things, less the last.

        Parameters
        ----------
        n : int
        """
        n = check_count(n, "n", low=1)
        return cls(np.vstack([-np.eye(n), np.ones(n)]), np.append(np.zeros(n), 1.0))

    def value(self, x):
        """Barrier at points, shape (...); infinity outside.

        Parameters
        ----------
        x : array_like, shape (..., n)
        """
        slack = self._slack(self._points(x))
        inside = (slack > 0).all(axis=-1)
        logs = np.log(np.where(inside[..., None], slack, 1.0)).sum(axis=-1)
        return np.where(inside, -logs, np.inf)

    def gradient(self, x):
        """Gradient at inner points, shape (..., n).

        Parameters
        ----------
        x : array_like, shape (..., n)
        """
        return (1 / self._slack(self._inside(x, "x"))) @ self.A

    def hessian(self, x):
        """Hessian at inner points, shape (..., n, n).

        Parameters
        ----------
        x : array_like, shape (..., n)
        """
        weights = self._slack(self._inside(x, "x")) ** -2
        return np.einsum("...r,ri,rj->...ij", weights, self.A, self.A)

    def gauge(self, x, direction):
        """Longest step from points along directions that stays in the polytope.

        Parameters
        ----------
        x, direction : array_like, shape (..., n)

        Returns
        -------
        ndarray, shape (...)
            Infinity along no direction.
        """
        slack = self._slack(self._points(x))
        speed = self._points(direction, "direction") @ self.A.T
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = np.where(speed > 0, slack / speed, np.inf)
        return steps.min(axis=-1)

    def _slack(self, x):
        return self.b - x @ self.A.T

    def _excess(self, x):
        return -self._slack(x).min(axis=-1)


def check_bounded(A):
    """Raise unless no direction stays in ``A x <= b`` for ever.

    None does if and only if positive weights of the rows add them up to nothing and the rows span
    the space (Stiemke's lemma).
    """
    m, n = A.shape
    spans = np.linalg.matrix_rank(A) == n
    if spans:
        # the largest least weight: variables are the weights and that least
        found = linprog(
            np.append(np.zeros(m), -1.0),
            A_ub=np.hstack([-np.eye(m), np.ones((m, 1))]),
            b_ub=np.zeros(m),
            A_eq=np.vstack([np.hstack([A.T, np.zeros((n, 1))]), np.append(np.ones(m), 0.0)]),
            b_eq=np.append(np.zeros(n), 1.0),
            bounds=(0, None),
        )
        spans = found.status == 0 and -found.fun > ABOVE_ROUNDING
    if not spans:
        raise ValueError("A must bound the polytope: some direction stays in it for ever")


def inner_point(A, b):
    """Centre of the largest ball in ``A x <= b``."""
    n = A.shape[1]
    lengths = np.linalg.norm(A, axis=1)
    found = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.column_stack([A, lengths]),
        b_ub=b,
        bounds=[(None, None)] * n + [(0, None)],
    )
    scale = np.abs(b).max() / lengths.max()
    if found.status != 0 or -found.fun <= ABOVE_ROUNDING * scale:
        raise ValueError("A and b must leave a polytope with an inner point")
    return found.x[:n]


def minkowski_function(barrier, x, y):
    """How far ``y`` is from ``x``, as a share of the way to the boundary (Definition 4).

    Parameters
    ----------
    barrier : Barrier
    x, y : array_like, shape (..., n)
        ``x`` inside.

    Returns
    -------
    ndarray, shape (...)
        0 at ``x``, 1 on the boundary.
    """
    check_instance(barrier, "barrier", Barrier)
    x = barrier._inside(x, "x")
    return 1 / barrier.gauge(x, barrier._points(y, "y") - x)
