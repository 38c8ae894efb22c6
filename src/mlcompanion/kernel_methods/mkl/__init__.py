"""Several kernels at once: rules, alignment, and machines that weigh the kernels as they learn."""

from .alignment import AlignmentMKL
from .group_lasso import GroupLassoMKL
from .localized import LocalizedMKL
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
    "view_kernels",
]
