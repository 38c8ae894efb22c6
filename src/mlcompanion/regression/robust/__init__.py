"""Fits that outliers move little."""

from .influence import (
    breakdown_curve,
    gaussian_efficiency,
    mad_scale,
    sensitivity_curve,
    threshold_of_efficiency,
)
from .least_absolute import LADRegressor, lad_program
from .reweighting import HuberRegressor, SparseHuber, TukeyRegressor, irls_rescaled

__all__ = [
    "HuberRegressor",
    "LADRegressor",
    "SparseHuber",
    "TukeyRegressor",
    "breakdown_curve",
    "gaussian_efficiency",
    "irls_rescaled",
    "lad_program",
    "mad_scale",
    "sensitivity_curve",
    "threshold_of_efficiency",
]
