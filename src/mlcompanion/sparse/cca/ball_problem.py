r"""The problem inside the alternation, its smoothed value and its dual.

.. math:: \min_{\|v\|_2\le1}f(v)=\tfrac12\|v-\beta\|_2^2+\Omega(v),\qquad
   \Omega(v)=\max_{\alpha\in\mathcal Q}\alpha^\top Cv

with a penalty of :mod:`mlcompanion.prox.norms.smoothing`. Chen (2013), section 4.2.1: equations
(4.3)-(4.18), Propositions 4.1 and 4.2.
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.prox import LinearPenalty

__all__ = ["BallProblem", "project_unit_ball"]


def project_unit_ball(v):
    r"""The nearest point of the unit ball, :math:`S_2(v)=v/\max(1,\|v\|_2)`.

    Parameters
    ----------
    v : array_like of shape (n_features,)

    Returns
    -------
    ndarray of shape (n_features,)

    Notes
    -----
    Source: Chen (2013), equation (3.9).
    """
    v = check_array(v, "v", ndim=1)
    return v / max(1.0, np.linalg.norm(v))


class BallProblem:
    r"""The problem (4.3): near :math:`\beta`, small penalty, inside the unit ball.

    Parameters
    ----------
    beta : array_like of shape (n_features,)
    penalty : LinearPenalty, GroupPenalty or GraphPenalty
        With :math:`\gamma` in it.
    centre : array_like of shape (n_rows,), optional
        Where the smoothing is zero: :math:`\frac\mu2\|\alpha-\alpha_c\|^2` is taken away instead of
        :math:`\frac\mu2\|\alpha\|^2`. Default 0, as in the source; a dual solution of a
        neighbouring problem saves most of the steps.

    Attributes
    ----------
    beta, penalty, centre
    lipschitz : float
        :math:`L=\|C\|^2`, equation (4.14).

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Notes
    -----
    Each method costs O(n_features + non-zeros of C): for groups the sum of their sizes.
    Source: Chen (2013), equations (4.3), (4.7), (4.9)-(4.14), (4.18).
    """

    def __init__(self, beta, penalty, centre=None):
        self.penalty = check_instance(penalty, "penalty", LinearPenalty)
        self.beta = check_array(beta, "beta", shape=(penalty.n_features,)).copy()
        n_rows = penalty.C.shape[0]
        centre = np.zeros(n_rows) if centre is None else centre
        self.centre = check_array(centre, "centre", shape=(n_rows,)).copy()
        self.lipschitz = penalty.norm() ** 2
        self._transposed = penalty.C.T  # to transpose costs more than a product

    def _primal_argument(self, v):
        return check_array(v, "v", shape=self.beta.shape)

    def _dual_argument(self, alpha):
        return check_array(alpha, "alpha", shape=self.centre.shape)

    def primal(self, v):
        r""":math:`f(v)=\frac12\|v-\beta\|^2+\Omega(v)`, (4.3)."""
        difference = self._primal_argument(v) - self.beta
        return 0.5 * float(difference @ difference) + self.penalty.value(v)

    def smoothed(self, v, mu):
        r""":math:`f_\mu(v)\le f(v)`, the primal value with the smoothed penalty, (4.7)."""
        alpha = self.dual_point(v, mu)
        difference = v - self.beta
        gap = alpha - self.centre
        penalty = alpha @ (self.penalty.C @ v) - 0.5 * mu * (gap @ gap)
        return float(0.5 * difference @ difference + penalty)

    def dual_point(self, v, mu):
        r""":math:`\alpha_\mu(v)=\arg\max_{\alpha\in\mathcal Q}\alpha^\top Cv-\mu d(\alpha)`."""
        v = self._primal_argument(v)
        mu = check_real(mu, "mu", low=0, open_low=True)
        return self.penalty.project(self.centre + self.penalty.C @ v / mu)

    def primal_point(self, alpha):
        r""":math:`v(\alpha)=S_2(\beta-C^\top\alpha)`, (4.12)."""
        alpha = self._dual_argument(alpha)
        return project_unit_ball(self.beta - self._transposed @ alpha)

    def dual(self, alpha):
        r""":math:`\phi(\alpha)=\min_{\|v\|\le1}v^\top C^\top\alpha+\frac12\|v-\beta\|^2`, (4.9)."""
        rest = self.beta - self._transposed @ self._dual_argument(alpha)
        v = project_unit_ball(rest)
        difference = v - self.beta
        # beta - rest is C' alpha: one product serves the minimiser and its value
        return float((self.beta - rest) @ v + 0.5 * difference @ difference)

    def gradient_step(self, alpha, v):
        r""":math:`\psi(\alpha)`: a step of 1/L along :math:`\nabla\phi=Cv(\alpha)`, (4.18)."""
        alpha = self._dual_argument(alpha)
        slope = self.penalty.C @ self._primal_argument(v)
        return self.penalty.project(alpha + slope / self.lipschitz)
