"""Worlds of square cells: walls, a start, goals."""

from dataclasses import dataclass

import numpy as np

from mlcompanion._validation import check_array, check_list, check_real
from mlcompanion.rl.models import MDP

__all__ = ["MOVES", "GridWorld", "dyna_maze"]

#: Rows and columns that the actions north, east, south and west go.
MOVES = np.array([[-1, 0], [0, 1], [1, 0], [0, -1]])
_CELLS = {".": "free", "#": "wall", "S": "start", "G": "goal"}


@dataclass(frozen=True, eq=False)
class GridWorld:
    """A world of square cells; a move into a wall or over the edge leaves one where one is.

    Parameters
    ----------
    rows : sequence of str
        One text a row of cells: ``#`` is a wall, ``S`` the start, ``G`` a goal, ``.`` free.

    Attributes
    ----------
    cells : ndarray of str, shape (height, width)
    states : ndarray of int, shape (height, width)
        Number of the state of each cell, row by row; -1 for a wall.
    places : ndarray of int, shape (S, 2)
        Row and column of each state.
    start : int
    goals : ndarray of int

    Raises
    ------
    ValueError
        If rows differ in length or hold another sign, or there is not one start, or no goal.

    Examples
    --------
    >>> world = GridWorld(["S.G", ".#."])
    >>> world.states.tolist()
    [[0, 1, 2], [3, -1, 4]]
    >>> world.neighbours[1].tolist()  # north, east, south, west of the middle
    [1, 2, 1, 0]
    """

    rows: tuple

    def __post_init__(self):
        rows = check_list(self.rows, "rows")
        if not all(isinstance(row, str) for row in rows):
            raise ValueError(f"rows must be texts, got {rows}")
        if len({len(row) for row in rows}) != 1 or not rows[0]:
            raise ValueError("rows must be texts of one length, at least 1")
        cells = np.array([list(row) for row in rows])
        if not np.isin(cells, list(_CELLS)).all():
            raise ValueError(f"rows may hold the signs {' '.join(_CELLS)} alone, got {rows}")
        if (cells == "S").sum() != 1 or not (cells == "G").any():
            raise ValueError("rows must have one start S and at least one goal G")
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "cells", cells)

    @property
    def states(self):
        """Number of the state of each cell, shape (height, width); -1 for a wall."""
        open_cells = self.cells != "#"
        numbers = np.cumsum(open_cells).reshape(self.cells.shape) - 1
        return np.where(open_cells, numbers, -1)

    @property
    def places(self):
        """Row and column of each state, shape (S, 2)."""
        return np.argwhere(self.cells != "#")

    @property
    def start(self):
        """The state to begin in."""
        return int(self.states[self.cells == "S"][0])

    @property
    def goals(self):
        """The states that end an episode."""
        return self.states[self.cells == "G"]

    @property
    def neighbours(self):
        """The state that each move leads to, shape (S, 4)."""
        places = self.places
        ahead = places[:, None, :] + MOVES
        inside = (ahead >= 0).all(axis=2) & (ahead < self.cells.shape).all(axis=2)
        row, column = np.where(inside[:, :, None], ahead, places[:, None, :]).transpose(2, 0, 1)
        reached = self.states[row, column]
        stays = np.arange(len(places))[:, None]
        return np.where(reached < 0, stays, reached)

    def mdp(self, noise=0.0, *, gamma=0.95, goal_reward=1.0, step_reward=0.0):
        """The world as a decision process: four moves, a reward at a goal, which ends the episode.

        Parameters
        ----------
        noise : float
            Probability that a move goes in a direction drawn from all four, in [0, 1].
        gamma : float
        goal_reward, step_reward : float
            Paid on reaching a goal, and on any other move.

        Returns
        -------
        MDP
        """
        noise = check_real(noise, "noise", low=0, high=1)
        goal_reward = check_real(goal_reward, "goal_reward")
        step_reward = check_real(step_reward, "step_reward")
        n = len(self.places)
        P = np.zeros((n, 4, n))
        states = np.arange(n)
        for move, reached in enumerate(self.neighbours.T):
            P[states, move, reached] += 1 - noise
            for action in range(4):
                P[states, action, reached] += noise / 4
        R = np.full(P.shape, step_reward)
        R[:, :, self.goals] = goal_reward
        P[self.goals] = 0.0
        P[self.goals, :, self.goals] = 1.0
        R[self.goals] = 0.0
        return MDP(P, R, gamma)

    def shown(self, values):
        """Numbers of the states in the shape of the world; walls are NaN.

        Parameters
        ----------
        values : array_like, shape (S,)

        Returns
        -------
        ndarray, shape (height, width)
        """
        values = check_array(values, "values", shape=(len(self.places),))
        picture = np.full(self.cells.shape, np.nan)
        picture[tuple(self.places.T)] = values
        return picture


def dyna_maze():
    """Sutton's maze of 6 by 9 cells with seven walls; the shortest way has 14 moves.

    Returns
    -------
    GridWorld

    References
    ----------
    van Seijen, Whiteson, van Hasselt and Wiering (2011), section 5; the walls are those of Sutton
    (1990), since the source tells them in a picture alone.
    """
    return GridWorld(
        (
            ".......#G",
            "..#....#.",
            "S.#....#.",
            "..#......",
            ".....#...",
            ".........",
        )
    )
