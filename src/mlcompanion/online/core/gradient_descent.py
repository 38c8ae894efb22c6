"""Projected online gradient descent, the plainest learner of online convex programming.

The setting is Shalev-Shwartz (2007), Figure 2.1; algorithm and proof are Zinkevich's (2003).
"""

import numpy as np

from mlcompanion._validation import check_count, check_real
from mlcompanion.convex.mirror_maps import Euclidean

from .mirror_descent import StronglyConvexOMD

__all__ = ["GradientDescent"]


class GradientDescent(StronglyConvexOMD):
    """``w_{t+1}``: the point of a ball nearest to ``w_t - eta_t g_t``.

    Mirror descent with ``f = |w|^2 / 2`` and steps of one's own.

    Parameters
    ----------
    n_features : int
    eta : float or callable
        The step, or a rule ``t -> eta_t``.
    radius : float, optional
        Radius of the ball S; default the whole space.

    Attributes
    ----------
    w_ : ndarray, shape (n_features,)
        ``w_t``; it starts at 0.
    """

    def __init__(self, n_features, eta, radius=None):
        n = check_count(n_features, "n_features", low=1)
        if not callable(eta):
            fixed = check_real(eta, "eta", low=0, open_low=True)
            # with a step rule the curvature of 1 is never read
            super().__init__(Euclidean(radius), 1.0, np.zeros(n), lambda t: fixed)
        else:
            super().__init__(Euclidean(radius), 1.0, np.zeros(n), eta)
