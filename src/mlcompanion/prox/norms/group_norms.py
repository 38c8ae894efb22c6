r"""Norms of groups of entries, l2 or l-infinity: all in one, the rows of a matrix, any partition.

Sugiyama (2016), section 24.4.3; Tomioka et al. (2011), equations (26), (27) and (30); Chen (2013),
equations (2.5) and (2.10).
"""

import numpy as np
from scipy import sparse

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_in, check_real

from .._groups import check_labels
from ..balls.norm_balls import row_norms, row_prox
from .metric_steps import metric_row_prox
from .penalties import Penalty, largest_ratio

__all__ = ["GroupNorm", "L2Norm", "LInfNorm", "RowNorm"]


def _metric_rows(V, h, thresholds, norm):
    """Prox of the rows' norms in a diagonal metric."""
    V = plain_layout(V)
    out = np.empty_like(V)
    thresholds = np.full(len(V), thresholds, dtype=float)
    metric_row_prox(V, plain_layout(np.array(h)), thresholds, norm == "linf", out)
    return out


def _metric_row(v, h, threshold, norm):
    """The same, for an array that is one row."""
    out = _metric_rows(np.reshape(v, (1, -1)), np.reshape(h, (1, -1)), threshold, norm)
    return out.reshape(np.shape(v))


def _group_root(labels, q, p, norm, columns):
    """Root of the Jacobian of a norm of groups; ``labels`` holds the group of each entry.

    l2, equation (30): in an active group 1 along q, and 1 - threshold / |q| across it. l-infinity:
    1 for entries below the level, and 1 along the signs of those that are cut to it.
    """
    q = np.ravel(q)
    p = np.ravel(p)
    if norm == "l2":
        members = np.flatnonzero(p)
        # the ratio p / q is 1 - threshold / |q| without forming the norm again
        across = np.minimum(p[members] / q[members], 1.0)
        along = q[members]
        weight = np.sqrt(1 - across)
    else:
        members = np.flatnonzero(np.bincount(labels, p != 0)[labels])
        cut = np.abs(q[members]) > np.abs(p[members])
        across = 1.0 - cut
        along = np.sign(q[members]) * cut
        weight = 1.0
    part = columns(members)
    if not len(members):
        return part
    _, group = np.unique(labels[members], return_inverse=True)
    sizes = np.sqrt(np.bincount(group, along**2))
    unit = along / np.where(sizes > 0, sizes, 1.0)[group]
    # column g: the unit vector of group g, for l2 times the root of 1 - across
    mean = sparse.csr_array((unit * weight, (np.arange(len(members)), group)))
    # J = across I + (1 - across) unit unit': its two parts stand side by side in the root
    return np.hstack([part * np.sqrt(across), part @ mean])


class L2Norm(Penalty):
    r"""The norm itself, :math:`\lambda\|w\|_2`: the whole array is one group."""

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def _value(self, w):
        return self.lam * np.linalg.norm(w)

    def _prox(self, v, step):
        return row_prox(np.reshape(v, (1, -1)), step * self.lam, "l2").reshape(np.shape(v))

    def _metric_prox(self, v, h, step):
        return _metric_row(v, h, step * self.lam, "l2")

    def _dual_norm(self, g):
        """``||g||_2 / lam``."""
        return largest_ratio(np.linalg.norm(g), self.lam)

    def free(self, shape):
        """All entries, if the weight is 0."""
        return np.full(shape, self.lam == 0)

    def jacobian_root(self, q, p, step, columns):
        """One group: 1 along q, less across it."""
        return _group_root(np.zeros(np.size(q), int), q, p, "l2", columns)


class LInfNorm(Penalty):
    r"""The largest entry, :math:`\lambda\max_j|w_j|`; the prox cuts the largest ones level."""

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def _value(self, w):
        return self.lam * np.max(np.abs(w), initial=0.0)

    def _prox(self, v, step):
        return row_prox(np.reshape(v, (1, -1)), step * self.lam, "linf").reshape(np.shape(v))

    def _metric_prox(self, v, h, step):
        return _metric_row(v, h, step * self.lam, "linf")

    def _dual_norm(self, g):
        """``||g||_1 / lam``."""
        return largest_ratio(np.sum(np.abs(g)), self.lam)

    def free(self, shape):
        """All entries, if the weight is 0."""
        return np.full(shape, self.lam == 0)

    def jacobian_root(self, q, p, step, columns):
        """One group: 1 below the level, and along the entries that are cut to it."""
        return _group_root(np.zeros(np.size(q), int), q, p, "linf", columns)


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
        if np.ndim(lam) == 0:
            self.lam = check_real(lam, "lam", low=0)
        else:
            self.lam = check_array(lam, "lam", ndim=1, min_rows=1, low=0).copy()
        self.norm = check_in(norm, "norm", ("l2", "linf"))

    def _argument(self, w, name):
        n_rows = len(self.lam) if np.ndim(self.lam) else None
        return check_array(w, name, shape=(n_rows, None))

    def _value(self, w):
        return np.sum(self.lam * row_norms(w, self.norm))

    def _prox(self, v, step):
        return row_prox(v, step * self.lam, self.norm)

    def _metric_prox(self, v, h, step):
        return _metric_rows(v, h, step * self.lam, self.norm)

    def _dual_norm(self, g):
        """Largest dual norm of a row over its weight."""
        return largest_ratio(row_norms(g, {"l2": "l2", "linf": "l1"}[self.norm]), self.lam)

    def free(self, shape):
        """Rows of weight 0."""
        return np.broadcast_to(np.reshape(np.asarray(self.lam) == 0, (-1, 1)), shape)

    def jacobian_root(self, q, p, step, columns):
        """Every row is a group: equation (30)."""
        return _group_root(np.repeat(np.arange(len(q)), q.shape[1]), q, p, self.norm, columns)


class GroupNorm(Penalty):
    r"""Group lasso for disjoint groups, :math:`\lambda\sum_g\omega_g\|w_g\|_q`.

    Parameters
    ----------
    groups : array_like of shape (n_features,), int
        Label of the group of each entry, not negative. The groups are those labels that occur, in
        their order.
    lam : float
    weights : array_like of shape (n_groups,), optional
        :math:`\omega_g`, not negative; default 1 for every group.
    norm : "l2" or "linf"

    Raises
    ------
    ValueError
        If ``groups`` is not a vector of whole numbers, or a label or a weight is negative.

    Notes
    -----
    Cost: O(n_features) for l2, a sort of every group for linf.
    Source: Tomioka et al. (2011), equations (26) and (27); Chen (2013), equation (2.5).
    """

    def __init__(self, groups, lam=1.0, weights=None, norm="l2"):
        self.groups, self.n_groups = check_labels(groups, "groups")
        self.lam = check_real(lam, "lam", low=0)
        weights = np.ones(self.n_groups) if weights is None else weights
        self.weights = check_array(weights, "weights", shape=(self.n_groups,), low=0)
        self.norm = check_in(norm, "norm", ("l2", "linf"))
        # one sort lists the members of all groups: no search over the labels a group
        order = np.argsort(self.groups, kind="stable")
        self.members = np.split(order, np.cumsum(np.bincount(self.groups))[:-1])

    def _argument(self, w, name):
        return check_array(w, name, shape=self.groups.shape)

    def group_norms(self, w, norm=None):
        """Norm of each group, shape (n_groups,): "l1", "l2" or "linf", default that of the groups.

        Raises
        ------
        ValueError
            If ``w`` does not fit the groups, or the norm is none of these.
        """
        norm = self.norm if norm is None else check_in(norm, "norm", ("l1", "l2", "linf"))
        return self._group_norms(self._argument(w, "w"), norm)

    def _group_norms(self, w, norm):
        if norm == "l2":
            return np.sqrt(np.bincount(self.groups, np.square(w), self.n_groups))
        if norm == "l1":
            return np.bincount(self.groups, np.abs(w), self.n_groups)
        largest = np.zeros(self.n_groups)
        np.maximum.at(largest, self.groups, np.abs(w))  # bincount only knows sums
        return largest

    def _value(self, w):
        return self.lam * np.sum(self.weights * self._group_norms(w, self.norm))

    def _prox(self, v, step):
        thresholds = step * self.lam * self.weights
        if self.norm == "l2":
            # factor (1 - threshold / norm)_+, 0 for a group that is 0
            norms = self._group_norms(v, "l2")
            kept = np.maximum(norms - thresholds, 0.0) / np.where(norms > 0, norms, 1.0)
            return v * kept[self.groups]
        out = np.array(v, dtype=float)
        for members, threshold in zip(self.members, thresholds):
            out[members] = row_prox(out[None, members], threshold, "linf")[0]
        return out

    def _metric_prox(self, v, h, step):
        out = np.array(v, dtype=float)
        for members, threshold in zip(self.members, step * self.lam * self.weights):
            out[members] = _metric_row(v[members], h[members], threshold, self.norm)
        return out

    def _dual_norm(self, g):
        """Largest dual norm of a group over its weight."""
        dual = {"l2": "l2", "linf": "l1"}[self.norm]
        return largest_ratio(self._group_norms(g, dual), self.lam * self.weights)

    def free(self, shape):
        """Members of groups of weight 0."""
        return np.reshape((self.lam * self.weights == 0)[self.groups], shape)

    def jacobian_root(self, q, p, step, columns):
        """Equation (30) in every group."""
        return _group_root(self.groups, q, p, self.norm, columns)
