"""Arguments and calls of bands and forecasts."""

import numpy as np

from mlcompanion.regression import LeastSquares
from mlcompanion.regression.bands import ARForecaster, BootstrapBand, KernelBandRegressor
from valid_calls.kinds import Array, Call, Count, Flag, Free, Number, Object
from valid_calls.shared import N_ROWS, X

_positive = {"low": 0, "open_low": True}
_open = {"low": 0, "high": 1, "open_low": True, "open_high": True}
_y = X @ [1.0, -2.0, 0.5] + 0.1 * np.cos(np.arange(N_ROWS))
_series = np.sin(np.arange(30.0)) + 0.1 * np.cos(7.0 * np.arange(30.0))
_mean = np.full((N_ROWS, N_ROWS), 1 / N_ROWS)
_noises = [-1.0, np.ones(N_ROWS), -np.eye(N_ROWS), np.triu(np.ones((N_ROWS, N_ROWS)))]
_noise = Free(0.5, bad=[*_noises, np.nan, "loud"])
_groups = Array(np.arange(N_ROWS) // 2, "n", integer=True, bad=[np.zeros(N_ROWS)])
_band = BootstrapBand(np.arange(12.0).reshape(4, 3))
_values = Array(_series, "t")
_asked = {"fit": {"groups": _groups}}

BANDS_CALLS = {
    "ARForecaster": [
        Call(
            lags=Count(2, low=1),
            base=Object(LeastSquares()),
            n_resamples=Count(3),
            methods={"fit": {"series": _values}, "forecast": None},  # needs a fit: see below
        ),
        Call(
            make=lambda: ARForecaster(2, n_resamples=3, random_state=0).fit(_series),
            methods={
                "fit": {"series": _values},
                "forecast": {"horizon": Count(3, low=1), "residuals": Flag(True)},
            },
        ),
    ],
    "BootstrapBand": Call(
        make=lambda: _band, methods={"interval": {"level": Number(0.9, **_open)}}
    ),
    "KernelBandRegressor": Call(
        sigmas=Array([1.0, 2.0], "h", **_positive, but={"one axis fewer"}),
        lams=Array([0.1, 1.0], "l", low=0, but={"one axis fewer"}),
        folds=Count(3, low=2),
        methods=_asked,
    ),
    "bootstrap_predict": Call(
        model=Object(KernelBandRegressor(1.0, 0.1)),
        y=Array(_y, "n"),
        X_test=Array(X[:4], "md"),
        n_resamples=Count(3, low=2),
    ),
    "lag_matrix": Call(series=_values, lags=Count(2, low=1, high=29)),
    "ridge_predictive_variance": Call(Phi_test=Array(X[:4], "km"), y=Array(_y, "n"), noise=_noise),
    "smoother_band": Call(
        weights=Array(_mean, "nn"),
        weights_test=Array(_mean[:2], "kn"),
        y=Array(_y, "n"),
        noise=_noise,
    ),
}
INTERNAL_BANDS = {
    "check_noise": "takes the number of outputs of its caller",
    "refit": "takes rows that have been drawn",
}
