"""Dyadic partitions of the unit cube with a model in each cell: trees, and searches for the best.

Chen (2013), section 6.3.
"""

from .cell_sums import CellSums, cell_sums
from .dyadic import (
    DyadicTree,
    code_length_bound,
    dyadic_places,
    prefix_code_length,
    tree_of_splits,
)
from .exact import exact_partition
from .greedy import greedy_partition
from .search_results import PartitionSearch

__all__ = [
    "CellSums",
    "DyadicTree",
    "PartitionSearch",
    "cell_sums",
    "code_length_bound",
    "dyadic_places",
    "exact_partition",
    "greedy_partition",
    "prefix_code_length",
    "tree_of_splits",
]
