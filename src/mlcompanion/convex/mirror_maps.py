"""Mirror maps: the geometry of an online learner.

Shalev-Shwartz (2007), section 3.2 and Appendix A, Examples 3 to 5, where they are called complexity
functions. Such an ``f`` is strongly convex with modulus 1 with respect to a norm, and 0 at its
least. Its conjugate is differentiable, and the gradient of the conjugate, the *link*, turns dual
vectors into weights.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_real, mass_rounding

__all__ = ["Entropy", "Euclidean", "MirrorMap", "PNorm", "link_into"]

EUCLIDEAN, ENTROPY, PNORM = range(3)


class Geometry(NamedTuple):
    """A mirror map as compiled loops take it.

    ``parameter`` is the radius of the ball (infinite for the whole space) or the exponent p.
    """

    kind: int
    parameter: float


@njit
def link_into(geometry, theta, w):
    """Write the gradient of the conjugate at ``theta`` into ``w``; O(n)."""
    kind, parameter = geometry
    n = len(theta)
    if kind == EUCLIDEAN:
        shrink = 1.0
        if parameter < np.inf:
            norm = np.sqrt(np.dot(theta, theta))
            if norm > parameter:
                shrink = parameter / norm
        for j in range(n):
            w[j] = shrink * theta[j]
    elif kind == ENTROPY:
        # the largest exponent becomes 0: no overflow, and a sum of at least 1
        top = theta.max()
        total = 0.0
        for j in range(n):
            w[j] = np.exp(theta[j] - top)
            total += w[j]
        for j in range(n):
            w[j] /= total
    else:
        top = 0.0  # taken out, so that powers neither overflow nor vanish
        for j in range(n):
            top = max(top, abs(theta[j]))
        if top == 0.0:
            w[:] = 0.0
            return
        total = 0.0
        for j in range(n):
            total += (abs(theta[j]) / top) ** parameter
        # |theta|_p^(p - 2) in units of top
        factor = top / ((parameter - 1.0) * total ** ((parameter - 2.0) / parameter))
        for j in range(n):
            size = (abs(theta[j]) / top) ** (parameter - 1.0)
            w[j] = factor * (size if theta[j] >= 0 else -size)


@njit
def conjugate_at(geometry, theta):
    """Conjugate at ``theta``; O(n)."""
    kind, parameter = geometry
    if kind == EUCLIDEAN:
        norm = np.sqrt(np.dot(theta, theta))
        if norm <= parameter:
            return 0.5 * norm * norm
        # outside the ball the maximiser is on its border: linear in the norm
        return parameter * norm - 0.5 * parameter * parameter
    if kind == ENTROPY:
        top = theta.max()
        return top + np.log(np.exp(theta - top).mean())
    top = np.abs(theta).max()
    if top == 0.0:
        return 0.0
    # norm in units of the largest entry
    norm = top * ((np.abs(theta) / top) ** parameter).sum() ** (1.0 / parameter)
    return 0.5 * norm * norm / (parameter - 1.0)


@njit
def dual_norm_of(geometry, x):
    """Dual norm of ``x``; O(n)."""
    kind, parameter = geometry
    if kind == EUCLIDEAN:
        return np.sqrt(np.dot(x, x))
    top = np.abs(x).max()
    if kind == ENTROPY or top == 0.0:
        return top
    return top * ((np.abs(x) / top) ** parameter).sum() ** (1.0 / parameter)


class MirrorMap:
    """A strongly convex function with its conjugate; see the subclasses.

    Attributes
    ----------
    code : int
        Number under which compiled loops know the formulas.
    parameter : float
    radius : float or None
        Radius of the ball, if the weights are kept in one.
    """

    code = EUCLIDEAN
    parameter = np.inf
    radius = None

    @property
    def compiled(self):
        """The mirror map as compiled loops take it."""
        return Geometry(self.code, float(self.parameter))

    def conjugate(self, theta):
        """Fenchel conjugate ``sup_w <w, theta> - f(w)``.

        Parameters
        ----------
        theta : array_like, shape (n,)

        Returns
        -------
        float
        """
        return float(conjugate_at(self.compiled, _vector(theta, "theta")))

    def link(self, theta):
        """Gradient of the conjugate: the weights that belong to a dual vector.

        Parameters
        ----------
        theta : array_like, shape (n,)

        Returns
        -------
        ndarray, shape (n,)
        """
        theta = _vector(theta, "theta")
        w = np.empty_like(theta)
        link_into(self.compiled, theta, w)
        return w

    def dual_norm(self, x):
        """Dual norm of a vector, or of every row of a matrix."""
        x = check_array(np.atleast_1d(x), "x", min_rows=1)
        return np.linalg.norm(x, ord=self.dual_order, axis=-1)[()]

    def norm(self, w):
        """The norm in which ``f`` is strongly convex, of a vector or of every row."""
        w = check_array(np.atleast_1d(w), "w", min_rows=1)
        return np.linalg.norm(w, ord=self.order, axis=-1)[()]

    def bregman(self, u, v):
        """Bregman divergence ``f(u) - f(v) - <u - v, grad f(v)>`` (equation 4.1)."""
        u = _vector(u, "u")
        v = _vector(v, "v", len(u))
        return float(self.value(u) - self.value(v) - (u - v) @ self.gradient(v))


def _vector(value, name, length=None):
    """A contiguous vector that compiled loops may take."""
    return plain_layout(check_array(value, name, shape=(length,), min_rows=1))


class Euclidean(MirrorMap):
    """``|w|^2 / 2`` on the ball of a radius, or on the whole space (Example 3).

    Parameters
    ----------
    radius : float, optional
        The link projects onto the ball of this radius.
    """

    code = EUCLIDEAN
    order = 2
    dual_order = 2

    def __init__(self, radius=None):
        self.radius = radius
        if radius is not None:
            self.parameter = check_real(radius, "radius", low=0, open_low=True)
            self.radius = self.parameter

    def value(self, w):
        """``f(w)``; infinite outside the ball."""
        w = _vector(w, "w")
        return 0.5 * float(w @ w) if np.linalg.norm(w) <= self.parameter * (1 + 1e-12) else np.inf

    def gradient(self, w):
        """Gradient of ``f``."""
        return _vector(w, "w").copy()

    def __repr__(self):
        return "Euclidean()" if self.radius is None else f"Euclidean(radius={self.radius:g})"


class Entropy(MirrorMap):
    """``log n + sum_i w_i log w_i`` on the simplex (Example 4): relative entropy to uniform.

    Strongly convex with respect to the sum of absolute values; the link is the softmax.
    """

    code = ENTROPY
    parameter = 0.0
    order = 1
    dual_order = np.inf

    def value(self, w):
        """``f(w)``; infinite outside the simplex."""
        rounding = mass_rounding(w)
        w = _vector(w, "w")
        if (w < 0).any() or abs(w.sum() - 1) > rounding:
            return np.inf
        inside = w[w > 0]
        return max(0.0, float(np.log(len(w)) + inside @ np.log(inside)))  # but for rounding

    def gradient(self, w):
        """``1 + log w``, minus infinity on the boundary."""
        with np.errstate(divide="ignore"):
            return 1 + np.log(_vector(w, "w"))

    def bregman(self, u, v):
        """Kullback-Leibler divergence from ``v`` to ``u``, both in the simplex."""
        u = _vector(u, "u")
        v = _vector(v, "v", len(u))
        inside = u > 0
        with np.errstate(divide="ignore"):
            logs = np.log(u[inside]) - np.log(v[inside])  # a ratio to a tiny weight overflows
        return float(u[inside] @ logs)

    def __repr__(self):
        return "Entropy()"


class PNorm(MirrorMap):
    """``|w|_q^2 / (2 (q - 1))`` with ``1/p + 1/q = 1`` (Example 5); p = 2 is Euclidean.

    Parameters
    ----------
    p : float
        Exponent of the dual norm, at least 2.
    """

    code = PNORM

    def __init__(self, p):
        self.p = self.parameter = self.dual_order = check_real(p, "p", low=2)
        self.q = self.order = self.p / (self.p - 1)

    def value(self, w):
        """``f(w)``."""
        return float(self.norm(_vector(w, "w"))) ** 2 / (2 * (self.q - 1))

    def gradient(self, w):
        """Gradient of ``f``; the inverse of the link."""
        w = _vector(w, "w")
        norm = self.norm(w)
        if norm == 0:
            return np.zeros_like(w)
        size = (np.abs(w) / norm) ** (self.q - 1)
        return np.sign(w) * size * norm / (self.q - 1)

    def __repr__(self):
        return f"PNorm(p={self.p:g})"
