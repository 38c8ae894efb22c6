r"""Constraints as penalties: 0 on a ball, infinite outside; the prox is the projection.

Duchi, Hazan and Singer (2011), section 5.2, and the domains of its sections 1.3 and 3.
"""

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_real

from .._levels import depth_of_level
from ..balls.projections import project_l1_ball
from .metric_steps import shrink_multiplier
from .penalties import Penalty

__all__ = ["L1Ball", "L2Ball", "LInfBall"]

_SLACK = 1e-12  # what rounding may add to a projected norm


class _Ball(Penalty):
    """Indicator of a ball; a subclass has ``_norm``, ``_dual`` and the projections.

    Parameters
    ----------
    radius : float
        Positive.
    """

    def __init__(self, radius=1.0):
        self.radius = check_real(radius, "radius", low=0, open_low=True)

    def _value(self, w):
        return 0.0 if self._norm(w) <= self.radius * (1 + _SLACK) else np.inf

    def _dual_norm(self, g):
        """Infinite but for no slope at all: no multiple of an indicator holds a point at 0."""
        return np.inf if g.any() else 0.0

    def feasible(self, v):
        """1: the conjugate is finite everywhere."""
        return 1.0

    def conjugate(self, v):
        """The support function: radius times the dual norm."""
        return float(self.radius * self._dual(np.asarray(v, dtype=float)))

    def envelope(self, p, step=1.0):
        r"""Half :math:`\|q\|^2-\|q-p\|^2`, which needs q itself: not to be had from p alone."""
        raise ValueError(f"penalty {self!r} has no envelope that p alone determines")


class L1Ball(_Ball):
    r"""The constraint :math:`\sum_j|w_j|\le` ``radius``."""

    def _norm(self, w):
        return np.sum(np.abs(w))

    def _dual(self, v):
        return np.max(np.abs(v), initial=0.0)

    def _prox(self, v, step):
        if not v.size:
            return v.copy()
        return project_l1_ball(np.ravel(v), self.radius).reshape(np.shape(v))

    def _metric_prox(self, v, h, step):
        """Section 5.2: what is kept of ``|v_j|`` is what exceeds ``theta / h_j``."""
        sizes = np.abs(np.ravel(v))
        if sizes.sum() <= self.radius:
            return v.copy()
        h = np.ravel(h)
        slopes = h * sizes
        # kept_j = (h_j |v_j| - theta) / h_j: levels of h |v|, each piece counted 1 / h_j times
        depth = depth_of_level(slopes, 1 / h, self.radius)
        kept = np.maximum(slopes - slopes.max() + depth, 0.0) / h
        return np.copysign(kept, np.ravel(v)).reshape(np.shape(v))


class L2Ball(_Ball):
    r"""The constraint :math:`\|w\|_2\le` ``radius``."""

    def _norm(self, w):
        return np.linalg.norm(w)

    def _dual(self, v):
        return np.linalg.norm(v)

    def _prox(self, v, step):
        return v * min(1.0, self.radius / max(np.linalg.norm(v), self.radius))

    def _metric_prox(self, v, h, step):
        """``v_j / (1 + mu / h_j)``, with the mu that brings it to the radius."""
        if self._norm(v) <= self.radius:
            return v.copy()
        mu = shrink_multiplier(plain_layout(np.ravel(v)), 1 / np.ravel(h), self.radius)
        return v / (1 + mu / h)


class LInfBall(_Ball):
    r"""The constraint :math:`\max_j|w_j|\le` ``radius``: a box, the same cut in every metric."""

    def _norm(self, w):
        return np.max(np.abs(w), initial=0.0)

    def _dual(self, v):
        return np.sum(np.abs(v))

    def _prox(self, v, step):
        return np.clip(v, -self.radius, self.radius)

    def _metric_prox(self, v, h, step):
        return self._prox(v, step)
