"""The other side of the protocol: natures, adversaries, plain learners, one meter of regret."""

from .adversaries import CoordinateAdversary, Duel, RandomSigns, interval_weights
from .environments import (
    coin,
    drifting_regression,
    fixed_stream,
    orthogonal_stream,
    target_adversary,
    zero_one_adversary,
)
from .meter import (
    RegretRecord,
    best_arm,
    best_in_ball,
    compete,
    compete_together,
    doubling_checkpoints,
    regret_record,
)
from .natures import Against, Drifting, FixedTable, IndependentLosses, Round, Switching
from .plain_learners import (
    Constant,
    EstimatorLearner,
    LastAnswer,
    MajorityVote,
    MeanVote,
    RandomizedVote,
    TinyNetwork,
)

__all__ = [
    "Against",
    "Constant",
    "CoordinateAdversary",
    "Drifting",
    "Duel",
    "EstimatorLearner",
    "FixedTable",
    "IndependentLosses",
    "LastAnswer",
    "MajorityVote",
    "MeanVote",
    "RandomSigns",
    "RandomizedVote",
    "RegretRecord",
    "Round",
    "Switching",
    "TinyNetwork",
    "best_arm",
    "best_in_ball",
    "coin",
    "compete",
    "compete_together",
    "doubling_checkpoints",
    "drifting_regression",
    "fixed_stream",
    "interval_weights",
    "orthogonal_stream",
    "regret_record",
    "target_adversary",
    "zero_one_adversary",
]
