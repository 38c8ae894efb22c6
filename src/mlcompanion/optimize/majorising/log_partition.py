r"""The logarithm of a partition function, a bound below it, and the uniform bound above it.

Choromanska (2014), sections 1.1.1 and 1.1.2:
:math:`\log Z(\theta)=\log\sum_yh(y)e^{\theta^\top f(y)}` with one feature vector a label. Its
gradient is the mean of the features, its Hessian their covariance.
"""

import numpy as np
from scipy.special import entr, logsumexp

from mlcompanion._validation import check_array

from .partition_bound import PartitionBound, log_weights

__all__ = ["LogPartition", "bohning_bound", "jensen_bound", "log_partition"]


class LogPartition:
    r"""The function :math:`\log Z(\theta)-\theta^\top m`, to be minimised.

    With m the mean of observed features it is minus the log-likelihood of a log-linear model.

    Parameters
    ----------
    F : array_like of shape (n, d)
        Features, one row a label.
    h : array_like of shape (n,), optional
        Weights of the labels, not negative. Default: all 1.
    mean : array_like of shape (d,), optional
        m; zero by default. A minimum exists where it lies inside the hull of the features.

    Raises
    ------
    ValueError
        If shapes differ, a weight is negative, or all are 0.

    Notes
    -----
    Cost: O(n d) for value and gradient, O(n d²) for the Hessian.
    """

    def __init__(self, F, h=None, mean=None):
        self.F = check_array(F, "F", ndim=2, min_rows=1)
        n, d = self.F.shape
        self._log_h = log_weights(h, n)
        self.mean = np.zeros(d) if mean is None else check_array(mean, "mean", shape=(d,)).copy()

    def probabilities(self, theta):
        """The model's distribution over the labels, shape (n,)."""
        scores = self.F @ theta + self._log_h
        return np.exp(scores - logsumexp(scores))

    def value(self, theta):
        """The function at ``theta``, shape (d,)."""
        return float(logsumexp(self.F @ theta + self._log_h) - self.mean @ theta)

    def gradient(self, theta):
        """Mean of the features under the model, less m."""
        return self.probabilities(theta) @ self.F - self.mean

    def value_and_gradient(self, theta):
        """Both."""
        return self.value(theta), self.gradient(theta)

    def hessian(self, theta):
        """Covariance of the features under the model, shape (d, d)."""
        p = self.probabilities(theta)
        centred = self.F - p @ self.F
        return (centred.T * p) @ centred


def log_partition(theta, F, h=None):
    r"""The logarithm of the partition function, :math:`\log\sum_yh(y)e^{\theta^\top f(y)}`.

    Parameters
    ----------
    theta : array_like of shape (d,)
    F : array_like of shape (n, d)
        Features, one row a label.
    h : array_like of shape (n,), optional
        Weights of the labels, not negative. Default: all 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If shapes differ, a weight is negative, or all are 0.

    Notes
    -----
    Cost: O(n d). Source: Choromanska (2014), section 1.1.1.
    """
    model = LogPartition(F, h)
    return model.value(check_array(theta, "theta", shape=model.mean.shape))


def jensen_bound(theta, q, F, h=None):
    r"""Jensen's lower bound, :math:`\sum_yq(y)(\theta^\top f(y)+\log h(y)-\log q(y))`.

    Parameters
    ----------
    theta : array_like of shape (d,)
    q : array_like of shape (n,)
        Any distribution over the labels; the model's own at a point gives the tangent there.
    F : array_like of shape (n, d)
    h : array_like of shape (n,), optional

    Returns
    -------
    float
        Minus infinity where q gives weight to a label of weight 0.

    Raises
    ------
    ValueError
        If shapes differ, q is no distribution, or the weights are negative or all 0.

    Notes
    -----
    Cost: O(n d). Source: Choromanska (2014), section 1.1.1.

    Examples
    --------
    >>> from mlcompanion.optimize.majorising import jensen_bound, log_partition
    >>> F = [[1.0], [-1.0]]
    >>> round(jensen_bound([1.0], [0.5, 0.5], F), 4), round(log_partition([1.0], F), 4)
    (0.6931, 1.1269)
    """
    F = check_array(F, "F", ndim=2, min_rows=1)
    n, d = F.shape
    theta = check_array(theta, "theta", shape=(d,))
    q = check_array(q, "q", shape=(n,), low=0)
    if abs(q.sum() - 1) > 1e-9:
        raise ValueError(f"q must sum to 1, got {q.sum():g}")
    scores = F @ theta + log_weights(h, n)
    used = q > 0
    return float(q[used] @ scores[used] + entr(q).sum())


def bohning_bound(theta, F, h=None):
    r"""Böhning and Lindsay's quadratic above log Z: one curvature wherever it touches.

    :math:`\frac12F^\top(I-\frac1n\mathbf 1\mathbf 1^\top)F` is above the covariance of the features
    under every distribution over the labels.

    Parameters
    ----------
    theta : array_like of shape (d,)
        The point of contact.
    F : array_like of shape (n, d)
    h : array_like of shape (n,), optional

    Returns
    -------
    PartitionBound
        With the value, slope and curvature of the quadratic.

    Raises
    ------
    ValueError
        If shapes differ, a weight is negative, or all are 0.

    Notes
    -----
    Cost: O(n d²). Source: Choromanska (2014), section 1.1.2; Böhning and Lindsay (1988).
    """
    model = LogPartition(F, h)
    theta = check_array(theta, "theta", shape=model.mean.shape)
    centred = model.F - model.F.mean(axis=0)
    return PartitionBound(model.value(theta), model.gradient(theta), 0.5 * centred.T @ centred)
