"""The two approximations of logarithms, held against draws and grids."""

from typing import NamedTuple

import numpy as np

from mlcompanion.graphical.classifiers import (
    log_odds_approximation,
    log_ratio_approximation,
    log_ratio_coefficients,
)
from mlcompanion.graphical.classifiers.approximations import LAMBDA, RHO

__all__ = [
    "Drawn",
    "error_surface",
    "log_odds_draws",
    "log_ratio_draws",
    "odds_gaps",
    "printed_odds_mse",
    "rim_error",
]


class Drawn(NamedTuple):
    """What draws say of an approximation.

    Attributes
    ----------
    slopes : float
        Largest deviation of the fitted coefficients of logarithms from the formulas.
    constant : float
        That of the fitted constant.
    bias : float
        Mean error of the stated approximation.
    mse : float
        Its mean squared error.
    mean : float
        Mean of what is approximated.
    better : int
        Rivals, unbiased on the draws, with a smaller mean squared error.
    """

    slopes: float
    constant: float
    bias: float
    mse: float
    mean: float
    better: int


def _drawn(target, logs, stated, constant, rivals, seed):
    """Fit ``target`` by ``logs`` (k, n), and compare with the stated slopes and constant."""
    centred = np.vstack([target, logs])
    means = centred.mean(axis=1)
    centred -= means[:, None]
    moments = centred @ centred.T / len(target)
    fitted = np.linalg.solve(moments[1:, 1:], moments[1:, 0])
    own = means[0] - fitted @ means[1:]
    error = target - stated @ logs - constant

    def variance(slopes):  # with the constant that makes the mean error zero
        w = np.concatenate([[1.0], -slopes])
        return w @ moments @ w

    rng = np.random.default_rng(seed)
    least = variance(stated)
    better = 0
    for _ in range(rivals):
        way = rng.normal(size=len(stated))
        way *= 10 ** rng.uniform(np.log10(0.02), 0) / np.linalg.norm(way)
        better += variance(stated + way) < least
    return Drawn(
        slopes=float(np.abs(fitted - stated).max()),
        constant=float(abs(own - constant)),
        bias=float(error.mean()),
        mse=float(np.mean(error**2)),
        mean=float(means[0]),
        better=int(better),
    )


def log_ratio_draws(p, draws, seed, rivals=1000):
    """Least squares of log U/(U + V) on log U and log V, for U and V uniform up to ``p``."""
    rng = np.random.default_rng([seed, 1])
    U = p * (1 - rng.random(draws))  # never 0
    V = p * (1 - rng.random(draws))
    fit = log_ratio_coefficients(p)
    logs = np.log2([U, V])
    stated = np.array([fit.alpha, fit.beta])
    return _drawn(logs[0] - np.log2(U + V), logs, stated, fit.gamma, rivals, seed)


def log_odds_draws(draws, seed, rivals=1000):
    """Least squares of log W/(1 - W) on log W, for W uniform."""
    W = np.random.default_rng([seed, 2]).random(draws)
    W = W[(W > 0) & (W < 1)]
    logs = np.log2(W)[None]
    return _drawn(logs[0] - np.log2(1 - W), logs, np.array([LAMBDA]), RHO, rivals, seed)


def printed_odds_mse():
    """The proof's mean squared error of the log-odds at the stated coefficients."""
    log2 = np.log(2)
    inner = np.pi**2 + 6 * RHO * log2
    return (6 * LAMBDA**2 + np.pi**2 + 3 * RHO**2 * log2**2 - LAMBDA * inner) / (3 * log2**2)


def error_surface(p, u, v):
    """Exact minus approximated logarithm at the grid of U = u p and V = v p."""
    U, V = np.meshgrid(p * np.asarray(u), p * np.asarray(v), indexing="ij")
    return np.log2(U / (U + V)) - log_ratio_approximation(U, V, p)


def rim_error(near, draws=200_000, seed=0):
    """Mean absolute error for (U, V)/p uniform where one of both is below ``near``."""
    rng = np.random.default_rng(seed)
    small = near * (1 - rng.random(draws))
    other = 1 - rng.random(draws)
    # both strips, the square where they cross once
    once = (other >= near) | (rng.random(draws) < 0.5)
    error = np.log2(small / (small + other)) - log_ratio_approximation(small, other, 1.0)
    return float(np.abs(error[once]).mean())


def odds_gaps(w):
    """Absolute error of the log-odds at ``w``."""
    w = np.asarray(w)
    return np.abs(np.log2(w / (1 - w)) - log_odds_approximation(w))
