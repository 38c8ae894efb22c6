"""Worlds to act in; those with finitely many states show their matrices."""

from .grids import MOVES, GridWorld, dyna_maze
from .mazes import large_maze, scattered_moves
from .mountain_car import CAR_LIMITS, drive_car
from .rings import ring_walk
from .tiger import tiger

__all__ = [
    "CAR_LIMITS",
    "MOVES",
    "GridWorld",
    "drive_car",
    "dyna_maze",
    "large_maze",
    "ring_walk",
    "scattered_moves",
    "tiger",
]
