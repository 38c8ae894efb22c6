"""Worlds to act in; those with finitely many states show their matrices."""

from .grids import MOVES, GridWorld, dyna_maze
from .mountain_car import CAR_LIMITS, drive_car
from .rings import ring_walk
from .tiger import tiger

__all__ = [
    "CAR_LIMITS",
    "MOVES",
    "GridWorld",
    "drive_car",
    "dyna_maze",
    "ring_walk",
    "tiger",
]
