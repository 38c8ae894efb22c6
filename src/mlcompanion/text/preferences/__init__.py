"""Preferences: ranking by a sparse weight for each pair of a query's and a document's words."""

from .measures import mean_average_precision, pair_error, related_features
from .ranker import PairwiseRanker
from .steps import PairState, preference_steps
from .tuples import sample_tuples

__all__ = [
    "PairState",
    "PairwiseRanker",
    "mean_average_precision",
    "pair_error",
    "preference_steps",
    "related_features",
    "sample_tuples",
]
