r"""The least-squares support vector machine, and leaving out blocks of it without refitting.

De Brabanter et al. (2011), Appendix C.
"""

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, eigh, lapack
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_flag, check_real
from mlcompanion.kernels import rbf_kernel

from .left_out_blocks import inverse_band, left_out, without_constant

__all__ = ["LSSVMRegressor", "block_loo_scores"]


def _machine_kernel(X, Y, h):
    r"""The source's Gaussian kernel, with its factor :math:`(2\pi)^{-d/2}`."""
    return (2 * np.pi) ** (-X.shape[1] / 2) * rbf_kernel(X, Y, sigma=h)


def check_block(lag, n, name="lag"):
    """The number of neighbours as an int, if something is left where they are left out."""
    lag = check_count(lag, name)
    if 2 * lag + 1 >= n:
        raise ValueError(f"{name} must leave samples to learn from: got {lag} with n_samples={n}")
    return lag


def _lags_of_series(lag, n, q):
    """One number of neighbours for each series."""
    if np.ndim(lag) == 0:
        return np.full(q, check_block(lag, n))
    lags = check_array(lag, "lag", shape=(q,), dtype=int, low=0)
    check_block(int(lags.max()), n)
    return lags


def block_loo_scores(X, y, gammas, h, lag=0, fit_intercept=True):
    r"""Leave-:math:`(2l+1)`-out cross-validation (5) of the machine, for many weights at once.

    One decomposition of the kernel matrix serves all weights :math:`\gamma` and all outputs.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Rows in the order in which they were observed.
    y : array_like, shape (n,) or (n, q)
        One or many series.
    gammas : array_like, shape (m,)
        Weights of the squared errors; positive.
    h : float
        Width of the Gaussian kernel, in the units of ``X``.
    lag : int or array_like, shape (q,)
        Neighbours left out on each side, by the order of the rows; less than half of n. Or one
        number for each of the series.
    fit_intercept : bool
        Whether the machine has its free constant.

    Returns
    -------
    ndarray, shape (m,) or (m, q)
        In squared units of ``y``.

    Notes
    -----
    Cost: O(n^3) once, then O(n^2 (l + q) + n l^3) a weight: only a band of C is formed;
    O(n^2 + n l m) memory for m weights. Source: De Brabanter et al. (2011), Definition 5.
    """
    X = check_array(X, "X", ndim=2, min_rows=2)
    Y = check_array(y, "y", shape=(len(X), *([None] * (np.ndim(y) == 2)))).reshape(len(X), -1)
    gammas = check_array(gammas, "gammas", ndim=1, min_rows=1, low=0, open_low=True)
    h = check_real(h, "h", low=0, open_low=True)
    lags = _lags_of_series(lag, len(X), Y.shape[1])
    fit_intercept = check_flag(fit_intercept, "fit_intercept")
    values, vectors = eigh(_machine_kernel(X, None, h))
    spectra = 1 / (np.maximum(values, 0.0)[:, None] + 1 / gammas)  # rounding makes some negative
    if fit_intercept:
        Y = Y - Y.mean(axis=0)
    band = inverse_band(vectors, spectra, min(2 * int(lags.max()), len(X) - 1))
    turned = vectors.T @ Y
    scores = np.empty((len(gammas), Y.shape[1]))
    for place, spectrum in enumerate(spectra.T):
        ones = vectors @ (spectrum * vectors.sum(axis=0)) if fit_intercept else None
        one = without_constant(band[:, :, place], ones)
        alpha = vectors @ (spectrum[:, None] * turned)
        if fit_intercept:
            alpha -= np.outer(ones, alpha.sum(axis=0) / ones.sum())
        for few in np.unique(lags):
            mine = lags == few
            scores[place, mine] = np.mean(left_out(one, alpha[:, mine], int(few)) ** 2, axis=0)
    return scores.reshape(len(gammas), *np.shape(y)[1:])


class LSSVMRegressor(RegressorMixin, BaseEstimator):
    r"""Least-squares support vector machine: kernel ridge regression with a free constant.

    Parameters
    ----------
    gamma : float
        Weight of the squared errors, positive: large values follow the data.
    h : float
        Width of the Gaussian kernel :math:`(2\pi)^{-d/2}\exp(-\|x-z\|^2/2h^2)`, in the units of
        ``X``. Without the factor in front, the same model has the weight :math:`(2\pi)^{-d/2}
        \gamma`: for one feature 2.5 times less.
    fit_intercept : bool
        Whether there is the free constant :math:`b`; without it the machine is
        ``KernelLeastSquares(G="K")``.

    Attributes
    ----------
    dual_coef_ : ndarray, shape (n_samples,)
        The weights :math:`\alpha` of the kernels; :math:`\gamma` times the residuals.
    intercept_ : float
        The constant :math:`b`.
    X_fit_ : ndarray, shape (n_samples, n_features)
        The rows, as they came.

    Notes
    -----
    Cost: one Cholesky factor of :math:`\Omega+I/\gamma` and two solves, O(n^3) time and O(n^2)
    memory. Source: De Brabanter et al. (2011), Appendix C.
    """

    def __init__(self, gamma=1.0, h=1.0, fit_intercept=True):
        self.gamma = gamma
        self.h = h
        self.fit_intercept = fit_intercept

    def __sklearn_tags__(self):
        """Tags: the kernel's factor makes the default weight tiny where there are many features."""
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True
        return tags

    def fit(self, X, y):
        """Solve the bordered system.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If ``gamma`` is so large that the system is singular to rounding.
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True)
        gamma = check_real(self.gamma, "gamma", low=0, open_low=True)
        h = check_real(self.h, "h", low=0, open_low=True)
        centre = y.mean() if check_flag(self.fit_intercept, "fit_intercept") else 0.0
        K = _machine_kernel(X, None, h)
        K[np.diag_indices_from(K)] += 1 / gamma
        try:
            factor = cho_factor(K, lower=True, overwrite_a=True, check_finite=False)
        except LinAlgError as error:
            raise ValueError(
                f"gamma is too large for this h: the system is singular to rounding, got {gamma}"
            ) from error
        self.intercept_ = 0.0
        self.dual_coef_ = cho_solve(factor, y - centre)
        if self.fit_intercept:
            ones = cho_solve(factor, np.ones(len(y)))
            shift = self.dual_coef_.sum() / ones.sum()
            self.dual_coef_ -= shift * ones
            self.intercept_ = float(centre + shift)
        self._factor = factor
        self.X_fit_ = X
        return self

    def predict(self, X):
        """Outputs, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return _machine_kernel(X, self.X_fit_, self.h) @ self.dual_coef_ + self.intercept_

    def block_loo_residuals(self, lag=0):
        r"""What each output misses of its prediction without it and its neighbours.

        Parameters
        ----------
        lag : int
            Neighbours left out on each side, by the order of the rows; less than half of them. Fit
            to a series in its order: rows that are not sorted are no neighbours.

        Returns
        -------
        ndarray, shape (n_samples,)
            :math:`Y_i-\hat m^{(-i)}(x_i)`; for 0 neighbours :math:`\alpha_i/C_{ii}`.

        Notes
        -----
        Cost: O(n^3 + n l^3), where n refits cost O(n^4); O(n^2 + n l) memory.
        Source: De Brabanter et al. (2011), Definition 5.
        """
        check_is_fitted(self)
        n = len(self.X_fit_)
        lag = check_block(lag, n)
        inverse, _ = lapack.dpotri(self._factor[0], lower=1)  # its lower half: a third of the work
        reach = min(2 * lag, n - 1)
        band = np.zeros((reach + 1, n))
        for away in range(reach + 1):
            band[away, : n - away] = np.diagonal(inverse, -away)
        ones = cho_solve(self._factor, np.ones(n)) if self.fit_intercept else None
        return left_out(without_constant(band, ones), self.dual_coef_[:, None], lag)[:, 0]

    def left_out_scores(self, X, y, candidates, lag):
        """:func:`block_loo_scores` of this machine, for a list of parameters.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)
        candidates : list of dict
            Values of ``gamma`` and ``h``; what is not named stays as it is.
        lag : int

        Returns
        -------
        ndarray, shape (number of candidates,)
        """
        settings = [{**self.get_params(), **candidate} for candidate in candidates]
        scores = np.empty(len(settings))
        groups = {}
        for place, one in enumerate(settings):
            groups.setdefault((one["h"], one["fit_intercept"]), []).append(place)
        for (h, constant), places in groups.items():
            gammas = [settings[place]["gamma"] for place in places]
            scores[places] = block_loo_scores(X, y, gammas, h, lag, constant)
        return scores
