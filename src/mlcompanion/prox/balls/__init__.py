"""Projections on balls, simplices and what lies between."""

from .certificates import entropic_certificate, l1_ball_certificate, simplex_certificate
from .elastic_ball import project_elastic_ball
from .norm_balls import (
    project_group_ball,
    project_l2_ball,
    project_linf_ball,
    project_trace_ball,
    row_norms,
    row_prox,
)
from .projections import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    project_solid_simplex,
    simplex_threshold,
)
from .simplex_path import simplex_distance, simplex_knots
from .sopopo import Sopopo, sopopo
from .sparse_l1_ball import SparseL1Ball

__all__ = [
    "Sopopo",
    "SparseL1Ball",
    "entropic_certificate",
    "l1_ball_certificate",
    "project_elastic_ball",
    "project_group_ball",
    "project_l1_ball",
    "project_l2_ball",
    "project_linf_ball",
    "project_simplex",
    "project_simplex_entropic",
    "project_solid_simplex",
    "project_trace_ball",
    "row_norms",
    "row_prox",
    "simplex_certificate",
    "simplex_distance",
    "simplex_knots",
    "simplex_threshold",
    "sopopo",
]
