"""More hidden units than inputs, with and without the penalty: Sugiyama (2016), section 36.3.3."""

import numpy as np
from sklearn.datasets import load_digits

from mlcompanion.reduction.unfolding import Autoencoder, KLActivation

__all__ = ["activation_row", "penalty_minima", "small_digits"]

RHO = 0.1


def small_digits(n=300):
    """The first images of 8 x 8 pixels, from 0 to 1."""
    return load_digits().data[:n] / 16


def activation_row(seed, n_steps=4000, m=100):
    """Mean activations with and without the penalty, from the same start."""
    X = small_digits()
    found = {}
    for name, sparsity in (("with_kl", KLActivation(1.0, RHO)), ("without", None)):
        model = Autoencoder(
            m,
            loss="squared",
            sparsity=sparsity,
            learning_rate=0.5,
            max_iter=n_steps,
            limits=(0.0, 1.0),
            random_state=seed,
        ).fit(X)
        means = model.transform(X).mean(axis=0)
        found[name] = float(means.mean())
        found[f"{name}_worst"] = float(np.abs(means - RHO).max())
        found[f"{name}_rms"] = float(np.sqrt(np.mean((model.reconstruct(X) - X) ** 2)))
    return found


def penalty_minima(rhos, sizes, n_samples=50):
    """Activations in a grid where the printed and the corrected penalty are least.

    Returns
    -------
    printed : list of float
        For each wanted activation and number of units.
    right : list of float
        For each wanted activation.
    """
    grid = np.arange(1, 1000) / 1000
    printed = []
    right = []
    for rho in rhos:
        for m in sizes:
            share = grid / m
            values = rho * np.log(rho / share) + (1 - rho) * np.log((1 - rho) / (1 - share))
            printed.append(float(grid[values.argmin()]))
        penalty = KLActivation(1.0, rho)
        values = [penalty.value(np.full((n_samples, 1), z)) for z in grid]
        right.append(float(grid[np.argmin(values)]))
    return printed, right
