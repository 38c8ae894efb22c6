"""Quadratic metrics that grow with the gradients they meet; imported by name."""

from .growing import BlockMetric, DiagonalMetric, FullMetric, GrowingMetric, RootMetric
from .hindsight import best_diagonal_cost, best_matrix_cost, psd_root
from .steady import LinearMetric

__all__ = [
    "BlockMetric",
    "DiagonalMetric",
    "FullMetric",
    "GrowingMetric",
    "LinearMetric",
    "RootMetric",
    "best_diagonal_cost",
    "best_matrix_cost",
    "psd_root",
]
