"""Bounds in place of steps: functions above the objective that touch it, minimised in turn."""

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
    "LowRankCurvature",
    "PartitionBound",
    "SoftmaxBound",
    "bound_coefficient",
    "compute_bound",
    "curvature_limit",
    "majorization_iterations",
    "low_rank_bound",
    "softmax_bound",
    "softmax_low_rank_bound",
]
