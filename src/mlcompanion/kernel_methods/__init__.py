"""Kernel machines: large margins, many classes, several kernels, and rankings from clicks."""

from .mkl_alignment import AlignmentMKL
from .mkl_group_lasso import GroupLassoMKL
from .mkl_localized import LocalizedMKL
from .mkl_nonlinear import NonlinearMKL
from .mkl_rules import RuleMKL
from .mkl_simplex import SOCPMKL, GeneralizedMKL, SimpleMKL
from .msvm import MSVM, CrammerSingerSVC, GenericMSVM
from .ramp import RampSVC
from .retargeted import SquaredHingeLS
from .robust_ranker import RobustRanker
from .search_kernels import click_query_kernel, preference_pairs, s_kernel
from .svc import SVC
from .view_kernels import ViewKernels, view_kernels

__all__ = [
    "MSVM",
    "SOCPMKL",
    "SVC",
    "AlignmentMKL",
    "CrammerSingerSVC",
    "GeneralizedMKL",
    "GenericMSVM",
    "GroupLassoMKL",
    "LocalizedMKL",
    "NonlinearMKL",
    "RampSVC",
    "RobustRanker",
    "RuleMKL",
    "SimpleMKL",
    "SquaredHingeLS",
    "ViewKernels",
    "click_query_kernel",
    "preference_pairs",
    "s_kernel",
    "view_kernels",
]
