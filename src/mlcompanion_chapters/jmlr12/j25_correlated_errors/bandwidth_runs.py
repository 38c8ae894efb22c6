"""Bandwidths that plain and corrected cross-validation choose, and what they cost."""

import numpy as np

from mlcompanion.regression.smoothing import (
    design_fit,
    lcv,
    mcv,
    residual_lag,
    smoothing_kernel,
)

from .source_data import close_noise, curve, places

ALPHAS = (np.inf, 400, 200, 100)
#: The four kernels of Figure 7, in its order.
HOLES = (
    "bimodal_polynomial",
    "bimodal_gaussian",
    "bimodal_laplace",
    smoothing_kernel("bimodal_epanechnikov", 0.1),
)


def first_lags(x, Y, hs, kernel):
    """Bandwidths and neighbours of the first step, one a series."""
    best = hs[np.argmin(lcv(x, Y, hs, kernel), axis=0)]
    return best, np.array([residual_lag(x, y, h, kernel).lag for y, h in zip(Y.T, best)])


def corrected_scores(x, Y, hs, lags, degree=1):
    """The criterion that leaves out each series' own number of neighbours: (bandwidths, series)."""
    scores = np.empty((len(hs), Y.shape[1]))
    for lag in np.unique(lags):
        mine = lags == lag
        scores[:, mine] = mcv(x, Y[:, mine], hs, "epanechnikov", int(lag), degree)
    return scores


def four_levels(n, seeds, variance=0.3):
    """Series of Table 1: columns are seeds within levels, the levels made of the same draws."""
    x = places(n)
    noise = [close_noise(n, alpha, variance, seed) for alpha in ALPHAS for seed in seeds]
    return x, curve(x)[:, None] + np.stack(noise, axis=1)


def table_1(n=200, repeats=20):
    """Bandwidths by CV and CC-CV: two arrays of shape (levels, data sets), and the neighbours."""
    x, Y = four_levels(n, range(repeats))
    hs = np.geomspace(1.2 / n, 0.5, 60)
    plain = hs[np.argmin(lcv(x, Y, hs, "epanechnikov", 1), axis=0)]
    _, lags = first_lags(x, Y, np.geomspace(n**-0.5, 0.5, 60), HOLES[3])
    corrected = hs[np.argmin(corrected_scores(x, Y, hs, lags), axis=0)]
    shape = (len(ALPHAS), repeats)
    return plain.reshape(shape), corrected.reshape(shape), lags.reshape(shape)


def fit_errors(x, Y, hs, kernel):
    """ASE of the local mean at all bandwidths: (bandwidths, series); infinite if undefined."""
    truth = curve(x)[:, None]
    errors = np.array([np.mean((design_fit(x, Y, h, kernel) - truth) ** 2, axis=0) for h in hs])
    return np.where(np.isnan(errors), np.inf, errors)


def figure_7(n=400, repeats=100):
    """ASE of the four kernels at the chosen and at the best bandwidth: two (kernels, series)."""
    x = places(n)
    noise = [close_noise(n, 150, 0.1, seed) for seed in range(repeats)]
    Y = curve(x)[:, None] + np.stack(noise, axis=1)
    hs = np.geomspace(n**-0.5, 0.5, 40)
    all_hs = np.geomspace(n**-0.5 / 10, 0.5, 80)  # the kernels' spreads differ fivefold
    chosen = []
    best = []
    for kernel in HOLES:
        errors = fit_errors(x, Y, hs, kernel)
        pick = np.argmin(lcv(x, Y, hs, kernel), axis=0)
        chosen.append(errors[pick, np.arange(repeats)])
        best.append(fit_errors(x, Y, all_hs, kernel).min(axis=0))
    return np.array(chosen), np.array(best)


def paired_gaps(errors):
    """Mean differences of the first three kernels from the fourth, in standard errors."""
    gaps = errors[:3] - errors[3]
    return gaps.mean(axis=1) / (gaps.std(axis=1, ddof=1) / np.sqrt(gaps.shape[1]))


def without_limit(kernel, n=200, repeats=50, alpha=100, eps=0.1):
    """The first step's choice from two spacings on, and from n^(-1/2) on.

    Returns the share of series with a hole below one spacing, and the median ASE of both.
    """
    x = places(n)
    noise = [close_noise(n, alpha, 0.3, seed) for seed in range(repeats)]
    Y = curve(x)[:, None] + np.stack(noise, axis=1)
    medians = []
    small = []
    for lowest in (2 / n, n**-0.5):
        hs = np.geomspace(lowest, 0.5, 60)
        pick = np.argmin(lcv(x, Y, hs, kernel), axis=0)
        errors = fit_errors(x, Y, hs, kernel)[pick, np.arange(repeats)]
        medians.append(float(np.median(errors)))
        small.append(float(np.mean(eps * n * hs[pick] < 1)))
    return small[0], medians


def limit_alone(n=200, repeats=50, alpha=100):
    """Median ASE of a first step from n^(-1/2) on, without a hole and with it.

    Returns both, and the share of series in which the kernel without a hole takes the lowest.
    """
    x = places(n)
    noise = [close_noise(n, alpha, 0.3, seed) for seed in range(repeats)]
    Y = curve(x)[:, None] + np.stack(noise, axis=1)
    hs = np.geomspace(n**-0.5, 0.5, 60)
    medians = []
    picks = []
    for kernel in ("epanechnikov", HOLES[3]):
        pick = np.argmin(lcv(x, Y, hs, kernel), axis=0)
        errors = fit_errors(x, Y, hs, kernel)[pick, np.arange(repeats)]
        medians.append(float(np.median(errors)))
        picks.append(pick)
    return medians, float(np.mean(picks[0] == 0))
