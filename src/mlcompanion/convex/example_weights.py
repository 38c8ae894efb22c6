"""Complexities of a weight vector over examples: each one makes a boosting algorithm.

Shalev-Shwartz (2007), chapter 6, takes the relative entropy; A.4 and A.5 give its conjugate and
that of the binary entropy. The weights of the examples are ``w = link(theta)``, the gradient of the
conjugate, and ``theta = -sum_t alpha_t v_t`` where ``v_ti = y_i h_t(x_i)``.
"""

import numpy as np
from scipy.special import expit, xlogy

from mlcompanion._validation import check_array, mass_rounding
from mlcompanion.prox.balls.projections import project_simplex

from .mirror_maps import Entropy

__all__ = ["BinaryEntropy", "CappedEntropy", "RelativeEntropy", "SquaredDistance"]


def _vector(value, name):
    return check_array(value, name, ndim=1, min_rows=1)


def _columns(V, n):
    return check_array(V, "V", shape=(n, None))


class RelativeEntropy(Entropy):
    """``log n + sum w_i log w_i`` on the simplex: AdaBoost. Its conjugate is log mean exp (A.4).

    Value, conjugate and link are those of :class:`~mlcompanion.convex.Entropy`; the link is the
    softmax over the examples.
    """

    def curvature(self, v):
        """``max_i v_i^2``: the conjugate is 1-smooth in the max norm (Lemma 15)."""
        v = _vector(v, "v")
        return float(np.abs(v).max() ** 2)

    def hessian(self, theta, V):
        """Second derivatives of the conjugate along the columns of ``V``: their covariance."""
        w = self.link(theta)
        centred = _columns(V, len(w))
        # about the weighted mean first: E[v^2] - E[v]^2 would cancel
        centred = centred - w @ centred
        return centred.T @ (w[:, None] * centred)


class SquaredDistance:
    """``|w - 1/n|^2 / 2`` on the simplex: weights become exactly zero."""

    def value(self, w):
        """Half the squared distance to the uniform distribution; infinite off the simplex."""
        rounding = mass_rounding(w)
        w = _vector(w, "w")
        if w.min() < 0 or abs(w.sum() - 1) > rounding:
            return np.inf
        return 0.5 * float(((w - 1 / len(w)) ** 2).sum())

    def conjugate(self, theta):
        """``<w, theta> - value(w)`` at the maximiser."""
        w = self.link(theta)
        return float(w @ theta) - self.value(w)

    def link(self, theta):
        """Project ``theta + 1/n`` on the simplex; O(n log n)."""
        return project_simplex(_vector(theta, "theta"))  # the common 1/n does not move it

    def curvature(self, v):
        """Sum of squares about the mean: moving all coordinates together changes no weight."""
        v = _vector(v, "v")
        return float(((v - v.mean()) ** 2).sum())

    def hessian(self, theta, V):
        """Scatter of the rows of ``V`` whose weight is positive (where it is differentiable)."""
        w = self.link(theta)
        rows = _columns(V, len(w))[w > 0]
        rows = rows - rows.mean(axis=0)
        return rows.T @ rows


class BinaryEntropy:
    """``sum w log w + (1-w) log(1-w) + log 2`` on the cube: logistic boosting (A.5)."""

    def value(self, w):
        """Relative entropy of n coins to fair coins; infinite off the cube."""
        w = _vector(w, "w")
        if w.min() < 0 or w.max() > 1:
            return np.inf
        return float((xlogy(w, w) + xlogy(1 - w, 1 - w) + np.log(2)).sum())

    def conjugate(self, theta):
        """``sum log((1 + exp(theta_i)) / 2)``: the logistic loss."""
        theta = _vector(theta, "theta")
        # log(1 + e^theta) itself overflows for large margins
        return float((np.logaddexp(0, theta) - np.log(2)).sum())

    def link(self, theta):
        """The logistic function, example by example: not a distribution, but in (0, 1)."""
        return expit(_vector(theta, "theta"))

    def curvature(self, v):
        """``|v|^2 / 4``: the logistic function has slope at most 1/4."""
        return float((_vector(v, "v") ** 2).sum() / 4)

    def hessian(self, theta, V):
        """Products of the columns of ``V``, weighted by ``w (1 - w)``."""
        w = self.link(theta)
        V = _columns(V, len(w))
        return V.T @ ((w * (1 - w))[:, None] * V)


class CappedEntropy:
    """``sum w log w - w + 1`` on the cube: MadaBoost, in which no example weighs more than 1.

    The loss of Sugiyama (2016), section 30.3.2, is half the conjugate at minus twice the margin,
    plus one half an example: exponential for examples that are right, linear for the others.
    """

    def value(self, w):
        """Relative entropy to weights of 1, which need no sum; infinite off the cube."""
        w = _vector(w, "w")
        if w.min() < 0 or w.max() > 1:
            return np.inf
        return float((xlogy(w, w) - w + 1).sum())

    def conjugate(self, theta):
        """``sum exp(theta_i) - 1`` where ``theta_i`` is negative, ``theta_i`` elsewhere."""
        theta = _vector(theta, "theta")
        # the part above 0 goes beside the exponential, not into it, where it would overflow
        return float((np.expm1(np.minimum(theta, 0)) + np.maximum(theta, 0)).sum())

    def link(self, theta):
        """``min(1, exp(theta))``, example by example: not a distribution."""
        return np.exp(np.minimum(_vector(theta, "theta"), 0))

    def curvature(self, v):
        """``|v|^2``: the capped exponential has slope at most 1."""
        return float((_vector(v, "v") ** 2).sum())

    def hessian(self, theta, V):
        """Products of the columns of ``V``, weighted by ``w`` where it is below its cap."""
        theta = _vector(theta, "theta")
        V = _columns(V, len(theta))
        slope = np.where(theta < 0, self.link(theta), 0.0)
        return V.T @ (slope[:, None] * V)
