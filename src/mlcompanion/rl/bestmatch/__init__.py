"""Few samples used well: learners that correct their updates when more is known."""

from .learners import (
    BestMatchLVM,
    BestMatchNTM,
    DelayedQ,
    DeterministicSweeping,
    ExperienceReplay,
    JustInTimeQ,
    PrioritizedSweeping,
    QLearning,
    SequenceBestMatch,
    WatkinsQ,
)

__all__ = [
    "BestMatchLVM",
    "BestMatchNTM",
    "DelayedQ",
    "DeterministicSweeping",
    "ExperienceReplay",
    "JustInTimeQ",
    "PrioritizedSweeping",
    "QLearning",
    "SequenceBestMatch",
    "WatkinsQ",
]
