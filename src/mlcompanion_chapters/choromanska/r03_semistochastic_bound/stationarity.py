"""Theorem 3: the gradient of the whole objective under falling and constant steps.

A hundred thousand steps of small batches are compiled; the library's iteration is asked in the
tests whether they are its own.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit

__all__ = [
    "PENALTY",
    "Model",
    "gradient_slope",
    "instance",
    "sampled_steps",
    "step_bias",
    "whole_norm",
]

PENALTY = 0.01


class Model(NamedTuple):
    """Labels of a log-linear model; a label may stand for a hidden state of a class.

    ``owner`` has the class of each label, ``fixed`` is 1 where the first label's score is 0.
    """

    X: np.ndarray
    codes: np.ndarray
    owner: np.ndarray
    fixed: int


def instance(kind, seed, n_samples=500, d=5):
    """A generated problem, logistic or of two hidden states a class, and a start, shape (d, m)."""
    rng = np.random.default_rng([4, seed])
    X = rng.normal(size=(n_samples, d))
    if kind == "logistic":
        codes = (rng.random(n_samples) < 1 / (1 + np.exp(-X @ rng.normal(size=d)))).astype(int)
        return Model(X, codes, np.arange(2), 1), np.zeros((d, 1))
    # a class is where the larger of its two planes wins
    scores = 1.5 * X @ rng.normal(size=(d, 4)) + rng.gumbel(size=(n_samples, 4))
    codes = scores.argmax(axis=1) // 2
    return Model(X, codes, np.array([0, 0, 1, 1]), 0), 0.5 * rng.normal(size=(d, 4))


@njit
def _scores(model, i, W):
    X, _, owner, fixed = model
    scores = np.zeros(len(owner))
    for label in range(fixed, len(owner)):
        for j in range(len(W)):
            scores[label] += X[i, j] * W[j, label - fixed]
    return scores


@njit
def _add_gradient(model, rows, W, out):
    """Add the mean gradient of the rows; a hidden state of the own class is expected."""
    X, codes, owner, fixed = model
    for i in rows:
        scores = _scores(model, i, W)
        weights = np.exp(scores - scores.max())
        inside = 0.0
        for label in range(len(owner)):
            if owner[label] == codes[i]:
                inside += weights[label]
        for label in range(fixed, len(owner)):
            slope = weights[label] / weights.sum()
            if owner[label] == codes[i]:
                slope -= weights[label] / inside
            for j in range(len(W)):
                out[j, label - fixed] += slope * X[i, j] / len(rows)


@njit
def _add_curvature(model, rows, W, out):
    """Add the mean curvature of the bound on the sum over all labels, Algorithm 5."""
    X, _, owner, fixed = model
    m = len(owner) - fixed
    side = np.empty(len(W) * m)
    for i in rows:
        scores = _scores(model, i, W)
        order = np.argsort(-scores)
        log_z = scores[order[0]]
        mean = np.zeros(len(owner))
        mean[order[0]] = 1.0
        for label in order[1:]:
            gap = scores[label] - log_z
            factor = 0.25 if gap == 0.0 else np.tanh(0.5 * gap) / (2.0 * gap)
            direction = -mean
            direction[label] += 1.0
            for j in range(len(W)):
                for c in range(m):
                    side[j * m + c] = X[i, j] * direction[c + fixed]
            out += (factor / len(rows)) * np.outer(side, side)
            mean += direction / (1.0 + np.exp(-gap))
            log_z = max(log_z, scores[label]) + np.log1p(np.exp(-abs(gap)))


@njit
def _drawn(places, uniforms):
    """As many rows as there are uniforms, without replacement; ``places`` is shuffled in part."""
    for t in range(len(uniforms)):
        other = t + int(uniforms[t] * (len(places) - t))
        kept = places[t]
        places[t] = places[other]
        places[other] = kept
    return places[: len(uniforms)].copy()


@njit
def sampled_steps(model, W, uniforms, lengths, eta, places):
    """One exact step for each row of uniforms, in place: half of it draws each batch."""
    half = uniforms.shape[1] // 2
    for k in range(len(uniforms)):
        gradient = eta * W
        _add_gradient(model, _drawn(places, uniforms[k, :half]), W, gradient)
        curvature = eta * np.eye(W.size)
        _add_curvature(model, _drawn(places, uniforms[k, half:]), W, curvature)
        W -= lengths[k] * np.linalg.solve(curvature, gradient.ravel()).reshape(W.shape)


@njit
def whole_norm(model, W, eta):
    """Norm of the gradient of all rows."""
    gradient = eta * W
    _add_gradient(model, np.arange(len(model.X)), W, gradient)
    return np.sqrt(np.sum(gradient**2))


def gradient_slope(kind, seed, first, falling, n_iter, batch=20, since=1000):
    """Slope of the log of the gradient's norm against the log of the iteration.

    Parameters
    ----------
    kind : "logistic" or "hidden"
    seed : int
    first : float
        First step.
    falling : bool
        Whether step k is ``first / (1 + k / 100)``.
    n_iter : int
    batch : int
        Rows of both batches.
    since : int
        Iteration from which the slope is fitted, over twenty blocks of equal length in log k.

    Returns
    -------
    slope : float
    last : float
        Mean norm over the last block.
    """
    model, W = instance(kind, seed)
    rng = np.random.default_rng([8, seed])
    places = np.arange(len(model.X))
    every = max(1, since // 50)
    norms = []
    for start in range(0, n_iter, every):
        k = start + np.arange(every)
        lengths = first / (1 + k / 100) if falling else np.full(every, first)
        uniforms = rng.random((every, 2 * batch))
        sampled_steps(model, W, uniforms, lengths, PENALTY, places)
        norms.append(whole_norm(model, W, PENALTY))
    number = every * np.arange(1, len(norms) + 1)
    edges = np.geomspace(since, n_iter, 21)
    blocks = np.digitize(number, edges[1:-1])[number >= since]
    late = np.array(norms)[number >= since]
    means = np.array([late[blocks == b].mean() for b in np.unique(blocks)])
    centres = np.sqrt(edges[:-1] * edges[1:])[np.unique(blocks)]
    slope = np.polyfit(np.log(centres), np.log(means), 1)[0]
    return float(slope), float(means[-1])


def step_bias(seed=0, n_samples=8, d=2, batch=3):
    """Bias of the step by enumeration: one batch for both, and all pairs of batches.

    Returns
    -------
    dict
        ``bias_shared`` and ``bias_independent``, relative to the unbiased step.
    """
    rng = np.random.default_rng([5, seed])
    X = rng.normal(size=(n_samples, d))
    y = np.sign(X[:, 0] + rng.normal(size=n_samples))
    theta = rng.normal(size=d)
    eta = 1 / n_samples
    batches = [np.array(rows) for rows in combinations(range(n_samples), batch)]
    scores = X @ theta
    slopes = -y / (1 + np.exp(y * scores))
    c = np.tanh(scores / 2) / (2 * scores)
    gradients = [X[rows].T @ slopes[rows] / batch + eta * theta for rows in batches]
    inverses = [
        np.linalg.inv(X[rows].T @ (c[rows, None] * X[rows]) / batch + eta * np.eye(d))
        for rows in batches
    ]
    whole = X.T @ slopes / n_samples + eta * theta
    unbiased = np.mean(inverses, axis=0) @ whole
    shared = np.mean([H @ g for H, g in zip(inverses, gradients)], axis=0)
    pairs = np.mean([H @ g for H in inverses for g in gradients], axis=0)
    size = np.linalg.norm(unbiased)
    return {
        "bias_shared": float(np.linalg.norm(shared - unbiased) / size),
        "bias_independent": float(np.linalg.norm(pairs - unbiased) / size),
    }
