"""Graphs of responses that change with covariates: a tree of graphs, a smoother, one for all.

Chen (2013), chapter 6.
"""

from .gaussian_leaf import GaussianLeaf, GaussianLeafModel
from .go_cart import GoCART, tree_penalty
from .separation import (
    determinant_gap,
    excess_risk_bound,
    mean_gap_bound,
    merged_excess,
    normal_risk,
)
from .smooth_graphs import KernelGraph, ParametricGraph, local_moments

__all__ = [
    "GaussianLeaf",
    "GaussianLeafModel",
    "GoCART",
    "KernelGraph",
    "ParametricGraph",
    "determinant_gap",
    "excess_risk_bound",
    "local_moments",
    "mean_gap_bound",
    "merged_excess",
    "normal_risk",
    "tree_penalty",
]
