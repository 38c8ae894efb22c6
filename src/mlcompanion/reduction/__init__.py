"""Fewer dimensions: principal components of kernels, and what new points lose in them."""

from .independence import PairTest, mi_permutation_test
from .kernel_pca import KernelPCA, percentile_width
from .leave_one_out import loo_projections, orthogonal_factors, perpendicular_norms
from .perturbation import LeftOutChange, first_order_changes
from .renormalize import (
    AffineRenormalizer,
    GatedRenormalizer,
    HistogramEqualizer,
    QuantileRenormalizer,
)
from .spiked import spike_overlap, spike_threshold

__all__ = [
    "AffineRenormalizer",
    "GatedRenormalizer",
    "HistogramEqualizer",
    "KernelPCA",
    "LeftOutChange",
    "PairTest",
    "QuantileRenormalizer",
    "first_order_changes",
    "loo_projections",
    "mi_permutation_test",
    "orthogonal_factors",
    "percentile_width",
    "perpendicular_norms",
    "spike_overlap",
    "spike_threshold",
]
