"""Environments for the online protocol: fixed sequences, coins, adversaries, drift.

Shalev-Shwartz (2007), chapter 2. Generators for
:func:`~mlcompanion.online.play` and one for the loop of Figure 2.1; two return whole streams.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import (
    check_array,
    check_count,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.losses import ScoreLoss
from mlcompanion.online.core.protocol import InducedLoss

__all__ = [
    "coin",
    "drifting_regression",
    "fixed_stream",
    "orthogonal_stream",
    "target_adversary",
    "zero_one_adversary",
]


def fixed_stream(X, y):
    """Environment that plays a stream as it stands, whatever is predicted.

    Parameters
    ----------
    X : array_like, shape (T, n)
    y : array_like, shape (T,)
    """
    X = check_array(X, "X", ndim=2)
    for x, target in zip(X, check_array(y, "y", shape=(len(X),))):
        yield x
        yield target


def zero_one_adversary(n_rounds):
    """Environment that answers the opposite of every prediction (section 2.3).

    There is one question, ``x = (1)``; the answer to a prediction of 0 is 1.
    """
    for _ in range(check_count(n_rounds, "n_rounds")):
        prediction = yield np.ones(1)
        yield -1.0 if prediction > 0 else 1.0


def target_adversary(loss):
    """Environment of Figure 2.1 that sees the weight and chooses the target against it.

    There is one weight and one question, ``x = (1)``; the target is -1 or 1, opposite to the
    weight, and 1 at 0. It never ends: give the loop a number of rounds.

    Parameters
    ----------
    loss : ScoreLoss
        Convex in the score.
    """
    check_instance(loss, "loss", ScoreLoss)
    w = yield
    while True:
        w = yield InducedLoss(loss, np.ones(1), -1.0 if w[0] > 0 else 1.0)


def coin(n_rounds, bias=0.5, random_state=None):
    """Environment of tosses: the answer is 1 with probability ``bias``, the question ``(1)``."""
    rng = check_rng(random_state)
    bias = check_real(bias, "bias", low=0, high=1)
    for _ in range(check_count(n_rounds, "n_rounds")):
        yield np.ones(1)
        yield 1.0 if rng.random() < bias else -1.0


def drifting_regression(n_samples, n_features, drift=0.0, noise=0.1, random_state=None):
    """Regression whose true vector turns at constant speed.

    Parameters
    ----------
    n_samples, n_features : int
    drift : float
        Turns of the true vector over the whole stream; 0 is stationary. Needs two features.
    noise : float
        Standard deviation of the targets around ``<w_t, x_t>``.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_features) with rows of norm 1, ``target`` (n_samples,), ``coefs``
        (n_samples, n_features): the true vectors, of norm 1.
    """
    T = check_count(n_samples, "n_samples", low=1)
    d = check_count(n_features, "n_features", low=2)
    drift = check_real(drift, "drift")
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    # a random plane in which the vector turns; its length stays 1
    plane = np.linalg.qr(rng.standard_normal((d, 2)))[0]
    angle = 2 * np.pi * drift * np.arange(T) / T
    coefs = np.column_stack([np.cos(angle), np.sin(angle)]) @ plane.T
    X = rng.standard_normal((T, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    y = (X * coefs).sum(axis=1) + noise * rng.standard_normal(T)
    return Bunch(data=X, target=y, coefs=coefs)


def orthogonal_stream(n_rounds):
    """Stream on which the Perceptron's separable bound is attained.

    Every question is a new unit vector, every answer is 1: nothing learnt helps later, and yet
    ``(1, ..., 1) / sqrt(T)`` separates all with margin ``1 / sqrt(T)``.

    Returns
    -------
    X : ndarray, shape (n_rounds, n_rounds)
    y : ndarray, shape (n_rounds,)
    """
    T = check_count(n_rounds, "n_rounds", low=1)
    return np.eye(T), np.ones(T)
