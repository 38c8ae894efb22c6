"""A large maze whose moves scatter over fifteen cells."""

import numpy as np

from mlcompanion._validation import check_count, check_instance, check_real
from mlcompanion.rl.models import MDP

from .grids import GridWorld

__all__ = ["large_maze", "scattered_moves"]


def large_maze():
    """A maze of 24 by 20 cells: five lanes, each four cells wide, joined at alternate ends.

    It starts in a corner and ends in four goal cells in the opposite one.

    Returns
    -------
    GridWorld

    References
    ----------
    Ours: van Seijen, Whiteson, van Hasselt and Wiering (2011), section 5.3, show theirs in a
    picture that is lost. The lanes are so narrow that the best way meets the shares of moves that
    their Table 4 tells: 0.12 to 0.14 go to the first next state seen, 0.57 to 0.60 to the first 5.
    """
    return GridWorld(
        (
            "S...................",
            "....................",
            "....................",
            "....................",
            "#################...",
            "....................",
            "....................",
            "....................",
            "....................",
            "...#################",
            "....................",
            "....................",
            "....................",
            "....................",
            "#################...",
            "....................",
            "....................",
            "....................",
            "....................",
            "...#################",
            "....................",
            "....................",
            "..................GG",
            "..................GG",
        )
    )


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
