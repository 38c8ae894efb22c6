r"""Sparse classifiers and regressors fitted by the dual augmented Lagrangian.

Tomioka, Suzuki and Sugiyama (2011): objectives of sections 4.1-4.3 with the losses of Table 1.
"""

import warnings

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import centred, power_of_two, spread_of
from mlcompanion._validation import check_flag, check_in, check_real
from mlcompanion.losses import HyperbolicSecant, Logistic, MultinomialLogit, Squared
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1, ElasticNet, GroupNorm, RowNorm

__all__ = ["DALLogisticRegression", "DALRegressor"]


class _DALModel(BaseEstimator):
    """What both estimators share: the penalty, and one run of the solver."""

    def __init__(
        self,
        lam=1.0,
        penalty="l1",
        groups=None,
        eta=1.0,
        fit_intercept=True,
        tol=1e-6,
        max_iter=60,
    ):
        self.lam = lam
        self.penalty = penalty
        self.groups = groups
        self.eta = eta
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def _penalty(self, n_features, n_outputs, inputs_unit, outputs_unit):
        """The penalty for coefficients in units of outputs over inputs."""
        kind = check_in(self.penalty, "penalty", ("l1", "group", "elasticnet"))
        # in units of the squared loss lam goes with inputs times outputs, eta with inputs squared
        lam = check_real(self.lam, "lam", low=0, open_low=True) / inputs_unit / outputs_unit
        eta = check_real(self.eta, "eta", low=0) / inputs_unit / inputs_unit
        if self.groups is not None:
            groups = GroupNorm(self.groups, lam).groups
            if len(groups) != n_features:
                raise ValueError(f"groups must have {n_features} labels, got {len(groups)}")
        if kind == "l1":
            return L1(lam)
        if kind == "elasticnet":
            return ElasticNet(lam, eta)
        if self.groups is None:
            return RowNorm(lam) if n_outputs > 1 else L1(lam)
        # DAL ravels unknowns feature by feature: the outputs of one feature stand side by side
        return GroupNorm(np.repeat(groups, n_outputs), lam)

    def _run(self, X, y, loss, n_outputs=1, unit=1.0):
        """Coefficients and biases from data in plain units: the first proximity is a number.

        Columns stand about their means if there is a bias; a sparse X stays as it is.
        """
        free = check_flag(self.fit_intercept, "fit_intercept")
        centre = np.zeros(X.shape[1])
        if not sparse.issparse(X):
            X, _, centre, _ = centred(X, y, free)
        width = power_of_two(spread_of(X))  # a power of two: division costs no digit
        penalty = self._penalty(X.shape[1], n_outputs, width, unit)
        shape = None
        if n_outputs > 1 and isinstance(penalty, GroupNorm):
            shape = (X.shape[1] * n_outputs,)
        run = dal(
            X / width,
            y / unit,
            loss,
            penalty,
            bias=free,
            shape=shape,
            tol=self.tol,
            max_iter=self.max_iter,
        )
        self.n_iter_ = run.n_iter
        self.rdg_ = run.rdg
        if not run.converged:
            warnings.warn(
                f"stopped at relative duality gap {run.rdg:.1e}; raise max_iter or tol",
                ConvergenceWarning,
                stacklevel=3,
            )
        w = run.w.reshape(X.shape[1], n_outputs) * (unit / width)
        return w, unit * run.b - centre @ w


class DALLogisticRegression(LargestScoreMixin, _DALModel):
    r"""Sparse logistic regression, two classes or more.

    Minimises the sum of logit losses plus :math:`\lambda` times the penalty, to a relative duality
    gap. With more than two classes the last one is the reference, with scores 0.

    Parameters
    ----------
    lam : float
        Weight of the penalty, positive: 1/C of scikit-learn.
    penalty : "l1", "group" or "elasticnet"
        "group" without ``groups`` makes a group of all coefficients of a feature.
    groups : array_like of shape (n_features,), int, optional
        Group of each feature: 0, 1, ...
    eta : float
        Weight of half the squared norm, elastic net only.
    fit_intercept : bool
        Add biases that no penalty touches.
    tol : float
        Relative duality gap.
    max_iter : int
        Outer steps.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    coef_ : ndarray of shape (1, n_features) or (n_classes - 1, n_features)
    intercept_ : ndarray of shape (1,) or (n_classes - 1,)
    n_iter_ : int
    rdg_ : float
        Relative duality gap reached.

    Notes
    -----
    Cost: O(n_samples n_features) for each Newton step, some tens in all.
    Source: Tomioka et al. (2011), Algorithm 1 and equations (28)-(30), (35)-(37).
    """

    def fit(self, X, y):
        """Fit to X of shape (n_samples, n_features), dense or sparse, and labels y."""
        X, y = validate_data(self, X, y, dtype=float, accept_sparse="csc")
        self.classes_, codes = class_codes(y)
        c = len(self.classes_)
        if c == 2:
            w, b = self._run(X, 2.0 * codes - 1, Logistic())
        else:
            w, b = self._run(X, codes.astype(float), MultinomialLogit(c), c - 1)
        self.coef_ = w.T
        self.intercept_ = b
        return self

    def decision_function(self, X):
        """Scores, shape (n_samples,), or (n_samples, n_classes) with the reference's zeros."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float, accept_sparse="csc")
        z = X @ self.coef_.T + self.intercept_
        if len(self.classes_) == 2:
            return z[:, 0]
        return np.column_stack([z, np.zeros(len(z))])

    def predict_proba(self, X):
        """Class probabilities, shape (n_samples, n_classes)."""
        z = self.decision_function(X)
        if len(self.classes_) == 2:
            p = 1 / (1 + np.exp(-np.clip(z, -700, 700)))  # beyond 700 exp overflows
            return np.column_stack([1 - p, p])
        p = np.exp(z - z.max(axis=1, keepdims=True))  # the largest exponent is 0
        return p / p.sum(axis=1, keepdims=True)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class DALRegressor(RegressorMixin, _DALModel):
    r"""Sparse linear regression with squared or hyperbolic secant loss.

    Minimises the sum of losses plus :math:`\lambda` times the penalty, to a relative duality gap.

    Parameters
    ----------
    lam, penalty, groups, eta, fit_intercept, tol, max_iter
        As in :class:`DALLogisticRegression`; "group" without ``groups`` is "l1".
    loss : "squared" or "secant"
        The secant's slopes never exceed 1: it is robust to outliers.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    n_iter_ : int
    rdg_ : float

    Notes
    -----
    Cost: O(n_samples n_features) for each Newton step.
    Source: Tomioka et al. (2011), Table 1 and Algorithm 1.
    """

    def __init__(
        self,
        lam=1.0,
        penalty="l1",
        groups=None,
        eta=1.0,
        *,
        loss="squared",
        fit_intercept=True,
        tol=1e-6,
        max_iter=60,
    ):
        super().__init__(lam, penalty, groups, eta, fit_intercept, tol, max_iter)
        self.loss = loss

    def fit(self, X, y):
        """Fit to X of shape (n_samples, n_features), dense or sparse, and outputs y."""
        X, y = validate_data(self, X, y, dtype=float, accept_sparse="csc", y_numeric=True)
        name = check_in(self.loss, "loss", ("squared", "secant"))
        loss = Squared() if name == "squared" else HyperbolicSecant()
        free = check_flag(self.fit_intercept, "fit_intercept")
        level = float(np.median(y)) if free else 0.0  # a start for the bias
        y = y.astype(float) - level
        # the secant's bend is at 1 whatever the units
        unit = power_of_two(spread_of(y)) if name == "squared" else 1.0
        w, b = self._run(X, y, loss, unit=unit)
        self.coef_, self.intercept_ = w[:, 0], float(b[0]) + level
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float, accept_sparse="csc")
        return X @ self.coef_ + self.intercept_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
