r"""The hierarchical norm :math:`\Omega(w)=\sum_g\omega_g\|w_g\|` and its proximal operators.

Jenatton et al. (2011): Algorithm 2 (l2 and l-infinity, one pass), Algorithm 3 (l2 in linear time)
and Algorithm 4 (the nonconvex count of groups, appendix A). Every kernel reads nodes in preorder,
where a group is a slice and children have larger numbers than their parents.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_flag, check_in, check_instance, check_real

from ..norms.penalties import Penalty
from .groups import TreeGroups
from .tree_heap import cut_levels_by_heap

__all__ = ["TreeNorm", "prox_tree", "tree_norms"]


@njit
def _prox_l2(V, parent, first, thresholds):
    """Algorithm 3: squared norms bottom-up, scaling factors top-down; in place, O(p) a row."""
    n_groups = len(parent)
    eta = np.empty(n_groups)
    rho = np.empty(n_groups)
    for v in V:
        eta[:] = 0.0
        # up the tree: children come after their parents, so backwards meets them first
        for g in range(n_groups - 1, -1, -1):
            for j in range(first[g], first[g + 1]):
                eta[g] += v[j] * v[j]
            # rho_g = (1 - lambda omega_g / sqrt(eta_g))_+, and 0 where the whole group is 0
            size = np.sqrt(eta[g])
            rho[g] = 1.0 - thresholds[g] / size if size > thresholds[g] else 0.0
            if parent[g] >= 0:
                # what the child's own shrinking leaves: no entry is touched on the way up
                eta[parent[g]] += eta[g] * rho[g] * rho[g]
        for g in range(n_groups):
            if parent[g] >= 0:
                rho[g] *= rho[parent[g]]  # from the root: all factors above in one
            for j in range(first[g], first[g + 1]):
                v[j] *= rho[g]


@njit
def _cut_level(sizes, threshold, above):
    """Level t at which the parts of ``sizes`` above it sum to ``threshold``; 0 if they cannot.

    Newton's method from below on a convex, piecewise linear function: the entries above the level
    (kept in the scratch array ``above``) only get fewer, and when none drops out it is exact.
    """
    total = 0.0
    largest = 0.0
    for s in sizes:
        total += s
        largest = max(largest, s)
    if total <= threshold:
        return 0.0
    # the level is at least each of these: as if all sizes were above it, or the largest alone
    level = max((total - threshold) / len(sizes), largest - threshold)
    count = 0
    total = 0.0
    for s in sizes:
        if s > level:
            above[count] = s
            count += 1
            total += s
    while count > 0:
        # the level at which those kept sum to the threshold; rounding must not lower it
        level = max(level, (total - threshold) / count)
        kept = 0
        total = 0.0
        for k in range(count):
            if above[k] > level:
                above[kept] = above[k]
                kept += 1
                total += above[k]
        if kept == count:
            break
        count = kept
    return level


@njit
def _prox_linf(V, parent, first, end, thresholds):
    """Algorithm 2 for the l-infinity norm, on sizes: cut every group at its level, children first.

    In place; O(sum of group sizes) a row, for the survivors of a level get fewer fast.
    """
    scratch = np.empty(V.shape[1])
    for v in V:
        for g in range(len(parent) - 1, -1, -1):
            start = first[g]
            stop = first[end[g]]
            if stop == start + 1:
                v[start] = max(v[start] - thresholds[g], 0.0)  # one entry: soft thresholding
            elif stop > start and thresholds[g] > 0:
                level = _cut_level(v[start:stop], thresholds[g], scratch)
                for j in range(start, stop):
                    v[j] = min(v[j], level)


@njit
def _prox_l0(V, parent, first, end, thresholds):
    """Algorithm 4: a dynamic program keeps a node if its subtree pays; in place, O(p) a row."""
    n_groups = len(parent)
    eta = np.empty(n_groups)
    for v in V:
        eta[:] = 0.0
        for g in range(n_groups - 1, -1, -1):
            eta[g] += thresholds[g]
            for j in range(first[g], first[g + 1]):
                eta[g] -= 0.5 * v[j] * v[j]
            # what keeping the best part of the subtree gains; 0 drops it
            eta[g] = min(eta[g], 0.0)
            if parent[g] >= 0:
                eta[parent[g]] += eta[g]
        # from the root down: a dropped node takes its whole subtree with it
        g = 0
        while g < n_groups:
            if eta[g] == 0.0:  # zero the subtree and jump behind it
                v[first[g] : first[end[g]]] = 0.0
                g = end[g]
            else:
                g += 1


@njit
def _norms(V, parent, first, largest):
    """Norm of every group of every row, bottom-up: l-infinity if ``largest``, else l2."""
    out = np.zeros((len(V), len(parent)))
    for row in range(len(V)):
        v = V[row]
        norm = out[row]
        for g in range(len(parent) - 1, -1, -1):
            for j in range(first[g], first[g + 1]):
                norm[g] = max(norm[g], abs(v[j])) if largest else norm[g] + v[j] * v[j]
            above = parent[g]
            if above >= 0:
                norm[above] = max(norm[above], norm[g]) if largest else norm[above] + norm[g]
    return out if largest else np.sqrt(out)  # squares add up the tree, roots do not


@njit
def _add_from_above(values, parent):
    """Replace every node's value by the sum over its ancestors and itself; in place."""
    for row in values:
        for g in range(len(parent)):
            if parent[g] >= 0:
                row[g] += row[parent[g]]


def _rows(u, tree):
    """Copy of ``u`` as rows with the variables in the tree's order."""
    u = check_array(u, "u")
    if u.ndim == 0 or u.shape[-1] != tree.n_features:
        raise ValueError(f"u must have {tree.n_features} variables, got shape {u.shape}")
    return u, np.take(u.reshape(-1, tree.n_features), tree.layout.variables, axis=1)


def prox_tree(u, tree, lam=1.0, norm="l2", method="auto"):
    r"""Proximal operator of the hierarchical norm, exact in one pass.

    Parameters
    ----------
    u : array_like of shape (..., n_features)
        One vector, or many: the tree runs along the last axis.
    tree : TreeGroups
    lam : float
        :math:`\lambda\ge0`; the threshold of group g is :math:`\lambda\omega_g`.
    norm : "l2", "linf" or "l0"
        Norm of each group; "l0" counts the groups with an entry that is not zero (not convex).
    method : "auto", "scan" or "heap"
        For "linf" only: visit every group, as the source does, or find the levels with heaps;
        "auto" takes the heaps where the groups are many times as large as their number.

    Returns
    -------
    ndarray of the shape of u
        Minimiser of :math:`\frac12\|u-v\|^2+\lambda\sum_g\omega_g\|v_g\|`.

    Raises
    ------
    ValueError
        If the shapes do not fit, ``lam`` is negative or ``norm`` unknown.

    Notes
    -----
    Cost: O(p) for "l2" and "l0"; for "linf" O(sum of group sizes), at most p times the depth, by
    "scan" and O(p log p) by "heap".
    Source: Jenatton et al. (2011), Algorithms 2, 3 and 4.
    """
    u, V = _rows(u, check_instance(tree, "tree", TreeGroups))
    thresholds = check_real(lam, "lam", low=0) * tree.layout.weights
    check_in(norm, "norm", ("l2", "linf", "l0"))
    check_in(method, "method", ("auto", "scan", "heap"))
    if norm == "l2":
        _prox_l2(V, tree.layout.parent, tree.layout.first, thresholds)
    elif norm == "l0":
        _prox_l0(V, tree.layout.parent, tree.layout.first, tree.layout.end, thresholds)
    else:
        # the prox keeps signs, and cuts sizes
        signs = np.sign(V)
        V = np.abs(V)
        # a scan reads neighbours in memory: the heap is worth it only far beyond p log p
        deep = tree.work() > 100 * (tree.n_features + tree.n_groups)
        if method == "heap" or (method == "auto" and deep):
            cut_levels_by_heap(V, tree.layout.parent, tree.layout.first, thresholds)
        else:
            _prox_linf(V, tree.layout.parent, tree.layout.first, tree.layout.end, thresholds)
        V *= signs
    return np.take(V, tree.layout.rank, axis=1).reshape(u.shape)


def tree_norms(u, tree, norm="l2"):
    """Norm of every group, shape (..., n_groups) in the numbering of ``tree.parent``; O(p)."""
    u, V = _rows(u, check_instance(tree, "tree", TreeGroups))
    check_in(norm, "norm", ("l2", "linf"))
    norms = _norms(V, tree.layout.parent, tree.layout.first, norm == "linf")
    return norms[:, tree.layout.place].reshape(*u.shape[:-1], tree.n_groups)


class TreeNorm(Penalty):
    r"""Hierarchical sparsity, :math:`\lambda\sum_g\omega_g\|w_g\|` over the groups of a tree.

    Parameters
    ----------
    tree : TreeGroups
        It runs along the *first* axis of an array of coefficients.
    lam : float
    norm : "l2" or "linf"
    tied : bool
        Whether the columns of a matrix share their groups (one norm over rows of a group and all
        columns, for several classes); by default each column is a vector of its own.

    Notes
    -----
    Cost: see :func:`prox_tree`.
    Source: Jenatton et al. (2011), section 2.2.1.
    """

    def __init__(self, tree, lam=1.0, norm="l2", tied=False):
        self.tree = check_instance(tree, "tree", TreeGroups)
        self.lam = check_real(lam, "lam", low=0)
        self.norm = check_in(norm, "norm", ("l2", "linf"))
        self.tied = check_flag(tied, "tied")
        self._wide = tree

    def _argument(self, w, name):
        w = check_array(w, name, min_rows=1)
        if len(w) != self.tree.n_features:
            wanted = f"{self.tree.n_features} variables along its first axis"
            raise ValueError(f"{name} must have {wanted}, got shape {w.shape}")
        return w

    def _problem(self, w):
        """The vectors that are penalised, as rows, and their tree."""
        if not self.tied or w.ndim < 2:
            return w.T, self.tree
        # rows of a matrix as one vector: each node's variables repeated, built once a width
        if self._wide.n_features != w.size:
            self._wide = self.tree.repeated(w.shape[1])
        return w.ravel(), self._wide

    def _value(self, w):
        rows, tree = self._problem(w)
        return self.lam * np.sum(tree_norms(rows, tree, self.norm) @ tree.weights)

    def _prox(self, v, step):
        rows, tree = self._problem(v)
        found = prox_tree(rows, tree, step * self.lam, self.norm)
        return found.reshape(np.shape(v)) if self.tied else found.T

    def free(self, shape):
        """Entries in no group of positive weight."""
        weight = self.lam * self.tree.layout.weights[None]
        # summed over the ancestors: an entry is free if no group that holds it has a weight
        _add_from_above(weight, self.tree.layout.parent)
        free = weight[0][self.tree.layout.place][self.tree.node] == 0
        return np.broadcast_to(free.reshape(-1, *[1] * (len(shape) - 1)), shape)

    def quadratic_weights(self, w, smoothing=0.0):
        r"""Curvature of the quadratic upper bound at ``w``, for l2 groups.

        By equation (6), :math:`\Omega(x)\le\frac12\sum_j\zeta_jx_j^2+\mathrm{const}` with
        :math:`\zeta_j=\lambda\sum_{g\ni j}\omega_g/\|w_g\|`, equal at x = w, where
        :math:`\zeta_jw_j` is also a subgradient.

        Parameters
        ----------
        w : ndarray
        smoothing : float
            Added in squares to every norm; with 0, groups that vanish get weight 0 (the right
            subgradient), although no finite quadratic bounds them.

        Returns
        -------
        ndarray of the shape of w
        """
        if self.norm != "l2":
            raise ValueError("norm must be 'l2': l-infinity groups have no such bound")
        w = self._argument(w, "w")
        smoothing = check_real(smoothing, "smoothing", low=0)
        rows, tree = self._problem(w)
        norms = np.sqrt(tree_norms(rows, tree) ** 2 + smoothing**2)
        # a group that is 0 has no bound: it pulls with nothing, and its entries stay where they are
        pull = np.divide(tree.weights, norms, out=np.zeros_like(norms), where=norms > 0)
        inside = np.empty_like(pull.reshape(-1, tree.n_groups))
        inside[:, tree.layout.place] = pull.reshape(inside.shape)
        _add_from_above(inside, tree.layout.parent)
        zeta = self.lam * inside[:, tree.layout.place][:, tree.node].reshape(rows.shape)
        return zeta.reshape(np.shape(w)) if self.tied else zeta.T
