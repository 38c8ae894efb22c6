"""Least absolute deviations, exactly and by reweighting: Sugiyama (2016), Section 25.2."""

import numpy as np
from scipy.optimize import linprog

from mlcompanion._data import validate_data
from mlcompanion._linear import (
    FreeColumns,
    all_rows,
    check_weights,
    counted_rows,
    warn_stopped,
)
from mlcompanion._validation import check_count, check_in, check_real
from mlcompanion.losses import Absolute
from mlcompanion.optimize import irls
from mlcompanion.optimize.irls import robust_unit
from mlcompanion.regression.linear.least_squares import LeastSquares
from mlcompanion.regression.linear.ridge import check_design

__all__ = ["LADRegressor", "lad_program"]

#: How the program is tried: now and then the solver's own choice ends in an unknown state.
WAYS = (
    {},
    {"method": "highs-ds", "options": {"presolve": False}},
    {"method": "highs-ipm"},
)


def lad_program(Phi, y, weights=None):
    r"""Least absolute deviations by the dual linear program.

    :math:`\min_w\|y-\Phi w\|_1=\max\{y^\top a:\Phi^\top a=0,\ -1\le a_i\le1\}`. The dual has
    one equation for each parameter instead of one for each sample, and the multipliers of the
    equations are the parameters.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)

    Returns
    -------
    w : ndarray, shape (m,)
        A solution; if it is the only one, at least ``m`` residuals are zero.
    pull : ndarray, shape (n,)
        The dual solution :math:`a`, the sign of each residual that is not zero, times its weight.

    Raises
    ------
    ValueError
        If the shapes do not match or a value is not finite.
    RuntimeError
        If the solver of linear programs gives up.

    Notes
    -----
    Cost: a simplex run on m rows and n bounded columns. Source: Sugiyama (2016), Section 25.2,
    which solves it approximately by Huber's loss with a small threshold; the program is ours.
    """
    Phi, y = check_design(Phi, y)
    weights = check_weights(weights, len(y), "weights")
    unit = robust_unit(y, weights)  # the solver's tolerances are absolute, so the units matter
    heaviest = 1.0 if weights is None else weights.max()
    # a sample pulls by its weight at most
    bounds = (-1, 1) if weights is None else np.column_stack([-weights, weights]) / heaviest
    widths = np.abs(Phi).max(axis=0)
    widths[widths == 0] = 1.0
    sides = {"A_eq": (Phi / widths).T, "b_eq": np.zeros(Phi.shape[1]), "bounds": bounds}
    for way in WAYS:
        answer = linprog(-y / unit, **sides, **way)  # linprog minimises
        if answer.status == 0:
            return -unit * answer.eqlin.marginals / widths, heaviest * answer.x
    raise RuntimeError(f"least absolute deviations: {answer.message}")


class LADRegressor(LeastSquares):
    r"""Linear model with the least sum of absolute residuals.

    Parameters
    ----------
    method : {"lp", "irls"}
        The exact linear program, or reweighted least squares with the weights
        :math:`1/\max(|r_i|,\text{floor})`: Huber's loss with the threshold ``floor``, over
        it.
    basis : callable, optional
        As in :class:`~mlcompanion.regression.LeastSquares`.
    floor : float
        Least residual in a quotient, in units of the median distance of the outputs from their
        median; for ``"irls"``.
    tol : float
        In the same units; see :func:`mlcompanion.optimize.irls`.
    max_iter : int
    fit_intercept : bool
        Add a free constant; the book has none beside its basis.

    Attributes
    ----------
    coef_ : ndarray, shape (m,)
    intercept_ : float
    pull_ : ndarray, shape (n_samples,)
        What each sample pulls with: the sign of its residual, or, where that is 0, what balances
        the others; times its weight.
    n_iter_ : int
        Steps of ``"irls"``; 1 for the program.
    converged_ : bool
        Whether the steps met ``tol``; else ``fit`` warns. The program always ends.

    Notes
    -----
    Cost: see :func:`lad_program`, or O(n m min(n, m)) a step; O(n m) memory. Source: Sugiyama
    (2016), Sections 25.2 and 25.3.3.
    """

    def __init__(
        self, method="lp", *, basis=None, floor=1e-8, tol=1e-9, max_iter=1000, fit_intercept=True
    ):
        self.method = method
        self.basis = basis
        self.floor = floor
        self.tol = tol
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept

    def fit(self, X, y, sample_weight=None):
        """Fit to inputs, outputs and weights of the samples.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the absolute residuals, not negative: a whole number is that many copies.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        X, y, weights, counted = counted_rows(sample_weight, X, y.astype(float))
        data = FreeColumns.of(self._design(X), y, self.fit_intercept, weights)
        Phi = data.Phi
        y = data.y
        options = {
            "floor": check_real(self.floor, "floor", low=0, open_low=True),
            "tol": check_real(self.tol, "tol", low=0),
            "max_iter": check_count(self.max_iter, "max_iter", low=1),
        }
        if check_in(self.method, "method", ("lp", "irls")) == "lp":
            w, pull = lad_program(Phi, y, weights)
            self.coef_, self.intercept_ = data.split(w)
            self.pull_ = all_rows(pull, counted)
            self.n_iter_ = 1
            self.converged_ = True
            return self
        run = irls(Phi, y, Absolute(), weights=weights, **options)
        self.coef_, self.intercept_ = data.split(run.theta)
        self.n_iter_ = run.n_iter
        self.converged_ = run.converged
        self.pull_ = all_rows(run.weights * (y - Phi @ run.theta), counted)
        if not run.converged:
            warn_stopped(self, run.n_iter)
        return self
