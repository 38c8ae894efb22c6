"""Sums and averages of variables, and their moments."""

from .averages import StandardizedMean, power_mean, running_mean, standardized_mean
from .convolutions import TABLE_7_1, convolve_pmf, nfold, reproductive_sum, sum_density, sum_mass
from .moments import (
    SampleMoments,
    moments_from_mgf,
    moments_to_shape,
    pinball,
    pinball_minimizer,
    sample_moments,
)
from .portfolio import minimum_variance_share, portfolio_variance

__all__ = [
    "TABLE_7_1",
    "SampleMoments",
    "StandardizedMean",
    "convolve_pmf",
    "minimum_variance_share",
    "moments_from_mgf",
    "moments_to_shape",
    "nfold",
    "pinball",
    "pinball_minimizer",
    "portfolio_variance",
    "power_mean",
    "reproductive_sum",
    "running_mean",
    "sample_moments",
    "standardized_mean",
    "sum_density",
    "sum_mass",
]
