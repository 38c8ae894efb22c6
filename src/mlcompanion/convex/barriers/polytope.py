"""The logarithmic barrier of a polytope (Hazan and Kale 2011, section 2.2)."""

import numpy as np
from scipy.optimize import linprog

from mlcompanion._validation import check_array, check_count

from .base import Barrier
from .steps import centre_into

__all__ = ["PolytopeBarrier"]

#: The sum of the rows' weights, by which a polytope proves that it is bounded, is 1; the least of
#: them must be above rounding.
ABOVE_ROUNDING = 1e-9


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
        # outside some slacks are negative: the logarithm sees 1 there, and the answer is infinity
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
        A_ub=np.column_stack([A, lengths]),  # a ball of radius r needs a_i x + r |a_i| <= b_i
        b_ub=b,
        bounds=[(None, None)] * n + [(0, None)],
    )
    scale = np.abs(b).max() / lengths.max()  # a length in the polytope's own unit
    if found.status != 0 or -found.fun <= ABOVE_ROUNDING * scale:
        raise ValueError("A and b must leave a polytope with an inner point")
    return found.x[:n]
