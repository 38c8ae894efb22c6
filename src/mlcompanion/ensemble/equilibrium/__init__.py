"""Margins of votes: which of them bounds the error, and who has the larger least one."""

from .binned_stumps import BinnedStump, BinnedStumpSearch
from .complete_tree import CompleteTree, CompleteTreeSearch, StumpTree
from .emargin import EquilibriumMargin, emargin, emargin_curve, emargin_vc, finite_class_cost
from .lp_booster import LPAdaBoost, signed_votes
from .margin_bounds import least_margin_bound, quantile_bound, simple_emargin
from .voting_programs import ImprovedVote, MergedVotes, improve_margins, lp_weights, merge_votes

__all__ = [
    "BinnedStump",
    "BinnedStumpSearch",
    "CompleteTree",
    "CompleteTreeSearch",
    "EquilibriumMargin",
    "ImprovedVote",
    "LPAdaBoost",
    "MergedVotes",
    "StumpTree",
    "emargin",
    "emargin_curve",
    "emargin_vc",
    "finite_class_cost",
    "improve_margins",
    "least_margin_bound",
    "lp_weights",
    "merge_votes",
    "quantile_bound",
    "signed_votes",
    "simple_emargin",
]
