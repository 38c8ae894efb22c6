r"""Regression that outliers cannot drag away: Sugiyama (2016), chapter 25.

Huber's and Tukey's losses for linear models, and Huber's loss with an l1 penalty for a kernel
model. The steps are those of :func:`mlcompanion.optimize.irls`; here stand the thresholds, scales
and starts.
"""

import numpy as np
from scipy.optimize import brentq
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import (
    FreeColumns,
    all_rows,
    check_weights,
    counted_rows,
    warn_stopped,
)
from mlcompanion._validation import check_array, check_in, check_instance, check_real, check_rng
from mlcompanion.kernels import rbf_kernel
from mlcompanion.losses import Huber, Squared, Tukey
from mlcompanion.optimize import irls, irls_weights
from mlcompanion.optimize.irls import robust_unit
from mlcompanion.regression.linear.least_squares import LeastSquares
from mlcompanion.regression.linear.ridge import check_design
from mlcompanion.regression.robust.influence import mad_scale
from mlcompanion.regression.robust.least_absolute import lad_program

__all__ = [
    "HuberRegressor",
    "SparseHuber",
    "TukeyRegressor",
    "irls_rescaled",
]


def irls_rescaled(Phi, y, loss, eta, start, tol=1e-6, max_iter=1000, *, weights=None):
    r"""Iteratively reweighted least squares with a threshold in units of the residuals' scale.

    Before each step the scale is estimated anew by :func:`mad_scale`, so that no objective is
    being minimised; the objectives reported are those of the step's own threshold. Where an outlier
    has much leverage, fit and scale creep down together, each step by a share that may be less than
    a thousandth; if ``max_iter`` steps do not suffice, the scale at which the fit has just this
    scale is found by bisection.

    Parameters
    ----------
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    loss : type
        ``Huber`` or ``Tukey`` of :mod:`mlcompanion.losses`.
    eta : float
        Threshold over scale.
    start : array_like, shape (m,)
    tol : float
        Stop when a step is shorter, in the units of :func:`mlcompanion.optimize.irls`.
    max_iter : int
    weights : array_like, shape (n,), optional
        Factors of the samples' losses, not negative: whole numbers count as copies.

    Returns
    -------
    run : IRLSRun
    scale : float
        The scale of the last step.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Cost: O(n m min(n, m)) a step. Source: Sugiyama (2016), Fig. 25.8; the scale is ours.
    """
    Phi, y = check_design(Phi, y)
    check_instance(loss, "loss", type, "type of loss")
    eta = check_real(eta, "eta", low=0, open_low=True)
    weights = check_weights(weights, len(y), "weights")
    least = 1e-10 * robust_unit(y, weights)  # more than half of the residuals may be zero
    scales = []

    def rescaled(residuals):
        scales.append(max(mad_scale(residuals, weights=weights), least))
        return loss(eta * scales[-1])

    limits = {"tol": tol, "max_iter": max_iter, "weights": weights}
    run = irls(Phi, y, rescaled, start, **limits)
    if run.converged or not issubclass(loss, Huber):
        return run, scales[-1]

    anchor = lad_program(Phi, y, weights)[0]  # where the fit goes with the scale

    def settled(scale):
        return irls(Phi, y, loss(eta * scale), anchor, **limits)

    def excess(log_scale):
        residuals = y - Phi @ settled(np.exp(log_scale)).theta
        return np.log(max(mad_scale(residuals, weights=weights), least)) - log_scale

    low, high = np.log([least, scales[-1]])
    if excess(high) > 0:  # it does not creep down: nothing is known about the other end
        return run, scales[-1]
    scale = least
    if excess(low) > 0:
        scale = float(np.exp(brentq(excess, low, high, xtol=tol)))
    last = settled(scale)
    joined = {
        "n_iter": run.n_iter + last.n_iter,
        "objective": np.append(run.objective, last.objective[1:]),
        "path": np.vstack([run.path, last.path[1:]]),
    }
    return last._replace(**joined), scale


class _Reweighted(LeastSquares):
    """Basis functions and prediction of least squares, another loss."""

    _loss = None

    def _start(self, data, weights):
        if weights is None:
            return np.linalg.lstsq(data.Phi, data.y, rcond=None)[0]
        roots = np.sqrt(weights)
        return np.linalg.lstsq(roots[:, None] * data.Phi, roots * data.y, rcond=None)[0]

    def fit(self, X, y, sample_weight=None):
        """Fit to inputs, outputs and weights of the samples.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        sample_weight : array_like, shape (n_samples,), optional
            Factors of the losses, not negative: a whole number is that many copies, also for the
            scale of the residuals.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        X, y, weights, counted = counted_rows(sample_weight, X, y.astype(float))
        data = FreeColumns.of(self._design(X), y, self.fit_intercept, weights)
        Phi = data.Phi
        y = data.y
        eta = check_real(self.eta, "eta", low=0, open_low=True)
        start = self._start(data, weights)
        limits = {"tol": self.tol, "max_iter": self.max_iter, "weights": weights}
        if isinstance(self.scale, str):
            check_in(self.scale, "scale", ("mad",))
            run, self.scale_ = irls_rescaled(Phi, y, self._loss, eta, start, **limits)
        else:
            self.scale_ = check_real(self.scale, "scale", low=0, open_low=True)
            run = irls(Phi, y, self._loss(eta * self.scale_), start, **limits)
        self.coef_, self.intercept_ = data.split(run.theta)
        self.path_ = data.in_data_units(run.path)
        self.objective_path_ = run.objective
        pulls = irls_weights(self._loss(eta * self.scale_), y - Phi @ run.theta)
        self.weights_ = all_rows(pulls, counted)
        self.n_iter_ = run.n_iter
        self.converged_ = run.converged
        if not run.converged:
            warn_stopped(self, run.n_iter)
        return self


class HuberRegressor(_Reweighted):
    r"""Linear model with Huber's loss, squared up to a threshold and linear beyond (25.1).

    Parameters
    ----------
    eta : float
        Threshold, in units of ``scale``. 1.345 has 95 % efficiency for Gaussian noise.
    scale : float or "mad"
        Unit of the threshold; ``"mad"`` estimates it from the residuals before each step. The book
        has 1.
    basis : callable, optional
        As in :class:`~mlcompanion.regression.LeastSquares`.
    tol : float
        Stop when a step is shorter, in the units of :func:`mlcompanion.optimize.irls`.
    max_iter : int
    fit_intercept : bool
        Add a free constant; the book has none beside its basis.

    Attributes
    ----------
    coef_ : ndarray, shape (m,)
    intercept_ : float
    weights_ : ndarray, shape (n_samples,)
        What the loss makes of the samples at the solution, beside weights that they were given: 1
        up to the threshold, then falling like its quotient with the residual.
    scale_ : float
    n_iter_ : int
    converged_ : bool
    objective_path_ : ndarray
        Objective along ``path_``; with a fixed scale it never rises.
    path_ : ndarray, shape (n_iter_ + 1, m) or, with an intercept, (n_iter_ + 1, m + 1)
        The iterates, from the least-squares solution on; the intercept is last.

    Notes
    -----
    Cost: O(n m min(n, m)) a step, O(n m + n_iter m) memory. Neither the origin nor the units of a
    column change a prediction. Source: Sugiyama (2016), Figs. 25.8 and 25.9.

    Examples
    --------
    >>> from mlcompanion.regression import poly_basis
    >>> line = HuberRegressor(basis=lambda x: poly_basis(x, 1), fit_intercept=False)
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [6.0]]
    >>> line.fit(X, [1.0, 3.0, 5.0, 7.0, 9.0, 11.0, -90.0]).coef_.round(4)
    array([1., 2.])
    """

    _loss = Huber

    def __init__(
        self,
        eta=1.345,
        scale="mad",
        *,
        basis=None,
        tol=1e-6,
        max_iter=1000,
        fit_intercept=True,
    ):
        self.eta = eta
        self.scale = scale
        self.basis = basis
        self.tol = tol
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept


class TukeyRegressor(_Reweighted):
    r"""Linear model with Tukey's biweight loss, constant beyond a threshold; a local minimum.

    Parameters
    ----------
    eta : float
        Threshold, in units of ``scale``. 4.685 has 95 % efficiency for Gaussian noise.
    scale : float or "mad"
    start : {"lad", "ls"} or array_like, shape (m,) or, with an intercept, (m + 1,)
        Least absolute deviations, least squares, or parameters, the intercept last. From a start
        that leaves all samples beyond the threshold, least absolute deviations are used instead:
        their line passes through samples.
    basis, tol, max_iter, fit_intercept
        As for :class:`HuberRegressor`.

    Attributes
    ----------
    coef_ : ndarray, shape (m,)
    intercept_ : float
    weights_ : ndarray, shape (n_samples,)
        :math:`(1-r^2/\eta^2)^2`, and 0 beyond the threshold.
    scale_ : float
    n_iter_ : int
    converged_ : bool
    objective_path_ : ndarray
        Objective along ``path_``; with a fixed scale it never rises.
    path_ : ndarray, shape (n_iter_ + 1, m) or (n_iter_ + 1, m + 1)

    Notes
    -----
    Cost: O(n m min(n, m)) a step, and a linear program for the start. Source: Sugiyama (2016),
    Section 25.4.
    """

    _loss = Tukey

    def __init__(
        self,
        eta=4.685,
        scale="mad",
        start="lad",
        *,
        basis=None,
        tol=1e-6,
        max_iter=1000,
        fit_intercept=True,
    ):
        self.eta = eta
        self.scale = scale
        self.start = start
        self.basis = basis
        self.tol = tol
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept

    def _start(self, data, weights):
        Phi = data.Phi
        y = data.y
        if isinstance(self.start, str):
            if check_in(self.start, "start", ("lad", "ls")) == "lad":
                return lad_program(Phi, y, weights)[0]
            start = super()._start(data, weights)
        else:
            start = check_array(self.start, "start", shape=(Phi.shape[1],))
            start = data.in_plain_units(start)
        if isinstance(self.scale, str):
            return start  # the median residual is within reach
        reach = self.eta * check_real(self.scale, "scale", low=0, open_low=True)
        if (np.abs(y - Phi @ start) < reach).any():
            return start
        return lad_program(Phi, y, weights)[0]


class SparseHuber(RegressorMixin, BaseEstimator):
    r"""Gaussian kernel model with Huber's loss and an l1 penalty (Figs. 25.12 and 25.13).

    Parameters
    ----------
    eta : float or None
        Threshold of the loss, in units of the outputs; None for the squared loss.
    lam : float
        Penalty :math:`\lambda\|\alpha\|_1`, not negative.
    sigma : float
        Width of :math:`\exp(-\|x-c\|^2/(2\sigma^2))`, in the units of ``X``.
    ridge : float
        Added to the diagonal of :math:`KWK` for numerical stability.
    start : {"ls", "normal"}
        Least squares with that ridge, or standard normal numbers as in the listing.
    floor : float
        Least coefficient in a quotient, in units of :func:`mlcompanion.optimize.irls`. The listing
        has none and drops the penalty of coefficients that have become 0, which then return.
    tol : float
    max_iter : int
    random_state : int, RandomState, Generator or None
        For the start.

    Attributes
    ----------
    dual_coef_ : ndarray, shape (n_samples,)
        The weights :math:`\alpha` of the kernels; those that vanish do so up to ``floor``.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The centres.
    weights_ : ndarray, shape (n_samples,)
        Weights of the samples in the last step.
    n_iter_ : int
    converged_ : bool
    objective_path_ : ndarray, shape (n_iter_ + 1,)

    Notes
    -----
    Cost: O(n^3) a step, O(n^2) memory (20 GB at 50,000 samples). Source: Sugiyama (2016), Section
    25.3.4.
    """

    def __init__(
        self,
        eta=0.1,
        lam=0.1,
        sigma=0.3,
        *,
        ridge=1e-6,
        start="ls",
        floor=1e-10,
        tol=1e-3,
        max_iter=1000,
        random_state=None,
    ):
        self.eta = eta
        self.lam = lam
        self.sigma = sigma
        self.ridge = ridge
        self.start = start
        self.floor = floor
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and ``y``, shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        sigma = check_real(self.sigma, "sigma", low=0, open_low=True)
        normal = check_in(self.start, "start", ("ls", "normal")) == "normal"
        rng = check_rng(self.random_state)
        run = irls(
            rbf_kernel(X, sigma=sigma),
            y,
            Squared() if self.eta is None else Huber(self.eta),
            rng.normal(size=len(X)) if normal else None,
            l1=check_real(self.lam, "lam", low=0),
            ridge=check_real(self.ridge, "ridge", low=0),
            floor=self.floor,
            tol=self.tol,
            max_iter=self.max_iter,
        )
        self.dual_coef_ = run.theta
        self.weights_ = run.weights
        self.n_iter_ = run.n_iter
        self.converged_ = run.converged
        self.objective_path_ = run.objective
        self.X_fit_ = X
        if not run.converged:
            warn_stopped(self, run.n_iter)
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return rbf_kernel(X, self.X_fit_, sigma=self.sigma) @ self.dual_coef_
