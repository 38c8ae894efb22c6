"""Predictions in sequence against refits, and the price of imitation against a solver in a box.

Before every observation a Gaussian process predicts it. scikit-learn fits anew each time, O(n^4) in
all; one Cholesky factor holds all predictions, O(n^3 / 3). The price of imitation is asked at seven
widths: ours follows one path, SciPy solves seven box-constrained least squares problems.
"""

from functools import partial

import numpy as np
from scipy.optimize import lsq_linear
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import Matern as PeerMatern

from _race import duel, equal
from mlcompanion.gp import Matern
from mlcompanion.gp.rates import concentration_inf, predictive_kl

TITLE = "Rates of Gaussian processes"
CHAPTER = "jmlr12/30_gp_information_rates"
WIDTHS = 0.8 * 0.5 ** np.arange(7)

same_numbers = partial(duel, same=equal(rtol=1e-6, atol=1e-8))


def refits(x, f0, y):
    """Divergences of the predictions by scikit-learn, fitted before each observation."""
    found = [0.5 * (np.log1p(1 / 0.25) + (0.25 + f0[0] ** 2) / 1.25 - 1)]
    for i in range(1, len(x)):
        model = GaussianProcessRegressor(PeerMatern(0.2, nu=1.5), alpha=0.25, optimizer=None)
        mean, std = model.fit(x[:i], y[:i]).predict(x[i : i + 1], return_std=True)
        wide = 0.25 + std[0] ** 2
        found.append(0.5 * (np.log(wide / 0.25) + (0.25 + (f0[i] - mean[0]) ** 2) / wide - 1))
    return np.array(found)


def sequence_race(n):
    """All n predictions."""
    rng = np.random.default_rng(0)
    x = rng.uniform(size=(n, 1))
    f0 = np.sin(9 * x[:, 0])
    y = f0 + 0.5 * rng.normal(size=n)
    return same_numbers(
        "divergences of n predictions", f"n = {n}",
        lambda: predictive_kl(Matern(1.5, 0.2)(x), f0, 0.25, y).divergence,
        "sklearn, refitted", lambda: refits(x, f0, y), note="same divergences",
    )  # fmt: skip


def in_a_box(K, f0):
    """The same prices by SciPy's active-set solver."""
    root = np.linalg.inv(np.linalg.cholesky(K))
    return [
        2 * lsq_linear(root, np.zeros(len(f0)), (f0 - eps, f0 + eps), method="bvls", tol=1e-14,
                       max_iter=5000).cost
        for eps in WIDTHS
    ]  # fmt: skip


def price_race(n):
    """Prices at seven widths."""
    x = np.arange(1, n + 1) / n
    K = np.minimum.outer(x, x)
    f0 = sum(k**-1.3 * np.sin(2 * np.pi * k * x) for k in range(1, 60))
    return same_numbers(
        "price of imitation, 7 widths", f"n = {n}", lambda: concentration_inf(K, f0, WIDTHS),
        "scipy lsq_linear, 7 problems", lambda: in_a_box(K, f0), note="same prices",
    )  # fmt: skip


def rows():
    """Sequences, then prices."""
    yield from map(sequence_race, (100, 500))
    yield from map(price_race, (50, 100))
