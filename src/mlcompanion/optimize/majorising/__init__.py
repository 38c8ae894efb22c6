"""Upper bounds that touch a function, and the solver that steps from bound to bound."""

from .majorize import FixedCurvature, MajorizeRun, Touch, majorize

__all__ = [
    "FixedCurvature",
    "MajorizeRun",
    "Touch",
    "majorize",
]
