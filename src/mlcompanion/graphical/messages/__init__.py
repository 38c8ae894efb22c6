"""Exact max-product messages by sorting: tropical products, and the models that send them.

McAuley and Caetano (2011).
"""

from .chains import BestString, chain_map
from .clusters import ClusterMessages, cluster_messages, cluster_score
from .distances import DistanceTable, LInfNeighbors, linf_distances
from .grids import GridRun, grid_map
from .groups import MaxMarginal, brute_max_marginal, group_max_marginal
from .inner import InnerSearch, sorted_inner
from .matrix import TropicalMatrix, TropicalProduct, clique_max_marginal
from .rings import ring_map
from .second_order import LoopRun, loop_map, second_order_map
from .semirings import Semiring
from .shortest_paths import PathLengths, all_pairs_shortest_paths
from .steps import enumerated_steps, expected_steps, steps_beyond, steps_bound

__all__ = [
    "BestString",
    "ClusterMessages",
    "DistanceTable",
    "GridRun",
    "InnerSearch",
    "LInfNeighbors",
    "LoopRun",
    "MaxMarginal",
    "PathLengths",
    "Semiring",
    "TropicalMatrix",
    "TropicalProduct",
    "all_pairs_shortest_paths",
    "brute_max_marginal",
    "chain_map",
    "clique_max_marginal",
    "cluster_messages",
    "cluster_score",
    "enumerated_steps",
    "expected_steps",
    "grid_map",
    "group_max_marginal",
    "linf_distances",
    "loop_map",
    "ring_map",
    "second_order_map",
    "sorted_inner",
    "steps_beyond",
    "steps_bound",
]
