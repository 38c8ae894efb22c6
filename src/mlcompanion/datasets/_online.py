"""Streams for online learners: Boolean functions, strings from a hidden chain, graded lists.

The project's own generators; the claims of Shalev-Shwartz (2007), chapter 5, are tried on them.
"""

import numpy as np
from sklearn.utils import Bunch

from mlcompanion._validation import check_count, check_real, check_rng

__all__ = ["make_chain_strings", "make_graded_lists", "make_r_of_k"]


def make_r_of_k(n_samples=1000, n_bits=100, r=3, k=5, *, random_state=None):
    """Draw fair bits and the answer to "are at least r of the first k bits 1?".

    Parameters
    ----------
    n_samples, n_bits : int
    r, k : int
        ``1 <= r <= k <= n_bits``.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_bits + 1) of 0 and 1, with a last column of -1; ``target``
        (n_samples,) of -1 and 1.
    """
    T = check_count(n_samples, "n_samples", low=1)
    n = check_count(n_bits, "n_bits", low=1)
    k = check_count(k, "k", low=1, high=n)
    r = check_count(r, "r", low=1, high=k)
    data = np.full((T, n + 1), -1.0)  # the last entry stands for a threshold
    data[:, :n] = check_rng(random_state).integers(2, size=(T, n), dtype=np.int8)
    target = np.where(data[:, :k].sum(axis=1) >= r, 1, -1)
    return Bunch(data=data, target=target, DESCR="r-of-k Boolean function.")


def make_chain_strings(
    n_samples=500, n_symbols=4, length=8, *, noise=0.5, stay=0.6, random_state=None
):
    """Draw strings from a Markov chain, each symbol seen as a noisy unit vector.

    Parameters
    ----------
    n_samples, n_symbols, length : int
    noise : float
        Standard deviation of the Gaussian noise in every entry of an input.
    stay : float
        Probability that a symbol is followed by its cyclic successor; else all are as likely.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, length, n_symbols), ``target`` (n_samples, length) of int,
        ``transition`` (n_symbols, n_symbols), and ``inputs``, ``neighbours``: the weights
        (n_symbols, n_symbols) of input and of neighbours, with which the best string is the most
        probable one.
    """
    T = check_count(n_samples, "n_samples", low=1)
    k = check_count(n_symbols, "n_symbols", low=2)
    m = check_count(length, "length", low=1)
    noise = check_real(noise, "noise", low=0, open_low=True)
    stay = check_real(stay, "stay", low=0, high=1)
    rng = check_rng(random_state)
    transition = np.full((k, k), (1 - stay) / k) + stay * np.roll(np.eye(k), 1, axis=1)
    strings = np.empty((T, m), dtype=np.int64)
    strings[:, 0] = rng.integers(k, size=T)
    steps = np.cumsum(transition, axis=1)
    for i in range(1, m):
        u = rng.random(T)[:, None] * steps[strings[:, i - 1], -1:]
        strings[:, i] = (u > steps[strings[:, i - 1]]).sum(axis=1)  # inversion, all strings at once
    data = np.eye(k)[strings] + noise * rng.standard_normal((T, m, k))
    with np.errstate(divide="ignore"):
        neighbours = np.maximum(np.log(transition), -1e3)  # scores are finite
    return Bunch(
        data=data,
        target=strings,
        transition=transition,
        inputs=np.eye(k) / noise**2,  # log-likelihood of a symbol, up to what all share
        neighbours=neighbours,
        DESCR="Strings of a Markov chain, seen through noise.",
    )


def make_graded_lists(
    n_samples=300, n_items=8, n_features=10, *, n_grades=5, noise=0.1, random_state=None
):
    """Draw lists of items with grades: a hidden taste, cut into as many levels as there are stars.

    Parameters
    ----------
    n_samples, n_items, n_features, n_grades : int
    noise : float
        Standard deviation of what is added to the taste, whose own is 1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    Bunch
        ``data`` (n_samples, n_items, n_features), ``target`` (n_samples, n_items) of grades from 1,
        ``coef`` (n_features,) the taste.
    """
    T = check_count(n_samples, "n_samples", low=1)
    k = check_count(n_items, "n_items", low=2)
    n = check_count(n_features, "n_features", low=1)
    grades = check_count(n_grades, "n_grades", low=2)
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    coef = rng.standard_normal(n)
    coef /= np.linalg.norm(coef)
    data = rng.standard_normal((T, k, n))
    taste = data @ coef + noise * rng.standard_normal((T, k))
    cuts = np.linspace(-1.2, 1.2, grades - 1)
    target = 1.0 + (taste[..., None] > cuts).sum(axis=-1)
    return Bunch(data=data, target=target, coef=coef, DESCR="Graded lists of items.")
