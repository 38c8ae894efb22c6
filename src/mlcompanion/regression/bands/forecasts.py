r"""Forecasts that feed on themselves, with a band: Sugiyama (2016), Section 32.3.1.

A model of the next value given the last m values is a regression on rows of lags. Several steps
ahead it is asked again, its own forecasts in place of values that are not known; models refitted to
resampled rows walk apart, and their spread is the band.
"""

from numbers import Integral
from typing import NamedTuple

import numpy as np
from sklearn.base import clone

from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_rng,
)
from mlcompanion.regression.linear.least_squares import LeastSquares
from mlcompanion.resampling import bootstrap_indices

from .bootstrap import refit

__all__ = ["ARForecaster", "Forecast", "lag_matrix"]


class Forecast(NamedTuple):
    """A forecast, step by step.

    Attributes
    ----------
    mean : ndarray, shape (h,)
        Mean over the models, in the units of the series.
    std : ndarray, shape (h,)
        Standard deviation over the models; zeros if there is one.
    paths : ndarray, shape (B, h)
        The forecast of each model.
    """

    mean: np.ndarray
    std: np.ndarray
    paths: np.ndarray


def lag_matrix(series, lags):
    r"""Rows of the last values, and the value that came next.

    Parameters
    ----------
    series : array_like, shape (t,)
        In the order of time.
    lags : int
        Number m of past values, at least 1 and less than t.

    Returns
    -------
    X : ndarray, shape (t - m, m)
        Row i holds :math:`y_{m+i},\dots,y_{i+1}`: the newest value first.
    y : ndarray, shape (t - m,)
        What came next, :math:`y_{m+i+1}`.

    Raises
    ------
    ValueError
        If the series is not longer than ``lags``.

    Notes
    -----
    Cost: O(t m) time and memory. Source: Sugiyama (2016), Fig. 32.6.

    Examples
    --------
    >>> X, y = lag_matrix([1.0, 2.0, 3.0, 4.0], 2)
    >>> X.tolist(), y.tolist()
    ([[2.0, 1.0], [3.0, 2.0]], [3.0, 4.0])
    """
    series = check_array(series, "series", ndim=1, min_rows=2)
    lags = check_count(lags, "lags", low=1)
    if lags >= len(series):
        raise ValueError(f"lags must be less than the series is long, {len(series)}, got {lags}")
    windows = np.lib.stride_tricks.sliding_window_view(series, lags + 1)
    return windows[:, -2::-1].copy(), windows[:, -1].copy()


class ARForecaster:
    r"""Autoregression by any regression, with a bootstrap band.

    .. math:: \hat y_{t+1}=\hat f(y_t,\dots,y_{t-m+1}),\qquad
        \hat y_{t+2}=\hat f(\hat y_{t+1},y_t,\dots,y_{t-m+2}),\ \dots

    Parameters
    ----------
    lags : int
        Number m of past values that a forecast looks at.
    base : estimator, optional
        Regression on rows of lags, the newest first. Default :class:`LeastSquares`, the linear
        autoregressive model with a constant; a :class:`KernelBandRegressor` bends.
    n_resamples : int
        Number B of models refitted to resampled rows; 0 fits one to all rows, without a band.
    together : bool
        As in :func:`bootstrap_predict`.
    random_state : int, Generator or None
        Draws the resamples, and the residuals where they are asked for.

    Attributes
    ----------
    models_ : list of estimator
    residuals_ : list of ndarray
        What each model misses of the rows that it was not fitted to, or, if there are none, of all.
    last_ : ndarray, shape (m,)
        The last values of the series, the newest first.

    Notes
    -----
    Resampling rows takes them for independent, which overlapping stretches of a series are not.
    Cost: of a fit B of the base's; of a forecast one prediction a step and model.
    Source: Sugiyama (2016), Section 32.3.1, Fig. 32.7.

    Examples
    --------
    >>> wave = np.sin(0.3 * np.arange(80.0))
    >>> forecast = ARForecaster(2, n_resamples=0).fit(wave).forecast(40)
    >>> bool(np.allclose(forecast.mean, np.sin(0.3 * np.arange(80, 120))))
    True
    """

    def __init__(
        self, lags=20, base=None, n_resamples=100, *, together=False, random_state=None
    ):  # fmt: skip
        self.lags = check_count(lags, "lags", low=1)
        self.base = LeastSquares() if base is None else base
        check_has(self.base, "base", "fit", "predict", "get_params")
        self.n_resamples = check_count(n_resamples, "n_resamples")
        self.together = check_flag(together, "together")
        check_rng(random_state)
        is_whole = isinstance(random_state, Integral)
        self.random_state = int(random_state) if is_whole else random_state

    def fit(self, series):
        """Fit the models to the rows of lags.

        Parameters
        ----------
        series : array_like, shape (t,)
            Evenly spaced, in the order of time; longer than ``lags`` + 1.

        Returns
        -------
        ARForecaster
        """
        X, y = lag_matrix(series, self.lags)
        if len(y) < 2:
            raise ValueError(
                f"series must be longer than lags + 1 = {self.lags + 1}, got {len(y) + self.lags}"
            )
        self._rng = check_rng(self.random_state)  # a seed begins anew with each fit
        self.last_ = np.concatenate([y[-1:], X[-1, :-1]])
        if not self.n_resamples:
            self.models_ = [clone(self.base).fit(X, y)]
            self.residuals_ = [y - self.models_[0].predict(X)]
            return self
        self.models_ = []
        self.residuals_ = []
        for rows in bootstrap_indices(len(y), self.n_resamples, self._rng):
            model = refit(self.base, X, y, rows, together=self.together, rng=self._rng)
            unseen = np.setdiff1d(np.arange(len(y)), rows)
            if not len(unseen):
                unseen = rows
            self.models_.append(model)
            self.residuals_.append(y[unseen] - model.predict(X[unseen]))
        return self

    def forecast(self, horizon, *, residuals=False):
        """Forecast the next values, each model feeding on its own forecasts.

        Parameters
        ----------
        horizon : int
            Number h of steps, at least 1.
        residuals : bool
            Add a residual, drawn from those of the model, to each step: the band is then one of
            future values, and not only of the models.

        Returns
        -------
        Forecast

        Raises
        ------
        ValueError
            If the horizon is less than 1, or a path leaves the range of numbers.
        """
        if not hasattr(self, "models_"):
            raise ValueError("call fit before forecast")
        horizon = check_count(horizon, "horizon", low=1)
        residuals = check_flag(residuals, "residuals")
        paths = np.empty((len(self.models_), horizon))
        for path, model, missed in zip(paths, self.models_, self.residuals_):
            shocks = np.zeros(horizon)
            if residuals:
                shocks = self._rng.choice(missed, size=horizon)
            window = self.last_.copy()
            for step in range(horizon):
                path[step] = model.predict(window[None])[0] + shocks[step]
                window[1:] = window[:-1]
                window[0] = path[step]
                if not np.isfinite(path[step]):
                    raise ValueError(f"horizon={horizon} is too far: a path leaves all numbers")
        spread = np.zeros(horizon)
        if len(paths) > 1:
            spread = paths.std(axis=0, ddof=1)
        return Forecast(paths.mean(axis=0), spread, paths)
