"""The barrier of the unit ball (Hazan and Kale 2011, section 2.2; its parameter is 1)."""

import numpy as np

from mlcompanion._validation import check_count

from .base import Barrier

__all__ = ["BallBarrier"]


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
        x = self._points(x)
        d = self._points(direction, "direction")
        square = (d * d).sum(axis=-1)
        across = (x * d).sum(axis=-1)
        # |x + t d| = 1 is a quadratic equation in t; inside the ball its larger root is positive
        root = np.sqrt(across**2 - square * self._excess(x))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(square > 0, (root - across) / square, np.inf)

    def _excess(self, x):
        return (x * x).sum(axis=-1) - 1.0
