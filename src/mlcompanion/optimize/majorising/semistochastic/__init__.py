"""Bounds from growing batches of rows, and the method that steps along them."""

from .batch_schedule import LinearGrowth, MeasuredGrowth, batch_error, batch_size
from .sampled_bounds import LogisticBounds, SampledCurvature
from .softmax_bounds import SoftmaxBounds
from .steps import SemistochasticState, semistochastic_steps
from .truncated_solvers import truncated_cg, truncated_lsqr

__all__ = [
    "LinearGrowth",
    "LogisticBounds",
    "MeasuredGrowth",
    "SampledCurvature",
    "SemistochasticState",
    "SoftmaxBounds",
    "batch_error",
    "batch_size",
    "semistochastic_steps",
    "truncated_cg",
    "truncated_lsqr",
]
