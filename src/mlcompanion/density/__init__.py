"""Density estimation: how wide the kernels of an estimate should be."""

from .bandwidth import (
    knn_bandwidth,
    knn_covariances,
    knn_weight_bandwidth,
    loo_log_likelihood,
    loo_ml_bandwidth,
)

__all__ = [
    "knn_bandwidth",
    "knn_covariances",
    "knn_weight_bandwidth",
    "loo_log_likelihood",
    "loo_ml_bandwidth",
]
