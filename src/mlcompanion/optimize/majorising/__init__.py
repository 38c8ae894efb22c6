"""Upper bounds that touch a function, and the solver that steps from bound to bound."""

from .chain_bound import chain_bound
from .iteration_limit import curvature_limit, majorization_iterations
from .iterative_scaling import ScalingBound, with_slack
from .junction_bound import (
    JunctionBound,
    LogLinearFactor,
    junction_tree_bound,
    loewner_join,
)
from .log_partition import LogPartition, bohning_bound, jensen_bound, log_partition
from .low_rank_bound import LowRankCurvature, low_rank_bound, softmax_low_rank_bound
from .majorize import FixedCurvature, MajorizeRun, Touch, majorize
from .max_entropy import MaxEntropyRun, max_entropy
from .partition_bound import PartitionBound, bound_coefficient, compute_bound
from .softmax_bound import SoftmaxBound, softmax_bound

__all__ = [
    "FixedCurvature",
    "JunctionBound",
    "LogLinearFactor",
    "LogPartition",
    "LowRankCurvature",
    "MajorizeRun",
    "MaxEntropyRun",
    "PartitionBound",
    "ScalingBound",
    "SoftmaxBound",
    "Touch",
    "bohning_bound",
    "bound_coefficient",
    "chain_bound",
    "compute_bound",
    "curvature_limit",
    "jensen_bound",
    "junction_tree_bound",
    "loewner_join",
    "log_partition",
    "low_rank_bound",
    "majorization_iterations",
    "majorize",
    "max_entropy",
    "softmax_bound",
    "softmax_low_rank_bound",
    "with_slack",
]
