"""How sure a regression is: bands by formula and by resampling, and forecasts that carry one."""

from .bootstrap import BootstrapBand, bootstrap_predict
from .forecasts import ARForecaster, Forecast, lag_matrix
from .kernel import KernelBandRegressor
from .variance import PredictiveBand, ridge_predictive_variance, smoother_band

__all__ = [
    "ARForecaster",
    "BootstrapBand",
    "Forecast",
    "KernelBandRegressor",
    "PredictiveBand",
    "bootstrap_predict",
    "lag_matrix",
    "ridge_predictive_variance",
    "smoother_band",
]
