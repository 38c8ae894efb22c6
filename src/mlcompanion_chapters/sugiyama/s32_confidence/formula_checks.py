"""Sugiyama (2016), Sections 32.1 to 32.3.2: the formulas by simulation, and what is misprinted.

References do not use what is under suspicion: refits by a library's least squares on stacked rows,
covariances over draws, numerical quadrature, simulated improvements.
"""

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from mlcompanion.datasets import arma_autocovariance, make_sinc_trend
from mlcompanion.kernels import rbf_kernel
from mlcompanion.linalg import squared_distances
from mlcompanion.regression.bands import lag_matrix, ridge_predictive_variance

from .delay_forecasts import LAGS, stretch
from .sinc_bands import GRID, NOISE, curve

__all__ = [
    "FORECASTS",
    "folds_as_printed",
    "freedom_of_residuals",
    "improvement_integrals",
    "listing_as_printed",
    "variance_ratios",
]

#: Mean less the best value, and standard deviation.
FORECASTS = ((-1.0, 1.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.2), (-0.2, 0.2), (0.5, 2.0))

#: Of Fig. 32.7: multiples of the median distance, and penalties.
DELAY_WIDTHS = (0.5, 0.7, 1.0, 1.2, 1.5)
DELAY_PENALTIES = (0.01, 0.1, 1.0, 10.0)


def _noise_covariance(n, ar):
    lags = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    if ar == 0:
        return NOISE**2 * np.eye(n)
    return NOISE**2 * arma_autocovariance(n, ar)[lags]


def variance_ratios(lam, ar=0.0, draws=2000, seed=0):
    r"""Variance of refitted predictions over new noise, divided by the formula.

    The kernel design of Fig. 32.1 (width 0.3) with a true parameter vector; each draw is refitted
    as least squares on the rows :math:`\sqrt\lambda I` stacked below the design.

    Parameters
    ----------
    lam : float
    ar : float
        First-order autoregression of the noise; 0 is uncorrelated.
    draws, seed : int

    Returns
    -------
    ndarray, shape (20,)
        At 20 even places on [-2.8, 2.8].
    """
    rng = np.random.default_rng(seed)
    x = np.linspace(-3, 3, 50)[:, None]
    K = rbf_kernel(x, sigma=0.3)
    K_test = rbf_kernel(np.linspace(-2.8, 2.8, 20)[:, None], x, sigma=0.3)
    covariance = _noise_covariance(50, ar)
    noise = np.linalg.cholesky(covariance) @ rng.normal(size=(50, draws))
    outputs = (K @ rng.normal(size=50) / 5)[:, None] + noise
    rows = np.vstack([K, np.sqrt(lam) * np.eye(50)])
    refits = np.linalg.lstsq(rows, np.vstack([outputs, np.zeros((50, draws))]), rcond=None)[0]
    given = covariance if ar else NOISE**2
    formula = ridge_predictive_variance(K, K_test, lam, outputs[:, 0], given).variance
    return np.var(K_test @ refits, axis=1, ddof=1) / formula


def freedom_of_residuals(n, b, draws=2000, seed=0):
    """Least squares without penalty under unit noise: which divisor is right, by simulation.

    Parameters
    ----------
    n, b : int
        Samples and parameters of a random normal design.
    draws, seed : int

    Returns
    -------
    dict of float
        ``z_right`` and ``z_printed``: deviation from 1 of the mean of residual sums of squares over
        n - b and over b, in standard errors; ``tr_u``, the trace of the residual-making matrix;
        ``df``, the covariance over draws between fitted and observed values, summed.
    """
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(n, b))
    noise = rng.normal(size=(n, draws))
    outputs = (Phi @ rng.normal(size=b))[:, None] + noise
    fitted = Phi @ np.linalg.lstsq(Phi, outputs, rcond=None)[0]
    squares = np.sum((outputs - fitted) ** 2, axis=0)
    left = {"z_right": squares / (n - b), "z_printed": squares / b}
    scores = {k: float((v.mean() - 1) / (v.std(ddof=1) / np.sqrt(draws))) for k, v in left.items()}
    hats = Phi @ np.linalg.lstsq(Phi, np.eye(n), rcond=None)[0]
    about = fitted - fitted.mean(axis=1, keepdims=True)
    together = np.sum(about * (outputs - outputs.mean(axis=1, keepdims=True))) / (draws - 1)
    return scores | {"tr_u": float(n - np.trace(hats)), "df": float(together)}


def improvement_integrals(draws=1_000_000, seed=0):
    """Both integrals of the expected improvement, and the simulated improvement and its square.

    Returns
    -------
    dict of list
        ``mc``, ``se``, ``plain``, ``printed``, ``half_sq``, ``se_sq``, one entry a forecast.
    """
    z = np.random.default_rng(seed).normal(size=draws)
    names = ("mc", "se", "plain", "printed", "half_sq", "se_sq")
    found = {name: [] for name in names}
    for mean, std in FORECASTS:
        gain = np.maximum(mean + std * z, 0.0)
        half = gain**2 / 2
        law = norm(mean, std)
        found["mc"].append(float(gain.mean()))
        found["se"].append(float(gain.std(ddof=1) / np.sqrt(draws)))
        found["plain"].append(quad(law.sf, 0, np.inf)[0])
        found["printed"].append(quad(lambda m, law=law: m * law.sf(m), 0, np.inf)[0])
        found["half_sq"].append(float(half.mean()))
        found["se_sq"].append(float(half.std(ddof=1) / np.sqrt(draws)))
    return found


def listing_as_printed(seed, sigma=0.3, lam=0.1, N=1000):
    """Fit and noise estimate of Fig. 32.1: with matrix square and n, and as printed.

    Returns
    -------
    dict of float
        ``rmse_fixed``, ``rmse_printed``: root mean squared distance to the curve on [-2.8, 2.8];
        ``s2_fixed``, ``s2_printed``: noise variance with the matrix square and the divisor
        n - tr or N - tr, over 0.04.
    """
    x, y, _ = make_sinc_trend(50, NOISE, random_state=seed)
    k = rbf_kernel(x[:, None], sigma=sigma)
    K = rbf_kernel(GRID[:, None], x[:, None], sigma=sigma)
    found = {}
    for name, square in (("fixed", k @ k), ("printed", k**2)):
        t = np.linalg.solve(square + lam * np.eye(50), k @ y)
        found[f"rmse_{name}"] = float(np.sqrt(np.mean((K @ t - curve(GRID)) ** 2)))
    right = np.linalg.solve(k @ k + lam * np.eye(50), k)
    squares = np.sum((y - k @ right @ y) ** 2)
    kept = np.trace(k @ right)
    found["s2_fixed"] = float(squares / (50 - kept) / NOISE**2)
    found["s2_printed"] = float(squares / (N - kept) / NOISE**2)
    return found


def _judged(K, y, fitted, judged):
    """Squared errors of ridge regression on all kernels, fitted to some rows; one a penalty."""
    rows = K[fitted]
    inner = rows @ rows.T
    errors = []
    for lam in DELAY_PENALTIES:
        # the solution lies in the span of the fitted rows: as many unknowns as there are rows
        dual = np.linalg.solve(inner + lam * np.eye(len(rows)), y[fitted])
        errors.append(np.mean((y[judged] - K[judged] @ (rows.T @ dual)) ** 2))
    return errors


def folds_as_printed(seed):
    """Choice of a width and a penalty for the forecast: on the fold left out, and as printed.

    Parameters
    ----------
    seed : int
        Draws the noise and the folds.

    Returns
    -------
    dict
        ``judged_printed`` and ``judged_right``, the error by which a setting was chosen with the
        fold itself fitted, and with the other four; ``turned``, whether the settings differ; and
        both settings, ``chosen_printed`` and ``chosen_right``, multiple of the width and penalty.
    """
    seen, _ = stretch(0.1, seed=seed)
    rows, y = lag_matrix(seen, LAGS)
    squares = squared_distances(rows, rows)
    fold = np.random.default_rng(seed).permutation(len(y)) % 5
    means = {"printed": [], "right": []}
    for multiple in DELAY_WIDTHS:
        # the listing's median is of squares, over all pairs
        K = np.exp(-squares / (2 * np.median(squares) * multiple**2))
        inside = [_judged(K, y, fold == i, fold == i) for i in range(5)]
        outside = [_judged(K, y, fold != i, fold == i) for i in range(5)]
        means["printed"].append(np.mean(inside, axis=0))
        means["right"].append(np.mean(outside, axis=0))
    found = {}
    for name, errors in means.items():
        errors = np.array(errors)
        width, penalty = np.unravel_index(errors.argmin(), errors.shape)
        found[f"judged_{name}"] = float(errors.min())
        found[f"chosen_{name}"] = (DELAY_WIDTHS[width], DELAY_PENALTIES[penalty])
    return found | {"turned": found["chosen_printed"] != found["chosen_right"]}
