"""A large maze of lanes, and moves that scatter over fifteen cells."""

import numpy as np

from mlcompanion._validation import check_count, check_instance, check_real
from mlcompanion.rl.models import MDP

from .grids import GridWorld

__all__ = ["large_maze", "scattered_moves"]

#: Cells of a lane along it and across.
_LENGTH, _BREADTH = 20, 4


def large_maze(n_lanes=9, *, door=1):
    """A maze of long lanes, each 20 cells by 4, joined by doors at alternate ends.

    It starts in a corner and ends in four goal cells at the end of the last lane.

    Parameters
    ----------
    n_lanes : int
    door : int
        Width of the doors, 1 to 20 cells.

    Returns
    -------
    GridWorld

    References
    ----------
    Ours: van Seijen, Whiteson, van Hasselt and Wiering (2011), section 5.3, show theirs in a
    picture that is lost. With nine lanes and doors of one cell, Q-learning earns about what it
    does in their Table 4.

    Examples
    --------
    >>> [row.count("#") for row in large_maze(2, door=3).rows]
    [0, 0, 0, 0, 17, 0, 0, 0, 0]
    """
    n_lanes = check_count(n_lanes, "n_lanes", low=1)
    door = check_count(door, "door", low=1, high=_LENGTH)
    lane = ["." * _LENGTH] * _BREADTH
    rows = list(lane)
    for k in range(n_lanes - 1):
        wall = "#" * (_LENGTH - door)
        opening = "." * door
        rows += [wall + opening if k % 2 == 0 else opening + wall, *lane]
    rows[0] = "S" + rows[0][1:]
    goal = "." * (_LENGTH - 2) + "GG"
    rows[-2:] = [goal if n_lanes % 2 else goal[::-1]] * 2
    return GridWorld(rows)


def scattered_moves(world, *, width=5, length=3, gamma=0.99, goal_reward=100.0, step_reward=-0.1):
    r"""A world of cells where a move lands anywhere in a block of cells ahead.

    A move ahead goes to one of ``width`` columns (its own, and as many on either side), all equally
    likely, and 1 to ``length`` cells forward, all equally likely. One goes sideways first; a wall
    holds, so that the probability of what lies behind it is that of the cell in front of it.

    Parameters
    ----------
    world : GridWorld
    width : int
        Odd, at least 1.
    length : int
        At least 1.
    gamma : float
    goal_reward, step_reward : float
        Paid on landing on a goal, which ends the episode, and on any other move.

    Returns
    -------
    MDP
        With 5 columns and 3 rows up to 15 next states, each with probability 1/15 in the open.

    Raises
    ------
    ValueError
        If ``width`` is even.

    Notes
    -----
    O(S width length). van Seijen et al. (2011), section 5.3: the picture that tells which fifteen
    cells is lost, this block is ours.
    """
    check_instance(world, "world", GridWorld)
    width = check_count(width, "width", low=1)
    length = check_count(length, "length", low=1)
    if width % 2 == 0:
        raise ValueError(f"width must be odd, got {width}")
    goal_reward = check_real(goal_reward, "goal_reward")
    step_reward = check_real(step_reward, "step_reward")
    next_cell = world.neighbours
    n = len(next_cell)
    states = np.arange(n)
    P = np.zeros((n, 4, n))
    for move in range(4):
        columns = [states]
        for side in ((move + 1) % 4, (move + 3) % 4):
            reached = states
            for _ in range(width // 2):
                reached = next_cell[reached, side]
                columns.append(reached)
        for reached in columns:
            for _ in range(length):
                reached = next_cell[reached, move]
                P[states, move, reached] += 1 / (width * length)
    R = np.full(P.shape, step_reward)
    R[:, :, world.goals] = goal_reward
    P[world.goals] = 0.0
    P[world.goals, :, world.goals] = 1.0
    R[world.goals] = 0.0
    return MDP(P, R, gamma)
