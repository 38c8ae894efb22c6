"""Choosing a model by validation, also where the inputs change."""

from .cross_validation import (
    cross_validate_grid,
    cross_validate_path,
    gcv_path,
    loo_by_refitting,
    loo_error,
    loo_grid,
    loo_path,
    loo_residuals,
)
from .importance import effective_sample_size, importance_weighted_cv, importance_weighted_ls

__all__ = [
    "cross_validate_grid",
    "cross_validate_path",
    "effective_sample_size",
    "gcv_path",
    "importance_weighted_cv",
    "importance_weighted_ls",
    "loo_by_refitting",
    "loo_error",
    "loo_grid",
    "loo_path",
    "loo_residuals",
]
