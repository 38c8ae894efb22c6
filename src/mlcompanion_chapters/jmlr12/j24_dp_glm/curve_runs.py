"""One case of each experiment with curves whose truth is known."""

import numpy as np

from mlcompanion.bayes.dp_glm import DPGLMLogNormal, DPGLMRegressor
from mlcompanion.bayes.local_models import local_log_evidence

from . import local_data
from .rivals import gaussian_process, tree
from .settings import CURVE_PRIOR, SOURCE

__all__ = ["edge", "response_shares", "spurious_errors", "spurious_means", "uneven_bands"]

HALF = {"n_iter": 1000, "burn_in": 500, "thin": 5}


def of_curves(slope, seed, schedule=SOURCE):
    """The mixture of lines or of constants with the curves' prior."""
    return DPGLMRegressor(prior=CURVE_PRIOR, slope=slope, random_state=seed, **schedule)


def spurious_errors(seed, spurious, n=200):
    """Mean absolute error of the mean function on fresh inputs: lines, constants."""
    rng = np.random.default_rng(seed)
    X, y, _ = local_data.bumps(n, spurious, rng)
    X_new, _, truth = local_data.bumps(500, spurious, rng)
    found = {}
    for name, slope in (("lines", True), ("constants", False)):
        model = of_curves(slope, seed).fit(X, y)
        found[name] = float(np.abs(model.predict(X_new) - truth).mean())
        found[f"{name}_clusters"] = float(model.n_clusters_[1001:].mean())
    return found


def spurious_means(seed, spurious, slope, n=200):
    """Predicted means at the same 200 fresh inputs, for one training set."""
    X_new, _, _ = local_data.bumps(200, spurious, np.random.default_rng(99))
    X, y, _ = local_data.bumps(n, spurious, np.random.default_rng(seed))
    return of_curves(slope, seed).fit(X, y).predict(X_new)


def edge(seed, slope, n=200):
    """Estimates at 0, 1 and 1.2, less the truth for the first two; and the slope's ratio."""
    X, y = local_data.edge_curve(n, np.random.default_rng(seed))
    low, high, beyond = of_curves(slope, seed, HALF).fit(X, y).predict([[0.0], [1.0], [1.2]])
    steep = 1.5 * np.exp(1.5)
    return {
        "low": float(low - 1),
        "high": float(high - np.exp(1.5)),
        "ratio": float((beyond - high) / 0.2 / steep),
    }


def roughness(predict, low, high):
    """Largest change between neighbours of a fine grid, divided by that of a coarse one."""
    changes = []
    for size in (10_000, 1000):
        grid = np.linspace(low, high, size)[:, None]
        changes.append(np.abs(np.diff(predict(grid))).max())
    return float(changes[0] / changes[1])


def uneven_bands(seed, n=250, n_new=500):
    """Shares of new points in the 90 % bands, quiet and noisy third; roughness of the means."""
    rng = np.random.default_rng(seed)
    X, y = local_data.uneven(n, rng)
    mixture = DPGLMLogNormal(random_state=seed, **HALF).fit(X, y)
    process = gaussian_process().fit(X, y)
    row = {}
    for name, ends in (("quiet", (0, 1 / 3)), ("noisy", (2 / 3, 1))):
        X_new, y_new = local_data.uneven(n_new, rng, *ends)
        row[f"glm_{name}"] = float(np.mean(np.abs(mixture.predict_cdf(X_new, y_new) - 0.5) < 0.45))
        mean, std = process.predict(X_new, return_std=True)
        row[f"gp_{name}"] = float(np.mean(np.abs(y_new - mean) < 1.6449 * std))
    row["rough"] = roughness(mixture.predict, X.min(), X.max())
    row["rough_tree"] = roughness(tree().fit(X, y).predict, X.min(), X.max())
    return row


def response_shares(seed, dimensions, n=200):
    """Share of the log evidence that the responses have, at the true humps: lines, constants."""
    rng = np.random.default_rng(seed)
    X, y, _ = local_data.bumps(n, max(dimensions) - 1, rng)
    labels = np.clip(np.round((X[:, 0] + 3) / 2), 0, 3).astype(int)
    shares = []
    for slope in (True, False):
        row = []
        for d in dimensions:
            parts = local_log_evidence(X[:, :d], y, labels, CURVE_PRIOR, slope=slope)
            total = abs(parts.responses.sum()) + abs(parts.inputs.sum())
            row.append(abs(parts.responses.sum()) / total)
        shares.append(row)
    return np.array(shares)
