"""Interior points, and the quadratic programs that they check."""

from .interior_point import InteriorPoint, newton_direction, separable_pdip
from .quadratic_program import QPSolution, quadratic_program

__all__ = [
    "InteriorPoint",
    "QPSolution",
    "newton_direction",
    "quadratic_program",
    "separable_pdip",
]
