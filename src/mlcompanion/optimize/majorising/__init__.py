"""Bounds in place of steps: functions above the objective that touch it, minimised in turn."""

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
    "PartitionBound",
    "SoftmaxBound",
    "bound_coefficient",
    "compute_bound",
    "curvature_limit",
    "majorization_iterations",
    "softmax_bound",
]
