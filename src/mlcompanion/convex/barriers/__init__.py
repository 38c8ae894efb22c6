"""Self-concordant barriers: logarithms that keep a point inside a convex set."""

from .ball import BallBarrier
from .base import Barrier, minkowski_function
from .polytope import PolytopeBarrier

__all__ = ["BallBarrier", "Barrier", "PolytopeBarrier", "minkowski_function"]
