"""Checks of Table 7.1 of Sugiyama (2016): families that sums stay in, and two that they leave."""

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._validation import check_rng
from mlcompanion.probability import (
    Binomial,
    Cauchy,
    ChiSquared,
    ContinuousLaw,
    Exponential,
    Gamma,
    Geometric,
    NegativeBinomial,
    Normal,
    Poisson,
    total_variation,
)
from mlcompanion.probability.sums.convolutions import (
    TABLE_7_1,
    reproductive_sum,
    sum_density,
    sum_mass,
)

__all__ = ["failure_frequencies", "nearest_in_family", "random_pair", "reproduction_gaps"]


def random_pair(family, rng):
    """Two members of a family of Table 7.1 with equal shared parameters.

    Parameters
    ----------
    family : type
    rng : Generator

    Returns
    -------
    x, y : Law
    """
    if family is Normal:
        return tuple(Normal(rng.uniform(-3, 3), rng.uniform(0.3, 3) ** 2) for _ in range(2))
    if family is Binomial:
        p = rng.uniform(0.05, 0.95)
        return tuple(Binomial(int(rng.integers(1, 31)), p) for _ in range(2))
    if family is Poisson:
        return tuple(Poisson(rng.uniform(0.1, 20)) for _ in range(2))
    if family is NegativeBinomial:
        p = rng.uniform(0.1, 0.9)
        return tuple(NegativeBinomial(int(rng.integers(1, 11)), p) for _ in range(2))
    if family is Gamma:
        rate = rng.uniform(0.3, 3)
        return tuple(Gamma(rng.uniform(0.5, 5), rate) for _ in range(2))
    if family is ChiSquared:
        return tuple(ChiSquared(int(rng.integers(1, 11))) for _ in range(2))
    return tuple(Cauchy(rng.uniform(-3, 3), rng.uniform(0.3, 3)) for _ in range(2))


def _enlarged(law):
    """The law with its size parameter (the last of those that add) one too large."""
    name = TABLE_7_1[type(law)][-1]
    values = {field: getattr(law, field) for field in type(law).__dataclass_fields__}
    return type(law)(**{**values, name: values[name] + 1})


def reproduction_gaps(family, n_pairs=100, random_state=None):
    """Convolution against the law of Table 7.1, and against one with a parameter one too large.

    Parameters
    ----------
    family : type
        A key of ``TABLE_7_1``.
    n_pairs : int
    random_state : int, Generator or None

    Returns
    -------
    gap, wrong : float
        Largest relative differences at the 10, 30, 50, 70 and 90 % points of the table's law, over
        all pairs.
    """
    rng = check_rng(random_state)
    gaps = []
    wrongs = []
    for _ in range(n_pairs):
        x, y = random_pair(family, rng)
        right = reproductive_sum(x, y)
        z = right.quantile([0.1, 0.3, 0.5, 0.7, 0.9])
        if isinstance(right, ContinuousLaw):
            found = sum_density(x, y, z)
            claimed = right.pdf(z)
            other = _enlarged(right).pdf(z)
        else:
            found = sum_mass(x, y, z)
            claimed = right.pmf(z)
            other = _enlarged(right).pmf(z)
        gaps.append(np.abs(found / claimed - 1).max())
        wrongs.append(np.abs(found / other - 1).max())
    return float(max(gaps)), float(max(wrongs))


def nearest_in_family(law):
    """How near the sum of two independent copies comes to any member of the law's own family.

    Parameters
    ----------
    law : Exponential or Geometric

    Returns
    -------
    distance : float
        Smallest total variation to a member, over all parameters.
    match : float
        Largest relative difference at three points between the convolution and the gamma or
        negative binomial law that Table 7.1 gives for the sum.
    """
    if isinstance(law, Exponential):
        total = Gamma(2.0, law.rate)
        bounds = (0.1 * law.rate, 3 * law.rate)
        z = total.quantile([0.1, 0.5, 0.9])
        found = sum_density(law, law, z)
        claimed = total.pdf(z)
        family = Exponential
    else:
        total = NegativeBinomial(2, law.p)
        bounds = (0.05 * law.p, min(3 * law.p, 0.999))
        z = total.quantile([0.1, 0.5, 0.9])
        found = sum_mass(law, law, z)
        claimed = total.pmf(z)
        family = Geometric
    best = minimize_scalar(
        lambda parameter: total_variation(total, family(float(parameter))),
        bounds=bounds,
        method="bounded",
        options={"xatol": 1e-4},
    )
    return float(best.fun), float(np.abs(found / claimed - 1).max())


def failure_frequencies(p, repeats=100_000, random_state=None):
    """Toss until the first success and count failures; compare with NB(1, p) (section 7.2).

    Parameters
    ----------
    p : float
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    z : float
        Largest difference of a class (0, 1, 2, 3, more) in standard errors.
    beyond : float
        Share of repeats with more than one failure.
    """
    rng = check_rng(random_state)
    failures = np.zeros(repeats, dtype=int)
    running = np.ones(repeats, dtype=bool)
    while running.any():
        running[running] = rng.random(running.sum()) >= p
        failures += running
    expected = NegativeBinomial(1, p).pmf(np.arange(4))
    expected = np.append(expected, 1 - expected.sum())
    shares = np.bincount(np.minimum(failures, 4), minlength=5) / repeats
    z = np.abs(shares - expected) / np.sqrt(expected * (1 - expected) / repeats)
    return float(z.max()), float(np.mean(failures > 1))
