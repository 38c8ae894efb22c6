"""Two samples against each other: how their densities compare, each by one direct fit."""

from ._kliep_steps import kliep_steps
from .kliep import KLIEP

__all__ = ["KLIEP", "kliep_steps"]
