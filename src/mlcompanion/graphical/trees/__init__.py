"""Trees over variables: mutual information of pairs, heaviest trees and branchings, junctions."""

from .branchings import edmonds_branching
from .junction import JunctionTree, junction_tree
from .pairs import (
    information_of_counts,
    pair_counts,
    pairwise_mutual_information,
    state_counts,
)
from .spanning import SpanningTree, maximum_spanning_tree

__all__ = [
    "JunctionTree",
    "SpanningTree",
    "edmonds_branching",
    "information_of_counts",
    "junction_tree",
    "maximum_spanning_tree",
    "pair_counts",
    "pairwise_mutual_information",
    "state_counts",
]
