r"""Stochastic methods that optimal dual averaging is held against, each as one call.

Chen (2013), section 5.6. RDA is defined there (section 5.3); FOBOS is that of Duchi and Singer
(2009). The accelerated ones stand in their own module.
"""

import numpy as np

from mlcompanion._validation import check_count, check_real
from mlcompanion.convex.metrics import LinearMetric, RootMetric

from .accelerated import SAGE, AcceleratedApproximation, AcceleratedDualAveraging
from .composite import ForwardBackward, RegularizedDualAveraging
from .runs import StochasticMethod, check_constants, follow

__all__ = [
    "AveragedDualAveraging",
    "ProximalDescent",
    "ac_rda",
    "ac_sa",
    "rda",
    "sage",
    "stochastic_fobos",
]


class AveragedDualAveraging(StochasticMethod):
    r"""RDA: :math:`z_{t+1}=\arg\min\langle g_t,x\rangle+h(x)+\frac{\beta_t}tV(x,0)`, averaged.

    Parameters
    ----------
    shape : int or tuple of int
        Of the points; the start is 0.
    penalty : Penalty, optional
    eta : float
        Step size: :math:`\beta_t=\sqrt t/\eta`; with a positive mu constant, :math:`1/\eta`.
    mu : float
        Strong convexity of the loss: then every gradient brings a parabola
        :math:`\frac\mu2\|x-z_i\|^2` with it.

    Attributes
    ----------
    query_, z_ : ndarray
        :math:`z_t`.
    x_ : ndarray
        Mean of the points at which gradients were taken.

    Notes
    -----
    :class:`RegularizedDualAveraging` takes the steps. With a positive mu it is given
    :math:`G_i-\mu z_i`, and a metric that grows by mu a step. Source: Chen (2013), section 5.3.
    """

    def __init__(self, shape, penalty=None, eta=1.0, mu=0.0):
        self.mu = check_real(mu, "mu", low=0)
        eta = check_real(eta, "eta", low=0, open_low=True)
        metric = LinearMetric(shape, self.mu, 1 / eta) if self.mu > 0 else RootMetric(shape)
        inner = RegularizedDualAveraging(shape, penalty, 1.0 if self.mu > 0 else eta, metric)
        super().__init__(np.zeros(metric.shape), inner.penalty)
        self.inner = inner

    def _step(self, g):
        self.x_ = self.x_ + (self.query_ - self.x_) / (self.t_ + 1)
        self.query_ = self.inner.step(g - self.mu * self.query_)
        self.z_ = self.query_


class ProximalDescent(StochasticMethod):
    r"""FOBOS: a gradient step, then the proximal step; the last point counts.

    Parameters
    ----------
    shape : int or tuple of int
        Of the points; the start is 0.
    penalty : Penalty, optional
    eta : float
        Steps :math:`\eta/\sqrt t`, or :math:`\eta/t`.
    decay : {0.5, 1.0}
        The power of t.

    Notes
    -----
    :class:`ForwardBackward` takes the steps. :math:`\eta=1/\mu` and decay 1 is the choice for a
    strongly convex loss.
    """

    def __init__(self, shape, penalty=None, eta=1.0, decay=0.5):
        decay = check_real(decay, "decay")
        if decay not in (0.5, 1.0):
            raise ValueError(f"decay must be 0.5 or 1.0, got {decay!r}")
        metric = RootMetric(shape) if decay == 0.5 else LinearMetric(shape)
        self.inner = ForwardBackward(shape, penalty, eta, metric)
        super().__init__(np.zeros(metric.shape), self.inner.penalty)

    def _step(self, g):
        self.x_ = self.inner.step(g)
        self.query_ = self.x_
        self.z_ = self.x_


def rda(gradient, shape, n_iter, penalty=None, *, eta=1.0, mu=0.0, callback=None):
    """Regularised dual averaging from 0; ``x`` of the result is the average, ``z`` the last point.

    Parameters
    ----------
    gradient : callable
        ``gradient(y)`` is a stochastic gradient of the loss at ``y``.
    shape : int or tuple of int
    n_iter : int
    penalty, eta, mu
        As in :class:`AveragedDualAveraging`.
    callback : callable, optional
        Called with the number of steps and the method after each of them.

    Returns
    -------
    StochasticRun
    """
    return follow(AveragedDualAveraging(shape, penalty, eta, mu), gradient, n_iter, callback)


def stochastic_fobos(gradient, shape, n_iter, penalty=None, *, eta=1.0, decay=0.5, callback=None):
    """Forward-backward splitting from 0, a stochastic gradient a step.

    Parameters
    ----------
    gradient, shape, n_iter, callback
        As in :func:`rda`.
    penalty, eta, decay
        As in :class:`ProximalDescent`.

    Returns
    -------
    StochasticRun
    """
    return follow(ProximalDescent(shape, penalty, eta, decay), gradient, n_iter, callback)


def ac_rda(gradient, start, n_iter, penalty=None, *, lipschitz, c=0.0, callback=None):
    """Accelerated regularised dual averaging.

    Parameters
    ----------
    gradient, n_iter, callback
        As in :func:`rda`.
    start, penalty, lipschitz, c
        As in :class:`AcceleratedDualAveraging`.

    Returns
    -------
    StochasticRun
    """
    method = AcceleratedDualAveraging(start, penalty, lipschitz, c)
    return follow(method, gradient, n_iter, callback)


def ac_sa(gradient, start, n_iter, penalty=None, *, lipschitz, c=0.0, mu=0.0, callback=None):
    r"""Accelerated stochastic approximation for a run whose length is known beforehand.

    Parameters
    ----------
    gradient, n_iter, callback
        As in :func:`rda`.
    start, penalty, mu
        As in :class:`AcceleratedApproximation`.
    lipschitz : float
        L of the loss's gradient.
    c : float
        Allowance for noise if mu is 0: the constant is :math:`2L+c\,n^{3/2}` for n steps. With a
        positive mu it is :math:`L+c`.

    Returns
    -------
    StochasticRun
    """
    n_iter = check_count(n_iter, "n_iter", low=1)
    lipschitz, c, mu = check_constants(lipschitz, c, mu)
    constant = lipschitz + c if mu > 0 else 2 * lipschitz + c * n_iter**1.5
    method = AcceleratedApproximation(start, penalty, constant, mu)
    return follow(method, gradient, n_iter, callback)


def sage(gradient, start, n_iter, penalty=None, *, lipschitz, c=0.0, mu=0.0, callback=None):
    """Stochastic accelerated gradient steps.

    Parameters
    ----------
    gradient, n_iter, callback
        As in :func:`rda`.
    start, penalty, lipschitz, c, mu
        As in :class:`SAGE`.

    Returns
    -------
    StochasticRun
    """
    return follow(SAGE(start, penalty, lipschitz, c, mu), gradient, n_iter, callback)
