r"""Least squares with a bound on a norm: the problems that penalties stand in for.

:math:`\min_w\tfrac12\|y-Aw\|^2` subject to :math:`\|w\|\le R` by accelerated projected gradient
steps; each model is its ball. Sugiyama (2016), problem (24.1) and sections 24.4.4 and 24.4.5, where
the bound is written :math:`R^2`.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real
from mlcompanion.prox import L1, GroupNorm, Penalty, TraceNorm, project_l1_ball
from mlcompanion.prox.balls.norm_balls import project_group_ball, project_trace_ball

from ..structured.penalties import CertifiedLeastSquares, check_shape

__all__ = ["ConstrainedGroupLasso", "ConstrainedLasso", "ConstrainedTraceNorm"]


class _Ball(Penalty):
    """Indicator of a ball: its prox is the projection, whatever the step."""

    def __init__(self, project):
        self.project = project

    def _prox(self, v, step):
        return self.project(v)


class _Constrained(CertifiedLeastSquares):
    """Projected steps in place of proximal ones.

    A subclass has ``_ball(n_features, radius)``: the dual norm, and the projection.
    """

    def _solve(self, A, y):
        radius = check_real(self.radius, "radius", low=0, open_low=True)
        dual_norm, project = self._ball(A.shape[1], radius)

        def gap(w):
            """The residual r is dual feasible: the gap is R |A'r|_* - <r, A w>."""
            image = A @ w
            residual = y - image
            return radius * dual_norm(A.T @ residual) - residual @ image

        w = self._to_gap(A, y, _Ball(project), gap)
        # the penalty with the same solution: the multiplier of the bound
        self.lam_ = dual_norm(A.T @ (y - A @ w))
        return w


class ConstrainedLasso(_Constrained):
    r"""Least squares with :math:`\|w\|_1\le R`, problem (24.1).

    Parameters
    ----------
    radius : float
        R, positive; the book's :math:`R^2`.
    fit_intercept : bool
        Add a free constant that the bound does not count. The book's models have none.
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    lam_ : float
        Multiplier of the bound: :class:`Lasso` with this penalty has the same solution.
    gap_ : float
        Duality gap: the objective is no further than this from its minimum.
    n_iter_ : int

    Notes
    -----
    With r the residual, :math:`r^\top y-\tfrac12\|r\|^2-R\|A^\top r\|_\infty` bounds the minimum
    from below. Cost: O(n_samples n_features) and a sort a step.
    Source: Sugiyama (2016), (24.1); the steps are projected ones in place of ADMM.
    """

    def __init__(self, radius=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.radius = radius
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _ball(self, n_features, radius):
        return L1().dual_norm, lambda v: project_l1_ball(v, radius)


class ConstrainedGroupLasso(_Constrained):
    r"""Least squares with :math:`\sum_g\|w_g\|_2\le R`: groups enter whole.

    Parameters
    ----------
    groups : array_like of shape (n_features,), int, optional
        Group of each feature: 0, 1, ... Default every feature by itself.
    radius, fit_intercept, tol, max_iter
        As in :class:`ConstrainedLasso`.

    Attributes
    ----------
    coef_, intercept_, lam_, gap_, n_iter_, converged_
        As in :class:`ConstrainedLasso`; the penalised namesake is :class:`GroupLasso`.

    Notes
    -----
    Source: Sugiyama (2016), section 24.4.4.
    """

    def __init__(self, groups=None, radius=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.groups = groups
        self.radius = radius
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _ball(self, n_features, radius):
        groups = np.arange(n_features) if self.groups is None else self.groups
        groups = check_array(groups, "groups", shape=(n_features,))
        return GroupNorm(groups).dual_norm, lambda v: project_group_ball(v, groups, radius)


class ConstrainedTraceNorm(_Constrained):
    r"""Least squares on matrix inputs with :math:`\|\Theta\|_{\mathrm{tr}}\le R`: low rank.

    Parameters
    ----------
    shape : (int, int), optional
        Rows and columns of an input, which is given as the vector of its rows. Default one row.
    radius, fit_intercept, tol, max_iter
        As in :class:`ConstrainedLasso`.

    Attributes
    ----------
    coef_, intercept_, lam_, gap_, n_iter_, converged_
        As in :class:`ConstrainedLasso`; the penalised namesake is :class:`TraceNormRegression`.

    Notes
    -----
    Cost: one singular value decomposition a step. Source: Sugiyama (2016), section 24.4.5.
    """

    def __init__(self, shape=None, radius=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.shape = shape
        self.radius = radius
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _ball(self, n_features, radius):
        shape = check_shape(self.shape, n_features)
        return (
            lambda g: TraceNorm().dual_norm(g.reshape(shape)),
            lambda v: project_trace_ball(v.reshape(shape), radius).ravel(),
        )
