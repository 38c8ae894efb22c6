"""Canonical correlation of two views with sparse, structured weights."""

from .ball_problem import BallProblem, project_unit_ball
from .ball_subgradient import BallSubgradientRun, ball_subgradient
from .correlation_tree import correlation_tree
from .exact_models import SparseCCA, TreeSparseCCA
from .excessive_gap import (
    ExcessiveGapRun,
    GapState,
    excessive_gap,
    excessive_gap_bound,
    excessive_gap_iterations,
    excessive_gap_steps,
)
from .gap_models import GroupPursuitCCA, GroupSparseCCA
from .pursuit import PursuitPenalty, equal_entries
from .restarts import restarted_excessive_gap
from .tuning import PermutationTuning, permutation_tune

__all__ = [
    "BallProblem",
    "BallSubgradientRun",
    "ExcessiveGapRun",
    "GapState",
    "GroupPursuitCCA",
    "GroupSparseCCA",
    "PermutationTuning",
    "PursuitPenalty",
    "SparseCCA",
    "TreeSparseCCA",
    "ball_subgradient",
    "correlation_tree",
    "equal_entries",
    "excessive_gap",
    "excessive_gap_bound",
    "excessive_gap_iterations",
    "excessive_gap_steps",
    "permutation_tune",
    "project_unit_ball",
    "restarted_excessive_gap",
]
