r"""Three-layer networks as models that are nonlinear in their parameters.

:math:`f(x)=\sum_j\alpha_j\phi(x;\beta_j)` of Sugiyama (2016), Section 21.3, with the sigmoid, the
rectified linear and the Gaussian unit: the outputs of the hidden units, the derivatives of
:math:`f` by all parameters, from which the Fisher information follows, and a fit that solves for
:math:`\alpha` and searches for :math:`\beta` only.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import cdist
from scipy.special import expit
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

__all__ = ["HierarchicalRegressor", "UnitFit", "fit_units", "hidden_outputs", "network_jacobian"]

UNITS = ("sigmoid", "relu", "gaussian")


def _check_units(X, beta, unit):
    X = check_array(X, "X", ndim=2, min_rows=1)
    check_in(unit, "unit", UNITS)
    beta = check_array(beta, "beta", shape=(None, X.shape[1] + 1), min_rows=1)
    if unit == "gaussian":
        check_array(beta[:, -1], "beta", low=0, open_low=True)
    return X, beta


def _outputs(X, beta, unit):
    """Outputs of the units, shape (n, b)."""
    if unit == "gaussian":
        return np.exp(-cdist(X, beta[:, :-1], "sqeuclidean") / (2 * beta[:, -1] ** 2))
    score = X @ beta[:, :-1].T + beta[:, -1]
    return expit(score) if unit == "sigmoid" else np.maximum(score, 0)


def _slopes(X, beta, unit, Z):
    """Derivatives of the outputs ``Z`` by the units' own parameters, shape (n, b, d + 1)."""
    if unit == "gaussian":
        width = beta[:, -1]
        away = (X[:, None, :] - beta[:, :-1]) / width[:, None]  # in widths of the unit
        by_width = np.sum(away**2, axis=2, keepdims=True)
        return (Z / width)[:, :, None] * np.concatenate([away, by_width], axis=2)
    by_score = Z * (1 - Z) if unit == "sigmoid" else (Z > 0).astype(float)
    rows = np.column_stack([X, np.ones(len(X))])
    return by_score[:, :, None] * rows[:, None, :]


def hidden_outputs(X, beta, unit="sigmoid"):
    r"""Outputs :math:`\phi(x_i;\beta_j)` of the hidden units: a design matrix for given units.

    Parameters
    ----------
    X : array_like, shape (n, d)
    beta : array_like, shape (b, d + 1)
        A unit a row. Sigmoid and rectified linear: weights w, then the offset :math:`\gamma`.
        Gaussian: centre c, then the width h, positive.
    unit : {"sigmoid", "relu", "gaussian"}
        :math:`1/(1+e^{-x^\top w-\gamma})`, :math:`\max(x^\top w+\gamma,0)` or
        :math:`e^{-\|x-c\|^2/(2h^2)}`.

    Returns
    -------
    ndarray, shape (n, b)
        Times :math:`\alpha`, the output of the network.

    Raises
    ------
    ValueError
        If an array is not finite, the shapes do not match, or a width is not positive.

    Notes
    -----
    Cost: O(n b d). Source: Sugiyama (2016), Section 21.3.
    """
    X, beta = _check_units(X, beta, unit)
    return _outputs(X, beta, unit)


def network_jacobian(X, alpha, beta, unit="sigmoid"):
    r"""Derivatives of the outputs of a network by all of its parameters.

    With Gaussian noise of standard deviation :math:`\sigma` on the outputs, the Fisher information
    of the parameters is :math:`J^\top J/(n\sigma^2)`: singular where the columns of J are linearly
    dependent, where some direction of the parameters leaves the function as it is.

    Parameters
    ----------
    X : array_like, shape (n, d)
    alpha : array_like, shape (b,)
        Output weights.
    beta : array_like, shape (b, d + 1)
        The units, as in :func:`hidden_outputs`.
    unit : {"sigmoid", "relu", "gaussian"}

    Returns
    -------
    ndarray, shape (n, b (d + 2))
        First by :math:`\alpha_1,\dots,\alpha_b`, then by the rows of ``beta``. At the kink of a
        rectified linear unit its slope is 0.

    Raises
    ------
    ValueError
        As :func:`hidden_outputs`, and if there is not one output weight a unit.

    Notes
    -----
    Cost: O(n b d), the size of the result. Source: Sugiyama (2016), Sections 13.3 and 21.3.
    """
    X, beta = _check_units(X, beta, unit)
    alpha = check_array(alpha, "alpha", shape=(len(beta),))
    Z = _outputs(X, beta, unit)
    inner = alpha[:, None] * _slopes(X, beta, unit, Z)
    return np.column_stack([Z, inner.reshape(len(X), -1)])


class UnitFit(NamedTuple):
    """Units that were found from one start.

    Attributes
    ----------
    alpha : ndarray, shape (b,)
    beta : ndarray, shape (b, d + 1)
    error : float
        Root-mean-square residual on the training samples.
    n_iter : int
    converged : bool
        Whether ``max_iter`` was not what ended the steps.
    """

    alpha: np.ndarray
    beta: np.ndarray
    error: float
    n_iter: int
    converged: bool


def fit_units(X, y, beta, unit="gaussian", *, max_iter=2000, tol=1e-9):
    r"""Least squares over all parameters of a network, from one start.

    For given units the best output weights are a linear least squares problem; what is left,
    :math:`\min_\alpha\|y-\Phi(\beta)\alpha\|^2` as a function of :math:`\beta`, is minimised by
    the quasi-Newton method BFGS. By optimality of :math:`\alpha`, its gradient is that for fixed
    :math:`\alpha`. Widths of Gaussian units are searched on a logarithmic scale.

    Parameters
    ----------
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
    beta : array_like, shape (b, d + 1)
        The units at the start, as in :func:`hidden_outputs`.
    unit : {"sigmoid", "relu", "gaussian"}
    max_iter : int
        Most quasi-Newton steps.
    tol : float
        Stop when no derivative of the residual's share of the mean square of ``y`` is larger.

    Returns
    -------
    UnitFit
        A local minimum, as a rule; take the best of several starts.

    Raises
    ------
    ValueError
        If an array is not finite, the shapes do not match, or a width is not positive.

    Notes
    -----
    Cost: O(n b^2 + n b d) a step, and O(b^2 d^2) for the quasi-Newton matrix.
    Source: the model of Sugiyama (2016), Section 21.3; the source leaves training to Chapter 22.
    """
    X, beta = _check_units(X, beta, unit)
    y = check_array(y, "y", shape=(len(X),))
    max_iter = check_count(max_iter, "max_iter", low=1)
    tol = check_real(tol, "tol", low=0)
    size = float(np.mean(y**2)) or 1.0
    log_width = unit == "gaussian"

    def units(flat):
        found = flat.reshape(beta.shape).copy()
        if log_width:
            found[:, -1] = np.exp(np.clip(found[:, -1], -40, 40))  # a long step must not overflow
        return found

    def loss(flat):
        now = units(flat)
        Z = _outputs(X, now, unit)
        alpha = np.linalg.lstsq(Z, y, rcond=None)[0]  # best heights for these units
        r = y - Z @ alpha
        slopes = np.einsum("i,ijk->jk", r, _slopes(X, now, unit, Z))
        gradient = -2 * alpha[:, None] * slopes / (len(y) * size)
        if log_width:
            gradient[:, -1] *= now[:, -1]  # by the logarithm of the width
        return r @ r / (len(y) * size), gradient.ravel()

    start = beta.copy()
    if log_width:
        start[:, -1] = np.log(start[:, -1])
    options = {"maxiter": max_iter, "gtol": tol}
    run = minimize(loss, start.ravel(), jac=True, method="BFGS", options=options)
    found = units(run.x)
    Z = _outputs(X, found, unit)
    alpha = np.linalg.lstsq(Z, y, rcond=None)[0]
    error = float(np.sqrt(np.mean((y - Z @ alpha) ** 2)))
    ended = run.status != 1  # of BFGS: no step was left that lowers the loss in its digits
    return UnitFit(alpha, found, error, int(run.nit), ended)


class HierarchicalRegressor(RegressorMixin, BaseEstimator):
    r"""A network :math:`\sum_j\alpha_j\phi(x;\beta_j)` fitted by least squares from several starts.

    Parameters
    ----------
    n_units : int
        Hidden units b.
    unit : {"gaussian", "sigmoid", "relu"}
    n_restarts : int
        Random starts; the one with the least training error is kept.
    max_iter : int
        Most quasi-Newton steps of each start.
    random_state : int, RandomState, Generator or None

    Attributes
    ----------
    alpha_ : ndarray, shape (n_units,)
    beta_ : ndarray, shape (n_units, n_features + 1)
        As in :func:`hidden_outputs`, in the units of ``X``.
    n_iter_ : int
        Steps of the start that was kept.
    converged_ : bool
        Whether they ended before ``max_iter``; else ``fit`` warns.
    train_errors_ : ndarray, shape (n_restarts,)
        Root-mean-square training error of every start.

    Notes
    -----
    Starts: Gaussian units at random samples with widths between a twentieth and the whole of the
    root of the inputs' total variance, log-uniform; other units with normal weights and a kink or
    midpoint at a random sample. There is no penalty: keep the units few.
    Cost: see :func:`fit_units`. Source: Sugiyama (2016), Section 21.3.
    """

    def __init__(
        self, n_units=8, unit="gaussian", *, n_restarts=5, max_iter=2000, random_state=None
    ):
        self.n_units = n_units
        self.unit = unit
        self.n_restarts = n_restarts
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to ``X``, shape (n_samples, n_features), and ``y``, shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        check_in(self.unit, "unit", UNITS)
        rng = check_rng(self.random_state)
        centre = X.mean(axis=0)
        scale = float(np.sqrt(X.var(axis=0).sum())) or 1.0
        inputs = (X - centre) / scale  # one scale for all columns: distances keep their order
        runs = []
        for _ in range(check_count(self.n_restarts, "n_restarts", low=1)):
            start = self._start(inputs, rng)
            runs.append(fit_units(inputs, y, start, self.unit, max_iter=self.max_iter))
        self.train_errors_ = np.array([run.error for run in runs])
        best = runs[int(np.argmin(self.train_errors_))]
        self.alpha_, self.n_iter_ = best.alpha, max(best.n_iter, 1)
        self.converged_ = best.converged
        if not best.converged:
            warn_stopped(self, best.n_iter)
        self.beta_ = best.beta.copy()
        if self.unit == "gaussian":  # back to the units of X
            self.beta_ *= scale
            self.beta_[:, :-1] += centre
        else:
            self.beta_[:, :-1] /= scale
            self.beta_[:, -1] -= self.beta_[:, :-1] @ centre
        return self

    def _start(self, X, rng):
        b = check_count(self.n_units, "n_units", low=1)
        places = X[rng.integers(len(X), size=b)]
        if self.unit == "gaussian":
            return np.column_stack([places, np.exp(rng.uniform(np.log(0.05), 0, size=b))])
        w = 2 * rng.normal(size=places.shape)
        return np.column_stack([w, -np.sum(w * places, axis=1)])

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return _outputs(X, self.beta_, self.unit) @ self.alpha_
