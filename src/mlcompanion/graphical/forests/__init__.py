"""Forests of discrete variables: learned from data, and how often and how fast they are right.

Tan, Anandkumar and Willsky (2011).
"""

from .bounds import (
    count_forests,
    fewest_forests,
    guessing_error_bound,
    necessary_samples,
    overestimation_bound,
    sufficient_samples,
    underestimation_bound,
)
from .chow_liu import ChowLiuForest, ForestPath, forest_of_edges, threshold_path
from .distribution import ForestDistribution, binary_forest
from .divergence import expected_gain, forest_kl, forest_projection, forest_risk
from .errors import ErrorShares, TreeRun, error_shares, tree_run
from .exact_tails import (
    TypeClass,
    information_tail,
    overestimation_probability,
    type_class_bounds,
)
from .rates import SanovRate, euclidean_exponent, information_hessian, sanov_rate
from .tables import table_information

__all__ = [
    "ChowLiuForest",
    "ErrorShares",
    "ForestDistribution",
    "ForestPath",
    "SanovRate",
    "TreeRun",
    "TypeClass",
    "binary_forest",
    "count_forests",
    "error_shares",
    "euclidean_exponent",
    "expected_gain",
    "fewest_forests",
    "forest_kl",
    "forest_of_edges",
    "forest_projection",
    "forest_risk",
    "guessing_error_bound",
    "information_hessian",
    "information_tail",
    "necessary_samples",
    "overestimation_bound",
    "overestimation_probability",
    "sanov_rate",
    "sufficient_samples",
    "table_information",
    "threshold_path",
    "tree_run",
    "type_class_bounds",
    "underestimation_bound",
]
