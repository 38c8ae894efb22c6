r"""Composite steps from one subgradient at a time: dual averaging and forward-backward splitting.

With a metric :math:`H_t` that the gradients make (AdaGrad) or :math:`\sqrt t\,I` (RDA of Xiao,
FOBOS of Duchi and Singer). Duchi, Hazan and Singer (2011), equations (3), (4) and (18). A penalty
stands for the regulariser :math:`\varphi` and, as the indicator of a ball, for the domain.
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.convex.metrics import BlockMetric, GrowingMetric, RootMetric
from mlcompanion.prox import L2Norm, Penalty, SquaredL2
from mlcompanion.prox.norms import L2Ball
from mlcompanion.prox.norms.metric_steps import metric_prox_by_steps

__all__ = ["ForwardBackward", "RegularizedDualAveraging", "StochasticDescent", "metric_point"]

#: Penalties that a rotation does not change: in the eigenvectors of H the metric is diagonal.
_ROUND = (L2Norm, L2Ball, SquaredL2)


def metric_point(metric, v, penalty, weight):
    r"""The minimiser of ``weight * penalty(x)`` and :math:`\tfrac12\langle x-v,H(x-v)\rangle`.

    Parameters
    ----------
    metric : GrowingMetric
    v : ndarray of the metric's shape
        :math:`-H^+u` for the linear term u of equation (18); 0 where H is 0.
    penalty : Penalty
    weight : float

    Returns
    -------
    ndarray of the shape of v

    Raises
    ------
    ValueError
        If blocks are singular, and the penalty is none of those that a rotation leaves alone.

    Notes
    -----
    O(size) to O(size log size) in a diagonal metric, by the penalty. In blocks the squared l2
    norm, the l2 norm and its ball take O(sum of squares of sizes) once the eigenvectors are known;
    others take proximal steps, as many as the root of the metric's condition number asks for.
    """
    check_instance(metric, "metric", GrowingMetric)
    v = check_array(v, "v", shape=metric.shape)
    check_instance(penalty, "penalty", Penalty)
    return _metric_point(metric, v, penalty, check_real(weight, "weight", low=0))


def _metric_point(metric, v, penalty, weight):
    """The same, for arguments that are known to be right."""
    if type(penalty) is Penalty:
        return v.copy()
    if not isinstance(metric, BlockMetric):
        h = metric.diagonal
        return penalty.metric_prox(v, np.where(h > 0, h, 1.0), weight)  # v is 0 where h is
    # in the eigenvectors the metric is diagonal, and these penalties are the same there
    h = metric.eigenvalues
    if type(penalty) in _ROUND:
        z = penalty.metric_prox(metric.rotated(v), np.where(h > 0, h, 1.0), weight)
        return metric.rotated_back(z)
    # no closed form: a semi-definite metric has no condition number for the steps to rest on
    if h.min() <= 0:
        raise ValueError(f"delta must be positive for {penalty!r} in a metric of blocks")
    return metric_prox_by_steps(penalty, v, metric.times, h.min(), h.max(), weight)


class StochasticDescent:
    """Composite steps from 0; a subclass says with ``_centre`` and ``_weight`` where to.

    Parameters
    ----------
    shape : int or tuple of int
        Shape of the points; that of the metric.
    penalty : Penalty, optional
        Regulariser, or indicator of a ball; none by default.
    eta : float
        Step size, positive.
    metric : GrowingMetric, optional
        Fresh; it grows with the gradients. Default ``RootMetric(shape)``.

    Attributes
    ----------
    x_ : ndarray
        The point at which the next gradient is to be taken.
    t_ : int
        Steps taken.
    """

    def __init__(self, shape, penalty=None, eta=1.0, metric=None):
        metric = RootMetric(shape) if metric is None else metric
        self.metric = check_instance(metric, "metric", GrowingMetric)
        if metric.shape != RootMetric(shape).shape:
            raise ValueError(f"metric must have shape {shape}, got {metric.shape}")
        self.penalty = Penalty() if penalty is None else penalty
        check_instance(self.penalty, "penalty", Penalty)
        self.eta = check_real(eta, "eta", low=0, open_low=True)
        self.x_ = np.zeros(metric.shape)
        self.t_ = 0

    def step(self, g):
        """Take a subgradient at ``x_`` and move; return the new ``x_``.

        Parameters
        ----------
        g : array_like of the shape of the points

        Returns
        -------
        ndarray
        """
        g = check_array(g, "g", shape=self.metric.shape)
        self.t_ += 1
        self.metric.grow(g)
        centre = self._centre(g)
        self.x_ = _metric_point(self.metric, centre, self.penalty, self._weight())
        return self.x_.copy()


class RegularizedDualAveraging(StochasticDescent):
    r"""Dual averaging (3): :math:`\min_x\eta\langle\bar g_t,x\rangle+\eta\varphi(x)+\psi_t(x)/t`.

    Parameters
    ----------
    shape, penalty, eta, metric
        As in :class:`StochasticDescent`.

    Attributes
    ----------
    total_ : ndarray
        Sum of the gradients: the mean would lose digits as t grows.

    Notes
    -----
    Times t, the multiplier of :math:`\varphi` is :math:`\eta t`: the penalty gains on the metric,
    which grows like the root of t. With the default metric it is Xiao's (2010) method.
    """

    def __init__(self, shape, penalty=None, eta=1.0, metric=None):
        super().__init__(shape, penalty, eta, metric)
        self.total_ = np.zeros(self.metric.shape)

    def _centre(self, g):
        self.total_ += g
        # the sum of the gradients and eta t: problem (3) times t, which has the same minimiser
        return -self.eta * self.metric.solve(self.total_)

    def _weight(self):
        return self.eta * self.t_


class ForwardBackward(StochasticDescent):
    r"""Composite descent (4): least :math:`\eta\langle g_t,x\rangle+\eta\varphi(x)+B(x,x_t)`.

    The divergence is that of :math:`\psi_t`. With the default metric it is FOBOS with steps
    :math:`\eta/\sqrt t`, and without a penalty gradient descent.

    Parameters
    ----------
    shape, penalty, eta, metric
        As in :class:`StochasticDescent`.
    """

    def _centre(self, g):
        return self.x_ - self.eta * self.metric.solve(g)

    def _weight(self):
        return self.eta
