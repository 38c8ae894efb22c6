"""Adaptive subgradient methods: a step size for every coordinate, or every direction."""

from .bounds import (
    block_regret_bound,
    common_step_bound,
    coordinate_regret_bound,
    matrix_regret_bound,
)
from .classifier import AdaGradClassifier
from .engines import AdaptiveRun, DenseDescent, LazyDescent, adaptive_engine
from .ranker import AdaGradRanker

__all__ = [
    "AdaGradClassifier",
    "AdaGradRanker",
    "AdaptiveRun",
    "DenseDescent",
    "LazyDescent",
    "adaptive_engine",
    "block_regret_bound",
    "common_step_bound",
    "coordinate_regret_bound",
    "matrix_regret_bound",
]
