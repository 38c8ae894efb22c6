"""The data of the chapter: concrete, mcycle, curves whose truth is known, and counts."""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcompanion.datasets import load_concrete, load_mcycle

__all__ = [
    "Split",
    "bumps",
    "concrete",
    "counts",
    "edge_curve",
    "mcycle",
    "middle_classes",
    "middle_probabilities",
    "split",
    "triangular",
    "uneven",
]


class Split(NamedTuple):
    """Training and test data."""

    X: np.ndarray
    y: np.ndarray
    X_new: np.ndarray
    y_new: np.ndarray


def normalised(bunch):
    """All columns and the target with mean 0 and variance 1, over the whole table."""
    X = (bunch.data - bunch.data.mean(axis=0)) / bunch.data.std(axis=0)
    return X, (bunch.target - bunch.target.mean()) / bunch.target.std()


@cache
def concrete():
    """Concrete, normalised as in the source."""
    return normalised(load_concrete())


@cache
def mcycle():
    """The motorcycle crash, normalised."""
    return normalised(load_mcycle())


def split(data, n, seed):
    """A random training set of n rows, and the rest."""
    X, y = data
    order = np.random.default_rng(seed).permutation(len(y))
    held, rest = order[:n], order[n:]
    return Split(X[held], y[held], X[rest], y[rest])


def bump_mean(x):
    """The bent curve of the experiments with useless inputs."""
    return np.sin(2 * x) + 0.5 * x


def bumps(n, spurious, rng):
    """A useful input from four normal humps, a bent mean, and useless standard normal inputs."""
    x = rng.choice([-3.0, -1.0, 1.0, 3.0], n) + 0.4 * rng.normal(size=n)
    X = np.column_stack([x, rng.normal(size=(n, spurious))])
    return X, bump_mean(x) + 0.15 * rng.normal(size=n), bump_mean(x)


def edge_curve(n, rng):
    """A curve that rises to the edge of the data."""
    x = rng.uniform(size=n)
    return x[:, None], np.exp(1.5 * x) + 0.2 * rng.normal(size=n)


def uneven_noise(x):
    """Deviation of the noise: six times as large at 1 as at 0."""
    return 0.1 * 6.0**x


def uneven(n, rng, low=0.0, high=1.0):
    """A wave whose noise grows along the input."""
    x = rng.uniform(low, high, n)
    return x[:, None], np.sin(4 * np.pi * x) + uneven_noise(x) * rng.normal(size=n)


def triangular_width(x):
    """Half the width of the triangular noise."""
    return 0.4 + 0.2 * x


def triangular(n, rng):
    """The smooth curve of Theorem 1, with triangular noise whose width changes."""
    x = rng.uniform(-1, 1, n)
    noise = triangular_width(x) * rng.triangular(-1, 0, 1, n)
    return x[:, None], np.sin(3 * x) + noise


def middle_probabilities(x):
    """Three classes, the second of which is largest in the middle; (n, 3)."""
    scores = np.column_stack([-2 * x, 2 - 6 * x**2, 2 * x])
    odds = np.exp(scores)
    return odds / odds.sum(axis=1, keepdims=True)


def middle_classes(n, rng):
    """Inputs and classes by these probabilities."""
    x = rng.uniform(-1, 1, n)
    below = np.cumsum(middle_probabilities(x), axis=1)
    return x[:, None], np.sum(rng.random((n, 1)) > below[:, :2], axis=1)


#: Seven binary columns and four of three to six categories, as among the flares.
WIDTHS = (2,) * 7 + (3, 4, 5, 6)


@cache
def counts():
    """1,389 rows of categories and counts from the model itself, with three clusters."""
    rng = np.random.default_rng(24)
    labels = rng.choice(3, 1389, p=[0.5, 0.3, 0.2])
    codes = np.empty((1389, len(WIDTHS)))
    log_rates = np.array([-1.5, -0.5, 0.7])[labels]
    for j, width in enumerate(WIDTHS):
        shares = rng.dirichlet(np.ones(width), 3)
        coefs = 0.4 * rng.normal(size=(3, width))
        for k in range(3):
            held = labels == k
            codes[held, j] = rng.choice(width, held.sum(), p=shares[k])
        log_rates += coefs[labels, codes[:, j].astype(int)]
    return codes, rng.poisson(np.exp(log_rates)).astype(float)
