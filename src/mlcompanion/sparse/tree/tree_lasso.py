r"""Regression and classification with hierarchical sparsity, and the rivals of the speed benchmark.

Jenatton et al. (2011), equation (5) with the square and the multinomial logistic loss, section 5.2;
the reweighted least-squares scheme rests on equation (6).
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.special import softmax
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import LinearRegressor, centred, column_means, warn_stopped
from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_instance,
    check_real,
)
from mlcompanion.losses import Softmax
from mlcompanion.optimize import DataFit, Quadratic, fista
from mlcompanion.prox.tree.groups import TreeGroups
from mlcompanion.prox.tree.tree_norm import TreeNorm

__all__ = [
    "ReweightedRun",
    "TreeLasso",
    "TreeLogistic",
    "reweighted_least_squares",
    "ward_tree",
]


def ward_tree(X):
    """Tree of the features: Ward's hierarchical clustering of the columns, each about its mean.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)

    Returns
    -------
    TreeGroups
        The features are the leaves; each merge is a group.

    Notes
    -----
    Cost: O(n_features² n_samples) time, O(n_features²) memory.
    Source: Jenatton et al. (2011), section 5.2.2, after Kim and Xing (2010).
    """
    from scipy.cluster.hierarchy import linkage  # dear to import

    X = check_array(X, "X", ndim=2, min_rows=1)
    if X.shape[1] == 1:
        return TreeGroups.flat(1)
    return TreeGroups.from_linkage(linkage((X - column_means(X)).T, "ward"))


class ReweightedRun(NamedTuple):
    """What :func:`reweighted_least_squares` returns: ``w`` and the ``objective`` at every step."""

    w: np.ndarray
    objective: np.ndarray


def reweighted_least_squares(quadratic, penalty, start, *, smoothing=1e-6, max_iter=100):
    r"""Minimise a quadratic plus a hierarchical norm by a sequence of ridge regressions.

    By :math:`\|w_g\|\le\frac12(\|w_g\|^2/z_g+z_g)`, with equality at :math:`z_g=\|w_g\|`, each step
    solves :math:`(Q+\mathrm{diag}(\zeta))w=b`.

    Parameters
    ----------
    quadratic : Quadratic
    penalty : TreeNorm with l2 groups
    start : array_like of shape (n_features,)
        Not 0: a group that vanishes would stay so.
    smoothing : float
        :math:`z_g=(\|w_g\|^2+\mathrm{smoothing}^2)^{1/2}`: without it, weights of vanishing groups
        are infinite.
    max_iter : int

    Returns
    -------
    ReweightedRun
        No entry of ``w`` is exactly 0.

    Notes
    -----
    Cost: one Cholesky factorisation, O(n_features³), a step.
    Source: Jenatton et al. (2011), equation (6) and section 5.2 (Re-l2).
    """
    check_instance(quadratic, "quadratic", Quadratic)
    check_instance(penalty, "penalty", TreeNorm)
    w = check_array(start, "start", shape=quadratic.b.shape)
    smoothing = check_real(smoothing, "smoothing", low=0, open_low=True)
    objective = [quadratic.value(w) + penalty.value(w)]
    for _ in range(check_count(max_iter, "max_iter", low=1)):
        # smoothing keeps the weight of a vanishing group finite; its zeros are then not exact
        ridge = np.diag(penalty.quadratic_weights(w, smoothing))
        w = cho_solve(cho_factor(quadratic.Q + ridge), quadratic.b)
        objective.append(quadratic.value(w) + penalty.value(w))
    return ReweightedRun(w, np.array(objective))


def _columns_at_rest(smooth, penalty, limits):
    """Rule that ends a run: each column's slope is within its own limit, the penalty's part in it.

    Relative to the slope of the whole, the longest column would end the run, and short ones stand
    where they began.
    """
    L = smooth.lipschitz() or 1.0  # columns of zeros have no slope

    def at_rest(w):
        _, gradient = smooth.value_and_gradient(w)
        move = w - penalty.prox(w - gradient / L, 1 / L)
        slopes = L * np.linalg.norm(move.reshape(len(limits), -1), axis=1)
        return bool(np.all(slopes <= limits))

    return at_rest


class _TreeModel(BaseEstimator):
    """What the regressor and the classifier share."""

    def __init__(
        self, tree=None, lam=1.0, *, norm="l2", fit_intercept=True, tol=1e-5, max_iter=5000
    ):
        self.tree = tree
        self.lam = lam
        self.norm = norm
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _check(self, X):
        check_real(self.lam, "lam", low=0)
        check_in(self.norm, "norm", ("l2", "linf"))
        tree = ward_tree(X) if self.tree is None else self.tree
        self.tree_ = check_instance(tree, "tree", TreeGroups)
        if self.tree_.n_features != X.shape[1]:
            raise ValueError(
                f"tree must have {X.shape[1]} variables like X, got {self.tree_.n_features}"
            )

    def _descend(self, smooth, penalty, start, size):
        """Accelerated steps; ``size`` is the length of the loss's derivatives at the start."""
        tol = check_real(self.tol, "tol", low=0)
        # by Cauchy-Schwarz a column's slope is at most its length times that of the derivatives
        limits = tol * size * np.linalg.norm(smooth.A, axis=0)
        # the constant of the whole may be far above the curvature that the path meets
        run = fista(
            smooth,
            penalty,
            start,
            restart=True,
            backtracking=True,
            growth=1.5,
            max_iter=self.max_iter,
            stop=_columns_at_rest(smooth, penalty, limits),
        )
        self.n_iter_ = run.n_iter
        self.objective_ = run.objective
        self.converged_ = run.converged
        if not run.converged:
            warn_stopped(self, run.n_iter, stacklevel=4)
        return run.w


class TreeLasso(LinearRegressor, _TreeModel):
    r"""Least squares with a hierarchical norm.

    .. math:: \min_{w,b}\tfrac12\|y-Xw-b\|^2+\lambda\sum_g\omega_g\|w_g\|

    Parameters
    ----------
    tree : TreeGroups, optional
        Default: Ward's clustering of the features, :func:`ward_tree`.
    lam : float
    norm : "l2" or "linf"
    fit_intercept : bool
    tol : float
        Bound on each column's slope that is left, relative to the column's length times that of
        the outputs about their mean; looked at every ten steps.
    max_iter : int
        Steps of :func:`mlcompanion.optimize.fista`, which backtracks as the source does: from a
        hundredth of the Lipschitz constant, by factors of 1.5.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    tree_ : TreeGroups
    n_iter_ : int
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns.
    objective_ : ndarray of shape (n_iter_ + 1,)

    Notes
    -----
    Cost: two or three products with X and one proximal operator a step; columns of very different
    lengths take many steps. Source: Jenatton et al. (2011), equation (5).
    """

    def _solve(self, A, y):
        self._check(A)
        penalty = TreeNorm(self.tree_, self.lam, self.norm)
        return self._descend(DataFit(A, y), penalty, np.zeros(A.shape[1]), np.linalg.norm(y))


class TreeLogistic(AllScoresMixin, _TreeModel):
    r"""Multinomial logistic regression with a hierarchical norm over features, all classes tied.

    .. math:: \min_{W,b}\sum_i\log\sum_ke^{s_{ik}-s_{iy_i}}+\lambda\sum_g\omega_g\|W_g\|,
              \qquad s_i=W^\top x_i+b

    Parameters
    ----------
    tree, lam, norm, fit_intercept, tol, max_iter
        As for :class:`TreeLasso`, with labels less equal probabilities for the outputs;
        :math:`W_g` has the rows of the group's features and one column a class. Intercepts are not
        penalised.

    Attributes
    ----------
    coef_ : ndarray of shape (n_classes, n_features)
    intercept_ : ndarray of shape (n_classes,)
    classes_ : ndarray of shape (n_classes,)
    tree_, n_iter_, converged_, objective_
        As for :class:`TreeLasso`.

    Notes
    -----
    Cost: two or three products with X, of n_classes columns, and one proximal operator a step.
    Source: Jenatton et al. (2011), section 5.2.2.
    """

    def fit(self, X, y):
        """Fit to X of shape (n_samples, n_features) and labels y of shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, labels = class_codes(y)
        self._check(X)
        n_features = X.shape[1]
        n_classes = len(self.classes_)
        data = centred(X, np.zeros((len(X), n_classes)), self.fit_intercept)
        A = data.X
        tree = self.tree_
        size = np.sqrt(np.mean(A**2)) or 1.0  # a column of ones would mind the units of X
        if self.fit_intercept:
            # the intercept is one more column, free of any group
            A = np.column_stack([A, np.full(len(A), size)])
            tree = tree.with_free()
        penalty = TreeNorm(tree, self.lam, self.norm, tied=True)
        start = np.zeros((A.shape[1], n_classes))
        smooth = DataFit(A, labels, Softmax())
        guess = np.sqrt(len(A) * (1 - 1 / n_classes))  # each label less equal probabilities
        W = self._descend(smooth, penalty, start, guess)
        self.coef_ = W[:n_features].T.copy()
        level = size * W[-1] if self.fit_intercept else np.zeros(n_classes)
        self.intercept_ = data._replace(level=level).intercept(self.coef_)
        return self

    def scores(self, X):
        """Scores of all classes, shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        return X @ self.coef_.T + self.intercept_

    def predict_proba(self, X):
        """Probabilities of the classes, shape (n_samples, n_classes)."""
        return softmax(self.scores(X), axis=1)
