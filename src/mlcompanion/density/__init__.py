"""Density estimation: by a model, without one, and how wide kernels should be."""

from .bandwidth import (
    knn_bandwidth,
    knn_covariances,
    knn_weight_bandwidth,
    loo_log_likelihood,
    loo_ml_bandwidth,
)
from .contrasts.energies import (
    class_distances,
    class_prior_energy,
    energy_distance,
    match_shares,
)
from .contrasts.ratios import RelativeDensityRatio, relative_importance
from .estimates import (
    cross_validate_bandwidth,
    cross_validate_neighbours,
    knn_density,
    log_kernel_density,
)
from .gaussian import GaussianDensity
from .gaussian_gradients import gaussian_gradients, gaussian_log_likelihood
from .gaussian_loo import loo_gaussian
from .histogram import Histogram
from .likelihood_cv import likelihood_cv
from .mixture import log_gaussian_mixture
from .neighbours import NNDensity
from .protocol import DensityEstimator
from .windows import KernelDensity, ParzenWindow, silverman_bandwidth

__all__ = [
    "DensityEstimator",
    "GaussianDensity",
    "Histogram",
    "KernelDensity",
    "NNDensity",
    "ParzenWindow",
    "RelativeDensityRatio",
    "class_distances",
    "class_prior_energy",
    "cross_validate_bandwidth",
    "cross_validate_neighbours",
    "energy_distance",
    "gaussian_gradients",
    "gaussian_log_likelihood",
    "knn_bandwidth",
    "knn_covariances",
    "knn_density",
    "knn_weight_bandwidth",
    "likelihood_cv",
    "log_gaussian_mixture",
    "log_kernel_density",
    "loo_gaussian",
    "loo_log_likelihood",
    "loo_ml_bandwidth",
    "match_shares",
    "relative_importance",
    "silverman_bandwidth",
]
