"""Bounds in place of steps: functions above the objective that touch it, minimised in turn."""

from .junction_bound import (
    JunctionBound,
    LogLinearFactor,
    junction_tree_bound,
    loewner_join,
)
from .low_rank_bound import LowRankCurvature, low_rank_bound, softmax_low_rank_bound
from .partition_bound import (
    PartitionBound,
    SoftmaxBound,
    bound_coefficient,
    compute_bound,
    curvature_limit,
    majorization_iterations,
    softmax_bound,
)

__all__ = [
    "JunctionBound",
    "LogLinearFactor",
    "LowRankCurvature",
    "PartitionBound",
    "SoftmaxBound",
    "bound_coefficient",
    "compute_bound",
    "curvature_limit",
    "majorization_iterations",
    "junction_tree_bound",
    "loewner_join",
    "low_rank_bound",
    "softmax_bound",
    "softmax_low_rank_bound",
]
