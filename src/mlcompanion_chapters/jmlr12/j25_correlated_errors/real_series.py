"""Two real series: yearly sunspots for the source's wheat prices, and the sea by the month."""

import numpy as np

from mlcompanion.datasets import load_nino, load_sunspots
from mlcompanion.regression.smoothing import (
    CorrelationCorrectedCV,
    LocalLinear,
    LSSVMRegressor,
    block_loo_scores,
    design_fit,
    lcv,
    smoothing_kernel,
)

from .machine_search import GAMMAS


def roughness(fit):
    """Sum of squared second differences."""
    return float(np.sum(np.diff(fit, 2) ** 2))


def sunspots():
    """Years, and square roots of the yearly numbers."""
    bunch = load_sunspots()
    return bunch.data[:, 0], np.sqrt(bunch.target)


def sunspot_fits():
    """Bandwidths in years by LCV and CC-CV, and both fits (fig8-wheat on its stand-in)."""
    years, y = sunspots()
    X = years[:, None]
    hs = np.geomspace(1, 300, 24)
    surface = np.stack([block_loo_scores(X, y, GAMMAS, h) for h in hs])
    i, j = np.unravel_index(surface.argmin(), surface.shape)
    plain = LSSVMRegressor(GAMMAS[j], hs[i]).fit(X, y).predict(X)
    corrected = CorrelationCorrectedCV(
        param_grid={"gamma": list(GAMMAS), "h": list(hs)},
        bimodal=smoothing_kernel("bimodal_epanechnikov", 0.1),
    ).fit(X, y)
    return {
        "hl": float(hs[i]),
        "gl": float(GAMMAS[j]),
        "hc": float(corrected.best_params_["h"]),
        "gc": float(corrected.best_params_["gamma"]),
        "lag": corrected.lag_,
        "plain": plain,
        "corrected": corrected.predict(X),
    }


def sea(region="Niño 3.4"):
    """Years with fractions, and temperatures without each month's own mean."""
    bunch = load_nino()
    values = bunch.data[:, bunch.feature_names.index(region)]
    months = np.arange(len(values))
    own = np.array([values[month::12].mean() for month in range(12)])
    return 1950 + months / 12, values - own[months % 12]


def sea_fits(region="Niño 3.4"):
    """Bandwidths in years of the local line by LCV and CC-CV, and both fits (own-nino)."""
    years, y = sea(region)
    n = len(y)
    hs = np.geomspace(2 / n, 0.5, 60) * n / 12
    plain = float(hs[np.argmin(lcv(years, y, hs, "epanechnikov", 1))])
    grid = {"h": list(hs), "kernel": ["epanechnikov"]}
    corrected = CorrelationCorrectedCV(LocalLinear(), grid).fit(years[:, None], y)
    h = float(corrected.best_params_["h"])
    return {
        "hl": plain,
        "hc": h,
        "lag": corrected.lag_,
        "plain": design_fit(years, y, plain, degree=1),
        "corrected": design_fit(years, y, h, degree=1),
    }
