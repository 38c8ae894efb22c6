"""Worlds to act in; those with finitely many states show their matrices."""

from .follow import (
    FOLLOW_HABITS,
    follow,
)
from .grids import (
    MOVES,
    GridWorld,
    dyna_maze,
)
from .mazes import (
    large_maze,
    scattered_moves,
)
from .mountain_car import (
    CAR_LIMITS,
    drive_car,
)
from .rings import (
    ring_walk,
)
from .rock_sample import (
    RockSample,
)
from .tiger import (
    tiger,
)

__all__ = [
    "CAR_LIMITS",
    "FOLLOW_HABITS",
    "MOVES",
    "GridWorld",
    "RockSample",
    "drive_car",
    "dyna_maze",
    "follow",
    "large_maze",
    "ring_walk",
    "scattered_moves",
    "tiger",
]
