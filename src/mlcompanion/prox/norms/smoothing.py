r"""Penalties without a closed proximal operator, and Nesterov's smoothing of them.

Overlapping groups, graphs, and the l1 norm of any linear map have one form,
:math:`\Omega(w)=\max_{\alpha\in\mathcal Q}\alpha^\top Cw` with a sparse C and a set
:math:`\mathcal Q` on which one can project. Taking :math:`\tfrac\mu2\|\alpha\|^2` from the bracket
makes the maximum smooth, and never more than :math:`\mu D` smaller.

Chen (2013), sections 3.2.1, 3.2.2 and 3.4: equations (3.1)-(3.10), (3.20) and (3.21).
"""

import numpy as np
from scipy import sparse

from mlcompanion._validation import check_array, check_count, check_in, check_instance, check_real

from .._groups import check_below, check_members
from ..balls.projections import project_l1_ball

__all__ = ["GraphPenalty", "GroupPenalty", "LinearPenalty"]

_BLOCK = 2**17  # entries of alpha at once: a megabyte stays in the cache


class LinearPenalty:
    r"""The l1 norm of a linear map, :math:`\gamma\|Cw\|_1=\max_{\|\alpha\|_\infty\le1}\alpha^\top
    \gamma Cw`.

    Every method takes ``w`` of shape (n_features,), or (n_features, m) for the sum over m columns.

    Parameters
    ----------
    C : ndarray or sparse matrix of shape (n_rows, n_features)
    gamma : float
        Weight, not negative.

    Attributes
    ----------
    C : csr_array
        The map, with ``gamma`` and all weights multiplied in.
    n_features : int

    Raises
    ------
    ValueError
        If C is not a finite matrix or gamma is negative.

    Notes
    -----
    Cost: O(non-zeros of C) and column, for the value and for the gradient.
    Source: Chen (2013), Remark 3.1.
    """

    def __init__(self, C, gamma=1.0):
        self.gamma = check_real(gamma, "gamma", low=0)
        if sparse.issparse(C):
            check_array(C.tocsr().data, "C")
        else:
            C = check_array(C, "C", ndim=2, min_rows=1)
        self._set_map(sparse.csr_array(C, dtype=float) * self.gamma)

    def _set_map(self, C):
        self.C = sparse.csr_array(C)
        self._Ct = sparse.csr_array(self.C.T)  # its rows are summed twice as fast as C's columns
        self.n_features = self.C.shape[1]

    # the set Q: support function, a maximiser, projection, largest half square of the norm

    def _support(self, u):
        return np.abs(u).sum()

    def _face(self, u):
        return np.sign(u)

    def _project(self, u):
        return np.clip(u, -1.0, 1.0)  # S_inf of Proposition 3.2

    def prox_diameter(self, n_columns=1):
        r""":math:`D=\max_{\alpha\in\mathcal Q}\tfrac12\|\alpha\|^2`: half the number of rows."""
        return 0.5 * self.C.shape[0] * check_count(n_columns, "n_columns", low=1)

    def norm(self):
        """Spectral norm of C, or a bound on it: here the root of largest row sum times column sum.

        Cost: O(non-zeros).
        """
        size = abs(self.C)
        rows = size.sum(axis=1)
        columns = size.sum(axis=0)
        return float(np.sqrt(rows.max(initial=0.0) * columns.max(initial=0.0)))

    # what follows is the same for every set

    def _argument(self, w):
        w = check_array(w, "w", min_rows=1)
        if w.ndim > 2 or len(w) != self.n_features:
            wanted = f"({self.n_features},) or ({self.n_features}, m)"
            raise ValueError(f"w must have shape {wanted}, got {w.shape}")
        return w

    def value(self, w):
        r"""The penalty, :math:`\Omega(w)=f_0(w)`."""
        return float(self._support(self.C @ self._argument(w)))

    def dual_point(self, w, mu=0.0):
        r"""The maximiser :math:`\alpha^*` of (3.7); for ``mu=0`` one maximiser of (3.1).

        Parameters
        ----------
        w : ndarray
        mu : float
            Smoothing parameter, not negative.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, m)
        """
        u = self.C @ self._argument(w)
        mu = check_real(mu, "mu", low=0)
        return self._face(u) if mu == 0 else self._project(u / mu)

    def project(self, alpha):
        r"""The nearest point of :math:`\mathcal Q` to ``alpha``, of the shape of a dual point."""
        return self._project(check_array(alpha, "alpha", shape=(self.C.shape[0],)))

    def smoothed(self, w, mu):
        r"""Value and gradient of
        :math:`f_\mu(w)=\max_{\alpha\in\mathcal Q}\alpha^\top Cw-\tfrac\mu2\|\alpha\|^2`.

        Parameters
        ----------
        w : ndarray
        mu : float
            Smoothing parameter, positive.

        Returns
        -------
        float, ndarray of the shape of w
            :math:`f_\mu` and :math:`C^\top\alpha^*`, equations (3.7) and (3.8).
        """
        return self._smoothed(self._argument(w), check_real(mu, "mu", low=0, open_low=True))

    def _smoothed(self, w, mu):
        block = max(1, _BLOCK // max(1, self.C.shape[0]))
        if w.ndim == 2 and w.shape[1] > block:  # the columns are separate problems
            gradient = np.empty_like(w)
            value = 0.0
            for first in range(0, w.shape[1], block):
                part = np.s_[:, first : first + block]
                f_mu, gradient[part] = self._smoothed(w[part], mu)
                value += f_mu
            return value, gradient
        u = self.C @ w
        alpha = self._project(u / mu)
        value = np.vdot(alpha, u) - 0.5 * mu * np.vdot(alpha, alpha)  # (3.7)
        return float(value), self._Ct @ alpha  # (3.8)

    def subgradient(self, w):
        """One subgradient of the penalty itself."""
        return self._Ct @ self._face(self.C @ self._argument(w))


class GraphPenalty(LinearPenalty):
    r"""Fusion along the edges of a graph.

    .. math:: \gamma\sum_{(i,j)\in E}\tau(r_{ij})|w_i-\mathrm{sign}(r_{ij})w_j|

    Parameters
    ----------
    edges : array_like of shape (n_edges, 2), int
        Every undirected edge once.
    gamma : float
    r : array_like of shape (n_edges,), optional
        Correlations of the two ends; a negative one pulls the ends to opposite values. Default 1.
    tau : callable
        Weight of an edge, a growing function of :math:`|r|`, vectorised; default :math:`|r|`.
    n_features : int, optional
        Default the largest node plus one.

    Raises
    ------
    ValueError
        If an edge leaves the graph or is a loop, or a weight is not a finite non-negative number.

    Notes
    -----
    Cost: O(n_edges) and column.
    Source: Chen (2013), equations (2.8) and (3.3), Proposition 3.2; on outputs (2.12).
    """

    def __init__(self, edges, gamma=1.0, r=None, tau=np.abs, n_features=None):
        self.gamma = check_real(gamma, "gamma", low=0)
        n = None if n_features is None else check_count(n_features, "n_features", low=1)
        options = {"dtype": np.intp, "low": 0}
        self.edges = check_array(edges, "edges", shape=(None, 2), min_rows=1, **options)
        check_below(self.edges.max(), "edges", n)
        if (self.edges[:, 0] == self.edges[:, 1]).any():
            raise ValueError("edges must join two different nodes 0, 1, ...")
        n = int(self.edges.max()) + 1 if n is None else n
        m = len(self.edges)
        r = np.ones(m) if r is None else check_array(r, "r", shape=(m,))
        tau = check_instance(tau, "tau", callable, "function")
        self.weights = check_array(tau(r), "tau(r)", shape=(m,), low=0)
        row = np.arange(m)
        size = self.gamma * self.weights
        at_second = np.where(r < 0, size, -size)  # (3.3): -sign(r) tau(r)
        entries = np.concatenate([size, at_second])
        places = (np.concatenate([row, row]), self.edges.T.ravel())
        self._set_map(sparse.csr_array((entries, places), shape=(m, n)))

    def norm(self):
        r"""Bound :math:`\gamma(2\max_jd_j)^{1/2}` on the spectral norm of C, (3.10).

        It is attained where all :math:`d_j=\sum_{e\ni j}\tau(r_e)^2` are equal and every edge can
        be stretched at once: there is w of entries 1 and -1 with
        :math:`w_i=-\mathrm{sign}(r_{ij})w_j` on all edges.
        """
        degrees = np.bincount(self.edges.ravel(), np.repeat(self.weights**2, 2))
        return float(self.gamma * np.sqrt(2 * degrees.max()))


class GroupPenalty(LinearPenalty):
    r"""Group lasso whose groups may overlap, :math:`\gamma\sum_g\omega_g\|w_g\|_q`.

    Parameters
    ----------
    groups : sequence of int array_like
        Members of each group: features 0, 1, ...; a feature may be in several or none.
    gamma : float
    weights : array_like of shape (n_groups,), optional
        :math:`\omega_g`, not negative; default 1.
    norm : "l2" or "linf"
        Norm of a group; the dual sets are balls of its dual norm.
    n_features : int, optional
        Default the largest member plus one.

    Raises
    ------
    ValueError
        If a group is empty, repeats a member or leaves the features, or a weight is negative.

    Notes
    -----
    Cost: O(sum of group sizes) and column; for "linf" with a sort of every group.
    Source: Chen (2013), equations (2.5), (3.1) and (3.2), Proposition 3.1.
    """

    def __init__(self, groups, gamma=1.0, weights=None, norm="l2", n_features=None):
        self.gamma = check_real(gamma, "gamma", low=0)
        self.norm_name = check_in(norm, "norm", ("l2", "linf"))
        n = None if n_features is None else check_count(n_features, "n_features", low=1)
        members = check_members(groups, "groups", n)
        sizes = np.array([len(g) for g in members])
        flat = np.concatenate(members)
        n = int(flat.max()) + 1 if n is None else n
        self.n_groups = len(members)
        weights = np.ones(self.n_groups) if weights is None else weights
        self.weights = check_array(weights, "weights", shape=(self.n_groups,), low=0)
        self.row_groups = np.repeat(np.arange(self.n_groups), sizes)  # the group of a row of C
        self._starts = np.cumsum(sizes) - sizes
        self._slices = [slice(a, a + k) for a, k in zip(self._starts, sizes)]
        entries = self.gamma * self.weights[self.row_groups]  # (3.2): one entry a row
        places = (np.arange(len(flat)), flat)
        self._set_map(sparse.csr_array((entries, places), shape=(len(flat), n)))

    @property
    def starts(self):
        """First row of each group in C, shape (n_groups,)."""
        return self._starts

    def group_norms(self, w):
        """Unweighted l2 norms of the groups, shape (n_groups,) or (n_groups, m)."""
        return self._row_norms(self._argument(w)[self.C.indices])

    def _row_norms(self, u):
        return np.sqrt(np.add.reduceat(np.square(u), self._starts, axis=0))

    def _support(self, u):
        if self.norm_name == "l2":
            return self._row_norms(u).sum()
        return np.maximum.reduceat(np.abs(u), self._starts, axis=0).sum()

    def _face(self, u):
        if self.norm_name == "l2":
            norms = self._row_norms(u)
            return u / np.where(norms > 0, norms, 1.0)[self.row_groups]
        peak = np.maximum.reduceat(np.abs(u), self._starts, axis=0)[self.row_groups]
        at_peak = np.where((np.abs(u) == peak) & (peak > 0), np.sign(u), 0.0)
        count = np.add.reduceat(np.abs(at_peak), self._starts, axis=0)
        return at_peak / np.maximum(count, 1.0)[self.row_groups]

    def _project(self, u):
        if self.norm_name == "l2":  # S_2 of (3.9), group by group
            return u / np.maximum(self._row_norms(u), 1.0)[self.row_groups]
        out = np.array(u, dtype=float)
        for column in (out[:, None] if out.ndim == 1 else out).T:
            for part in self._slices:
                if np.abs(column[part]).sum() > 1:
                    column[part] = project_l1_ball(column[part])
        return out

    def prox_diameter(self, n_columns=1):
        """Half the number of groups: every ball has radius 1."""
        return 0.5 * self.n_groups * check_count(n_columns, "n_columns", low=1)

    def norm(self):
        r"""Spectral norm of C, :math:`\gamma\max_j(\sum_{g\ni j}\omega_g^2)^{1/2}`, exactly."""
        squares = np.bincount(self.C.indices, self.C.data**2, self.n_features)
        return float(np.sqrt(squares.max()))
