"""Few samples used well: values that are corrected when more is known.

Learners for :func:`~mlcompanion.rl.run_episodes` and :func:`~mlcompanion.rl.learn_from`, values of
a policy, and the best-match equations.
"""

from .equations import (
    BestMatchSolution,
    LastVisitModel,
    best_match_sweep,
    induced_mdp,
    sample_weights,
    solve_best_match,
)
from .learners import (
    DelayedQ,
    ExperienceReplay,
    JustInTimeQ,
    QLearning,
    SequenceBestMatch,
    WatkinsQ,
)
from .planners import BestMatchLVM, BestMatchNTM, DeterministicSweeping, PrioritizedSweeping
from .prediction import LastVisitChain, best_match_values, last_visit_chain, replay_values

__all__ = [
    "BestMatchLVM",
    "BestMatchNTM",
    "BestMatchSolution",
    "DelayedQ",
    "DeterministicSweeping",
    "ExperienceReplay",
    "JustInTimeQ",
    "LastVisitChain",
    "LastVisitModel",
    "PrioritizedSweeping",
    "QLearning",
    "SequenceBestMatch",
    "WatkinsQ",
    "best_match_sweep",
    "best_match_values",
    "induced_mdp",
    "last_visit_chain",
    "replay_values",
    "sample_weights",
    "solve_best_match",
]
