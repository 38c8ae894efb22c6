"""The chapter's running example: 200 soundings across a bay, and what its widgets show of them."""

from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import make_ar_noise
from mlcompanion.regression.smoothing import (
    design_fit,
    expected_lcv_bias,
    left_out_weights,
    mcv,
    residual_lag,
    select_bandwidth,
    smoothing_kernel,
)

from .source_data import curve, places

N = 200
VARIANCE = 0.3
PHI = 0.6
SEED = 3
WAYS = ("plain", "hole, all widths", "hole, wide enough", "corrected")
HOLE = smoothing_kernel("bimodal_epanechnikov", 0.1)
X = places(N)
TRUTH = curve(X)
WIDTHS = np.geomspace(1.2 / N, 0.5, 60)
WIDE = np.geomspace(N**-0.5, 0.5, 60)


def soundings(phi=PHI, seed=SEED):
    """Depths with errors whose neighbours have correlation ``phi``, in metres."""
    return TRUTH + make_ar_noise(N, phi, variance=VARIANCE, random_state=seed)


class Choice(NamedTuple):
    """A bandwidth, how it was chosen, and what it costs.

    Attributes
    ----------
    h : float
        In units of the bay's width.
    hs, scores : ndarray
        The criterion and where it was taken.
    fit : ndarray
        The smooth curve at the places of the soundings.
    error : float
        Mean squared distance from the truth.
    lag : int
        Neighbours left out on each side.
    """

    h: float
    hs: np.ndarray
    scores: np.ndarray
    fit: np.ndarray
    error: float
    lag: int


def chosen(y, way):
    """The local line by one of the ways to choose its bandwidth; a hole smooths by local means."""
    lag = 0
    kernel = "epanechnikov"
    degree = 1
    hs = WIDTHS
    if way.startswith("hole"):
        kernel = HOLE
        degree = 0
        hs = WIDTHS[1.5 / N < WIDTHS] if way == "hole, all widths" else WIDE
    elif way == "corrected":
        first = select_bandwidth(X, y, WIDE, HOLE).h
        lag = residual_lag(X, y, first, HOLE).lag
    h, scores = select_bandwidth(X, y, hs, kernel, lag, degree)
    fit = design_fit(X, y, h, kernel, degree)
    return Choice(h, hs, scores, fit, float(np.mean((fit - TRUTH) ** 2)), lag)


def true_errors(Y, hs=WIDTHS, kernel="epanechnikov", degree=1):
    """What a criterion should measure: the error of each fit, and a new reading's variance.

    One column a series where there are several, as the smoothers take them.
    """
    truth = TRUTH if np.ndim(Y) == 1 else TRUTH[:, None]
    fits = [design_fit(X, Y, h, kernel, degree) for h in hs]
    return np.array([np.mean((fit - truth) ** 2, axis=0) for fit in fits]) + VARIANCE


def extra_term(kernel, bandwidth, gamma, n=400, lag=0):
    """The exact extra term on a circle, for a bandwidth in observations."""
    return expected_lcv_bias(left_out_weights(n, bandwidth, kernel, lag), gamma)


def line_extra_term(kernel, bandwidth, gamma, n=400):
    """The exact extra term of the local mean on a line with its two ends."""
    apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    K = smoothing_kernel(kernel) if isinstance(kernel, str) else kernel
    weights = np.where(apart > 0, K(apart / bandwidth), 0.0)
    return expected_lcv_bias(weights / weights.sum(axis=1, keepdims=True), gamma)


def left_out_curves(y, lags):
    """The criterion of the local line over all bandwidths, one row a number of neighbours."""
    return np.array([mcv(X, y, WIDTHS, "epanechnikov", lag, 1) for lag in lags])


def oracle_factors(n=400, phis=(0.0, 0.3, 0.6), repeats=100):
    """Bandwidths of least mean ASE over draws, for local lines, one for each phi."""
    x = places(n)
    hs = np.geomspace(0.03, 0.4, 80)
    best = []
    for phi in phis:
        noise = [
            make_ar_noise(n, phi, variance=VARIANCE, random_state=seed) for seed in range(repeats)
        ]
        Y = curve(x)[:, None] + np.stack(noise, axis=1)
        errors = [np.mean((design_fit(x, Y, h, degree=1) - curve(x)[:, None]) ** 2) for h in hs]
        best.append(float(hs[int(np.argmin(errors))]))
    return best
