"""What is unknown, and what is counted before, in the tasks of Ross et al. (2011), section 6."""

import numpy as np

from mlcompanion._validation import check_array, check_instance
from mlcompanion.rl.environments import RockSample, follow
from mlcompanion.rl.episodic import EpisodicPOMDP

from .prior import CountPrior

__all__ = ["follow_prior", "rock_prior"]

#: Section 6.2: stays, goes north, east, south, west, for either person.
FOLLOW_COUNTS = ((2, 3, 1, 2, 2), (2, 1, 3, 2, 2))


def follow_prior(world=None, counts=FOLLOW_COUNTS):
    """Counts of two people's steps, each shared by all places where they may stand.

    Parameters
    ----------
    world : EpisodicPOMDP, optional
        What :func:`mlcompanion.rl.environments.follow` returned; default its defaults.
    counts : array_like, shape (2, 5)
        Prior counts, above 0, of staying and of steps north, east, south, west, by person.

    Returns
    -------
    CountPrior
        With ten cells in two rows.

    Raises
    ------
    ValueError
        If ``world`` is another one, or a count is not above 0.

    References
    ----------
    Ross et al. (2011), section 6.2.

    Examples
    --------
    >>> follow_prior().means
    array([0.2, 0.3, 0.1, 0.2, 0.2, 0.2, 0.1, 0.3, 0.2, 0.2])
    """
    counts = check_array(counts, "counts", shape=(2, 5), low=0, open_low=True, dtype=np.float64)
    usual = follow()
    if world is None:
        world = usual
    check_instance(world, "world", EpisodicPOMDP)
    if not (np.array_equal(world.start, usual.start) and np.array_equal(world.to, usual.to)):
        raise ValueError("world must be one that follow() returned")
    n_lost = 10
    cells = np.arange(10).reshape(2, 1, 5)
    cells = np.repeat(cells, (len(world.to) - n_lost) // 10, axis=1).ravel()
    cells = np.append(cells, np.full(n_lost, -1))
    return CountPrior(world, counts.ravel(), np.repeat([0, 1], 5), branch_cells=cells)


def rock_prior(rover, counts, *, weights=None):
    """Counts of right and wrong readings, shared by all rocks and places at one distance.

    Parameters
    ----------
    rover : RockSample
    counts : array_like, shape (D, 2) or (M, D, 2)
        Right and wrong readings counted before, above 0, for each of the D distances of the rover;
        or of each of M hypotheses.
    weights : array_like, shape (M,), optional
        Probabilities of the hypotheses; default equal.

    Returns
    -------
    CountPrior
        With 2 D cells: right, wrong, distance by distance.

    Raises
    ------
    ValueError
        If a count is not above 0, or the shapes do not match.

    References
    ----------
    Ross et al. (2011), section 6.3.

    Examples
    --------
    >>> rock_prior(RockSample(2, [[0, 0]]), [[4, 1], [3, 1], [2, 1]]).means.round(3)
    array([0.8  , 0.2  , 0.75 , 0.25 , 0.667, 0.333])
    """
    check_instance(rover, "rover", RockSample)
    D = len(rover.distances)
    counts = check_array(counts, "counts", low=0, open_low=True, dtype=np.float64)
    if counts.ndim not in (2, 3) or counts.shape[-2:] != (D, 2):
        raise ValueError(f"counts must have shape ({D}, 2) or (M, {D}, 2), got {counts.shape}")
    world = rover.world()
    place, right = rover.sensor_table()
    cells = np.full(world.O.shape, -1)
    states = np.arange(world.n_states)[:, None]
    checks = 5 + np.arange(len(rover.rocks))
    cells[states, checks, right] = 2 * place
    cells[states, checks, 1 - right] = 2 * place + 1
    rows = np.repeat(np.arange(D), 2)
    flat = counts.reshape(*counts.shape[:-2], 2 * D)
    return CountPrior(world, flat, rows, seen_cells=cells, weights=weights)
