"""Self-concordant barriers: logarithms that keep a point inside a convex set."""

from .logarithmic import BallBarrier, Barrier, PolytopeBarrier, minkowski_function

__all__ = ["BallBarrier", "Barrier", "PolytopeBarrier", "minkowski_function"]
