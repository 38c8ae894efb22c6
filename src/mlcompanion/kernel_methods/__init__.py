"""Kernel machines: large margins, many classes, several kernels, and rankings from clicks."""

from .ramp import RampSVC
from .retargeted import SquaredHingeLS
from .robust_ranker import RobustRanker
from .search_kernels import click_query_kernel, preference_pairs, s_kernel
from .svc import SVC

__all__ = [
    "SVC",
    "RampSVC",
    "RobustRanker",
    "SquaredHingeLS",
    "click_query_kernel",
    "preference_pairs",
    "s_kernel",
]
