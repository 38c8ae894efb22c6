r"""Gaussian process regression by one Cholesky factor, parameters by the marginal likelihood.

Van der Vaart and van Zanten (2011), Section 1.1; Alvarez and Lawrence (2011), Section 3.4; Park,
Huang and Ding (2011), Section 2.
"""

import warnings

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular
from scipy.linalg.lapack import dpotri
from scipy.optimize import minimize
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_real,
    check_rng,
)

from .covariances import SquaredExponential

__all__ = ["GPRegressor", "gp_log_likelihood"]

_RANGE = 7.0  # the search stays within a factor of e^7, about a thousand, of its start
#: What is asked of a covariance.
_QUESTIONS = ("gradients", "variances", "with_log_parameters")
_QUIET = 1e-10  # least noise of the search, as a share of the process's own variance


def _factor(K, noise_variance):
    """Lower factor of K + noise; K is used up."""
    K.flat[:: len(K) + 1] += noise_variance
    try:
        return cholesky(K, lower=True, overwrite_a=True, check_finite=False)
    except LinAlgError:
        raise ValueError(
            f"noise_variance={noise_variance:.3g} is too small: the covariance matrix of the "
            "targets is not positive definite within rounding"
        ) from None


def _solve(L, b):
    """Solve L L' a = b."""
    half = solve_triangular(L, b, lower=True, check_finite=False)
    return solve_triangular(L, half, lower=True, trans=1, check_finite=False)


def gp_log_likelihood(covariance, noise_variance, X, y):
    r"""Log marginal likelihood of targets with mean zero, and its slopes.

    .. math:: -\tfrac12y^\top A^{-1}y-\tfrac12\log\det A-\tfrac n2\log2\pi,\qquad A=K+\tau I,
        \qquad \partial_j=\tfrac12\operatorname{tr}\bigl((aa^\top-A^{-1})\,\partial_jA\bigr),
        \quad a=A^{-1}y

    Parameters
    ----------
    covariance : Covariance
    noise_variance : float
        Variance :math:`\tau` of the noise, in squared units of the targets; positive.
    X : array_like, shape (n, d)
    y : array_like, shape (n,)

    Returns
    -------
    value : float
    slopes : ndarray, shape (p + 1,)
        In ``covariance.log_parameters``, and last in the logarithm of the noise's variance.

    Raises
    ------
    ValueError
        If shapes disagree, the noise is not positive, or the covariance of the targets is not
        positive definite within rounding.

    Notes
    -----
    Cost: O(n^3 + p n^2) time, four matrices of n x n.
    """
    check_has(covariance, "covariance", *_QUESTIONS)
    noise_variance = check_real(noise_variance, "noise_variance", low=0, open_low=True)
    X = check_array(X, "X", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(X),))
    return _likelihood_and_slopes(covariance, noise_variance, X, y)


def _likelihood_and_slopes(covariance, noise_variance, X, y):
    L = _factor(covariance(X), noise_variance)
    a = _solve(L, y)
    value = -(y @ a) / 2 - np.log(np.diag(L)).sum() - len(y) * np.log(2 * np.pi) / 2
    weights = -dpotri(L, lower=1)[0]  # the lower triangle of -A^-1; above it are zeros
    weights *= 2
    weights.flat[:: len(y) + 1] /= 2  # what is below stands for what is above as well
    traces = []
    for slope in covariance.gradients(X):
        # tr(a a' S) = a' S a, so that a a' is not formed
        traces.append(a @ slope @ a + np.vdot(weights, slope))
    traces.append(noise_variance * (a @ a + np.trace(weights)))
    return value, np.array(traces) / 2


class GPRegressor(RegressorMixin, BaseEstimator):
    r"""Gaussian process regression.

    Parameters
    ----------
    covariance : Covariance, optional
        With its parameters, from where the search starts. Default a squared exponential as wide as
        the inputs' root mean squared distance from their mean, its scale that of the targets.
    noise_variance : float, optional
        Variance of the noise, in squared units of the targets, from where the search starts;
        positive. Default a hundredth of the targets' variance.
    fit_parameters : bool
        Climb the marginal likelihood in the logarithms of all parameters (L-BFGS); else they stay
        as they are given.
    fit_mean : bool
        Subtract the targets' mean first and add it to every prediction.
    n_restarts : int
        Further starts of the search, drawn around the first.
    max_iter : int
        Iterations of each search, at least 1.
    random_state : int, Generator or None
        Draws the further starts.

    Attributes
    ----------
    covariance_ : Covariance
    noise_variance_ : float
    log_likelihood_ : float
        Of the targets less their mean.
    mean_ : float
        What was subtracted.
    dual_coef_ : ndarray, shape (n,)
        Weights a of the posterior mean :math:`K(x,X)a`.
    factor_ : ndarray, shape (n, n)
        Lower Cholesky factor of :math:`K+\tau I`.
    X_train_ : ndarray, shape (n, d)
    n_iter_ : int
        Iterations of the best search.
    converged_ : bool
        Whether it ended before ``max_iter``.

    Warns
    -----
    ConvergenceWarning
        If no search came to an end within ``max_iter`` iterations.

    Notes
    -----
    Cost: O(n^3 + p n^2) an evaluation of the likelihood, O(n^2) memory (20 GB a matrix at 50,000
    rows); a prediction O(n), with its standard deviation O(n^2). The search moves each parameter by
    a factor of at most a thousand: a covariance whose scale is far from the targets' stays far, and
    its fit may be the mean alone.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(0, 6, 40)[:, None]
    >>> model = GPRegressor(noise_variance=0.01).fit(x, np.sin(x[:, 0]))
    >>> mean, deviation = model.predict([[1.5], [60.0]], return_std=True)
    >>> bool(abs(mean[0] - np.sin(1.5)) < 0.01), bool(deviation[1] > 10 * deviation[0])
    (True, True)
    """

    def __init__(
        self, covariance=None, noise_variance=None, *, fit_parameters=True, fit_mean=True,
        n_restarts=0, max_iter=200, random_state=None,
    ):  # fmt: skip
        self.covariance = covariance
        self.noise_variance = noise_variance
        self.fit_parameters = fit_parameters
        self.fit_mean = fit_mean
        self.n_restarts = n_restarts
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y):
        """Find the parameters, and factor the covariance of the targets.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)

        Returns
        -------
        GPRegressor

        Raises
        ------
        ValueError
            If a parameter is out of its range, or the covariance of the targets is not positive
            definite within rounding.
        """
        centred = check_flag(self.fit_mean, "fit_mean")
        searched = check_flag(self.fit_parameters, "fit_parameters")
        X, y = validate_data(self, X, y, y_numeric=True, dtype=np.float64)
        y = y.astype(float)  # only X was converted: squares leave the range of single precision
        # the mean of equal numbers rounds, and what it leaves is no signal
        alike = y.min() == y.max()
        self.mean_ = float(y[0] if alike else y.mean()) if centred else 0.0
        y = y - self.mean_
        covariance, noise = self._start(X, y)
        self.n_iter_ = 0
        self.converged_ = True
        if searched:
            covariance, noise = self._search(covariance, noise, X, y)
        self.covariance_ = covariance
        self.noise_variance_ = noise
        self.factor_ = _factor(covariance(X), noise)
        self.dual_coef_ = _solve(self.factor_, y)
        self.X_train_ = X.copy()
        self.log_likelihood_ = float(
            -(y @ self.dual_coef_) / 2
            - np.log(np.diag(self.factor_)).sum()
            - len(y) * np.log(2 * np.pi) / 2
        )
        return self

    def _start(self, X, y):
        """The parameters that were given, or such as have the data's units."""
        size = np.sqrt(np.mean(y**2))
        if size == 0:
            size = 1.0  # all targets are alike: any unit will do
        covariance = self.covariance
        if covariance is None:
            width = np.sqrt(X.var(axis=0).sum())
            covariance = SquaredExponential(width or 1.0, size)
        check_has(covariance, "covariance", *_QUESTIONS)
        if self.noise_variance is None:
            return covariance, size**2 / 100
        return covariance, check_real(self.noise_variance, "noise_variance", low=0, open_low=True)

    def _search(self, covariance, noise, X, y):
        """Climb the likelihood from each start; keep the best end."""
        restarts = check_count(self.n_restarts, "n_restarts")
        max_iter = check_count(self.max_iter, "max_iter", low=1)
        rng = check_rng(self.random_state)
        first = np.append(covariance.log_parameters, np.log(noise))
        limits = np.column_stack([first - _RANGE, first + _RANGE])
        # without a floor the search for exact data runs into a singular matrix
        # log parameters begin with the process's deviation, hence 2 * first[0] for its variance
        floor = np.log(_QUIET) + 2 * first[0]
        limits[-1, 0] = min(max(limits[-1, 0], floor), first[-1])

        def loss(values):
            with np.errstate(over="ignore"):
                tried = covariance.with_log_parameters(values[:-1])
            try:
                value, slopes = _likelihood_and_slopes(tried, float(np.exp(values[-1])), X, y)
            except ValueError:  # too little noise here: the line search steps back
                return np.inf, np.zeros_like(values)
            return -value, -slopes

        starts = [first] + [rng.uniform(*limits.T) for _ in range(restarts)]
        options = {"maxiter": max_iter}
        runs = [
            minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits, options=options)
            for start in starts
        ]
        best = min(runs, key=lambda run: run.fun)
        self.n_iter_ = int(best.nit)
        self.converged_ = bool(best.nit < max_iter and np.isfinite(best.fun))
        if not self.converged_:
            warnings.warn(
                f"the search for the parameters did not end within {max_iter} iterations; "
                "increase max_iter, or start elsewhere",
                ConvergenceWarning,
                stacklevel=3,
            )
        return covariance.with_log_parameters(best.x[:-1]), float(np.exp(best.x[-1]))

    def predict(self, X, return_std=False, return_cov=False, *, noisy=False):
        """Posterior mean of the function, with its standard deviation or covariance.

        Parameters
        ----------
        X : array_like, shape (m, d)
        return_std : bool
            Return the standard deviation beside the mean.
        return_cov : bool
            Return the covariance of all points instead; not both.
        noisy : bool
            Of new targets, that is with the noise's variance, instead of the function.

        Returns
        -------
        mean : ndarray, shape (m,)
        spread : ndarray, shape (m,) or (m, m)
            Only if asked for.

        Raises
        ------
        ValueError
            If both spreads are asked for.
        """
        check_is_fitted(self)
        deviation = check_flag(return_std, "return_std")
        matrix = check_flag(return_cov, "return_cov")
        noise = self.noise_variance_ * check_flag(noisy, "noisy")
        if deviation and matrix:
            raise ValueError("return_std and return_cov exclude each other")
        X = validate_data(self, X, reset=False, dtype=np.float64)
        across = self.covariance_(X, self.X_train_)
        mean = self.mean_ + across @ self.dual_coef_
        if not (deviation or matrix):
            return mean
        explained = solve_triangular(self.factor_, across.T, lower=True, check_finite=False)
        if matrix:
            spread = self.covariance_(X) - explained.T @ explained
            spread.flat[:: len(X) + 1] += noise
            return mean, spread
        left = self.covariance_.variances(X) - np.einsum("ij,ij->j", explained, explained)
        return mean, np.sqrt(np.maximum(left, 0.0) + noise)  # rounding may leave less than zero
