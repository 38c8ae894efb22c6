"""Groups that overlap, graphs, and outputs that share their zeros."""

from .group_polish import group_gap, polish_groups
from .penalties import FusedLasso, GroupLasso, TraceNormRegression, norm_gap
from .sparse_cca import SparseCCARun, largest_in_l1_l2_ball, sparse_cca
from .spg import SmoothedFit, SPGRun, StructuredProblem, iteration_bound, spg, spg_path
from .structured_barrier import StructuredBarrierRun, structured_barrier
from .structured_regression import (
    GraphFusedLasso,
    MultiTaskGraphFusedLasso,
    OverlappingGroupLasso,
    correlation_graph,
)
from .structured_rivals import fobos, structured_admm

__all__ = [
    "FusedLasso",
    "GraphFusedLasso",
    "GroupLasso",
    "MultiTaskGraphFusedLasso",
    "OverlappingGroupLasso",
    "SPGRun",
    "SmoothedFit",
    "SparseCCARun",
    "StructuredBarrierRun",
    "StructuredProblem",
    "TraceNormRegression",
    "correlation_graph",
    "fobos",
    "group_gap",
    "iteration_bound",
    "largest_in_l1_l2_ball",
    "norm_gap",
    "polish_groups",
    "sparse_cca",
    "spg",
    "spg_path",
    "structured_admm",
    "structured_barrier",
]
