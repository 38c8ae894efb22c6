"""Expected contrastive divergence, exactly: many tiny machines side by side, all states listed.

Sugiyama (2016), section 36.4.2. Arrays have an axis of machines first.
"""

import numpy as np
from scipy.special import softmax

from mlcompanion.reduction.unfolding import rbm_gradient, rbm_log_likelihood
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = [
    "ascend",
    "bias_gaps",
    "divergence_means",
    "law_of_inputs",
    "random_machines",
    "states_of",
    "visible_bias_gaps",
]


def states_of(n):
    """All states of n units, shape (2^n, n)."""
    return ((np.arange(2**n)[:, None] >> np.arange(n)) & 1).astype(float)


def random_machines(seeds, d, m, deviation, offsets=True):
    """Weights of one machine for each seed, as three arrays with the machines first."""
    made = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        W = rng.normal(scale=deviation, size=(m, d))
        b = rng.normal(scale=deviation, size=d) * offsets
        c = rng.normal(scale=deviation, size=m) * offsets
        made.append((W, b, c))
    return tuple(np.array(part) for part in zip(*made))


def _scores(weights):
    """Minus the energy of each pair of states but for the offsets; states of both layers."""
    W, _, _ = weights
    X = states_of(W.shape[2])
    Z = states_of(W.shape[1])
    return Z @ W @ X.T, X, Z


def law_of_inputs(weights):
    """Probabilities of the inputs under each machine, shape (r, 2^d)."""
    _, b, c = weights
    S, X, Z = _scores(weights)
    joint = S + (b @ X.T)[:, None, :] + (c @ Z.T)[:, :, None]
    flat = softmax(joint.reshape(len(S), -1), axis=1)
    return flat.reshape(S.shape).sum(axis=1)


def divergence_means(weights, law, n_steps):
    """Expected update when the data have a law: contrastive divergence, or the exact gradient.

    Parameters
    ----------
    weights : (W, b, c), shapes (r, m, d), (r, d), (r, m)
    law : ndarray, shape (r, 2^d)
    n_steps : int or None
        Steps of the chain; None: the exact gradient.
    """
    _, b, c = weights
    S, X, Z = _scores(weights)
    up = softmax(S + (c @ Z.T)[:, :, None], axis=1)  # q(z given x), shape (r, 2^m, 2^d)
    if n_steps is None:
        end = law_of_inputs(weights)
    else:
        down = softmax(S + (b @ X.T)[:, None, :], axis=2)  # q(x given z)
        end = law
        for _ in range(n_steps):
            hidden = up @ end[:, :, None]
            end = (hidden.transpose(0, 2, 1) @ down)[:, 0]
    gap = law - end
    H = up.transpose(0, 2, 1) @ Z  # hidden means of each input
    weighed = H * gap[:, :, None]
    return weighed.transpose(0, 2, 1) @ X, gap @ X, weighed.sum(axis=1)


def log_likelihoods(weights, law):
    """Mean log-likelihood of the data's law under each machine."""
    return np.sum(law * np.log(law_of_inputs(weights)), axis=1)


def ascend(weights, law, n_steps, rate=0.2, steps=5000, every=50):
    """Ascent by the expected update; the likelihoods on the way, shape (records, r)."""
    path = [log_likelihoods(weights, law)]
    for step in range(1, steps + 1):
        slope = divergence_means(weights, law, n_steps)
        weights = tuple(w + rate * g for w, g in zip(weights, slope))
        if step % every == 0:
            path.append(log_likelihoods(weights, law))
    return weights, np.array(path)


def flat_rows(parts):
    """All parameters of a machine in one row."""
    return np.concatenate([part.reshape(len(part), -1) for part in parts], axis=1)


def bias_gaps(seeds, d=6, m=4, lengths=(1, 3, 10), deviation=1.0):
    """Cosine at the start, and relative distances from the gradient at a second machine.

    The weights of that one are normal with the given deviation.

    Returns
    -------
    cosines : ndarray, shape (r,)
    gaps : ndarray, shape (r, len(lengths))
    """
    law = law_of_inputs(random_machines(seeds, d, m, 1.5))
    start = random_machines([1000 + s for s in seeds], d, m, 0.1, offsets=False)
    exact = flat_rows(divergence_means(start, law, None))
    one = flat_rows(divergence_means(start, law, 1))
    sizes = np.linalg.norm(exact, axis=1) * np.linalg.norm(one, axis=1)
    cosines = np.sum(exact * one, axis=1) / sizes
    second = random_machines([2000 + s for s in seeds], d, m, deviation)
    exact = flat_rows(divergence_means(second, law, None))
    gaps = [
        np.linalg.norm(flat_rows(divergence_means(second, law, k)) - exact, axis=1) for k in lengths
    ]
    return cosines, np.array(gaps).T / np.linalg.norm(exact, axis=1)[:, None]


def visible_bias_gaps(seed, d=5, m=4, n=30):
    """Relative errors of the gradient for b: mean minus mean, and weighted as in the listing.

    The listing multiplies each row by the product of its hidden probabilities.
    """
    rng = np.random.default_rng(seed)
    W, b, c = rng.normal(size=(m, d)), rng.normal(size=d), rng.normal(size=m)
    data = (rng.random((n, d)) < 0.5).astype(float)
    numeric = numerical_gradient(lambda v: rbm_log_likelihood(data, W, v, c).mean(), b)
    X = states_of(d)
    law = np.exp(rbm_log_likelihood(X, W, b, c))

    def product(rows):
        return np.prod(1 / (1 + np.exp(-(rows @ W.T) - c)), axis=1)

    printed = data.T @ product(data) / n - X.T @ (law * product(X))
    right = rbm_gradient(data, W, b, c).b
    size = np.linalg.norm(numeric)
    return np.linalg.norm(right - numeric) / size, np.linalg.norm(printed - numeric) / size
