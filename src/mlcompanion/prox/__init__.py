"""Proximal operators and projections: the cheap exact steps inside larger algorithms."""

from .balls.elastic_ball import (
    project_elastic_ball,
)
from .balls.norm_balls import (
    project_group_ball,
    project_trace_ball,
)
from .balls.projections import (
    project_l1_ball,
    project_simplex,
    project_simplex_entropic,
    simplex_threshold,
)
from .balls.sparse_l1_ball import (
    SparseL1Ball,
)
from .norms.group_norms import (
    GroupNorm,
    L2Norm,
    LInfNorm,
    RowNorm,
)
from .norms.penalties import (
    L1,
    ElasticNet,
    NonNegative,
    Penalty,
    SquaredL2,
    soft_threshold,
)
from .norms.smoothing import (
    GraphPenalty,
    GroupPenalty,
    LinearPenalty,
)
from .norms.spectral import (
    TraceNorm,
)
from .norms.total_variation import (
    FusedLasso,
    TotalVariation,
    tv_denoise,
)
from .tree.groups import (
    TreeGroups,
)
from .tree.tree_dual import (
    compose_group_proxes,
    dual_block_ascent,
)
from .tree.tree_norm import (
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
