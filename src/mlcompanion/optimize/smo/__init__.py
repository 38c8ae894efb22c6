"""Sequential minimal optimisation."""

from .solver import Checked, DualSolution, RowsOnDemand, smo

__all__ = [
    "Checked",
    "DualSolution",
    "RowsOnDemand",
    "smo",
]
