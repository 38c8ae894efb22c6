r"""Penalties with their proximal operators.

A penalty has ``value(w)`` and ``prox(v, step)``, the only minimiser of
:math:`\mathrm{step}\cdot\Omega(x)+\tfrac12\|x-v\|^2`. Norms also have ``dual_norm(g)``, the least t
with :math:`\langle g,x\rangle\le t\,\Omega(x)` for all x: a slope g belongs to the conjugate's
domain exactly where it is at most 1.

Sugiyama (2016), sections 24.2 and 24.4; Tomioka et al. (2011), Table 2; Jenatton et al. (2011),
section 3.1.
"""

import numpy as np

from mlcompanion._validation import check_array, check_in, check_real

from .balls import row_norms, row_prox

__all__ = [
    "L1",
    "ElasticNet",
    "GroupNorm",
    "L2Norm",
    "LInfNorm",
    "NonNegative",
    "Penalty",
    "RowNorm",
    "SquaredL2",
    "TraceNorm",
    "soft_threshold",
]


def soft_threshold(v, threshold):
    """Shrink every entry towards 0 by ``threshold`` (a number or an array), stopping at 0.

    The proximal operator of the absolute value (Sugiyama 2016, section 24.2). Cost: O(size).
    """
    return np.sign(v) * np.maximum(np.abs(v) - threshold, 0.0)


class Penalty:
    """A convex function of an array, with its proximal operator; zero unless overridden."""

    def value(self, w):
        """The penalty at ``w``."""
        return 0.0

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return v

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
        if np.ndim(lam) == 0:
            self.lam = check_real(lam, "lam", low=0)
        else:
            self.lam = check_array(lam, "lam")
            if (self.lam < 0).any():
                raise ValueError("lam must not be negative")

    def value(self, w):
        """The penalty at ``w``."""
        return float(np.sum(self.lam * np.abs(w)))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return soft_threshold(v, step * self.lam)

    def dual_norm(self, g):
        """Largest ``|g_j| / lam_j``; infinite if a free entry has a slope."""
        return _largest_ratio(np.abs(g), self.lam)


def _largest_ratio(sizes, weights):
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

    def value(self, w):
        """The penalty at ``w``."""
        return float(self.lam * np.sum(np.abs(w)) + 0.5 * self.eta * np.sum(np.square(w)))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return soft_threshold(v, step * self.lam) / (1 + step * self.eta)


class SquaredL2(ElasticNet):
    r"""Half the squared norm, :math:`\tfrac\eta2\|w\|^2`."""

    def __init__(self, eta=1.0):
        super().__init__(0.0, eta)


class L2Norm(Penalty):
    r"""The norm itself, :math:`\lambda\|w\|_2`: the whole array is one group."""

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def value(self, w):
        """The penalty at ``w``."""
        return float(self.lam * np.linalg.norm(w))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return row_prox(np.reshape(v, (1, -1)), step * self.lam, "l2").reshape(np.shape(v))

    def dual_norm(self, g):
        """``||g||_2 / lam``."""
        return _largest_ratio(np.linalg.norm(g), self.lam)


class LInfNorm(Penalty):
    r"""The largest entry, :math:`\lambda\max_j|w_j|`; the prox cuts the largest ones level."""

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def value(self, w):
        """The penalty at ``w``."""
        return float(self.lam * np.max(np.abs(w), initial=0.0))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return row_prox(np.reshape(v, (1, -1)), step * self.lam, "linf").reshape(np.shape(v))

    def dual_norm(self, g):
        """``||g||_1 / lam``."""
        return _largest_ratio(np.sum(np.abs(g)), self.lam)


class RowNorm(Penalty):
    r"""Sum of the norms of the rows, :math:`\lambda\sum_j\|w_j\|_q` (multi-task group lasso).

    Parameters
    ----------
    lam : float or array_like of shape (n_rows,)
    norm : "l2" or "linf"

    Notes
    -----
    Source: Chen (2013), equation (2.10).
    """

    def __init__(self, lam=1.0, norm="l2"):
        self.lam = L1(lam).lam
        self.norm = check_in(norm, "norm", ("l2", "linf"))

    def value(self, w):
        """The penalty at ``w``."""
        return float(np.sum(self.lam * row_norms(w, self.norm)))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return row_prox(v, step * self.lam, self.norm)

    def dual_norm(self, g):
        """Largest dual norm of a row over its weight."""
        return _largest_ratio(row_norms(g, {"l2": "l2", "linf": "l1"}[self.norm]), self.lam)


class GroupNorm(Penalty):
    r"""Group lasso for disjoint groups, :math:`\lambda\sum_g\omega_g\|w_g\|_q`.

    Parameters
    ----------
    groups : array_like of shape (n_features,), int
        Number of the group of each entry, 0, 1, …; every number in between must occur.
    lam : float
    weights : array_like of shape (n_groups,), optional
        :math:`\omega_g`, not negative; default 1 for every group.
    norm : "l2" or "linf"

    Raises
    ------
    ValueError
        If ``groups`` is not a vector of consecutive labels, or a weight is negative.

    Notes
    -----
    Cost: O(n_features) for l2, a sort of every group for linf.
    Source: Tomioka et al. (2011), equations (26) and (27); Chen (2013), equation (2.5).
    """

    def __init__(self, groups, lam=1.0, weights=None, norm="l2"):
        labels = check_array(groups, "groups", ndim=1, min_rows=1)
        if (labels != np.floor(labels)).any() or set(labels) != set(range(int(labels.max()) + 1)):
            raise ValueError("groups must hold the labels 0, 1, ... without a gap")
        self.groups = labels.astype(np.intp)
        self.n_groups = int(labels.max()) + 1
        self.lam = check_real(lam, "lam", low=0)
        weights = np.ones(self.n_groups) if weights is None else weights
        self.weights = L1(check_array(weights, "weights", shape=(self.n_groups,))).lam
        self.norm = check_in(norm, "norm", ("l2", "linf"))
        order = np.argsort(self.groups, kind="stable")
        self.members = np.split(order, np.cumsum(np.bincount(self.groups))[:-1])

    def group_norms(self, w, norm=None):
        """Norm of each group, shape (n_groups,)."""
        norm = norm or self.norm
        if norm == "l2":
            return np.sqrt(np.bincount(self.groups, np.square(w), self.n_groups))
        if norm == "l1":
            return np.bincount(self.groups, np.abs(w), self.n_groups)
        largest = np.zeros(self.n_groups)
        np.maximum.at(largest, self.groups, np.abs(w))
        return largest

    def value(self, w):
        """The penalty at ``w``."""
        return float(self.lam * np.sum(self.weights * self.group_norms(w)))

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        thresholds = step * self.lam * self.weights
        if self.norm == "l2":
            norms = self.group_norms(v)
            kept = np.maximum(norms - thresholds, 0.0) / np.where(norms > 0, norms, 1.0)
            return v * kept[self.groups]
        out = np.array(v, dtype=float)
        for members, threshold in zip(self.members, thresholds):
            out[members] = row_prox(out[None, members], threshold, "linf")[0]
        return out

    def dual_norm(self, g):
        """Largest dual norm of a group over its weight."""
        dual = {"l2": "l2", "linf": "l1"}[self.norm]
        return _largest_ratio(self.group_norms(g, dual), self.lam * self.weights)


class TraceNorm(Penalty):
    r"""Sum of the singular values, :math:`\lambda\|W\|_*`: sparsity of the spectrum is low rank.

    Notes
    -----
    Cost: one thin singular value decomposition.
    Source: Sugiyama (2016), section 24.4.4; Tomioka et al. (2011), Table 2.
    """

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def value(self, w):
        """The penalty at ``w``."""
        return float(self.lam * np.linalg.svd(w, compute_uv=False).sum())

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        left, sizes, right = np.linalg.svd(v, full_matrices=False)
        return (left * np.maximum(sizes - step * self.lam, 0.0)) @ right

    def dual_norm(self, g):
        """Largest singular value over ``lam``."""
        return _largest_ratio(np.linalg.norm(g, 2), self.lam)


class NonNegative(Penalty):
    r"""Another penalty on :math:`w\ge0`; by itself the indicator of the orthant.

    The prox is that of the penalty at :math:`\max(v,0)`, which is right for penalties that grow
    with each ``|w_j|`` and ignore signs (Jenatton et al. 2011, Lemma 11).
    """

    def __init__(self, penalty=None):
        self.penalty = Penalty() if penalty is None else penalty

    def value(self, w):
        """The penalty at ``w``."""
        return self.penalty.value(w) if np.min(w, initial=0.0) >= 0 else np.inf

    def prox(self, v, step=1.0):
        """Minimiser of ``step * value(x) + ||x - v||**2 / 2``."""
        return self.penalty.prox(np.maximum(v, 0.0), step)
