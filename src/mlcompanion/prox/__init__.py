"""Proximal operators and projections: the cheap exact steps inside larger algorithms."""

from .balls import project_l2_ball, project_linf_ball, row_norms, row_prox
from .certificates import entropic_certificate, l1_ball_certificate, simplex_certificate
from .elastic_ball import project_elastic_ball
from .group_norms import GroupNorm, L2Norm, LInfNorm, RowNorm
from .penalties import L1, ElasticNet, NonNegative, Penalty, SquaredL2, soft_threshold
from .projections import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    project_solid_simplex,
    simplex_threshold,
)
from .simplex_path import simplex_distance, simplex_knots
from .smoothing import GraphPenalty, GroupPenalty, LinearPenalty
from .sparse_l1_ball import SparseL1Ball
from .spectral import TraceNorm
from .total_variation import FusedLasso, TotalVariation, tv_denoise
from .tree import TreeGroups
from .tree_dual import compose_group_proxes, dual_block_ascent, project_lq_ball
from .tree_norm import TreeNorm, prox_tree, tree_norms

__all__ = [
    "L1",
    "ElasticNet",
    "FusedLasso",
    "GraphPenalty",
    "GroupNorm",
    "GroupPenalty",
    "L2Norm",
    "LInfNorm",
    "LinearPenalty",
    "NonNegative",
    "Penalty",
    "RowNorm",
    "SparseL1Ball",
    "SquaredL2",
    "TotalVariation",
    "TraceNorm",
    "TreeGroups",
    "TreeNorm",
    "compose_group_proxes",
    "dual_block_ascent",
    "entropic_certificate",
    "l1_ball_certificate",
    "project_elastic_ball",
    "project_l1_ball",
    "project_l2_ball",
    "project_linf_ball",
    "project_lq_ball",
    "project_simplex",
    "project_simplex_entropic",
    "project_solid_simplex",
    "prox_tree",
    "row_norms",
    "row_prox",
    "simplex_certificate",
    "simplex_distance",
    "simplex_knots",
    "simplex_threshold",
    "soft_threshold",
    "tree_norms",
    "tv_denoise",
]
