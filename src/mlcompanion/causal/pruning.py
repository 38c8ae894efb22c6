"""From a full acyclic graph to the edges that matter (Shimizu et al. 2011, Section 5, Appendix A).

Adaptive lasso on each variable and its predecessors (Zou 2006), bootstrap intervals of direct and
total effects, coefficients of determination.
"""

from dataclasses import dataclass
from numbers import Number

import numpy as np
from sklearn.base import BaseEstimator, clone

from .._progress import progress_bar
from .._validation import check_array, check_count, check_in, check_instance, check_real, check_rng
from ..resampling import fold_splits
from .linear_sem import check_order, total_effects

__all__ = [
    "BootstrapResult",
    "adaptive_lasso",
    "adaptive_lasso_prune",
    "bootstrap_lingam",
    "determination",
]


def adaptive_lasso(X, y, *, gammas=(0.5, 1.0, 2.0), cv=5, rate=None):
    r"""Minimise :math:`\|y-Xb\|^2+\lambda\sum_j|b_j|/|\hat b_j|^\gamma` (Appendix A).

    With :math:`b_j=|\hat b_j|^\gamma\tilde b_j` this is an ordinary lasso in the rescaled columns
    :math:`|\hat b_j|^\gamma x_j`; :math:`\hat b` is the least-squares solution. The data are
    standardised first: otherwise the weights depend on the units (except at gamma = 1).

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    y : array_like, shape (n_samples,)
    gammas : sequence of float
        Candidates of gamma; chosen with lambda by cross-validation.
    cv : int, splitter, or iterable of pairs (train, test)
        Number of folds (contiguous, so the result is deterministic), or folds of one's own as for
        :func:`mlcompanion.resampling.fold_splits`.
    rate : float, optional
        Between 0 and 1/2, instead of cross-validation:
        :math:`\lambda=\hat\sigma^2n^{\text{rate}}` with gamma = 1 and the residual variance of
        least squares, one of the choices for which Zou (2006) proves that the right variables are
        found as n grows.

    Returns
    -------
    ndarray, shape (n_features,)
        Coefficients in the units of the data, zero where pruned.

    Raises
    ------
    ValueError
        If shapes disagree, a column is constant, or a parameter is out of range.
    """
    from sklearn.linear_model import Lasso, LassoLarsCV  # half a second to import

    X = check_array(X, "X", ndim=2, min_rows=2)
    y = check_array(y, "y", shape=(len(X),))
    if isinstance(cv, Number):
        cv = check_count(cv, "cv", low=2, high=len(X))
    else:
        cv = fold_splits(cv, X, y, name="cv")
    gammas = check_array(gammas, "gammas", ndim=1, min_rows=1, low=0, open_low=True)
    scale = X.std(axis=0)
    unit = y.std()
    if not unit or not scale.all():
        raise ValueError("X and y must not have constant columns")
    X = (X - X.mean(axis=0)) / scale
    y = (y - y.mean()) / unit
    least_squares = np.linalg.lstsq(X, y, rcond=None)[0]
    if rate is not None:
        rate = check_real(rate, "rate", low=0, high=0.5)
        lam = np.mean((y - X @ least_squares) ** 2) * len(X) ** rate
        weights = abs(least_squares)
        # The triangular factor has the same sums of products in p + 1 rows.
        R = np.linalg.qr(np.column_stack([X * weights, y]), mode="r")
        model = Lasso(lam / (2 * len(R)), fit_intercept=False, tol=1e-8, max_iter=100_000)
        return weights * model.fit(R[:, :-1], R[:, -1]).coef_ * unit / scale
    best = np.inf
    chosen = None
    for gamma in gammas:
        weights = abs(least_squares) ** gamma
        model = LassoLarsCV(cv=cv, fit_intercept=False).fit(X * weights, y)  # whole path of lambda
        error = model.mse_path_.mean(axis=1).min()
        if error < best:
            best = error
            chosen = weights * model.coef_
    return chosen * unit / scale


def adaptive_lasso_prune(X, order, *, gammas=(0.5, 1.0, 2.0), cv=5, rate=None):
    """Adaptive lasso of every variable on its predecessors in ``order``.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    order : sequence of int
        Causes before effects.
    gammas, cv, rate
        See :func:`adaptive_lasso`.

    Returns
    -------
    ndarray, shape (n_features, n_features)
        Sparse adjacency matrix; row = effect, column = cause.

    Notes
    -----
    Cost: p cross-validated lassos for each gamma. Source: Section 5.2 and Appendix A.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    order = check_order(order, X.shape[1])
    B = np.zeros((len(order),) * 2)
    for k in range(1, len(order)):
        effect = order[k]
        causes = order[:k]
        B[effect, causes] = adaptive_lasso(
            X[:, causes], X[:, effect], gammas=gammas, cv=cv, rate=rate
        )
    return B


def determination(X, B):
    r"""Coefficients of determination :math:`1-\mathrm{Var}(\hat e_i)/\mathrm{Var}(x_i)`.

    Parameters
    ----------
    X : array_like, shape (n_samples, n_features)
    B : array_like, shape (n_features, n_features)

    Returns
    -------
    ndarray, shape (n_features,)
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    B = check_array(B, "B", shape=(X.shape[1],) * 2)
    if not X.std(axis=0).all():
        raise ValueError("X must not have constant columns")
    return 1 - (X - X @ B.T).var(axis=0) / X.var(axis=0)


@dataclass(frozen=True)
class BootstrapResult:
    """What a LiNGAM estimator says on resampled data.

    Attributes
    ----------
    orders : ndarray of int, shape (n_boot, n_features)
    direct, total : ndarray, shape (n_boot, n_features, n_features)
        Adjacency matrices and total effects.
    """

    orders: np.ndarray
    direct: np.ndarray
    total: np.ndarray

    def interval(self, what="direct", level=0.95):
        """Percentile interval of each effect: an array of shape (2, n_features, n_features)."""
        check_in(what, "what", ("direct", "total"))
        tail = (1 - check_real(level, "level", low=0, high=1, open_low=True, open_high=True)) / 2
        return np.quantile(getattr(self, what), (tail, 1 - tail), axis=0)

    def significant(self, what="direct", level=0.95):
        """Which effects have an interval that leaves out zero: a boolean matrix."""
        low, high = self.interval(what, level)
        return (low > 0) | (high < 0)

    def precedence(self):
        """Share of resamples in which column j comes before row i in the order."""
        rank = np.argsort(self.orders, axis=1)
        return (rank[:, None, :] < rank[:, :, None]).mean(axis=0)

    @property
    def n_distinct_orders(self):
        """How many different orders occurred."""
        return len(np.unique(self.orders, axis=0))


def bootstrap_lingam(estimator, X, n_boot=200, *, random_state=None, progress=False):
    """Refit a LiNGAM estimator on resampled rows (Section 5.1, with 10,000 replicates there).

    Parameters
    ----------
    estimator : DirectLiNGAM or ICALiNGAM
        Cloned for every resample.
    X : array_like, shape (n_samples, n_features)
    n_boot : int
    random_state : int, Generator, RandomState or None
    progress : bool
        Show a progress bar.

    Returns
    -------
    BootstrapResult

    Raises
    ------
    ValueError
        If ``X`` is not finite or ``n_boot`` is less than 1.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    n_boot = check_count(n_boot, "n_boot", low=1)
    rng = check_rng(random_state)
    check_instance(estimator, "estimator", BaseEstimator)
    orders = []
    direct = []
    for _ in progress_bar(range(n_boot), progress, description="bootstrap"):
        fitted = clone(estimator).fit(X[rng.integers(len(X), size=len(X))])
        orders.append(fitted.causal_order_)
        direct.append(fitted.adjacency_matrix_)
    return BootstrapResult(
        np.array(orders), np.array(direct), np.array([total_effects(B) for B in direct])
    )
