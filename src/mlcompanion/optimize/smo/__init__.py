"""Sequential minimal optimisation."""

from ._smo_steps import OPTIMAL, PAUSED, STALLED
from .solver import Checked, DualSolution, RowsOnDemand, certified, smo

__all__ = [
    "OPTIMAL",
    "PAUSED",
    "STALLED",
    "Checked",
    "DualSolution",
    "RowsOnDemand",
    "certified",
    "smo",
]
