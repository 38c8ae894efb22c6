"""Sugiyama (2016), Figs. 32.7 and 32.8: a chaotic series, forecast 130 steps ahead."""

import numpy as np

from mlcompanion.datasets import make_mackey_glass
from mlcompanion.regression.bands import ARForecaster, KernelBandRegressor

__all__ = ["HORIZON", "LAGS", "SEEN", "band_of_forecast", "listing_forecaster", "stretch"]

LAGS = 20
SEEN = 220  # 200 targets, and the 20 values before the first
HORIZON = 130


def stretch(noise=0.0, burn_in=0, seed=0):
    """What is seen of the series, and how it goes on without noise.

    Returns
    -------
    seen : ndarray, shape (220,)
    later : ndarray, shape (130,)
    """
    series = make_mackey_glass(SEEN + HORIZON, noise=noise, burn_in=burn_in, random_state=seed)
    return series.y[:SEEN], series.clean[SEEN:]


def listing_forecaster(n_resamples=100, seed=0):
    """Kernel regressions on 20 past values, width and penalty chosen in each resample."""
    return ARForecaster(LAGS, KernelBandRegressor(fit_mean=False), n_resamples, random_state=seed)


def band_of_forecast(noise, burn_in, seed, *, n_resamples=100, wide=True):
    """How the band grows over 130 steps, and how much of the series it holds.

    Parameters
    ----------
    noise : float
        Standard deviation of the noise in what is seen.
    burn_in : int
        Steps of the series before the first that is seen; the listing's is 0.
    seed : int
    n_resamples : int
    wide : bool
        Forecast once more with residuals added to each path.

    Returns
    -------
    dict of float
        ``early`` and ``late``, mean deviations over steps 1 to 30 and 101 to 130; ``slope`` of the
        line of least squares; ``inside``, share of steps at which the series without noise lies
        within 1.96 deviations; ``inside_residuals``, the same with residuals added to each path;
        ``missed`` and ``missed_late``, root mean squared errors of the mean over the same steps.
    """
    seen, later = stretch(noise, burn_in, seed)
    model = listing_forecaster(n_resamples, seed).fit(seen)
    bare = model.forecast(HORIZON)
    missed = np.abs(bare.mean - later)
    found = {
        "early": float(bare.std[:30].mean()),
        "late": float(bare.std[100:].mean()),
        "slope": float(np.polyfit(np.arange(1, HORIZON + 1), bare.std, 1)[0]),
        "inside": float(np.mean(missed <= 1.96 * bare.std)),
        "missed": float(np.sqrt(np.mean(missed[:30] ** 2))),
        "missed_late": float(np.sqrt(np.mean(missed[100:] ** 2))),
    }
    if wide:
        future = model.forecast(HORIZON, residuals=True)
        held = np.abs(future.mean - later) <= 1.96 * future.std
        found["inside_residuals"] = float(np.mean(held))
    return found
