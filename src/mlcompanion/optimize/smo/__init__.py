"""Sequential minimal optimisation."""

from .rows import Checked, RowsOnDemand
from .solver import DualSolution, smo

__all__ = [
    "Checked",
    "DualSolution",
    "RowsOnDemand",
    "smo",
]
