"""Several kernels at once: rules, alignment, and machines that weigh the kernels as they learn."""

from .alignment import AlignmentMKL, alignment_weights
from .cutting_plane import cutting_planes
from .group_lasso import GroupLassoMKL, group_lasso_weights
from .localized import LocalizedMKL, gate_slope
from .nonlinear import NonlinearMKL
from .rules import RuleMKL
from .simplex import SOCPMKL, GeneralizedMKL, SimpleMKL
from .view_kernels import ViewKernels, view_kernels

__all__ = [
    "SOCPMKL",
    "AlignmentMKL",
    "GeneralizedMKL",
    "GroupLassoMKL",
    "LocalizedMKL",
    "NonlinearMKL",
    "RuleMKL",
    "SimpleMKL",
    "ViewKernels",
    "alignment_weights",
    "cutting_planes",
    "gate_slope",
    "group_lasso_weights",
    "view_kernels",
]
