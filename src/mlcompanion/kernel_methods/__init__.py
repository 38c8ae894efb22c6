"""Kernel machines: large margins, many classes, several kernels, and rankings from clicks."""

from .ramp import RampSVC
from .retargeted import SquaredHingeLS
from .svc import SVC

__all__ = [
    "SVC",
    "RampSVC",
    "SquaredHingeLS",
]
