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
from .forest_cells import CellForest, cell_forest, forest_tree_penalty, path_lengths
from .forest_regions import ForestRegions, make_forest_regions, random_forest_edges
from .forest_regression import FoCART
from .greedy import greedy_partition
from .search_results import PartitionSearch

__all__ = [
    "CellForest",
    "CellSums",
    "DyadicTree",
    "FoCART",
    "ForestRegions",
    "PartitionSearch",
    "cell_forest",
    "cell_sums",
    "code_length_bound",
    "dyadic_places",
    "exact_partition",
    "forest_tree_penalty",
    "greedy_partition",
    "make_forest_regions",
    "path_lengths",
    "prefix_code_length",
    "random_forest_edges",
    "tree_of_splits",
]
