"""Trees with hidden nodes, learned from the distances of the observed ones.

Choi, Tan, Anandkumar and Willsky (2011).
"""

from .chow_liu import GroupingStep, chow_liu_blind, chow_liu_grouping, distance_tree, grouping_steps
from .distances import (
    correlation_distance,
    determinant_distance,
    symmetric_distance,
    table_distance,
)
from .examples import (
    complete_tree,
    double_star,
    hidden_chain,
    random_latent_tree,
    with_random_lengths,
)
from .grouping import GroupingRun, distance_limit, recursive_grouping, relaxed_grouping
from .joining import neighbor_joining
from .learn import learn_latent_tree
from .splits import (
    contract_edges,
    effective_depth,
    merge_surrogates,
    robinson_foulds,
    splits_of,
    surrogate_nodes,
)
from .tree import LatentTree

__all__ = [
    "GroupingRun",
    "GroupingStep",
    "LatentTree",
    "chow_liu_blind",
    "chow_liu_grouping",
    "complete_tree",
    "contract_edges",
    "correlation_distance",
    "determinant_distance",
    "distance_limit",
    "distance_tree",
    "double_star",
    "effective_depth",
    "grouping_steps",
    "hidden_chain",
    "learn_latent_tree",
    "merge_surrogates",
    "neighbor_joining",
    "random_latent_tree",
    "recursive_grouping",
    "relaxed_grouping",
    "robinson_foulds",
    "splits_of",
    "surrogate_nodes",
    "symmetric_distance",
    "table_distance",
    "with_random_lengths",
]
