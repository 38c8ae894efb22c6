"""Prediction with expert advice: updates, runs over tables of losses, the best in hindsight."""

from .hindsight import (
    HindsightTransitions,
    Partition,
    alpha_grid,
    baum_welch_transitions,
    best_partition,
    expected_transitions,
    hindsight_alpha,
    share_matrix,
)
from .records import run_record
from .runs import (
    ExpertRun,
    LearnAlphaRun,
    fixed_share,
    follow_the_leader,
    learn_alpha,
    static_expert,
    transition_share,
)
from .updates import FixedShare, LearnAlpha, StaticExpert, fixed_share_step, transition_step

__all__ = [
    "ExpertRun",
    "FixedShare",
    "HindsightTransitions",
    "LearnAlpha",
    "LearnAlphaRun",
    "Partition",
    "StaticExpert",
    "alpha_grid",
    "baum_welch_transitions",
    "best_partition",
    "expected_transitions",
    "fixed_share",
    "fixed_share_step",
    "follow_the_leader",
    "hindsight_alpha",
    "learn_alpha",
    "run_record",
    "share_matrix",
    "static_expert",
    "transition_share",
    "transition_step",
]
