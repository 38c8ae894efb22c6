"""The four filters of Ross et al. (2011), section 5.1: what is kept of a belief."""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_flag, check_instance

from .tables import (
    EXACT,
    MONTE_CARLO,
    MONTE_CARLO_PRINTED,
    MOST_PROBABLE,
    WEIGHTED_DISTANCE,
    Rule,
)

__all__ = [
    "HyperFilter",
    "exact_filter",
    "monte_carlo",
    "most_probable",
    "weighted_distance",
]


class HyperFilter(NamedTuple):
    """How a belief over hyperstates is thinned after each step.

    Attributes
    ----------
    name : str
    kind : int
    size : int
        Number K of hyperstates that are kept at most; 0 for all.
    """

    name: str
    kind: int
    size: int


def exact_filter():
    """Keep every hyperstate (Algorithm 1).

    Returns
    -------
    HyperFilter
    """
    return HyperFilter("exact", EXACT, 0)


def most_probable(K):
    """Keep the K heaviest hyperstates: the nearest belief of K in L1 distance.

    Parameters
    ----------
    K : int

    Returns
    -------
    HyperFilter
    """
    return HyperFilter("most probable", MOST_PROBABLE, check_count(K, "K", low=1))


def weighted_distance(K):
    """Keep K hyperstates that are heavy and far from one another (Algorithm 2).

    Parameters
    ----------
    K : int

    Returns
    -------
    HyperFilter

    See Also
    --------
    hyperstate_distance : The distance.
    """
    return HyperFilter("weighted distance", WEIGHTED_DISTANCE, check_count(K, "K", low=1))


def monte_carlo(K, *, as_printed=False):
    """Draw K hyperstates, each of weight 1/K.

    Parameters
    ----------
    K : int
    as_printed : bool
        Draw from the old belief whatever was observed, as section 5.1 says; evidence on the state
        is lost. By default a hyperstate counts by how well it predicted the observation.

    Returns
    -------
    HyperFilter
    """
    kind = MONTE_CARLO_PRINTED if check_flag(as_printed, "as_printed") else MONTE_CARLO
    return HyperFilter("Monte Carlo", kind, check_count(K, "K", low=1))


def check_filter(value):
    """Return a filter; default the exact one."""
    if value is None:
        return exact_filter()
    return check_instance(value, "filter", HyperFilter)


def distance_factors(world):
    r"""Factors of Theorem 3: before the bracket, of its second part, and between states.

    With :math:`\ln(\gamma^{-e}) = e \ln(1/\gamma)`.
    """
    largest = np.abs(world.R).max()
    gamma = world.gamma
    slope = 0.0
    if gamma > 0:
        slope = 4 / (np.e * np.log(1 / gamma))
    near = 2 * gamma * largest / (1 - gamma) ** 2
    far = 4 * near * (1 + slope) + 2 * largest / (1 - gamma)
    return near, slope, far


def rule_of(chosen, world):
    """What compiled loops need of a filter."""
    return Rule(chosen.kind, chosen.size, *(float(x) for x in distance_factors(world)))
