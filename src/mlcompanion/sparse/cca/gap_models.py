r"""Canonical correlation by the excessive-gap method: groups that overlap, and pairs of equals.

Chen (2013), equations (4.2) and (4.23).
"""

import numpy as np

from mlcompanion._validation import check_real
from mlcompanion.prox import GroupPenalty

from ..structured.structured_regression import correlation_graph
from ._alternation import TwoViewModel
from .pursuit import PursuitPenalty, equal_entries
from .restarts import restarted_excessive_gap

__all__ = ["GroupPursuitCCA", "GroupSparseCCA"]

LAST = 1e-2  # the problem that decides on zeros is solved to this share of the tolerance


class _GapModel(TwoViewModel):
    """Solves for v by the excessive-gap method; a subclass has ``_penalty(Y)``."""

    def _prepare(self, Y):
        self._tau = check_real(self.tau, "tau", low=0, open_low=True)
        self._gap_tol = check_real(self.gap_tol, "gap_tol", low=0, open_low=True)
        self._omega = self._penalty(Y)
        self._centre = None

    def _solve(self, pull, tol):
        beta = pull / self._tau
        run = restarted_excessive_gap(beta, self._omega, tol=tol, centre=self._centre)
        self._centre = run.alpha  # the next problem is a neighbour of this one
        return run

    def _step(self, pull):
        return self._solve(pull, self._gap_tol).v

    def _starts(self, X, Y):
        # each start is an alternation of its own: the last one's dual point is no neighbour
        for u in super()._starts(X, Y):
            self._centre = None
            yield u

    def _finish(self, pull, v):
        # once more and sharper: this solution decides which groups are zero
        run = self._solve(pull, LAST * self._gap_tol)
        self.gap_ = run.gap
        self._solved = run.converged
        self.dual_point_ = run.alpha
        return self._zeroed(run.v, run.radius)


class GroupSparseCCA(_GapModel):
    r"""The second weight vector uses few groups:
    :math:`-u^\top X^\top Yv+\frac\tau2\|v\|^2+\theta\sum_gw_g\|v_g\|_2`.

    Groups may overlap. A group whose norm the certificate cannot tell from zero is zero.

    Parameters
    ----------
    groups : sequence of int array_like, optional
        Columns of the second view in each group; default one group of all.
    theta : float
        Weight of the groups, not negative. Columns are of length one, so that
        ``X.T @ Y`` holds correlations.
    tau : float
        Weight of the ridge, positive: the method needs strong convexity.
    weights : array_like of shape (n_groups,), optional
        :math:`w_g`, default 1.
    radius_x : float, optional
        Bound :math:`c_1` on the l1 norm of u; default as for :class:`SparseCCA`.
    n_init, tol, max_iter, random_state
        As for :class:`SparseCCA`.
    gap_tol : float
        Relative duality gap of the problems in v; the last one, which decides what is zero, is
        solved a hundred times as accurately.

    Attributes
    ----------
    x_weights_, y_weights_, x_scale_, y_scale_, correlation_, n_iter_, converged_
        As for :class:`SparseCCA`.
    selected_groups_ : ndarray of int
        Groups with an entry that is not zero.
    gap_ : float
        Duality gap of the last problem in v.
    dual_point_ : ndarray of shape (sum of group sizes,)
        Its dual solution.

    Notes
    -----
    Cost: O(n_samples (n_features + n_columns)) an alternation, and O(sum of group sizes) for each
    of the steps inside.
    Source: Chen (2013), equation (4.2), Algorithm 4.1. The exact zeros are ours.
    """

    def __init__(
        self,
        groups=None,
        theta=0.1,
        tau=1.0,
        weights=None,
        radius_x=None,
        *,
        n_init=10,
        tol=1e-4,
        gap_tol=1e-8,
        max_iter=500,
        random_state=None,
    ):
        self.groups = groups
        self.theta = theta
        self.tau = tau
        self.weights = weights
        self.radius_x = radius_x
        self.n_init = n_init
        self.tol = tol
        self.gap_tol = gap_tol
        self.max_iter = max_iter
        self.random_state = random_state

    def _penalty(self, Y):
        p = Y.shape[1]
        groups = [np.arange(p)] if self.groups is None else self.groups
        theta = check_real(self.theta, "theta", low=0)
        return GroupPenalty(groups, theta / self._tau, self.weights, n_features=p)

    def _zeroed(self, v, radius):
        norms = self._omega.group_norms(v)
        penalised = self._omega.gamma * self._omega.weights > 0
        # the minimiser is within the radius: such a group may be 0 there
        gone = penalised & (norms <= radius)
        v = v.copy()
        v[self._omega.C.indices[gone[self._omega.row_groups]]] = 0.0
        self.selected_groups_ = np.flatnonzero(self._omega.group_norms(v) > 0)
        return v


class GroupPursuitCCA(_GapModel):
    r"""The second weight vector is sparse and has few values:
    :math:`-u^\top X^\top Yv+\frac\tau2\|v\|^2+\theta_1\|v\|_1+\theta_2\sum_Ew_{ij}|v_i-v_j|`.

    Parameters
    ----------
    theta1, theta2 : float
        Weights of the entries and of the pairs, not negative.
    edges : array_like of shape (n_edges, 2), optional
        Default the pairs whose correlation is at least ``threshold`` in absolute value.
    threshold : float in [0, 1]
        0 is the complete graph.
    power : float
        q of :math:`w_{ij}=|r_{ij}|^q` for the default edges.
    weights : array_like of shape (n_edges,), optional
        For given edges; default 1.
    tau : float
        Weight of the ridge, positive.
    width : float
        Entries that differ by less are one cluster.
    radius_x, n_init, tol, gap_tol, max_iter, random_state
        As for :class:`GroupSparseCCA`.

    Attributes
    ----------
    x_weights_, y_weights_, x_scale_, y_scale_, correlation_, n_iter_, converged_, gap_, dual_point_
        As for :class:`GroupSparseCCA`.
    edges_ : ndarray of shape (n_edges, 2)
    clusters_ : ndarray of int, shape (n_columns,)
        Labels of equal entries, ascending with the weights.

    Notes
    -----
    Cost: O(n_samples (n_features + n_columns)) an alternation, and O(n_columns + n_edges) for each
    of the steps inside; the graph O(n_samples n_columns²) once.
    Source: Chen (2013), equation (4.23). The exact zeros are ours.
    """

    def __init__(
        self,
        theta1=0.1,
        theta2=0.1,
        edges=None,
        threshold=0.0,
        power=1.0,
        *,
        weights=None,
        tau=1.0,
        width=1e-3,
        radius_x=None,
        n_init=10,
        tol=1e-4,
        gap_tol=1e-8,
        max_iter=500,
        random_state=None,
    ):
        self.theta1 = theta1
        self.theta2 = theta2
        self.edges = edges
        self.threshold = threshold
        self.power = power
        self.weights = weights
        self.tau = tau
        self.width = width
        self.radius_x = radius_x
        self.n_init = n_init
        self.tol = tol
        self.gap_tol = gap_tol
        self.max_iter = max_iter
        self.random_state = random_state

    def _penalty(self, Y):
        theta1 = check_real(self.theta1, "theta1", low=0) / self._tau
        theta2 = check_real(self.theta2, "theta2", low=0) / self._tau
        threshold = check_real(self.threshold, "threshold", low=0, high=1)
        power = check_real(self.power, "power", low=0)
        check_real(self.width, "width", low=0, open_low=True)
        edges = self.edges
        weights = self.weights
        if edges is None:
            edges, r = correlation_graph(Y, threshold)
            weights = np.abs(r) ** power
        self.edges_ = np.array(edges)
        return PursuitPenalty(edges, theta1, theta2, weights, Y.shape[1])

    def _zeroed(self, v, radius):
        # the minimiser is within the radius of v: entries below it cannot be told from 0
        v = np.where(np.abs(v) <= radius, 0.0, v) if self._omega.theta1 > 0 else v
        self.clusters_ = equal_entries(v, self.width)
        return v

    def _keep(self, X, Y, pair):
        super()._keep(X, Y, pair)
        self.clusters_ = equal_entries(self.y_weights_, self.width)
