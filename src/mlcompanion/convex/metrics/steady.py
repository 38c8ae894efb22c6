r"""The quadratic :math:`\frac12(\delta+st)\|x\|^2`, which grows evenly with the gradients' number.

It is what strong convexity adds: each gradient of an s-strongly convex function brings a parabola
of curvature s. Xiao (2010), section 3.2; Hazan, Agarwal and Kale (2007).
"""

import numpy as np

from mlcompanion._validation import check_real

from .growing import GrowingMetric

__all__ = ["LinearMetric"]


class LinearMetric(GrowingMetric):
    r""":math:`H=(\delta+st)\,I` after t gradients, whatever they are.

    Parameters
    ----------
    shape : int or tuple of int
    slope : float
        s, positive.
    delta : float
        Not negative.

    Attributes
    ----------
    n_gradients : int

    Examples
    --------
    >>> metric = LinearMetric(2, slope=0.5)
    >>> metric.grow([1.0, 0.0])
    >>> metric.times([1.0, 2.0]).tolist()
    [0.5, 1.0]
    """

    def __init__(self, shape, slope=1.0, delta=0.0):
        super().__init__(shape, delta)
        self.slope = check_real(slope, "slope", low=0, open_low=True)
        self.n_gradients = 0

    def _grow(self, g):
        self.n_gradients += 1

    @property
    def scale(self):
        """The one number on the diagonal of H."""
        return self.delta + self.slope * self.n_gradients

    @property
    def diagonal(self):
        """The entries of H."""
        return np.full(self.shape, self.scale)

    def _times(self, x):
        return self.scale * x

    def _solve(self, u):
        return u / self.scale if self.scale > 0 else np.zeros(self.shape)

    @property
    def trace(self):
        """Size times the slope times the number of gradients."""
        return float(np.prod(self.shape) * self.slope * self.n_gradients)
