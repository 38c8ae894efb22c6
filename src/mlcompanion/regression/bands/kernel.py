r"""A kernel regression that says how sure it is: the listing of Sugiyama (2016), Fig. 32.1.

Width and penalty by cross-validation, one Gaussian kernel at every sample, and the variance of the
prediction by the formula of Section 32.1.
"""

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_count, check_flag
from mlcompanion.kernels import rbf_kernel
from mlcompanion.regression.linear.ridge import DesignSVD, check_penalties
from mlcompanion.regression.selection.cross_validation import cross_validate_grid
from mlcompanion.resampling import fold_labels

__all__ = ["KernelBandRegressor"]

#: Widths that are tried, in units of the median distance: the listing of Fig. 32.7.
_WIDTHS = np.array([0.5, 0.7, 1.0, 1.2, 1.5])


def default_widths(X):
    """Widths around the median distance between different rows."""
    distances = pdist(X)
    apart = distances[distances > 0]
    return _WIDTHS * (np.median(apart) if len(apart) else 1.0)


class KernelBandRegressor(RegressorMixin, BaseEstimator):
    r"""Least squares with a Gaussian kernel at every sample, with its standard deviation.

    Width and penalty are chosen by cross-validation; the band is the formula's,
    :math:`V(x)=\sigma^2\|\Phi(\Phi^\top\Phi+\lambda I)^{-1}\phi(x)\|^2` with :math:`\Phi=K`.

    Parameters
    ----------
    sigmas : float or array_like, shape (H,), optional
        Widths to choose from, in the units of ``X``; positive. Default 0.5, 0.7, 1, 1.2 and 1.5
        times the median distance between samples.
    lams : float or array_like, shape (L,)
        Penalties to choose from, not negative.
    folds : int
        Of the cross-validation; as many as there are samples if those are fewer.
    fit_mean : bool
        Take the outputs about their mean and add it to every prediction. The source does not.
    random_state : int, Generator or None
        Draws the folds.

    Attributes
    ----------
    sigma_, lam_ : float
        What was chosen.
    cv_errors_ : ndarray, shape (H, L)
        Mean squared errors on the folds; only of a choice.
    dual_coef_ : ndarray, shape (n,)
        Weights of the kernels.
    mean_ : float
        What was subtracted from the outputs.
    noise_variance_ : float
        From the residuals; NaN where they have no freedom left.
    freedom_ : float
        Residual degrees of freedom.
    X_fit_ : ndarray, shape (n, d)

    Notes
    -----
    The deviation is that of the estimate for fixed inputs, width and penalty: its bias is not in
    it, and far from all samples it is that of the mean alone, which without ``fit_mean`` is 0.

    Cost: O(n^3) for each fold and width, memory for three matrices of n x n; a prediction O(n),
    with its deviation O(n^2). Source: Sugiyama (2016), Fig. 32.1.

    Examples
    --------
    >>> x = np.linspace(-3, 3, 40)[:, None]
    >>> model = KernelBandRegressor(1.0, 1e-3).fit(x, np.sinc(x[:, 0]))
    >>> mean, deviation = model.predict([[0.0]], return_std=True)
    >>> bool(abs(mean[0] - 1) < 3 * deviation[0] + 0.05)
    True
    """

    def __init__(
        self, sigmas=None, lams=(0.01, 0.1, 1.0, 10.0), *, folds=5, fit_mean=True,
        random_state=None,
    ):  # fmt: skip
        self.sigmas = sigmas
        self.lams = lams
        self.folds = folds
        self.fit_mean = fit_mean
        self.random_state = random_state

    def fit(self, X, y, groups=None):
        """Choose width and penalty, and fit to all samples.

        Parameters
        ----------
        X : array_like, shape (n, d)
        y : array_like, shape (n,)
        groups : array_like of int, shape (n,), optional
            Rows of one group stay in one fold of the cross-validation; as copies should.

        Returns
        -------
        KernelBandRegressor
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, ensure_min_samples=2)
        folds = check_count(self.folds, "folds", low=2)
        sigmas = default_widths(X) if self.sigmas is None else self.sigmas
        lams = check_penalties(np.atleast_1d(self.lams))
        sigmas = check_array(np.atleast_1d(sigmas), "sigmas", ndim=1, min_rows=1, low=0,
                             open_low=True)  # fmt: skip
        centred = check_flag(self.fit_mean, "fit_mean")
        if groups is not None:
            groups = check_array(groups, "groups", shape=(len(y),), dtype=int)
        self.mean_ = float(y.mean()) if centred else 0.0
        y = y - self.mean_
        self.sigma_ = float(sigmas[0])
        self.lam_ = float(lams[0])
        if len(sigmas) * len(lams) > 1:
            self._choose(X, y, sigmas, lams, self._splits(folds, y, groups))
        return self._fit_chosen(X, y, centred)

    def _splits(self, folds, y, groups):
        """Folds for the cross-validation: of rows, or of groups of rows."""
        if groups is None:
            return min(folds, len(y))
        names, of_row = np.unique(groups, return_inverse=True)
        if len(names) < 2:
            raise ValueError("groups must name at least two groups to choose by, got one")
        label = fold_labels(len(names), min(folds, len(names)), self.random_state)[of_row]
        return [(np.flatnonzero(label != f), np.flatnonzero(label == f)) for f in np.unique(label)]

    def _choose(self, X, y, sigmas, lams, splits):
        """The width and penalty of the least error; of equal ones the first."""
        self.cv_errors_ = cross_validate_grid(
            X, y, sigmas, lams, splits, random_state=self.random_state
        )
        place = np.unravel_index(self.cv_errors_.argmin(), self.cv_errors_.shape)
        self.sigma_ = float(sigmas[place[0]])
        self.lam_ = float(lams[place[1]])

    def _fit_chosen(self, X, y, centred):
        n = len(y)
        svd = DesignSVD.of_gram(rbf_kernel(X, sigma=self.sigma_))
        factors = svd.filter_factors(self.lam_)
        spectrum = svd.U.T @ y
        kept = svd.s * factors
        self.freedom_ = float(n - kept.sum())
        if centred:  # the mean is a parameter, and what the fit keeps of a constant is in it
            ones = svd.U.sum(axis=0)
            self.freedom_ -= float(1 - kept @ ones**2 / n)
        residual = y - svd.U @ (kept * spectrum)
        self.noise_variance_ = np.nan
        if self.freedom_ > 1e-10 * n:
            self.noise_variance_ = float(residual @ residual / self.freedom_)
        self.dual_coef_ = svd.Vt.T @ (factors * spectrum)
        self.operator_ = (svd.Vt.T * factors) @ svd.U.T  # from outputs to weights of the kernels
        if centred:
            self.operator_ -= self.operator_.mean(axis=1, keepdims=True)
        self.X_fit_ = X
        self._centred = centred
        return self

    def predict(self, X, return_std=False):
        """Predictions, with their standard deviations if asked for.

        Parameters
        ----------
        X : array_like, shape (m, d)
        return_std : bool

        Returns
        -------
        mean : ndarray, shape (m,)
        std : ndarray, shape (m,)
            Only with ``return_std``; NaN if the noise could not be estimated.
        """
        check_is_fitted(self)
        deviation = check_flag(return_std, "return_std")
        X = validate_data(self, X, reset=False, dtype=float)
        across = rbf_kernel(X, self.X_fit_, sigma=self.sigma_)
        mean = self.mean_ + across @ self.dual_coef_
        if not deviation:
            return mean
        weights = across @ self.operator_
        squares = np.einsum("ij,ij->i", weights, weights)
        if self._centred:  # about their mean the weights add up to 0: the mean's come on top
            squares += 1 / len(self.X_fit_)
        return mean, np.sqrt(self.noise_variance_ * squares)
