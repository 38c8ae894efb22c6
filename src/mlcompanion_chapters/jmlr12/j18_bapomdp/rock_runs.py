"""Figures 3, 5, 6 and 7: a rover that learns how far its sensor can be trusted.

What the paper leaves out is ours: discount 0.95, d0 = 20, rocks on the cells (0, 1) and (2, 2), no
reward for leaving (a wall instead), 20 steps an episode, and 8 counts behind each coefficient.
"""

import numpy as np

from mlcompanion.rl.bayes_adaptive import rock_prior
from mlcompanion.rl.environments import RockSample

from .decades import run_decades

__all__ = ["MAX_STEPS", "TOTAL", "rock_decades", "sensor_prior"]

MAX_STEPS = 20
TOTAL = 8
#: A coefficient is kept off 0 and 1, where counts would vanish.
MARGIN = 0.01


def sensor_prior(kind, value, accuracy, rng):
    """Counts of right and wrong readings by distance, shape (M, D, 2).

    Parameters
    ----------
    kind : {"vague", "centred", "beta"}
        Four vectors uniform on [0.45, 0.95]; four within ``value`` of the truth; or one vector with
        ``value`` right readings and one wrong.
    value : float
    accuracy : ndarray, shape (D,)
        True probability of a right reading.
    rng : Generator

    Returns
    -------
    ndarray
    """
    D = len(accuracy)
    if kind == "beta":
        return np.tile([float(value), 1.0], (1, D, 1))
    if kind == "centred":
        right = accuracy + rng.uniform(-value, value, size=(4, D))
    else:
        right = rng.uniform(0.45, 0.95, size=(4, D))
    right = np.clip(right, MARGIN, 1 - MARGIN)
    return TOTAL * np.stack([right, 1 - right], axis=-1)


def rock_decades(case):
    """One run of RockSample.

    Parameters
    ----------
    case : dict
        ``prior``: "known", "vague", "centred" or "beta", with its ``value``; ``error``: constant
        error of the sensor, or -1 for the one that falls with distance; ``exit``: reward for
        leaving, or 0 for a wall; ``filter``, ``particles``, ``episodes``, ``seed``.

    Returns
    -------
    dict
    """
    rover = RockSample(
        accuracy=None if case["error"] < 0 else 1 - case["error"],
        exit_reward=case["exit"] if case["exit"] > 0 else None,
    )
    world = rover.world()
    rng = np.random.default_rng([18, case["seed"]])
    kind = "vague" if case["prior"] == "known" else case["prior"]
    agent = rock_prior(rover, sensor_prior(kind, case["value"], rover.accuracy, rng))
    if case["prior"] == "known":
        agent = agent.known(agent.laws_in(world))
    return run_decades(agent, world, case, depth=3, max_steps=MAX_STEPS)
