"""The toy of section 6.1: four blurs of one hidden function, their scores, what training does."""

import time
import warnings
from functools import cache

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.gp import msll
from mlcompanion.gp.outputs import (
    ConvolvedGaussianKernel,
    ConvolvedGP,
    condition_outputs,
    draw_outputs,
)

__all__ = [
    "KERNEL",
    "METHODS",
    "NOISE",
    "fit_quietly",
    "inducing_sweep",
    "scores",
    "toy_data",
    "trained_gap",
    "trained_toy",
]

KERNEL = ConvolvedGaussianKernel([1.0, 1.0, 5.0, 5.0], [50.0, 50.0, 300.0, 200.0], 100.0)
NOISE = np.array([0.0125, 0.0125, 1.2, 1.0])
METHODS = ("full", "dtc", "fitc", "pitc")
GAP = (-0.8, 0.0)


@cache
def _drawn(seed, n_points):
    """The functions of a seed, kept: several methods learn from the same draw."""
    x = np.linspace(-1, 1, n_points)
    f, y, _ = draw_outputs(KERNEL, [x] * 4, noise=NOISE, random_state=seed)
    return x, f, y


def toy_data(seed, n_train=200, n_points=500, gap=False):
    """Draw the four outputs on an even grid of [-1, 1], and split it at random.

    Parameters
    ----------
    seed : int
    n_train, n_points : int
        Points for training and in all.
    gap : bool
        Take output 4's training points on [-0.8, 0] away.

    Returns
    -------
    dict
        Lists ``X``, ``y`` for training, ``X_test``, ``y_test``, and noise-free ``f_test``.
    """
    rng = np.random.default_rng(seed)
    x, f, y = _drawn(seed, n_points)
    train = np.sort(rng.choice(n_points, n_train, replace=False))
    test = np.setdiff1d(np.arange(n_points), train)
    rows = [train] * 4
    if gap:
        rows[3] = train[(x[train] < GAP[0]) | (x[train] > GAP[1])]
    return {
        "X": [x[r] for r in rows],
        "y": [v[0, r] for v, r in zip(y, rows)],
        "X_test": [x[test]] * 4,
        "y_test": [v[0, test] for v in y],
        "f_test": [v[0, test] for v in f],
    }


def scores(data, means, stds):
    """Squared error over each output's own training variance, and standardized log loss."""
    errors = []
    losses = []
    for seen, new, mean, std in zip(data["y"], data["y_test"], means, stds):
        errors.append(float(np.mean((new - mean) ** 2) / np.var(seen)))
        losses.append(float(msll(new, mean, std**2, seen)))
    return errors, losses


def fit_quietly(model, X, y, **options):
    """Fit with a limited number of steps, of which the protocol tells."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, y, **options)


def inducing_sweep(seed, n_train, counts):
    """At the true parameters: likelihoods and losses of the approximations for each K.

    Returns
    -------
    list of dict
        Keys ``K``, ``method``, ``likelihood``, ``loss`` (mean of the outputs); K is 0 for "full".
    """
    data = toy_data(seed, n_train)
    rows = []
    for K, method in [(0, "full")] + [(K, m) for K in counts for m in METHODS[1:]]:
        Z = None if K == 0 else np.linspace(-1, 1, K)
        seen = condition_outputs(KERNEL, data["X"], data["y"], noise=NOISE, approx=method, Z=Z)
        means, variances = seen.predict(data["X_test"], include_noise=True)
        _, losses = scores(data, means, [np.sqrt(v) for v in variances])
        rows.append(
            {
                "K": K,
                "method": method,
                "likelihood": seen.log_marginal_likelihood,
                "loss": float(np.mean(losses)),
            }
        )
    return rows


def trained_toy(seed, method, n_train, steps, moved=True):
    """Train one method on one draw: scores of the four outputs, seconds and steps."""
    data = toy_data(seed, n_train)
    model = ConvolvedGP(
        method, center=False, optimizer="scg", max_iter=steps, optimize_inducing=moved
    )
    begin = time.process_time()
    fit_quietly(model, data["X"], data["y"])
    seconds = time.process_time() - begin
    means, stds = model.predict(data["X_test"], return_std=True)
    errors, losses = scores(data, means, stds)
    row = {f"error_{d + 1}": error for d, error in enumerate(errors)}
    row |= {f"loss_{d + 1}": loss for d, loss in enumerate(losses)}
    return row | {
        "likelihood": model.log_marginal_likelihood_,
        "n_iter": model.n_iter_,
        "fit_seconds": seconds,
    }


def trained_gap(seed, method, n_train, steps):
    """Error on output 4's missing stretch against the noise-free signal; "alone" is one output."""
    data = toy_data(seed, n_train, gap=True)
    alone = method == "alone"
    kept = slice(3, 4) if alone else slice(None)
    model = ConvolvedGP("full" if alone else method, center=False, optimizer="scg", max_iter=steps)
    fit_quietly(model, data["X"][kept], data["y"][kept])
    x = data["X_test"][3]
    inside = (x >= GAP[0]) & (x <= GAP[1])
    mean = model.predict([x[inside]] * len(data["X"][kept]))[-1]
    wrong = np.mean((mean - data["f_test"][3][inside]) ** 2)
    return {"gap_error": float(wrong / np.var(data["y"][3])), "n_iter": model.n_iter_}
