"""Kernel smoothing of a series, and its bandwidth although neighbouring errors agree."""

from .corrected import CorrelationCorrectedCV
from .criteria import (
    BandwidthChoice,
    LagChoice,
    design_fit,
    lcv,
    mcv,
    residual_lag,
    select_bandwidth,
)
from .kernels import KernelConstants, SmoothingKernel, kernel_constants, smoothing_kernel
from .ls_svm import LSSVMRegressor, block_loo_scores
from .smoothers import LocalLinear, NadarayaWatson
from .theory import (
    amise_bandwidth,
    amise_factor,
    asymptotic_lcv_bias,
    expected_lcv_bias,
    left_out_weights,
)

__all__ = [
    "BandwidthChoice",
    "CorrelationCorrectedCV",
    "KernelConstants",
    "LSSVMRegressor",
    "LagChoice",
    "LocalLinear",
    "NadarayaWatson",
    "SmoothingKernel",
    "amise_bandwidth",
    "amise_factor",
    "asymptotic_lcv_bias",
    "block_loo_scores",
    "design_fit",
    "expected_lcv_bias",
    "kernel_constants",
    "lcv",
    "left_out_weights",
    "mcv",
    "residual_lag",
    "select_bandwidth",
    "smoothing_kernel",
]
