"""Penalties and their proximal steps."""

from .group_norms import GroupNorm, L2Norm, LInfNorm, RowNorm
from .indicators import L1Ball, L2Ball, LInfBall
from .penalties import L1, ElasticNet, NonNegative, Penalty, SquaredL2, soft_threshold
from .smoothing import GraphPenalty, GroupPenalty, LinearPenalty
from .spectral import TraceNorm
from .total_variation import FusedLasso, TotalVariation, tv_denoise

__all__ = [
    "L1",
    "ElasticNet",
    "FusedLasso",
    "GraphPenalty",
    "GroupNorm",
    "GroupPenalty",
    "L1Ball",
    "L2Ball",
    "L2Norm",
    "LInfBall",
    "LInfNorm",
    "LinearPenalty",
    "NonNegative",
    "Penalty",
    "RowNorm",
    "SquaredL2",
    "TotalVariation",
    "TraceNorm",
    "soft_threshold",
    "tv_denoise",
]
