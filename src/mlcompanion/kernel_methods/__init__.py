"""Kernel machines: large margins, many classes, several kernels, and rankings from clicks."""

from .mkl.alignment import AlignmentMKL
from .mkl.group_lasso import GroupLassoMKL
from .mkl.localized import LocalizedMKL
from .mkl.nonlinear import NonlinearMKL
from .mkl.rules import RuleMKL
from .mkl.simplex import SOCPMKL, GeneralizedMKL, SimpleMKL
from .mkl.view_kernels import ViewKernels, view_kernels
from .multiclass.msvm import MSVM, CrammerSingerSVC, GenericMSVM
from .ramp import RampSVC
from .retargeted import SquaredHingeLS, retargeted_least_squares
from .search.robust_ranker import RobustRanker
from .search.search_kernels import click_query_kernel, preference_pairs, s_kernel
from .svc import SVC

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
    "retargeted_least_squares",
    "s_kernel",
    "view_kernels",
]
