"""Both parameters of the machine by plain and by corrected cross-validation, for many series.

The design is the same for all series, so that one decomposition a width serves them all.
"""

import numpy as np

from mlcompanion.regression.smoothing import (
    LSSVMRegressor,
    block_loo_scores,
    lcv,
    residual_lag,
    smoothing_kernel,
)

from .source_data import curve, places

#: The search that the source does not tell, fixed in claims.yml before it was run.
GAMMAS = np.geomspace(0.1, 1e6, 15)
N_WIDTHS = 24


def widths(n, top=np.e):
    """Widths of the machine's kernel, from one spacing to ``top``."""
    return np.geomspace(1 / n, top, N_WIDTHS)


def first_step(x, Y, eps=0.1, n_steps=60):
    """Bandwidths and residual correlations of the first step, one a series."""
    n = len(x)
    hs = np.geomspace(n**-0.5, 0.5, n_steps) * n * (x[1] - x[0])
    hole = smoothing_kernel("bimodal_epanechnikov", eps)
    best = hs[np.argmin(lcv(x, Y, hs, hole), axis=0)]
    return best, [residual_lag(x, y, h, hole) for y, h in zip(Y.T, best)]


def surfaces(x, Y, hs, lags):
    """The criterion over (h, gamma) for every series: shape (widths, weights, series)."""
    return np.stack([block_loo_scores(x[:, None], Y, GAMMAS, h, lags) for h in hs])


def lowest(surface):
    """Places of the least criterion: indices of width and weight, one a series."""
    flat = surface.reshape(-1, surface.shape[-1]).argmin(axis=0)
    return np.unravel_index(flat, surface.shape[:2])


def rise(surface, hs, where):
    """By what share the criterion rises if h moves by e from its minimum, mean of both sides."""
    stride = round(1 / np.log(hs[1] / hs[0]))
    rises = []
    for one, (i, j) in enumerate(zip(*where)):
        beside = [k for k in (i - stride, i + stride) if 0 <= k < len(hs)]
        rises.append(np.mean(surface[beside, j, one]) / surface[i, j, one] - 1)
    return np.array(rises)


def errors(x, Y, gammas, hs):
    """ASE against the true curve of machines with these parameters, one a series."""
    truth = curve(x)
    X = x[:, None]
    fits = [LSSVMRegressor(g, h).fit(X, y).predict(X) for g, h, y in zip(gammas, hs, Y.T)]
    return [float(np.mean((fit - truth) ** 2)) for fit in fits]


def searched(noise):
    """Rows of a study, one a series: parameters, errors and flatness of both criteria."""
    n = len(noise)
    x = places(n)
    Y = curve(x)[:, None] + noise
    hs = widths(n)
    pilots, choices = first_step(x, Y)
    lags = [choice.lag for choice in choices]
    columns = {"pilot": pilots, "lag": lags}
    columns["later"] = [
        int(np.any(np.abs(c.correlations[c.lag + 1 : 21]) > c.limit)) for c in choices
    ]
    # both criteria at once: a decomposition serves all
    both = surfaces(x, np.hstack([Y, Y]), hs, [0] * len(lags) + lags)
    for name, surface in (("l", both[..., : len(lags)]), ("c", both[..., len(lags) :])):
        i, j = lowest(surface)
        columns[f"h_{name}"] = hs[i]
        columns[f"g_{name}"] = GAMMAS[j]
        columns[f"ase_{name}"] = errors(x, Y, GAMMAS[j], hs[i])
        columns[f"rise_{name}"] = rise(surface, hs, (i, j))
    rows = zip(*(np.asarray(values).tolist() for values in columns.values()))
    return [dict(zip(columns, row)) for row in rows]
