r"""Linear regression under overlapping groups, a graph over inputs, or a graph over outputs.

Each model is a penalty of :mod:`mlcompanion.prox.norms.smoothing`; the solver is
:func:`mlcompanion.sparse.spg` with continuation, stopped by its duality gap. Chen (2013),
equations (2.4), (2.5), (2.8), (2.9) and (2.12), chapter 3.
"""

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import LinearRegressor, centred, column_units, note_run
from mlcompanion._validation import check_array, check_count, check_real
from mlcompanion.prox import GraphPenalty, GroupPenalty, LinearPenalty

from .group_polish import polish_groups
from .spg import SPGRun, StructuredProblem, spg

__all__ = [
    "GraphFusedLasso",
    "MultiTaskGraphFusedLasso",
    "OverlappingGroupLasso",
    "correlation_graph",
]


EXACT = 1e-9  # slopes beyond their limits, as a share of the largest at 0: rounding
REFINEMENTS = 4


def correlation_graph(Y, threshold=0.3, n_edges=None):
    """Edges between columns whose correlation is large in absolute value.

    Parameters
    ----------
    Y : array_like of shape (n_samples, n_columns)
    threshold : float in [0, 1]
        Least absolute correlation of an edge.
    n_edges : int, optional
        Keep this many of the strongest pairs instead.

    Returns
    -------
    ndarray of shape (n_edges, 2)
        Pairs i < j.
    ndarray of shape (n_edges,)
        Their correlations.

    Raises
    ------
    ValueError
        If Y is not a finite matrix or a parameter is out of range.

    Notes
    -----
    Constant columns have no correlation and get no edge. Cost: O(n_samples n_columns²).
    Source: Chen (2013), sections 2.3 and 3.5.2.
    """
    Y = check_array(Y, "Y", ndim=2, min_rows=1)
    threshold = check_real(threshold, "threshold", low=0, high=1)
    Z = centred(Y, Y).X
    Z = Z / column_units(Z)  # squares of it neither overflow nor vanish
    sizes = np.linalg.norm(Z, axis=0)
    Z = Z / np.where(sizes > 0, sizes, 1.0)
    i, j = np.triu_indices(Y.shape[1], 1)
    r = (Z.T @ Z)[i, j]
    if n_edges is None:
        kept = np.flatnonzero((np.abs(r) >= threshold) & (r != 0))
    else:
        n_edges = check_count(n_edges, "n_edges", low=0, high=len(r))
        # the strongest, listed in the order of the columns
        kept = np.sort(np.argsort(-np.abs(r), kind="stable")[:n_edges])
    return np.column_stack([i[kept], j[kept]]), r[kept]


def _graph(edges, gamma, r, tau, n):
    """The penalty of a graph on n nodes; without edges, a penalty that is zero."""
    if np.size(edges) == 0:
        return LinearPenalty(sparse.csr_array((0, n)), gamma)
    tau = np.abs if tau is None else tau
    return GraphPenalty(edges, gamma, r, tau, n)


def _descend(problem, mu, goal, tol, max_iter, **options):
    """Smoothed steps to a gap of ``goal``, or until they settle where there is no certificate."""
    certified = bool(np.all(problem.l1.lam > 0))
    # a free entry has no dual bound: there only the objective's rest can be watched
    stop = {"gap": goal} if certified else {"tol": 1e-2 * tol}
    return spg(problem, mu, restart=True, max_iter=max_iter, **stop, **options)


def _polished(problem, run, mu, goal, tol, max_iter, polish):
    """The solution with exact zeros, if its certificate says that it is one.

    Where the smoothed one is too rough to tell which groups vanish, it is refined and asked again.
    """
    rough = run
    asked = goal
    for _ in range(REFINEMENTS):
        coef, gap, excess = polish(problem, rough.coef, mu)
        objective = problem.objective(coef)
        if gap < run.gap or (objective <= run.objective and gap <= run.gap):
            converged = run.converged or gap <= asked
            run = run._replace(coef=coef, objective=objective, gap=gap, converged=converged)
        if excess <= EXACT:
            return run
        mu = mu / 10
        goal = goal / 10
        tol = tol / 10
        rough = _descend(problem, mu, goal, tol, max_iter, start=rough.coef)
        run = run._replace(n_iter=run.n_iter + rough.n_iter)
    return run


def _solve_problem(model, problem, polish=None):
    """Continuation down to the mu whose bias is half of the gap that ``tol`` allows.

    What smoothing leaves is polished, if the penalty knows how, and kept if its certificate says
    that it is no worse.
    """
    goal = check_real(model.tol, "tol", low=0, open_low=True) * 0.5 * np.sum(problem.y**2)
    max_iter = check_count(model.max_iter, "max_iter", low=1)
    if not (problem.X.T @ problem.y).any():  # nothing pulls away from 0
        zero = np.zeros(problem.shape)
        model.objective_ = problem.objective(zero)
        model.gap_ = 0.0
        return SPGRun(zero, model.objective_, 0.0, 0, True, np.zeros(0), 0.0)
    mu = goal / (2 * max(problem.prox_diameter, 0.5))  # its bias is mu D: half the goal
    run = _descend(problem, mu, goal, model.tol, max_iter, stages=3)
    if polish is not None:
        run = _polished(problem, run, mu, goal, model.tol, max_iter, polish)
    model.objective_ = run.objective
    model.gap_ = run.gap
    return run


class _StructuredModel(LinearRegressor):
    """One output; a subclass has ``_penalty(d)``, and may have ``_polish(problem, w, mu)``."""

    _polish = None

    def _solve(self, A, y):
        problem = StructuredProblem(A, y, self._penalty(A.shape[1]), self.lam)
        run = _solve_problem(self, problem, self._polish)
        note_run(self, run)
        return run.coef


class OverlappingGroupLasso(_StructuredModel):
    r"""Least squares penalised by :math:`\gamma\sum_g\omega_g\|w_g\|_2+\lambda\|w\|_1`.

    Groups may overlap. What vanishes is a union of groups: a feature enters only if all groups
    that hold it do. The zeros are exact, and certified by the duality gap.

    Parameters
    ----------
    groups : sequence of int array_like, optional
        Members of each group; default one group of all features.
    gamma : float
        Weight of the group norms, not negative.
    lam : float
        Weight of the l1 norm, not negative.
    weights : array_like of shape (n_groups,), optional
        Default 1.
    fit_intercept : bool
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int
        Largest number of steps for each value of the smoothing parameter.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    objective_ : float
    gap_ : float
        Duality gap: the objective is no further than this from its minimum. Infinite if a feature
        with a slope has neither an l1 weight nor a group.
    n_iter_ : int
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_features min(n_samples, n_features) + sum of group sizes) a step, then a few Newton
    steps on the features that remain. Memory: that of X, and O(n_features²) if there are at least
    as many samples as features.
    Source: Chen (2013), equation (2.5), Algorithm 3.1; the polish is ours.
    """

    _polish = staticmethod(polish_groups)

    def __init__(
        self,
        groups=None,
        gamma=1.0,
        lam=1.0,
        weights=None,
        fit_intercept=True,
        tol=1e-4,
        max_iter=20_000,
    ):
        self.groups = groups
        self.gamma = gamma
        self.lam = lam
        self.weights = weights
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _penalty(self, d):
        groups = [np.arange(d)] if self.groups is None else self.groups
        return GroupPenalty(groups, self.gamma, self.weights, n_features=d)


class GraphFusedLasso(_StructuredModel):
    r"""Least squares penalised by
    :math:`\gamma\sum_{(i,j)\in E}\tau(r_{ij})|w_i-\mathrm{sign}(r_{ij})w_j|+\lambda\|w\|_1`.

    Parameters
    ----------
    edges : array_like of shape (n_edges, 2), optional
        Default the chain 0–1–2–...
    gamma : float
        Weight of the fusion, not negative.
    lam : float
        Weight of the l1 norm, not negative.
    r : array_like of shape (n_edges,), optional
        Correlations; default 1.
    tau : callable, optional
        Default :math:`|r|`.
    fit_intercept, tol, max_iter
        As for :class:`OverlappingGroupLasso`.

    Attributes
    ----------
    coef_, intercept_, objective_, gap_, n_iter_, converged_
        As for :class:`OverlappingGroupLasso`.

    Notes
    -----
    Cost: O(n_features min(n_samples, n_features) + n_edges) a step. For a chain,
    :class:`mlcompanion.sparse.FusedLasso` has the exact proximal operator.
    Source: Chen (2013), equation (2.8), Algorithm 3.1.
    """

    def __init__(
        self,
        edges=None,
        gamma=1.0,
        lam=1.0,
        r=None,
        tau=None,
        *,
        fit_intercept=True,
        tol=1e-4,
        max_iter=20_000,
    ):
        self.edges = edges
        self.gamma = gamma
        self.lam = lam
        self.r = r
        self.tau = tau
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _penalty(self, d):
        chain = np.column_stack([np.arange(d - 1), np.arange(1, d)])
        edges = chain if self.edges is None else self.edges
        return _graph(edges, self.gamma, self.r, self.tau, d)


class MultiTaskGraphFusedLasso(MultiOutputMixin, RegressorMixin, BaseEstimator):
    r"""Several outputs, fused along a graph over the outputs.

    .. math:: \min_B\tfrac12\|Y-XB\|_F^2
              +\gamma\sum_{(k,l)\in E}\tau(r_{kl})\sum_j|B_{jk}-\mathrm{sign}(r_{kl})B_{jl}|
              +\lambda\|B\|_1

    Parameters
    ----------
    edges : array_like of shape (n_edges, 2), optional
        Default pairs of outputs whose correlation is at least ``threshold`` in absolute value.
    gamma : float
    lam : float
    r : array_like of shape (n_edges,), optional
        Correlations of the edges; default 1 for given edges, else those measured.
    tau : callable, optional
        Default :math:`|r|`.
    threshold : float in [0, 1]
    fit_intercept, tol, max_iter
        As for :class:`OverlappingGroupLasso`.

    Attributes
    ----------
    coef_ : ndarray of shape (n_outputs, n_features)
    intercept_ : ndarray of shape (n_outputs,)
    edges_ : ndarray of shape (n_edges, 2)
    objective_, gap_, n_iter_, converged_
        As for :class:`OverlappingGroupLasso`.

    Notes
    -----
    Cost: O(n_features n_outputs min(n_samples, n_features) + n_features n_edges) a step.
    Source: Chen (2013), equations (2.9), (2.12), (3.20) and (3.21).
    """

    def __init__(
        self,
        edges=None,
        gamma=1.0,
        lam=1.0,
        r=None,
        tau=None,
        *,
        threshold=0.3,
        fit_intercept=True,
        tol=1e-4,
        max_iter=20_000,
    ):
        self.edges = edges
        self.gamma = gamma
        self.lam = lam
        self.r = r
        self.tau = tau
        self.threshold = threshold
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.single_output = False
        return tags

    def fit(self, X, Y):
        """Fit to X of shape (n_samples, n_features) and Y of shape (n_samples, n_outputs)."""
        X, Y = validate_data(self, X, Y, dtype=float, y_numeric=True, multi_output=True)
        if Y.ndim == 1:
            raise ValueError("Y must have one column for each output; reshape a single one")
        Y = Y.astype(float)
        data = centred(X, Y, self.fit_intercept)
        threshold = check_real(self.threshold, "threshold", low=0, high=1)
        edges = self.edges
        r = self.r
        if edges is None:
            edges, r = correlation_graph(Y, threshold)
        penalty = _graph(edges, self.gamma, r, self.tau, Y.shape[1])
        problem = StructuredProblem(data.X, data.y, penalty, self.lam, on_outputs=True)
        run = _solve_problem(self, problem)
        note_run(self, run)
        self.edges_ = np.asarray(edges)
        self.coef_ = run.coef.T.copy()
        self.intercept_ = data.intercept(self.coef_)
        return self

    def predict(self, X):
        """Outputs, shape (n_samples, n_outputs)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return X @ self.coef_.T + self.intercept_
