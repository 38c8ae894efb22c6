"""What every barrier answers (Hazan and Kale 2011, section 2.2).

A barrier grows without bound towards the boundary. Its Hessian measures steps: the Dikin ellipsoid
of radius 1, all points with local norm of ``y - x`` at most 1, lies inside the set.
"""

import warnings
from abc import ABC, abstractmethod

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_count, check_instance, check_real

from .steps import axis_into, centre_into

__all__ = ["Barrier", "minkowski_function"]


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
        cost = plain_layout(check_array(cost, "cost", shape=(self.n,), dtype=np.float64))
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
        cost = plain_layout(check_array(cost, "cost", shape=(self.n,), dtype=np.float64))
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
    return 1 / barrier.gauge(x, barrier._points(y, "y") - x)  # the gauge is in steps of y - x
