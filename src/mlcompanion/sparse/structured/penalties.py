r"""Least squares with structured sparsity: whole groups, few jumps, low rank.

:math:`\min_w\tfrac12\|y-Aw\|^2+\Omega(w)` by accelerated proximal gradient steps; each model is
its penalty. Sugiyama (2016), sections 24.4.1, 24.4.4 and 24.4.5.
"""

import numpy as np

from mlcompanion._linear import LinearRegressor, note_run
from mlcompanion._validation import check_array, check_count, check_has, check_list, check_real
from mlcompanion.optimize import DataFit, Quadratic, fista
from mlcompanion.prox import FusedLasso as FusedPenalty
from mlcompanion.prox import GroupNorm, Penalty, TraceNorm

__all__ = ["FusedLasso", "GroupLasso", "TraceNormRegression", "norm_gap"]


def norm_gap(A, y, w, norm):
    r"""Duality gap of ``w`` for :math:`\tfrac12\|y-Aw\|^2+\Omega(w)` with a norm as penalty.

    The residual, shrunk until :math:`A^\top r` lies in the unit ball of the dual norm, is feasible
    for the dual problem.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_features)
    y : ndarray of shape (n_samples,)
    w : ndarray of shape (n_features,)
    norm : object with ``value`` and ``dual_norm``

    Returns
    -------
    float
        Bound on how far the objective at ``w`` is from its minimum.

    Raises
    ------
    ValueError
        If a shape does not fit or a value is not finite.

    Notes
    -----
    Cost: two products with A and one dual norm.
    """
    A = check_array(A, "A", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(A),))
    w = check_array(w, "w", shape=A.shape[1:])
    return _norm_gap(A, y, w, check_has(norm, "norm", "value", "dual_norm"))


def _norm_gap(A, y, w, norm):
    residual = y - A @ w
    scale = 1 / max(1.0, norm.dual_norm(A.T @ residual))
    square = residual @ residual
    # the dual at nu = scale * residual: <nu, y> - |nu|^2 / 2
    dual = scale * (y @ residual) - 0.5 * scale**2 * square
    return float(0.5 * square + norm.value(w) - dual)


class _LeastSquares(DataFit):
    """Half the squared error: the residual is its own slope, so no loss need be asked."""

    def value(self, w):
        residual = self.A @ w - self.y
        return 0.5 * (residual @ residual)

    def value_and_gradient(self, w):
        residual = self.A @ w - self.y
        return 0.5 * (residual @ residual), self.A.T @ residual


def least_squares_fit(A, y):
    """The smooth part: through the Gram matrix where that makes a step cheaper."""
    n_samples, n_features = A.shape
    if n_samples >= 2 * n_features:  # below, two products with A cost no more than one with A'A
        return Quadratic.from_least_squares(A, y)
    return _LeastSquares(A, y)


class CertifiedLeastSquares(LinearRegressor):
    """Accelerated steps until the duality gap is at most ``tol`` of the objective at zero."""

    def _to_gap(self, A, y, penalty, gap):
        goal = check_real(self.tol, "tol", low=0) * 0.5 * (y @ y)
        run = fista(
            least_squares_fit(A, y),
            penalty,
            np.zeros(A.shape[1]),
            restart=True,
            max_iter=self.max_iter,
            stop=lambda w: gap(w) <= goal,
        )
        self.gap_ = float(gap(run.w))
        note_run(self, run)
        return run.w


class _NormPenalised(CertifiedLeastSquares):
    """The penalty is a norm."""

    def _solve_with(self, A, y, norm):
        return self._to_gap(A, y, norm, lambda w: _norm_gap(A, y, w, norm))


class GroupLasso(_NormPenalised):
    r"""Least squares penalised by :math:`\lambda\sum_g\omega_g\|w_g\|_2`: groups enter whole.

    Parameters
    ----------
    groups : array_like of shape (n_features,), int, optional
        Label of each feature's group, not negative. Default every feature by itself, the lasso.
    lam : float
        Weight of the norm, not negative.
    weights : array_like of shape (n_groups,), optional
        :math:`\omega_g`, in the order of the labels; default 1, as in the book.
    fit_intercept : bool
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    gap_ : float
        Duality gap.
    n_iter_ : int
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_samples n_features) a step, O(n_features²) through the Gram matrix.
    Source: Sugiyama (2016), section 24.4.4.
    """

    def __init__(
        self, groups=None, lam=1.0, weights=None, fit_intercept=True, tol=1e-8, max_iter=100_000
    ):
        self.groups = groups
        self.lam = lam
        self.weights = weights
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _solve(self, A, y):
        groups = np.arange(A.shape[1]) if self.groups is None else self.groups
        groups = check_array(groups, "groups", shape=(A.shape[1],))
        return self._solve_with(A, y, GroupNorm(groups, self.lam, self.weights))


class FusedLasso(LinearRegressor):
    r"""Least squares penalised by :math:`\gamma\sum_j|w_{j+1}-w_j|+\lambda\|w\|_1`.

    Parameters
    ----------
    fuse : float
        Weight :math:`\gamma` of the jumps between neighbours, not negative.
    lam : float
        Weight of the l1 norm, not negative; the book's fused lasso has 0.
    fit_intercept : bool
    tol : float
        Bound on the last step; see :func:`proximal_gradient`.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    n_iter_ : int
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_samples n_features) a step; the prox is linear in n_features.
    Source: Sugiyama (2016), section 24.4.1; the l1 norm after Tibshirani et al. (2005).
    """

    def __init__(self, fuse=1.0, lam=0.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.fuse = fuse
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _solve(self, A, y):
        penalty = FusedPenalty(self.fuse, self.lam)
        options = {"restart": True, "tol": self.tol, "max_iter": self.max_iter}
        run = fista(least_squares_fit(A, y), penalty, np.zeros(A.shape[1]), **options)
        note_run(self, run)
        return run.w


class _OfMatrix(Penalty):
    """A norm of matrices, for vectors that hold the rows one after the other."""

    def __init__(self, norm, shape):
        self.norm = norm
        self.shape = shape

    def value(self, w):
        return self.norm.value(np.reshape(w, self.shape))

    def prox(self, v, step=1.0):
        return self.norm.prox(np.reshape(v, self.shape), step).ravel()

    def dual_norm(self, g):
        return self.norm.dual_norm(np.reshape(g, self.shape))


def check_shape(shape, n_features):
    """Rows and columns of a matrix of unknowns; one row by default."""
    if shape is None:
        return 1, n_features
    counts = [check_count(k, "shape", low=1) for k in check_list(shape, "shape")]
    if len(counts) != 2 or counts[0] * counts[1] != n_features:
        raise ValueError(f"shape must be two counts whose product is {n_features}, got {shape!r}")
    return counts


class TraceNormRegression(_NormPenalised):
    r"""Least squares on matrix inputs, :math:`f(X)=\mathrm{tr}(\Theta^\top X)`, of low rank.

    The penalty is :math:`\lambda\|\Theta\|_{\mathrm{tr}}`, the sum of the singular values.

    Parameters
    ----------
    shape : (int, int), optional
        Rows and columns of an input, which is given as the vector of its rows. Default one row.
    lam : float
        Weight of the norm, not negative.
    fit_intercept : bool
    tol : float
        Bound on the duality gap, relative to the objective at zero.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
        ``coef_.reshape(shape)`` is the matrix.
    intercept_ : float
    rank_ : int
        Number of singular values that the prox left positive.
    gap_ : float
        Duality gap.
    n_iter_ : int
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns.

    Notes
    -----
    Cost: O(n_samples d1 d2) and one singular value decomposition a step.
    Source: Sugiyama (2016), section 24.4.5.
    """

    def __init__(self, shape=None, lam=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.shape = shape
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _solve(self, A, y):
        rows, columns = check_shape(self.shape, A.shape[1])
        w = self._solve_with(A, y, _OfMatrix(TraceNorm(self.lam), (rows, columns)))
        sizes = np.linalg.svd(w.reshape(rows, columns), compute_uv=False)
        self.rank_ = int(np.count_nonzero(sizes > 1e-9 * sizes[0]))
        return w
