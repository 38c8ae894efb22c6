"""Checks of Sugiyama (2016), sections 7.3 and 7.4: averages that settle, and those that do not."""

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

from mlcompanion._validation import check_rng
from mlcompanion.probability import (
    Bernoulli,
    Exponential,
    StudentT,
    Uniform,
)
from mlcompanion.probability.laws.further_laws import FivePiece, LogNormal
from mlcompanion.probability.sums.averages import power_mean, running_mean, standardized_mean

__all__ = [
    "averages_of",
    "binned_distance",
    "constant_factor",
    "limit_laws",
    "mean_inequalities",
    "running_spread",
    "shares_within",
]


def averages_of(law, n, repeats, rng):
    """``repeats`` averages of n draws, in batches of about a million draws.

    Parameters
    ----------
    law : Law
    n, repeats : int
    rng : Generator

    Returns
    -------
    ndarray, shape (repeats,)
    """
    batch = max(1, 1_000_000 // n)
    sizes = [min(batch, repeats - start) for start in range(0, repeats, batch)]
    return np.concatenate([law.rvs((size, n), rng).mean(axis=1) for size in sizes])


def running_spread(law, sizes, repeats=1000, random_state=None):
    """Averages of one sequence per repeat, read off at several lengths (Fig. 7.2).

    Parameters
    ----------
    law : Law
    sizes : sequence of int
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    ndarray, shape (repeats, len(sizes))
    """
    rng = check_rng(random_state)
    places = np.asarray(sizes) - 1
    return np.array([running_mean(law.rvs(max(sizes), rng))[places] for _ in range(repeats)])


def binned_distance(law, n, repeats=100_000, random_state=None):
    """How much of a histogram of averages is in the wrong place (Fig. 7.3).

    Parameters
    ----------
    law : Law
        With a finite variance.
    n, repeats : int
        Draws an average, and averages.
    random_state : int, Generator or None

    Returns
    -------
    float
        Half the sum, over 50 bins within 4 standard errors of the mean and both outer tails, of
        the difference between share and normal probability.
    """
    averages = averages_of(law, n, repeats, check_rng(random_state))
    z = (averages - law.mean()) / (law.std() / np.sqrt(n))
    edges = np.linspace(-4, 4, 51)
    shares = np.bincount(np.searchsorted(edges, z), minlength=52) / repeats
    return float(0.5 * np.abs(shares - np.diff(ndtr([-np.inf, *edges, np.inf]))).sum())


def constant_factor(factors):
    """The yearly factor that gives the same growth, by root finding; no formula for a mean.

    Parameters
    ----------
    factors : sequence of float

    Returns
    -------
    float
    """

    def excess(factor):
        return factor ** len(factors) - np.prod(factors)

    return float(brentq(excess, min(factors), max(factors), xtol=1e-14))


def shares_within(law, sizes, eps=0.1, repeats=500, random_state=None):
    """Share of averages within eps of 0, for several lengths (the weak law, section 7.3).

    Parameters
    ----------
    law : Law
    sizes : sequence of int
    eps : float
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    list of float
    """
    rng = check_rng(random_state)
    return [float(np.mean(np.abs(averages_of(law, n, repeats, rng)) < eps)) for n in sizes]


#: The laws on which the central limit theorem is measured.
LIMIT_LAWS = {
    "uniform": Uniform(),
    "exponential": Exponential(),
    "two humps": FivePiece(),
    "coin, 0.3": Bernoulli(0.3),
    "lognormal": LogNormal(),
}

#: A law with a mean and no variance.
NO_VARIANCE = StudentT(1.8)


def limit_laws(sizes):
    """Largest difference of an interval's probability from the normal one (section 7.4).

    Parameters
    ----------
    sizes : sequence of int
        Numbers of draws, increasing.

    Returns
    -------
    dict of str to ndarray, shape (len(sizes),)
    """
    return {
        name: np.array([standardized_mean(law, n).interval_distance_to_normal() for n in sizes])
        for name, law in LIMIT_LAWS.items()
    }


def mean_inequalities(n_vectors=10_000, random_state=None):
    """Arithmetic, geometric and harmonic mean of random vectors, and the power means' limits.

    Parameters
    ----------
    n_vectors : int
    random_state : int, Generator or None

    Returns
    -------
    dict
        ``bad``: vectors that break an inequality by more than 1e-12; ``strict``: smallest relative
        gap among vectors whose entries differ by 1 % or more; ``equal``: largest gap of 100
        constant vectors; ``limits``: largest relative difference at p = 1, -1, 1e-6, 1e4, -1e4
        from arithmetic, harmonic and geometric mean, maximum and minimum.
    """
    rng = check_rng(random_state)
    lengths = rng.integers(2, 51, n_vectors)
    bad = 0
    strict = np.inf
    limits = np.zeros(5)
    for n, count in zip(*np.unique(lengths, return_counts=True), strict=True):
        sd = np.exp(rng.uniform(np.log(0.01), np.log(3), (count, 1)))
        x = rng.lognormal(0, sd, (count, n))
        gaps, (arithmetic, geometric, harmonic) = _gaps_of_means(x)
        bad += np.sum(np.min(gaps, axis=0) < -1e-12)
        high = x.max(axis=1)
        low = x.min(axis=1)
        strict = min(strict, np.min(gaps, axis=0)[high >= 1.01 * low].min(initial=np.inf))
        exact = np.array([arithmetic, harmonic, geometric, high, low])
        found = [power_mean(x, p) for p in (1.0, -1.0, 1e-6, 1e4, -1e4)]
        limits = np.maximum(limits, np.abs(found / exact - 1).max(axis=1))
    constant = np.repeat(rng.lognormal(size=(100, 1)), 7, axis=1)
    return {
        "bad": int(bad),
        "strict": float(strict),
        "equal": float(np.abs(_gaps_of_means(constant)[0]).max()),
        "limits": [float(e) for e in limits],
    }


def _gaps_of_means(x):
    """Of each row: relative gaps arithmetic - geometric - harmonic, and the three means."""
    means = x.mean(axis=1), np.exp(np.log(x).mean(axis=1)), 1 / np.mean(1 / x, axis=1)
    return (means[0] / means[1] - 1, means[1] / means[2] - 1), means
