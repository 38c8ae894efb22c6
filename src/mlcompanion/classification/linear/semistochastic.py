r"""Logistic regression by the semi-stochastic quadratic bound.

Choromanska (2014), chapter 3: Algorithm 5, iteration (3.3), batches of section 3.3.2.
"""

import warnings

import numpy as np
from scipy import sparse
from scipy.special import expit, softmax
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._classes import LargestScoreMixin, class_codes
from mlcompanion._data import validate_data
from mlcompanion._linear import centred, power_of_two, spread_of
from mlcompanion._validation import check_array, check_count, check_flag, check_real
from mlcompanion.losses import Logistic
from mlcompanion.optimize.finite_sums import FiniteSum
from mlcompanion.optimize.majorising.semistochastic import (
    LinearGrowth,
    LogisticBounds,
    MeasuredGrowth,
    SoftmaxBounds,
    semistochastic_steps,
)

__all__ = ["SQBLogisticRegression"]

FIRST_ROWS = (5, 5)


class SQBLogisticRegression(LargestScoreMixin, BaseEstimator):
    r"""Logistic regression whose Newton-like steps look at growing batches of rows.

    Minimises the mean of the logistic losses plus :math:`\frac\eta2\|\theta\|^2` by
    :math:`\theta\leftarrow\theta-\alpha(\Sigma_\mathcal S+\eta I)^{-1}(\mu_\mathcal T+\eta\theta)`,
    where the gradient comes from a batch :math:`\mathcal T` and the curvature of a quadratic bound
    from a smaller batch :math:`\mathcal S`. Standardize columns of unlike size first.

    Parameters
    ----------
    eta : float, optional
        Weight of half the squared norm, not negative; default 1/n_samples, which is C = 1 of
        scikit-learn. An intercept is not penalised.
    b1 : (int, int)
        Rows in the first batches of gradient and curvature, at most n_samples. Only the default is
        cut to a table of fewer rows.
    gamma : (float, float)
        Growth of both batches in an iteration, as fractions of n_samples.
    cap_sigma : int
        Most rows in the curvature batch. The gradient batch grows to all rows.
    inner : int
        Steps of the solver of each linear system.
    step : float
        :math:`\alpha`, positive: 1, or 0.1 where early steps overshoot.
    independent : bool
        Draw :math:`\mathcal S` by itself, not as a part of :math:`\mathcal T`.
    solver : {"lsqr", "cg", "exact"}
        Of the linear systems; "exact" does not use ``inner``.
    decrease : float, optional
        If given, the gradient batch grows so that its measured squared error falls by this share
        in an iteration, and ``gamma[0]`` is not used.
    fit_intercept : bool
        Add a constant to the scores. The source has none.
    tol : float
        Stop where, at all rows, no entry of the gradient exceeds this share of the largest one at
        zero parameters.
    max_passes : float
        Most rows of gradient batches, over n_samples.
    random_state : int, RandomState, Generator or None
        Draws of the batches.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
    intercept_ : ndarray of shape (1,) or (n_classes,)
    n_iter_ : int
    passes_ : float
        Gradient rows over n_samples.
    work_ : Work
        Gradient rows, curvature rows and entries of X that were read.
    converged_ : bool
        Whether ``tol`` was met; else ``fit`` warns.

    Raises
    ------
    ValueError
        If there is a single class, or a parameter is out of range.

    Warns
    -----
    ConvergenceWarning
        If ``max_passes`` ended the search before ``tol`` was met, or the parameters grew beyond
        what a float holds.

    Notes
    -----
    Cost: see ``semistochastic_steps``; memory that of X. A dense X is centred if there is an
    intercept. Sources: Choromanska (2014), Algorithm 5, (3.3) and section 3.3.2;
    ``decrease``: ours, after Theorem 4.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [3.0]]
    >>> model = SQBLogisticRegression(random_state=0).fit(X, list("aabb"))
    >>> model.predict([[0.5], [2.5]]).tolist()
    ['a', 'b']
    """

    def __init__(self, eta=None, b1=FIRST_ROWS, gamma=(0.005, 0.001), cap_sigma=200, inner=5,
                 step=1.0, independent=True, *, solver="lsqr", decrease=None, fit_intercept=True,
                 tol=1e-3, max_passes=50, random_state=None):  # fmt: skip
        self.eta = eta
        self.b1 = b1
        self.gamma = gamma
        self.cap_sigma = cap_sigma
        self.inner = inner
        self.step = step
        self.independent = independent
        self.solver = solver
        self.decrease = decrease
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_passes = max_passes
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y):
        """Fit to inputs and labels.

        Parameters
        ----------
        X : array_like or sparse matrix, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Labels of two classes or more.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, accept_sparse="csr")
        self.classes_, codes = class_codes(y)
        free = check_flag(self.fit_intercept, "fit_intercept")
        columns, centre, width = _plain_columns(X, free)
        eta = 1 / len(codes) if self.eta is None else check_real(self.eta, "eta", low=0)
        # in this order: width^2 may leave the range
        bounds = self._bounds(columns, codes, eta / width / width, free)
        w = self._search(bounds)
        W = w.reshape(columns.shape[1], -1)
        self.coef_ = W[: X.shape[1]].T / width
        constant = W[X.shape[1] :].sum(axis=0)  # of no row: zeros
        self.intercept_ = constant - self.coef_ @ centre
        return self

    def _bounds(self, columns, codes, eta, free):
        if len(self.classes_) == 2:
            problem = FiniteSum(columns, 2.0 * codes - 1.0, Logistic(), eta)
            return LogisticBounds(problem, free=int(free))
        return SoftmaxBounds(columns, codes, len(self.classes_), eta, free=int(free))

    def _growths(self, n_samples):
        """How both batches grow."""
        first = check_array(self.b1, "b1", shape=(2,), dtype=int, low=1)
        if tuple(first) != FIRST_ROWS:
            check_array(first, "b1", high=n_samples)
        rates = check_array(self.gamma, "gamma", shape=(2,), low=0) * n_samples
        cap = check_count(self.cap_sigma, "cap_sigma", low=1)
        curvature = LinearGrowth(int(first[1]), float(rates[1]), cap)
        if self.decrease is None:
            return LinearGrowth(int(first[0]), float(rates[0]), n_samples), curvature
        return MeasuredGrowth(int(first[0]), self.decrease, n_samples), curvature

    def _search(self, bounds):
        """Steps until the gradient of all rows is small, or the passes are used up."""
        tol = check_real(self.tol, "tol", low=0)
        limit = check_real(self.max_passes, "max_passes", low=0, open_low=True)
        w = np.zeros(bounds.size)
        goal = tol * np.abs(bounds.gradient_at(w)[0]).max()  # of the gradient at 0
        steps = semistochastic_steps(
            bounds, w, *self._growths(bounds.n_samples), step=self.step, inner=self.inner,
            solver=self.solver, independent=self.independent, random_state=self.random_state,
        )  # fmt: skip
        with np.errstate(over="ignore", invalid="ignore"):
            for state in steps:
                finite = np.isfinite(state.gradient).all()
                if not finite:
                    break
                w = state.w
                at_end = np.abs(state.gradient).max() <= goal
                # None: all rows were looked at; the gradient of a batch decides nothing
                self.converged_ = bool(state.gradient_rows is None and at_end)
                if self.converged_ or state.work.gradient_samples >= limit * bounds.n_samples:
                    break
        self.n_iter_ = state.k
        self.work_ = state.work
        self.passes_ = state.work.passes(bounds.n_samples)
        if not finite:
            self.converged_ = False
        if not self.converged_:
            warnings.warn(
                f"SQBLogisticRegression stopped after {self.passes_:.3g} passes before tol was "
                "met; standardize, raise max_passes or b1, or lower step",
                ConvergenceWarning,
                stacklevel=3,
            )
        return w

    def decision_function(self, X):
        """Scores: of two classes that of the second, shape (n,); else shape (n, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, accept_sparse="csr", reset=False)
        scores = X @ self.coef_.T + self.intercept_
        return scores.ravel() if len(self.classes_) == 2 else scores

    def predict_proba(self, X):
        """Class probabilities, shape (n, n_classes)."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return np.column_stack([expit(-scores), expit(scores)])  # each keeps its small values
        return softmax(scores, axis=1)


def _plain_columns(X, free):
    """Columns of size about 1, the constant last; what was taken from them, and their unit."""
    centre = np.zeros(X.shape[1])
    if not sparse.issparse(X):
        X, _, centre, _ = centred(X, np.zeros(X.shape[0]), free)
    width = power_of_two(spread_of(X))
    X = X / width
    if not free:
        return X, centre, width
    ones = np.ones((X.shape[0], 1))
    if sparse.issparse(X):
        return sparse.hstack([X, ones], format="csr"), centre, width
    return np.column_stack([X, ones]), centre, width
