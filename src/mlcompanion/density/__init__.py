"""Density estimation: estimates without a model, and how wide their kernels should be."""

from .bandwidth import (
    knn_bandwidth,
    knn_covariances,
    knn_weight_bandwidth,
    loo_log_likelihood,
    loo_ml_bandwidth,
)
from .estimates import cross_validate_bandwidth, knn_density, log_kernel_density

__all__ = [
    "cross_validate_bandwidth",
    "knn_bandwidth",
    "knn_covariances",
    "knn_density",
    "knn_weight_bandwidth",
    "log_kernel_density",
    "loo_log_likelihood",
    "loo_ml_bandwidth",
]
