"""A continuum of arms, searched by a tree of optimistic bounds that grows where it pays."""

from .assumptions import (
    box_constants,
    local_weak_constant,
    tree_dissimilarity,
    variation_constants,
    weak_lipschitz_constant,
    weak_lipschitz_violations,
)
from .bounds import bump_of, bump_payoffs, hoo_bound, lower_bound, visits_bound
from .boxes import DyadicTree, ProductTree
from .dimension import lattice_packing, near_optimality_dimension, packing_number
from .grid_ucb import GridUCB, grid_points, grid_size
from .hoo import HOO, truncation_depth, uct
from .local_hoo import LocalHOO
from .payoffs import Payoff, broken_line, power_peak, step_payoff, uct_chain, wavy_payoff
from .players import play_seeds

__all__ = [
    "HOO",
    "DyadicTree",
    "GridUCB",
    "LocalHOO",
    "Payoff",
    "ProductTree",
    "box_constants",
    "broken_line",
    "bump_of",
    "bump_payoffs",
    "grid_points",
    "grid_size",
    "hoo_bound",
    "lattice_packing",
    "local_weak_constant",
    "lower_bound",
    "near_optimality_dimension",
    "packing_number",
    "play_seeds",
    "power_peak",
    "step_payoff",
    "tree_dissimilarity",
    "truncation_depth",
    "uct",
    "uct_chain",
    "variation_constants",
    "visits_bound",
    "wavy_payoff",
    "weak_lipschitz_constant",
    "weak_lipschitz_violations",
]
