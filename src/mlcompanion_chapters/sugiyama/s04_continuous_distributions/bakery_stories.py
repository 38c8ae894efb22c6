"""Seven experiments with customers and loaves, played with their ingredients in view.

``Law.story`` returns results only; a picture of how a result comes about needs what went into it.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_rng
from mlcompanion.probability import Beta, Cauchy, ChiSquared, FDist, Gamma, Laplace, StudentT

__all__ = ["STORIES", "Story", "play"]


class Story(NamedTuple):
    """An experiment with a number k.

    Attributes
    ----------
    law : callable
        From k to the law of the result.
    ingredients : callable
        From k, the number of plays n and a generator to two arrays. Of a ratio: denominators and
        numerators, each of shape (n,). Else the ingredients, shape (n, m), and the results.
    ratio : bool
    """

    law: Callable
    ingredients: Callable
    ratio: bool


def _sums(parts):
    sums = parts.cumsum(axis=1)
    return sums, sums[:, -1]


def _ordered(k, n, rng):
    places = np.sort(rng.random((n, 7)), axis=1)
    return places, places[:, k - 1]


def _there_and_back(k, n, rng):
    there, back = rng.exponential(k, (2, n))
    return there[:, None], there - back


def _scatter(d, n, rng):
    """Mean of d squared errors."""
    return np.mean(rng.standard_normal((n, d)) ** 2, axis=1)


#: What happens in the bakery, with the law that it follows, by name.
STORIES = {
    "wait for customer k": Story(
        lambda k: Gamma(k, 2), lambda k, n, rng: _sums(rng.exponential(0.5, (n, k))), False
    ),
    "k errors squared, summed": Story(
        ChiSquared, lambda k, n, rng: _sums(rng.standard_normal((n, k)) ** 2), False
    ),
    "customer k of 7": Story(lambda k: Beta(k, 8 - k), _ordered, False),
    "difference of two waits": Story(lambda k: Laplace(0, k), _there_and_back, False),
    "k times error over error": Story(
        lambda k: Cauchy(0, k),
        lambda k, n, rng: (rng.standard_normal(n), k * rng.standard_normal(n)),
        True,
    ),
    "mean of k + 1 loaves over its scatter": Story(
        StudentT,
        lambda k, n, rng: (np.sqrt(_scatter(k, n, rng)), rng.standard_normal(n)),
        True,
    ),
    "scatter of k + 1 loaves over that of 8": Story(
        lambda k: FDist(k, 7),
        lambda k, n, rng: (_scatter(7, n, rng), _scatter(k, n, rng)),
        True,
    ),
}


def play(name, k, n, random_state=None):
    """Play a story n times.

    Parameters
    ----------
    name : str
        Of ``STORIES``.
    k : int
        Its number, from 1 to 7.
    n : int
        Plays.
    random_state : int, Generator or None

    Returns
    -------
    ingredients : ndarray of shape (n, m), or two of shape (n,)
        Of a ratio: denominators and numerators.
    results : ndarray of shape (n,)
    """
    k = check_count(k, "k", low=1, high=7)
    n = check_count(n, "n", low=1)
    story = STORIES[name]
    first, second = story.ingredients(k, n, check_rng(random_state))
    return ((first, second), second / first) if story.ratio else (first, second)
