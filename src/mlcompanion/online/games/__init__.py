"""The other side of the protocol: environments, adversaries, and learners without geometry."""

from .adversaries import CoordinateAdversary, Duel, RandomSigns, interval_weights
from .environments import (
    coin,
    drifting_regression,
    fixed_stream,
    orthogonal_stream,
    target_adversary,
    zero_one_adversary,
)
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
    "Constant",
    "CoordinateAdversary",
    "Duel",
    "EstimatorLearner",
    "LastAnswer",
    "MajorityVote",
    "MeanVote",
    "RandomSigns",
    "RandomizedVote",
    "TinyNetwork",
    "coin",
    "drifting_regression",
    "fixed_stream",
    "interval_weights",
    "orthogonal_stream",
    "target_adversary",
    "zero_one_adversary",
]
