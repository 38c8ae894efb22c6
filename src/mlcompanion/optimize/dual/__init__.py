"""Solvers that climb a dual."""

from .dal import DALRun, DALStep, dal
from .dal_design import Design, DualLoss, StandardizedOperator, counted
from .dal_newton import CG_TOLERANCE, newton_step, pcg
from .dual_coordinate_ascent import Factored, dual_coordinate_ascent

__all__ = [
    "CG_TOLERANCE",
    "DALRun",
    "DALStep",
    "Design",
    "DualLoss",
    "Factored",
    "StandardizedOperator",
    "counted",
    "dal",
    "dual_coordinate_ascent",
    "newton_step",
    "pcg",
]
