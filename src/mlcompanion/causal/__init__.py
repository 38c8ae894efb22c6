"""Causal discovery: who comes first, and how strongly."""

from .direct_lingam import DirectLiNGAM, exogenous_candidates
from .ica_lingam import ICALiNGAM, best_triangular_order, nonzero_diagonal, order_by_zeroing
from .independence import (
    hsic,
    kernel_mi,
    kernel_mi_parameters,
    maxent_entropy,
    nonlinear_correlation,
    pairwise_likelihood_ratio,
)
from .linear_sem import adjacency_from_order, residual, total_effects
from .pruning import (
    BootstrapResult,
    adaptive_lasso,
    adaptive_lasso_prune,
    bootstrap_lingam,
    determination,
)

__all__ = [
    "BootstrapResult",
    "DirectLiNGAM",
    "ICALiNGAM",
    "adaptive_lasso",
    "adaptive_lasso_prune",
    "adjacency_from_order",
    "best_triangular_order",
    "bootstrap_lingam",
    "determination",
    "exogenous_candidates",
    "hsic",
    "kernel_mi",
    "kernel_mi_parameters",
    "maxent_entropy",
    "nonlinear_correlation",
    "nonzero_diagonal",
    "order_by_zeroing",
    "pairwise_likelihood_ratio",
    "residual",
    "total_effects",
]
