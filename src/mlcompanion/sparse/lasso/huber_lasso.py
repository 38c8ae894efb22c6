r"""A linear model that is sparse and robust: Huber's loss with an l1 penalty.

:math:`\min_{w,b}\sum_i\rho_\eta(y_i-\langle a_i,w\rangle-b)+\lambda\|w\|_1` by accelerated proximal
gradient steps, to a duality gap. Sugiyama (2016), section 25.3.4, for linear models.
"""

import numpy as np

from mlcompanion._data import validate_data
from mlcompanion._linear import LinearRegressor, centred, note_run
from mlcompanion._validation import check_flag, check_real
from mlcompanion.losses import Huber
from mlcompanion.optimize import DataFit, fista
from mlcompanion.prox import L1

__all__ = ["HuberLasso"]


class HuberLasso(LinearRegressor):
    r"""Sparse linear regression that outliers cannot drag away.

    Parameters
    ----------
    eta : float
        Threshold of Huber's loss, in the units of the outputs: residuals count by their squares up
        to it, and by their sizes beyond.
    lam : float
        Weight of the l1 norm, positive.
    fit_intercept : bool
        Add a free constant. The book's models have none.
    tol : float
        Bound on the duality gap, relative to the objective at w = 0 and the median.
    max_iter : int

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    gap_ : float
        Duality gap: the objective is no further than this from its minimum.
    n_iter_ : int
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns.

    Notes
    -----
    The slopes of the loss, centred if there is a constant and shrunk until
    :math:`|\alpha_i|\le\eta` and :math:`|A^\top\alpha|\le\lambda`, are feasible for the dual
    problem :math:`\max\langle\alpha,y\rangle-\tfrac12\|\alpha\|^2`.
    Cost: O(n_samples n_features) a step; two copies of X.
    Source: Sugiyama (2016), equation (25.1) and section 25.3.4.
    """

    def __init__(self, eta=1.0, lam=1.0, fit_intercept=True, tol=1e-8, max_iter=100_000):
        self.eta = eta
        self.lam = lam
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and ``y``, shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        free = check_flag(self.fit_intercept, "fit_intercept")
        data = centred(X, y.astype(float), free)
        eta = check_real(self.eta, "eta", low=0, open_low=True)
        lam = check_real(self.lam, "lam", low=0, open_low=True)
        tol = check_real(self.tol, "tol", low=0)
        A = data.X
        level = float(np.median(y)) if free else 0.0  # no outlier costs the others digits
        y = y - level
        size = np.sqrt(np.mean(A**2)) or 1.0  # a column of ones would mind the units of X
        columns = np.column_stack([A, np.full(len(A), size)]) if free else A
        fit = DataFit(columns, y, Huber(eta))
        weights = np.full(columns.shape[1], lam)
        weights[X.shape[1] :] = 0.0  # the constant is not penalised
        goal = tol * fit.value(np.zeros(len(weights)))

        def gap(w):
            return _gap(fit, w, A, lam, eta, free)

        run = fista(
            fit,
            L1(weights),
            np.zeros(len(weights)),
            restart=True,
            max_iter=self.max_iter,
            stop=lambda w: gap(w) <= goal,
        )
        self.gap_ = gap(run.w)
        note_run(self, run)
        self.coef_ = run.w[: X.shape[1]]
        shift = size * run.w[-1] if free else 0.0
        self.intercept_ = float(data._replace(level=level + shift).intercept(self.coef_))
        return self


def _gap(fit, w, A, lam, eta, free):
    """Objective minus dual value at the slopes of the loss, made feasible."""
    scores = fit.scores(w)
    alpha = -fit.loss.derivative(scores, fit.y)
    alpha = alpha - alpha.mean() if free else alpha  # the constant asks for a sum of 0
    steepest = np.abs(A.T @ alpha).max(initial=0.0)
    alpha = alpha / max(1.0, np.abs(alpha).max() / eta, steepest / lam)
    primal = fit.value_of_scores(scores) + lam * np.abs(w[: A.shape[1]]).sum()
    return float(primal - alpha @ fit.y + 0.5 * alpha @ alpha)
