r"""Accelerated stochastic methods: AC-RDA, AC-SA and SAGE, in Euclidean geometry.

Chen (2013), section 5.6, names them and does not define them. They are written from Xiao (2010,
Algorithm 3), Ghadimi and Lan (2012) and Hu, Kwok and Pan (2009).
"""

import math

import numpy as np

from mlcompanion._validation import check_real

from .runs import StochasticMethod, check_constants

__all__ = ["SAGE", "AcceleratedApproximation", "AcceleratedDualAveraging"]


class AcceleratedDualAveraging(StochasticMethod):
    r"""AC-RDA: dual averaging with momentum; its output is an average.

    Parameters
    ----------
    start, penalty
        As in :class:`StochasticMethod`.
    lipschitz : float
        L of the loss's gradient.
    c : float
        Growth of the proximity, :math:`\beta_t=c(t+1)^{3/2}`.

    Notes
    -----
    The y and z of optimal dual averaging for :math:`\mu=0`, up to constants, but
    :math:`x_{t+1}=(1-\theta_t)x_t+\theta_tz_{t+1}`. Source: Xiao (2010), Algorithm 3, with weights
    :math:`\alpha_t=t`.
    """

    def __init__(self, start, penalty=None, lipschitz=1.0, c=0.0):
        super().__init__(start, penalty)
        self.lipschitz, self.c, _ = check_constants(lipschitz, c, 0.0)
        self.mean_gradient_ = np.zeros(self.start.shape)

    def _step(self, g):
        t = self.t_ + 1
        theta = 2 / (t + 1)
        self.mean_gradient_ += theta * (g - self.mean_gradient_)
        pull = 2 * (self.lipschitz + self.c * (t + 1) ** 1.5) / (t * (t + 1))
        self.z_ = self.penalty.prox(self.start - self.mean_gradient_ / pull, 1 / pull)
        self.x_ = self.x_ + theta * (self.z_ - self.x_)
        after = 2 / (t + 2)
        self.query_ = self.x_ + after * (self.z_ - self.x_)


class AcceleratedApproximation(StochasticMethod):
    r"""AC-SA: accelerated stochastic approximation, which forgets all gradients but the last.

    Parameters
    ----------
    start, penalty
        As in :class:`StochasticMethod`.
    lipschitz : float
        The constant :math:`\Gamma` of :math:`\gamma_t=4\Gamma/(t(t+1))`: L for a strongly convex
        loss; for a convex one twice L, and more the more noise there is.
    mu : float
        Strong convexity of the loss.

    Notes
    -----
    Source: Ghadimi and Lan (2012), algorithm of section 3 and Proposition 9.
    """

    def __init__(self, start, penalty=None, lipschitz=1.0, mu=0.0):
        super().__init__(start, penalty)
        self.lipschitz = check_real(lipschitz, "lipschitz", low=0, open_low=True)
        self.mu = check_real(mu, "mu", low=0)

    def _step(self, g):
        t = self.t_ + 1
        alpha = 2 / (t + 1)
        gamma = 4 * self.lipschitz / (t * (t + 1))
        kept = (1 - alpha) * self.mu + gamma
        curvature = self.mu + gamma
        towards = alpha * self.mu * self.query_ + kept * self.z_ - alpha * g
        self.z_ = self.penalty.prox(towards / curvature, alpha / curvature)
        self.x_ = self.x_ + alpha * (self.z_ - self.x_)
        self.query_ = self._next_query(t + 1)

    def _next_query(self, t):
        """The point between the average and the last proximal point."""
        alpha = 2 / (t + 1)
        gamma = 4 * self.lipschitz / (t * (t + 1))
        share = alpha * ((1 - alpha) * self.mu + gamma) / (gamma + (1 - alpha**2) * self.mu)
        return self.x_ + share * (self.z_ - self.x_)


class SAGE(StochasticMethod):
    r"""SAGE: stochastic accelerated gradient steps; the last proximal point counts.

    Parameters
    ----------
    start, penalty
        As in :class:`StochasticMethod`.
    lipschitz : float
        L of the loss's gradient.
    c : float
        For a convex loss :math:`L_t=c(t+1)^{3/2}+L`; not used if mu is positive.
    mu : float
        Strong convexity of the loss: then :math:`L_t=L+\mu/\lambda_{t-1}`, with
        :math:`\lambda_t=\prod_{k\le t}(1-\alpha_k)` and
        :math:`\alpha_t=\sqrt{\lambda_{t-1}+\lambda_{t-1}^2/4}-\lambda_{t-1}/2`.

    Notes
    -----
    ``z_`` is no proximal point here, but a sum of gradient steps. Source: Hu, Kwok and Pan (2009),
    Algorithm 1, Theorems 1 and 2.
    """

    def __init__(self, start, penalty=None, lipschitz=1.0, c=0.0, mu=0.0):
        super().__init__(start, penalty)
        self.lipschitz, self.c, self.mu = check_constants(lipschitz, c, mu)
        self._left = 1.0  # lambda of the step before
        self._alpha = 1.0

    def _step(self, g):
        y = self.query_
        curvature = self.lipschitz + self.c * (self.t_ + 1) ** 1.5
        if self.mu > 0:
            curvature = self.lipschitz + self.mu / self._left
        self.x_ = self.penalty.prox(y - g / curvature, 1 / curvature)
        moved = curvature * (y - self.x_) + self.mu * (self.z_ - y)
        self.z_ = self.z_ - moved / (curvature * self._alpha + self.mu)
        if self.mu > 0:
            self._left *= 1 - self._alpha if self.t_ > 0 else 1.0
            self._alpha = math.sqrt(self._left + self._left**2 / 4) - self._left / 2
        else:
            self._alpha = 2 / (self.t_ + 3)
        self.query_ = self.x_ + self._alpha * (self.z_ - self.x_)
