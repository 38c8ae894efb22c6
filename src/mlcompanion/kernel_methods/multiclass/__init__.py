"""Support vector machines of several classes."""

from .msvm import MSVM, CrammerSingerSVC, GenericMSVM, MSVMSolution, solve_msvm
from .msvm_parts import KINDS, Settings, machine_losses, settings, slacks_msvm2

__all__ = [
    "KINDS",
    "MSVM",
    "CrammerSingerSVC",
    "GenericMSVM",
    "MSVMSolution",
    "Settings",
    "machine_losses",
    "settings",
    "slacks_msvm2",
    "solve_msvm",
]
