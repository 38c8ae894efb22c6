"""Keeping up with one of two people whose habits differ."""

import numpy as np

from mlcompanion._validation import check_real
from mlcompanion.rl.episodic import EpisodicPOMDP
from mlcompanion.sequences.processes.base import check_law

__all__ = ["FOLLOW_HABITS", "follow"]

#: How the two people step: stay, north, east, south, west.
FOLLOW_HABITS = ((0.3, 0.4, 0.2, 0.05, 0.05), (0.1, 0.05, 0.8, 0.03, 0.02))
STEPS = np.array([[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0]])
# cells are seen up to two away from the robot
REACH = 2
SIDE = 2 * REACH + 1
N_CELLS = SIDE**2


def places_seen():
    """Places east and north of the robot, shape (25, 2), in the order of the cells."""
    grid = np.arange(-REACH, REACH + 1)
    return np.stack(np.meshgrid(grid, grid, indexing="ij"), axis=-1).reshape(-1, 2)


def follow(habits=FOLLOW_HABITS, *, seeing=0.8, gamma=0.9):
    r"""Follow one of two people, told apart by their steps alone.

    The robot stands in the middle of 5 x 5 cells that move with it. A state is who is followed and
    where this person is. Robot and person step at once: stay (0), north (1), east (2), south (3),
    west (4). Observations: same place (0), north (1), east (2), south (3), west (4), unseen (5),
    lost (6).

    Parameters
    ----------
    habits : array_like, shape (2, 5)
        How each person steps, row by row.
    seeing : float
        Probability, in [0, 1], that the direction is seen; else the robot sees nothing.
    gamma : float

    Returns
    -------
    EpisodicPOMDP
        With 52 states: ``person * 25 + (east + 2) * 5 + north + 2``, then two for a person who is
        lost. A state pays 1, 0 or -1 with the person 0, 1 or 2 cells away (the larger of the two
        coordinates), and -20 when lost, which ends the episode. Branches stand in the order of the
        person's step; several may lead to the state "lost".

    Raises
    ------
    ValueError
        If a row of habits does not sum to 1.

    Notes
    -----
    A person off both axes is reported on the nearer one; if both are equally near, on either with
    probability 1/2: the paper does not say. That somebody is lost is always noticed.

    References
    ----------
    Ross, Pineau, Chaib-draa and Kreitmann (2011), section 6.2.

    Examples
    --------
    >>> follow().R[12]
    array([1., 1., 1., 1., 1.])
    """
    habits = check_law(habits, "habits", shape=(2, 5), dtype=np.float64)
    seeing = check_real(seeing, "seeing", low=0, high=1)
    places = places_seen()
    lost = 2 * N_CELLS
    start = 5 * np.arange(2 * N_CELLS * 5 + 1)
    # a lost person's episode is over: one branch, back to itself, that is never taken
    start = np.append(start, start[-1] + 1 + np.arange(10))
    to = np.append(_targets(places), np.repeat([lost, lost + 1], 5))
    prob = np.append(np.repeat(habits, N_CELLS * 5, axis=0), np.ones(10))
    away = np.abs(places).max(axis=1)
    pay = np.append(np.tile(1.0 - away, 2), [-20, -20])
    sees = np.vstack([np.tile(_reports(places, seeing), (2, 1)), np.eye(7)[[6, 6]]])
    b0 = np.zeros(lost + 2)
    b0[[N_CELLS // 2, N_CELLS + N_CELLS // 2]] = 0.5
    ends = np.zeros((lost + 2, 5), dtype=bool)
    ends[lost:] = True
    return EpisodicPOMDP(
        start, to, prob, O=np.repeat(sees[:, None], 5, axis=1),
        R=np.repeat(pay[:, None], 5, axis=1), gamma=gamma, b0=b0, ends=ends,
    )  # fmt: skip


def _targets(places):
    """States after a step of robot and person, in the order of person, cell, robot, step."""
    moved = places[:, None, None] + STEPS[None, None, :] - STEPS[None, :, None]
    in_sight = np.abs(moved).max(axis=-1) <= REACH
    cell = (moved[..., 0] + REACH) * SIDE + moved[..., 1] + REACH
    person = np.arange(2)[:, None, None, None]
    return np.where(in_sight, person * N_CELLS + cell, 2 * N_CELLS + person).ravel()


def _reports(places, seeing):
    """Law of what the robot is told, by the person's cell, shape (25, 7)."""
    east, north = places.T
    along = np.abs(east)
    across = np.abs(north)
    share_east = np.where(along == across, 0.5, along > across)
    sees = np.zeros((len(places), 7))
    rows = np.arange(len(places))
    sees[rows, np.where(east > 0, 2, 4)] += seeing * share_east
    sees[rows, np.where(north > 0, 1, 3)] += seeing * (1 - share_east)
    sees[along + across == 0] = 0
    sees[along + across == 0, 0] = seeing
    sees[:, 5] = 1 - seeing
    return sees
