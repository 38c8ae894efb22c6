"""Start values for the search: how outputs hang together at zero lag, and a length that fits.

The likelihood of several outputs has many local maxima: weights of the wrong sign, or a length so
short that everything is noise. Both are looked at before the search begins.
"""

import numpy as np

from mlcompanion.clustering import lloyd

from ._family import Family
from ._likelihood import Parameters
from ._search import by_lbfgs

__all__ = []

LENGTHS = (0.2, 1.0, 5.0)  # shares of a typical squared length that are tried
FIRST_STEPS = 12
ANCHORS = 50


def first_inducing(X, K, rng):
    """Equally spaced in one dimension, k-means centres in more (section 6)."""
    if X.shape[1] == 1:
        return np.linspace(X.min(), X.max(), K)[:, None]
    places = np.unique(X, axis=0)
    if len(places) <= K:
        return places[np.arange(K) % len(places)] + 1e-3 * rng.normal(size=(K, X.shape[1]))
    return lloyd(places, K, init="kmeans++", random_state=rng)


def typical_square(n_columns):
    """A squared length for inputs of unit variance: in one dimension a seventh of a variance."""
    return 0.15 * n_columns**1.5


def smoothed(data, output, width, rng):
    """Each output smoothed onto a few common places: (D, M)."""
    places = np.unique(data.X, axis=0)
    if len(places) > ANCHORS:
        places = places[rng.choice(len(places), ANCHORS, replace=False)]
    squares = ((data.X[:, None, :] - places) ** 2).sum(axis=2)
    weights = np.exp(-(squares - squares.min(axis=0)) / (2 * width))
    D = len(data.sizes)
    total = np.zeros((D, len(places)))
    mass = np.zeros((D, len(places)))
    np.add.at(total, output, weights * data.y[:, None])
    np.add.at(mass, output, weights)
    return total / (mass + 1.0)  # the 1 shrinks where an output has no data near


def first_weights(data, output, Q, width, rng):
    """Weights (D, Q) from the leading directions of the outputs' common movement."""
    M = smoothed(data, output, width, rng)
    left, values, _ = np.linalg.svd(M, full_matrices=False)
    S = np.zeros((len(M), Q))
    kept = min(Q, len(values))
    S[:, :kept] = left[:, :kept] * values[:kept] / np.sqrt(M.shape[1])
    if S[:, 0].sum() < 0:  # the sign of a hidden function is free
        S[:, 0] *= -1
    size = np.sqrt(np.mean(S[:, 0] ** 2)) or 1.0
    S /= size
    S[:, kept:] = 0.3 * rng.normal(size=(len(M), Q - kept))
    S[:, 1:kept] += 0.1 * rng.normal(size=(len(M), max(kept - 1, 0)))
    # no weight starts at zero, where its output would belong to nothing
    return np.where(np.abs(S) < 0.1, np.where(S < 0, -0.1, 0.1), S)


def candidates(likelihood, rng, spread):
    """Parameters to begin with, one for each length that is tried."""
    data, shape = likelihood.data, likelihood.shape
    D, Q, c = likelihood.n_outputs, len(shape.groups), likelihood.columns
    base = typical_square(data.X.shape[1])
    S = first_weights(data, likelihood.output, Q, base, rng)
    shake = {
        "S": 1 + spread * rng.normal(size=S.shape),
        "blur": np.exp(spread * rng.normal(size=(D, c))),
        "width": np.exp(spread * rng.normal(size=(shape.groups.max() + 1, c))),
    }
    apart = np.exp(0.5 * (np.arange(shape.groups.max() + 1) - shape.groups.max() / 2))
    for share in LENGTHS:
        part = share * base / (3 if shape.blurred else 1)
        blur = part * shake["blur"] if shape.blurred else np.zeros((D, c))
        width = (part * apart[:, None] * shake["width"])[shape.groups]
        family = Family(S * shake["S"], blur, width, likelihood.power, shape.normalize)
        yield Parameters(family, np.full(D, 0.1), likelihood.Z)


def best_start(likelihood, rng, spread):
    """Where a short search from each candidate comes furthest.

    The likelihood at the candidates themselves misleads: under PITC every output can also be
    explained on its own, and a short length leads there.
    """
    found = [
        by_lbfgs(likelihood, likelihood.pack(candidate), FIRST_STEPS).theta
        for candidate in candidates(likelihood, rng, spread)
    ]
    return min(found, key=lambda theta: likelihood.value_and_gradient(theta)[0])
