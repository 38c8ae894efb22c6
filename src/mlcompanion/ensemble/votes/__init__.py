"""Votes: stumps on axes at random, bagged or boosted by three losses, and stacked methods."""

from .axis_search import AxisSearch, AxisStump
from .bagging import Bagging
from .stacking import StackedVote, vote_weights
from .stump_booster import StumpBooster
from .stump_vote import StumpVote

__all__ = [
    "AxisSearch",
    "AxisStump",
    "Bagging",
    "StackedVote",
    "StumpBooster",
    "StumpVote",
    "vote_weights",
]
