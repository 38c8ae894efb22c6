"""Steps, checks and phases of the players with a memory (Hazan and Kale 2011)."""

import math

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_instance,
    check_real,
)
from mlcompanion.convex.barriers import Barrier

from .engine import Body, Settings

__all__ = ["quadratic_variation", "tuned_step"]

ROUNDING = 1e-9


def quadratic_variation(costs):
    """Sum ``Q`` of squared distances of the costs to their mean.

    Parameters
    ----------
    costs : array_like, shape (T, n)

    Returns
    -------
    float
    """
    costs = check_array(costs, "costs", ndim=2, min_rows=1)
    return float(((costs - costs.mean(axis=0)) ** 2).sum())


def tuned_step(n, theta, horizon, variation):
    """Step ``min(sqrt(theta log T / (n^2 Q)), 1/(25 n))`` (Theorem 6, with theta as in its proof).

    Parameters
    ----------
    n : int
        Dimension.
    theta : float
        Parameter of the barrier.
    horizon : int
        Number of rounds T.
    variation : float
        Bound on the variation Q of the costs; the predecessor puts T in its place.

    Returns
    -------
    float
    """
    n = check_count(n, "n", low=1)
    theta = check_real(theta, "theta", low=0, open_low=True)
    horizon = check_count(horizon, "horizon", low=2)
    variation = check_real(variation, "variation", low=0)
    largest = 1 / (25 * n)
    # compared without a division: the variation may be 0
    if variation * n**2 * largest**2 <= theta * math.log(horizon):
        return largest
    return math.sqrt(theta * math.log(horizon) / (n**2 * variation))


def check_costs(costs, n):
    """Return costs of n columns whose rows have length at most 1, or say what is wrong."""
    costs = check_array(costs, "costs", ndim=2, min_rows=1, dtype=np.float64)
    if costs.shape[1] != n:
        raise ValueError(f"costs must have {n} columns, got shape {costs.shape}")
    longest = np.linalg.norm(costs, axis=1).max()
    if longest > 1 + ROUNDING:
        raise ValueError(f"costs must have length at most 1, got {longest:.3g}")
    return plain_layout(costs)


def check_play(barrier, horizon, eta, k, memory, gamma):
    """Return the set and the settings of a player, with the source's defaults filled in."""
    check_instance(barrier, "barrier", Barrier)
    horizon = check_count(horizon, "horizon", low=2)
    memory = check_flag(memory, "memory")
    if eta is None:
        eta = 1 / (25 * barrier.n)
    eta = check_real(eta, "eta", low=0, open_low=True)
    k = math.ceil(math.log(horizon)) if k is None else check_count(k, "k", low=1)
    if not memory:
        k = 0
    gamma = check_gamma(barrier, gamma)
    body = Body(barrier.A, barrier.b, barrier.centre)
    return body, Settings(eta, k, gamma, math.inf)


def check_gamma(barrier, gamma):
    """Return a length such that ``gamma e_i`` lies in the set for every i; default, half of it."""
    units = np.eye(barrier.n)
    if gamma is None:
        if not barrier.contains(np.zeros(barrier.n)):
            raise ValueError("gamma must be given for a set that does not contain the origin")
        # how far the worst axis can be walked from the origin
        reach = float(barrier.gauge(0 * units, units).min())
        if reach <= 0:
            raise ValueError("barrier must be of a set that holds gamma * e_i for every i")
        return 0.5 * min(1.0, reach)
    gamma = check_real(gamma, "gamma", low=0, high=1, open_low=True)
    if not barrier.contains(gamma * units, ROUNDING).all():
        raise ValueError(f"gamma must leave gamma * e_i in the set, got {gamma:g}")
    return gamma


def phase_settings(settings, halvings, theta, horizon):
    """Settings of a phase: the step halved so often, and the instability that ends it."""
    eta = settings.eta / 2**halvings
    if settings.threshold == math.inf:
        return settings._replace(eta=eta)
    # half the step doubles the instability that a phase may show
    limit = settings.threshold * 2 / eta * theta * math.log(horizon)
    return settings._replace(eta=eta, threshold=limit)
