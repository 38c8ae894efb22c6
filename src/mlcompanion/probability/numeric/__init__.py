"""Integrals, and the special functions of the laws."""

from .quadrature import integrate
from .special import beta_fn, gamma_fn, polar_integral

__all__ = [
    "beta_fn",
    "gamma_fn",
    "integrate",
    "polar_integral",
]
