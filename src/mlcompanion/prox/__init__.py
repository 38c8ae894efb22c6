"""Proximal operators and projections: the cheap exact steps inside larger algorithms."""

from .balls import (
    project_group_ball,
    project_trace_ball,
)
from .elastic_ball import (
    project_elastic_ball,
)
from .group_norms import (
    GroupNorm,
    L2Norm,
    LInfNorm,
    RowNorm,
)
from .penalties import (
    L1,
    ElasticNet,
    NonNegative,
    Penalty,
    SquaredL2,
    soft_threshold,
)
from .projections import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    simplex_threshold,
)
from .smoothing import (
    GraphPenalty,
    GroupPenalty,
    LinearPenalty,
)
from .sparse_l1_ball import (
    SparseL1Ball,
)
from .spectral import (
    TraceNorm,
)
from .total_variation import (
    FusedLasso,
    TotalVariation,
    tv_denoise,
)
from .tree import (
    TreeGroups,
)
from .tree_dual import (
    compose_group_proxes,
    dual_block_ascent,
)
from .tree_norm import (
    TreeNorm,
    prox_tree,
)

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
    "project_elastic_ball",
    "project_group_ball",
    "project_l1_ball",
    "project_simplex",
    "project_simplex_entropic",
    "project_trace_ball",
    "prox_tree",
    "simplex_threshold",
    "soft_threshold",
    "tv_denoise",
]
