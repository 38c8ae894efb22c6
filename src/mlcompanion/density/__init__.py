"""Density estimation: by a model, without one, and how wide kernels should be."""

from .bandwidth import (
    knn_bandwidth,
    knn_covariances,
    knn_weight_bandwidth,
    loo_log_likelihood,
    loo_ml_bandwidth,
)
from .estimates import cross_validate_bandwidth, knn_density, log_kernel_density
from .gaussian import GaussianDensity
from .gaussian_gradients import gaussian_gradients, gaussian_log_likelihood
from .gaussian_loo import loo_gaussian
from .likelihood_cv import likelihood_cv
from .protocol import DensityEstimator

__all__ = [
    "DensityEstimator",
    "GaussianDensity",
    "cross_validate_bandwidth",
    "gaussian_gradients",
    "gaussian_log_likelihood",
    "knn_bandwidth",
    "knn_covariances",
    "knn_density",
    "knn_weight_bandwidth",
    "likelihood_cv",
    "log_kernel_density",
    "loo_gaussian",
    "loo_log_likelihood",
    "loo_ml_bandwidth",
]
