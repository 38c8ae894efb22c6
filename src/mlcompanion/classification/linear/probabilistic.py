r"""Logistic regression for any number of classes, from labels or from probabilities of labels.

Sugiyama (2016), section 28.1: the logistic model (28.1), maximum likelihood with a ridge, for
features as they are or for Gaussian kernels at the training samples.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import AllScoresMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import counted_rows
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_rng,
)

from .._columns import Columns
from ._kernels import gaussian_columns
from .bound_fits import softmax_by_bounds
from .softmax_fits import log_sum_exp, softmax_lbfgs, softmax_newton, stochastic_ascent

__all__ = ["SoftmaxRegression"]

_BATCH = {"lbfgs": softmax_lbfgs, "newton": softmax_newton, "bound": softmax_by_bounds}


class SoftmaxRegression(AllScoresMixin, BaseEstimator):
    r"""Logistic regression: probabilities proportional to exponentials of linear scores.

    .. math:: q(y|x)=\frac{\exp(\theta^{(y)\top}\phi(x))}{\sum_{y'}\exp(\theta^{(y')\top}\phi(x))}

    fitted by minimising :math:`-\sum_i\sum_yt_{iy}\log q(y|x_i)+\frac\lambda2\sum_y\|\theta^{(y)}
    \|^2`, where :math:`t_i` is the row of the identity for the label of sample i, or a row of
    probabilities.

    Parameters
    ----------
    lam : float
        Penalty, not negative; an intercept is not penalised. It is 1/C of scikit-learn, but 2/C
        for two classes, where that has a single vector.
    solver : {"lbfgs", "newton", "bound", "sgd"}
        ``"newton"`` solves systems of all (n_basis n_classes) unknowns; so does ``"bound"``, whose
        steps go to the least point of a quadratic above the criterion and need no length
        (Choromanska 2014, Algorithm 2); ``"sgd"`` is the book's stochastic gradient ascent, with
        the penalty's share of the gradient in each step.
    sigma : float, optional
        Width of Gaussian kernels at the training samples, which are then the basis functions.
        Default: the features themselves.
    fit_intercept : bool
        Add a free constant to every score. The book has none.
    step : float
        Step size of ``"sgd"``.
    tol : float
        Stop where the largest entry of the gradient is ``tol`` of that at zero parameters, for
        features of mean 0 (with an intercept) and of size 1; with ``"sgd"`` after a step shorter
        than ``tol``.
    max_iter : int
        Most iterations; with ``"sgd"`` most rounds of n_samples steps.
    warm_start : bool
        Start at the parameters of the fit before, where their shape fits.
    random_state : int, RandomState, Generator or None
        Start and draws of ``"sgd"``.

    Attributes
    ----------
    classes_ : ndarray, shape (n_classes,)
        The labels, sorted; 0, 1, ... for targets that are probabilities.
    coef_ : ndarray, shape (n_basis, n_classes)
        The vectors :math:`\theta^{(y)}` as columns.
    intercept_ : ndarray, shape (n_classes,)
    X_fit_ : ndarray, shape (n_samples, n_features)
        The centres of the kernels; only with ``sigma``.
    n_iter_ : int
        Iterations; steps of ``"sgd"``.
    converged_ : bool
        Whether ``tol`` was reached; else ``fit`` warns.

    Raises
    ------
    ValueError
        If there is a single class, a row of probabilities does not sum to 1, or a class has none.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` or rounding ended the search before ``tol`` was reached.

    Notes
    -----
    Cost: O(n_samples n_basis n_classes) an iteration of L-BFGS; Newton's and the bound's add
    O((n_basis n_classes)³) time and its square of memory; ``sigma`` adds O(n_samples²) memory. All
    but ``"sgd"`` search in centred columns of one size, and so find the same answer wherever the
    data lie. Source: Sugiyama (2016), section 28.1.

    Examples
    --------
    >>> model = SoftmaxRegression(lam=0.1).fit([[0.0], [1.0], [2.0], [3.0]], list("aabb"))
    >>> model.predict([[0.5], [2.5]]).tolist()
    ['a', 'b']
    """

    def __init__(self, lam=1.0, solver="lbfgs", *, sigma=None, fit_intercept=True, step=0.1,
                 tol=1e-4, max_iter=100, warm_start=False, random_state=None):  # fmt: skip
        self.lam = lam
        self.solver = solver
        self.sigma = sigma
        self.fit_intercept = fit_intercept
        self.step = step
        self.tol = tol
        self.max_iter = max_iter
        self.warm_start = warm_start
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Fit to labels or to probabilities of labels.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,) or (n_samples, n_classes)
            Labels, or the probability of each class for each sample.
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the samples' losses, not negative. A whole number is that many copies of the
            sample, and with ``sigma`` of its kernel; rows of weight 0 name no class and have no
            kernel. ``"sgd"`` draws samples in proportion.

        Returns
        -------
        self
        """
        lam = check_real(self.lam, "lam", low=0)
        solver = check_in(self.solver, "solver", (*_BATCH, "sgd"))
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        tol = check_real(self.tol, "tol", low=0)
        step = check_real(self.step, "step", low=0, open_low=True)
        rng = check_rng(self.random_state)
        X, T, weights = self._check_targets(X, y, sample_weight)
        if self.sigma is not None:
            self.X_fit_ = X
        intercept = check_flag(self.fit_intercept, "fit_intercept")
        basis = self._basis(X)
        columns = Columns(np.zeros(basis.shape[1]), np.ones(basis.shape[1]))
        penalties = np.full(basis.shape[1], lam)
        total = len(X) if weights is None else weights.sum()
        if solver != "sgd" and self.sigma is None:
            ridge = 4 * lam / total
            columns = Columns.of(basis, centred=intercept, ridge=ridge, weights=weights)
        elif self.sigma is not None and weights is not None:
            # m copies of a kernel share its coefficient: together they pay an m-th of the penalty
            columns = Columns(columns.origin, 1 / np.sqrt(weights))
            penalties = lam / weights
        Phi = np.column_stack([columns.apply(basis), np.ones((len(X), int(intercept)))])
        ridge = np.append(penalties / columns.unit**2, np.zeros(int(intercept)))
        start = self._start(basis.shape[1], T.shape[1], columns)
        if solver == "sgd":
            W, self.n_iter_ = stochastic_ascent(
                Phi, T, weights=weights, lam=ridge, step=step, tol=tol,
                max_iter=max_iter * len(Phi), start=start, random_state=rng,  # passes, in draws
            )  # fmt: skip
            self.converged_ = self.n_iter_ < max_iter * len(Phi)
        else:
            start = np.zeros((Phi.shape[1], T.shape[1])) if start is None else start
            run = _BATCH[solver](Phi, T, ridge, start, tol, max_iter, weights)
            W, self.n_iter_, self.converged_ = run
        b = basis.shape[1]
        self.coef_, self.intercept_ = columns.to_data(W[:b], W[b:].sum(axis=0))
        if not self.converged_:
            warnings.warn(
                f"SoftmaxRegression stopped after {self.n_iter_} iterations before tol was met",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _check_targets(self, X, y, sample_weight):
        """Validate, set ``classes_``, and return rows of class probabilities, and weights."""
        if len(shape := np.asarray(y).shape) == 2 and shape[1] > 1:
            X = validate_data(self, X, dtype=np.float64)
            T = check_array(y, "y", shape=(len(X), None), low=0)
            if abs(T.sum(axis=1) - 1).max() > 1e-8:
                raise ValueError("y must have rows that sum to 1")
            X, T, weights, _ = counted_rows(sample_weight, X, T)
            if not T.any(axis=0).all():
                raise ValueError(f"y gives class {T.any(axis=0).argmin()} no probability anywhere")
            self.classes_ = np.arange(T.shape[1])
            return X, T, weights
        X, y = validate_data(self, X, y, dtype=np.float64)
        X, y, weights, _ = counted_rows(sample_weight, X, y)
        self.classes_, codes = class_codes(y)
        return X, np.eye(len(self.classes_))[codes], weights

    def _basis(self, X):
        return X if self.sigma is None else gaussian_columns(X, self.X_fit_, self.sigma)

    def _start(self, n_basis, n_classes, columns):
        """The parameters of the fit before, for these columns, or None."""
        if not check_flag(self.warm_start, "warm_start"):
            return None
        if getattr(self, "coef_", np.empty(0)).shape != (n_basis, n_classes):
            return None
        coef, intercept = columns.from_data(self.coef_, self.intercept_)
        return np.vstack([coef, intercept]) if self.fit_intercept else coef

    def scores(self, X):
        """The linear scores of all classes, shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self._basis(X) @ self.coef_ + self.intercept_

    def predict_log_proba(self, X):
        """Logarithms of the class probabilities, shape (n_samples, n_classes)."""
        F = self.scores(X)
        return F - log_sum_exp(F)[:, None]

    def predict_proba(self, X):
        """Class probabilities, shape (n_samples, n_classes)."""
        return np.exp(self.predict_log_proba(X))
