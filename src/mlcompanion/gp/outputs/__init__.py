"""Gaussian processes with several outputs: mixed or blurred from common hidden functions."""

from .convolved import ConvolvedGaussianKernel
from .coregionalization import (
    ICMKernel,
    LMCKernel,
    SLFMKernel,
    multitask_kernel,
    spherical_coregionalization,
)
from .likelihood import OutputsSlopes, outputs_log_likelihood
from .model import ConvolvedGP
from .outputs_kernel import OutputsKernel
from .posterior import LatentPosterior, OutputsPosterior, condition_outputs, draw_outputs
from .scg import SCGResult, scaled_conjugate_gradients

__all__ = [
    "ConvolvedGP",
    "ConvolvedGaussianKernel",
    "ICMKernel",
    "LMCKernel",
    "LatentPosterior",
    "OutputsKernel",
    "OutputsPosterior",
    "OutputsSlopes",
    "SCGResult",
    "SLFMKernel",
    "condition_outputs",
    "draw_outputs",
    "multitask_kernel",
    "outputs_log_likelihood",
    "scaled_conjugate_gradients",
    "spherical_coregionalization",
]
