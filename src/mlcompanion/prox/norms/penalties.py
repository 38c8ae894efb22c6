r"""Penalties with their proximal operators, and what solvers ask of them besides.

A penalty has ``value(w)`` and ``prox(v, step)``, the only minimiser of
:math:`\mathrm{step}\cdot\Omega(x)+\tfrac12\|x-v\|^2`. ``dual_norm(g)`` is the least t from which on
0 minimises :math:`t\,\Omega(x)-\langle g,x\rangle`: for a norm, a slope g belongs to the
conjugate's domain exactly where it is at most 1. :class:`Penalty` checks what it is asked, and a
penalty answers in ``_value``, ``_prox`` and ``_dual_norm``. It lists the other questions as well;
its answers hold for every :math:`\Omega` with :math:`\Omega(tx)=t\,\Omega(x)`, t > 0.

Sugiyama (2016), sections 24.2 and 24.4; Tomioka et al. (2011), section 4 and Table 2; Jenatton et
al. (2011), section 3.1.
"""

import numpy as np

from mlcompanion._validation import check_array, check_instance, check_real

from .metric_steps import metric_prox_by_steps

__all__ = [
    "L1",
    "ElasticNet",
    "NonNegative",
    "Penalty",
    "SquaredL2",
    "soft_threshold",
]


def soft_threshold(v, threshold):
    """Shrink every entry towards 0 by ``threshold`` (a number or an array), stopping at 0.

    The proximal operator of the absolute value (Sugiyama 2016, section 24.2). Cost: O(size).
    """
    v = check_array(v, "v")
    threshold = check_weights(threshold, "threshold", v.shape, "v")
    return np.sign(v) * np.maximum(np.abs(v) - threshold, 0.0)


def check_weights(value, name, shape=None, of=""):
    """Return numbers that are not negative, one for all or an array that spreads over ``shape``."""
    weights = check_array(value, name, low=0)
    if shape is not None and not _spreads(weights.shape, shape):
        raise ValueError(f"{name} of shape {weights.shape} does not fit {of} of shape {shape}")
    return weights if weights.ndim else float(weights)


def check_metric(h, shape):
    """Return the positive entries of a diagonal metric on arrays of this shape."""
    h = check_array(h, "h", low=0, open_low=True)
    if not _spreads(h.shape, shape):
        raise ValueError(f"h of shape {h.shape} does not fit v of shape {shape}")
    return h


def _spreads(shape, over):
    """Whether an array of the first shape takes the second one by broadcasting."""
    return len(shape) <= len(over) and all(k in (1, n) for k, n in zip(shape[::-1], over[::-1]))


class Penalty:
    """A convex function of an array, with its proximal operator; zero unless overridden."""

    def value(self, w):
        """The penalty at ``w``."""
        return float(self._value(self._argument(w, "w")))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``, for a step that is not negative."""
        v = self._argument(v, "v")
        return self._prox(v, check_real(step, "step", low=0))

    def metric_prox(self, v, h, step=1.0):
        r"""Minimiser of ``step * value(x)`` and :math:`\tfrac12\sum_jh_j(x_j-v_j)^2`.

        Parameters
        ----------
        v : array_like
        h : array_like
            Positive; spreads over v.
        step : float
            Not negative.

        Returns
        -------
        ndarray of the shape of v

        Notes
        -----
        Of the cost of ``prox`` for norms of entries, groups and rows; other penalties take
        accelerated proximal steps, as many as the root of ``max(h) / min(h)`` asks for. Source:
        Duchi, Hazan and Singer (2011), equation (18).
        """
        v = self._argument(v, "v")
        h = np.broadcast_to(check_metric(h, v.shape), v.shape)
        return self._metric_prox(v, h, check_real(step, "step", low=0))

    def _argument(self, w, name):
        """The array, if the penalty is defined there; a ValueError that names it, if not."""
        return check_array(w, name)

    def _value(self, w):
        return 0.0

    def _prox(self, v, step):
        return v.copy()

    def _metric_prox(self, v, h, step):
        if type(self) is Penalty or not v.size:
            return v.copy()
        return metric_prox_by_steps(self, v, lambda x: h * x, h.min(), h.max(), step)

    def free(self, shape):
        """Which entries of an array of this shape no part of the penalty touches: a mask."""
        return np.full(shape, type(self) is Penalty)

    def dual_norm(self, g):
        """Least t with ``prox(g, t) == 0``; infinite if a free entry has a slope."""
        return float(self._dual_norm(self._argument(g, "g")))

    def _dual_norm(self, g):
        """By bisection: some tens of proximal operators."""
        if g[self.free(g.shape)].any():
            return np.inf
        low = 0.0
        high = np.linalg.norm(g)
        while self._prox(g, high).any():  # the norm itself may be too small a first guess
            low = high
            high = 2 * high
        while True:
            middle = 0.5 * (low + high)
            # the upper end is returned: there the prox is surely 0
            if not low < middle < high or high - low <= 1e-15 * high:
                return high
            if self._prox(g, middle).any():
                low = middle
            else:
                high = middle

    def feasible(self, v):
        """Factor at most 1 that brings the slope ``v`` into the domain of the conjugate."""
        return min(1.0, 1 / max(self.dual_norm(v), 1e-300))

    def conjugate(self, v):
        """Conjugate at the slope ``v``: 0 on the unit ball of the dual norm, infinite outside."""
        return 0.0 if self.dual_norm(v) <= 1 + 1e-12 else np.inf

    def envelope(self, p, step=1.0):
        r"""Smoothed conjugate :math:`\Phi^*(q)=\max_x\langle q,x\rangle-\frac12\|x\|^2
        -\mathrm{step}\cdot\Omega(x)` from its maximiser ``p = prox(q, step)``.

        Half the square of p, for :math:`\langle q-p,p\rangle=\mathrm{step}\cdot\Omega(p)`
        (Tomioka et al. 2011, equation (21) and Table 2).
        """
        return 0.5 * float(np.vdot(p, p))

    def jacobian_root(self, q, p, step, columns):
        r"""A matrix B with :math:`BB^\top=AJA^\top`, J a (generalised) Jacobian of the prox at q.

        J is symmetric and positive semi-definite; where a kink makes it ambiguous, any will do.

        Parameters
        ----------
        q, p : ndarray
            Argument and result of the prox.
        step : float
        columns : callable
            Gives the columns of A at flat indices of the unknowns, shape (n_rows, len(index)).

        Returns
        -------
        ndarray of shape (n_rows, rank)

        Raises
        ------
        ValueError
            If no Jacobian is known for this penalty.

        Notes
        -----
        Cost: O(n_rows active entries); for the trace norm O(n_rows p q (p + q)) on shapes (p, q).
        Source: Tomioka et al. (2011), equations (25) and (30).
        """
        if type(self) is Penalty:
            return columns(np.arange(np.size(q)))
        raise ValueError(f"no Jacobian is known for penalty {self!r}")

    def __repr__(self):
        inside = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if np.ndim(v) == 0)
        return f"{type(self).__name__}({inside})"


class L1(Penalty):
    r"""Weighted sum of absolute values, :math:`\sum_j\lambda_j|w_j|`.

    Parameters
    ----------
    lam : float or array_like of the shape of w, default 1
        Weights, not negative; entries of weight 0 are free.

    Notes
    -----
    Source: Sugiyama (2016), equation (24.1); weights as in Tomioka et al. (2011), section 4.4.
    """

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0) if np.ndim(lam) == 0 else check_weights(lam, "lam")

    def _argument(self, w, name):
        w = check_array(w, name)
        check_weights(self.lam, "lam", w.shape, name)
        return w

    def _value(self, w):
        return np.sum(self.lam * np.abs(w))

    def _prox(self, v, step):
        return soft_threshold(v, step * self.lam)

    def _metric_prox(self, v, h, step):
        return soft_threshold(v, step * self.lam / h)

    def _dual_norm(self, g):
        return largest_ratio(np.abs(g), self.lam)

    def free(self, shape):
        """Entries of weight 0."""
        return np.broadcast_to(np.asarray(self.lam) == 0, shape)

    def jacobian_root(self, q, p, step, columns):
        """The columns of the entries that are not 0: J is 1 there, and 0 elsewhere."""
        return columns(np.flatnonzero(p))


def largest_ratio(sizes, weights):
    """Largest size over weight; infinite where only the weight is 0."""
    sizes, weights = np.broadcast_arrays(sizes, weights)
    if (sizes[weights == 0] > 0).any():
        return np.inf
    bound = weights > 0
    return float(np.max(sizes[bound] / weights[bound], initial=0.0))


class ElasticNet(Penalty):
    r"""Absolute values and half squares, :math:`\lambda\|w\|_1+\tfrac\eta2\|w\|^2`.

    Parameters
    ----------
    lam, eta : float
        Weights of the two parts, not negative.

    Notes
    -----
    Source: Sugiyama (2016), section 24.4.2, where the square has no half: his :math:`\eta` is half
    of this one.
    """

    def __init__(self, lam=1.0, eta=1.0):
        self.lam = check_real(lam, "lam", low=0)
        self.eta = check_real(eta, "eta", low=0)

    def _value(self, w):
        return self.lam * np.sum(np.abs(w)) + 0.5 * self.eta * np.sum(np.square(w))

    def _prox(self, v, step):
        return soft_threshold(v, step * self.lam) / (1 + step * self.eta)

    def _metric_prox(self, v, h, step):
        return soft_threshold(v, step * self.lam / h) / (1 + step * self.eta / h)

    def _dual_norm(self, g):
        return largest_ratio(np.abs(g), self.lam)

    def free(self, shape):
        """None, unless both weights are 0."""
        return np.full(shape, self.lam == 0 and self.eta == 0)

    def feasible(self, v):
        """1 with a square: its conjugate is finite everywhere."""
        return 1.0 if self.eta > 0 else super().feasible(v)

    def conjugate(self, v):
        """Half the squares of what is above ``lam``, over ``eta``."""
        if self.eta == 0:
            return super().conjugate(v)
        return float(np.sum(np.maximum(np.abs(v) - self.lam, 0) ** 2) / (2 * self.eta))

    def envelope(self, p, step=1.0):
        """As for a norm, and the share of the square (Table 2)."""
        return (1 + step * self.eta) * super().envelope(p, step)

    def jacobian_root(self, q, p, step, columns):
        """The columns of the entries that are not 0, shrunk by the square."""
        return columns(np.flatnonzero(p)) / np.sqrt(1 + step * self.eta)


class SquaredL2(ElasticNet):
    r"""Half the squared norm, :math:`\tfrac\eta2\|w\|^2`."""

    def __init__(self, eta=1.0):
        super().__init__(0.0, eta)


class NonNegative(Penalty):
    r"""Another penalty on :math:`w\ge0`; by itself the indicator of the orthant.

    The prox is that of the penalty at :math:`\max(v,0)`, which is right for penalties that grow
    with each ``|w_j|`` and ignore signs (Jenatton et al. 2011, Lemma 11).
    """

    def __init__(self, penalty=None):
        penalty = Penalty() if penalty is None else penalty
        self.penalty = check_instance(penalty, "penalty", Penalty)

    def _value(self, w):
        return self.penalty.value(w) if np.min(w, initial=0.0) >= 0 else np.inf

    def _prox(self, v, step):
        return self.penalty.prox(np.maximum(v, 0.0), step)

    def _metric_prox(self, v, h, step):
        return self.penalty.metric_prox(np.maximum(v, 0.0), h, step)

    def _dual_norm(self, g):
        """The other penalty's, of what is positive: a negative slope meets the border."""
        return self.penalty.dual_norm(np.maximum(g, 0.0))

    def free(self, shape):
        """The entries that the other penalty leaves free."""
        return self.penalty.free(shape)

    def feasible(self, v):
        """The other penalty's factor, for what is positive."""
        return self.penalty.feasible(np.maximum(v, 0.0))

    def conjugate(self, v):
        """The other penalty's, of what is positive."""
        return self.penalty.conjugate(np.maximum(v, 0.0))

    def envelope(self, p, step=1.0):
        """The other penalty's."""
        return self.penalty.envelope(p, step)

    def jacobian_root(self, q, p, step, columns):
        """The other penalty's, on the entries that are positive."""
        inside = np.ravel(q) > 0  # the cut at 0 has slope 0 on the other side
        root = self.penalty.jacobian_root
        return root(np.maximum(q, 0.0), p, step, lambda index: columns(index) * inside[index])
