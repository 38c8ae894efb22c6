"""Solvers for whole problems: interior points."""

from .interior_point import InteriorPoint, newton_direction, separable_pdip

__all__ = ["InteriorPoint", "newton_direction", "separable_pdip"]
