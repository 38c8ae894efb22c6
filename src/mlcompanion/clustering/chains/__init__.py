"""Clustering of partial rankings (chains), and whether the clusters are more than noise."""

from .central_orders import borda_order, order_error, thurstone_order
from .chain_kmeans import ChainKMeans
from .collection import Chains
from .common_items import common_kendall, common_spearman, mean_shift
from .makers import make_chains
from .order_kmeans import OrderKMeans
from .pair_orders import chain_error, nearest_order, pair_counts, probabilistic_order
from .planted import (
    AgreementChances,
    agreement_chances,
    agreement_gap_bound,
    planted_graph,
)
from .significance import RandomizationTest, randomization_test
from .starts import initial_labels
from .swaps import SwapPairs, exchangeable_chains, valid_swaps
from .vector_maps import agreement_graph, extension_factor, hypersphere_map

__all__ = [
    "AgreementChances",
    "ChainKMeans",
    "Chains",
    "OrderKMeans",
    "RandomizationTest",
    "SwapPairs",
    "agreement_chances",
    "agreement_gap_bound",
    "agreement_graph",
    "borda_order",
    "chain_error",
    "common_kendall",
    "common_spearman",
    "exchangeable_chains",
    "extension_factor",
    "hypersphere_map",
    "initial_labels",
    "make_chains",
    "mean_shift",
    "nearest_order",
    "order_error",
    "pair_counts",
    "planted_graph",
    "probabilistic_order",
    "randomization_test",
    "thurstone_order",
    "valid_swaps",
]
