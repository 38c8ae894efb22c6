"""Aggregates: many fitted predictors mixed into one, by two of them, by their hull or by all."""

from .exponential_weights import aew_weights
from .hull import HullWeights, hull_aggregate, simplex_least_squares
from .path_dictionary import PathDictionary, lasso_path_dictionary, mallows_cp
from .path_validation import FractionSearch, fraction_search
from .preselection import confidence_width, preselect
from .segments import (
    SegmentMinimum,
    TwoFunctions,
    segment_aggregate,
    segment_minimum,
    star_weights,
)
from .star_lasso import StarAggregateLasso, significance_threshold

__all__ = [
    "FractionSearch",
    "HullWeights",
    "PathDictionary",
    "SegmentMinimum",
    "StarAggregateLasso",
    "TwoFunctions",
    "aew_weights",
    "confidence_width",
    "fraction_search",
    "hull_aggregate",
    "lasso_path_dictionary",
    "mallows_cp",
    "preselect",
    "segment_aggregate",
    "segment_minimum",
    "significance_threshold",
    "simplex_least_squares",
    "star_weights",
]
