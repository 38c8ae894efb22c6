"""Correlation-corrected cross-validation: De Brabanter et al. (2011), Algorithm 1.

A first fit with a kernel that is zero at zero tells how many neighbours have correlated errors; the
final smoother is then chosen by leaving that many out on each side.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_array, check_has, check_in, check_real

from .criteria import default_bandwidths, design_fit, lag_of_residuals, select_bandwidth
from .design import spacing
from .kernels import as_kernel
from .ls_svm import LSSVMRegressor, check_block

__all__ = ["CorrelationCorrectedCV"]


def _order(X):
    """Where the rows stand: their one feature, or their numbers where there are several."""
    if X.shape[1] > 1:
        return np.arange(1.0, len(X) + 1)
    try:
        spacing(X[:, 0], "X")
    except ValueError as error:
        raise ValueError(f"{error} (n_features = 1, n_samples = {len(X)})") from error
    return X[:, 0]


def _default_grid(X):
    """Weights and widths of the machine, from one spacing to e times the range of the rows."""
    extent = np.sqrt(12 * X.var(axis=0).sum()) or 1.0
    return {
        "gamma": list(np.geomspace(0.1, 1e6, 15)),
        "h": list(extent * np.geomspace(1 / len(X), np.e, 24)),
    }


def _by_refitting(estimator, X, y, candidates, lag):
    """The criterion (5) of any regressor: n fits a candidate."""
    n = len(y)
    places = np.arange(n)
    scores = []
    for candidate in candidates:
        model = clone(estimator).set_params(**candidate)
        errors = []
        for i in range(n):
            rest = np.abs(places - i) > lag
            errors.append(y[i] - model.fit(X[rest], y[rest]).predict(X[i : i + 1])[0])
        scores.append(np.mean(np.square(errors)))
    return np.array(scores)


class CorrelationCorrectedCV(RegressorMixin, BaseEstimator):
    r"""Choose a smoother's parameters although neighbouring errors agree (Algorithm 1).

    1. Bandwidth :math:`\hat h_b` of a kernel that is zero at zero, by leave-one-out.
    2. Neighbours :math:`l` from the correlation of its residuals (7).
    3. The estimator's parameters by leave-:math:`(2l+1)`-out.

    Parameters
    ----------
    estimator : regressor, optional
        What is fitted in the end. Default :class:`LSSVMRegressor`; those of this room are not
        refitted for each block, any other is, n times a candidate.
    param_grid : dict or list of dict, optional
        Values to try, as scikit-learn's ``ParameterGrid``; needed with another estimator. By
        default 15 weights from 0.1 to 1e6 and 24 widths from a spacing to e times the range.
    bimodal : str or SmoothingKernel
        Of the first step. Its hole must be wider than the correlation reaches. The source takes
        ``smoothing_kernel("bimodal_epanechnikov", 0.1)``, whose hole is a tenth of the bandwidth;
        the default puts most weight at 0.35 of it.
    bandwidths : array_like, optional
        Of the first step, increasing, in the units of ``X``; by default 60 from :math:`n^{-1/2}` to
        half of the range.
    rule : {"global", "rightmost"}
        Which minimum the first step takes, as in :func:`select_bandwidth`.
    alpha : float
        Level of the test of correlation.

    Attributes
    ----------
    best_estimator_ : regressor
        Fitted to all rows with the best parameters.
    best_params_ : dict
    lag_ : int
        Neighbours left out on each side; fewer than the test says if too few rows would be left.
    pilot_h_ : float
        Bandwidth of the first step, in the units of ``X``.
    cv_results_ : dict
        ``"params"``, a list, and ``"score"``, the criterion (5) of each in squared units of ``y``.

    Notes
    -----
    The rows must stand in the order of time or place, evenly spaced; of several features the rows'
    numbers are taken for the places in the first two steps.
    Cost: of the third step, with the default estimator O(n^3 + n l^3) a candidate.
    Source: De Brabanter et al. (2011), Algorithm 1.
    """

    def __init__(
        self,
        estimator=None,
        param_grid=None,
        bimodal="bimodal_polynomial",
        bandwidths=None,
        rule="global",
        alpha=0.05,
    ):
        self.estimator = estimator
        self.param_grid = param_grid
        self.bimodal = bimodal
        self.bandwidths = bandwidths
        self.rule = rule
        self.alpha = alpha

    def __sklearn_tags__(self):
        """Tags: rows that are no series are smoothed away."""
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True
        return tags

    def fit(self, X, y):
        """Choose the parameters and fit to all rows.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
            Rows in the order of observation; a single feature must be sorted and evenly spaced.
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, ensure_min_samples=4)
        alpha = check_real(self.alpha, "alpha", low=0, high=1, open_low=True, open_high=True)
        check_in(self.rule, "rule", ("global", "rightmost"))
        model, grid = self._candidates(X)
        self.pilot_h_, self.lag_ = self._first_steps(_order(X), y, alpha)
        candidates = list(grid)
        if hasattr(model, "left_out_scores"):
            scores = model.left_out_scores(X, y, candidates, self.lag_)
        else:
            scores = _by_refitting(model, X, y, candidates, self.lag_)
        self.cv_results_ = {"params": candidates, "score": scores}
        self.best_params_ = candidates[int(np.argmin(scores))]
        self.best_estimator_ = model.set_params(**self.best_params_).fit(X, y)
        return self

    def _candidates(self, X):
        if self.estimator is None:
            grid = _default_grid(X) if self.param_grid is None else self.param_grid
            return LSSVMRegressor(), _checked_grid(grid)
        check_has(self.estimator, "estimator", "fit", "predict", "set_params")
        if self.param_grid is None:
            raise ValueError("param_grid must be given with an estimator, got None")
        return clone(self.estimator), _checked_grid(self.param_grid)

    def _first_steps(self, x, y, alpha):
        kernel = as_kernel(self.bimodal, "bimodal")
        if self.bandwidths is None:
            hs = default_bandwidths(x)
        else:
            hs = check_array(
                self.bandwidths, "bandwidths", ndim=1, min_rows=1, low=0, open_low=True
            )
            if np.any(np.diff(hs) <= 0):
                raise ValueError("bandwidths must be increasing")
        pilot = select_bandwidth(x, y, hs, kernel, rule=self.rule).h
        residuals = y - design_fit(x, y, pilot, kernel)
        lag = min(lag_of_residuals(residuals, alpha).lag, (len(y) - 2) // 2)
        return pilot, check_block(lag, len(y))

    def predict(self, X):
        """Outputs of the best estimator, shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return self.best_estimator_.predict(X)


def _checked_grid(grid):
    from sklearn.model_selection import ParameterGrid  # dear to import, and needed here alone

    try:
        return ParameterGrid(grid)
    except (TypeError, ValueError) as error:
        raise ValueError(f"param_grid must be as for ParameterGrid: {error}") from error
