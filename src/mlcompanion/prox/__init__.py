"""Proximal operators and projections: the cheap exact steps inside larger algorithms."""

from .balls import project_l2_ball, project_linf_ball, row_norms, row_prox
from .certificates import entropic_certificate, l1_ball_certificate, simplex_certificate
from .penalties import (
    L1,
    ElasticNet,
    GroupNorm,
    L2Norm,
    LInfNorm,
    NonNegative,
    Penalty,
    RowNorm,
    SquaredL2,
    TraceNorm,
    soft_threshold,
)
from .projections import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    project_solid_simplex,
    simplex_threshold,
)
from .simplex_path import simplex_distance, simplex_knots
from .sparse_l1_ball import SparseL1Ball
from .total_variation import FusedLasso, TotalVariation, tv_denoise

__all__ = [
    "L1",
    "ElasticNet",
    "FusedLasso",
    "GroupNorm",
    "L2Norm",
    "LInfNorm",
    "NonNegative",
    "Penalty",
    "RowNorm",
    "SparseL1Ball",
    "SquaredL2",
    "TotalVariation",
    "TraceNorm",
    "entropic_certificate",
    "l1_ball_certificate",
    "project_l1_ball",
    "project_l2_ball",
    "project_linf_ball",
    "project_simplex",
    "project_simplex_entropic",
    "project_solid_simplex",
    "row_norms",
    "row_prox",
    "simplex_certificate",
    "simplex_distance",
    "simplex_knots",
    "simplex_threshold",
    "soft_threshold",
    "tv_denoise",
]
