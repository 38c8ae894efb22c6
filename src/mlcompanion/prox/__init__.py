"""Proximal operators and projections: the cheap exact steps inside larger algorithms."""

from .certificates import entropic_certificate, l1_ball_certificate, simplex_certificate
from .projections import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    project_solid_simplex,
    simplex_threshold,
)
from .simplex_path import simplex_distance, simplex_knots
from .sparse_l1_ball import SparseL1Ball

__all__ = [
    "SparseL1Ball",
    "entropic_certificate",
    "l1_ball_certificate",
    "project_l1_ball",
    "project_simplex",
    "project_simplex_entropic",
    "project_solid_simplex",
    "simplex_certificate",
    "simplex_distance",
    "simplex_knots",
    "simplex_threshold",
]
