"""Convex analysis: conjugates, mirror maps, strong convexity, subgradients.

Conjugate pairs with a closed form stand in ``convex.pairs``, further transforms on grids in
``convex.legendre``, further inequalities of strong convexity in ``convex.strong_convexity``, the
calculus of subgradients in ``convex.subgradients``, barriers in ``convex.barriers``, and polytopes
with power diagrams in ``convex.cells``.
"""

from .calculus.legendre import biconjugate_grid, inf_convolution_grid, legendre_grid
from .calculus.pairs import CONJUGATE_PAIRS, ConjugatePair
from .calculus.subgradients import ConvexFunction, subgradient_slack
from .cells.laguerre import LaguerreDiagram
from .conjugates import (
    Supremum,
    conjugate_numeric,
    conjugate_polyhedral,
    fenchel_young_gap,
    scaled_conjugate,
)
from .example_weights import BinaryEntropy, CappedEntropy, RelativeEntropy, SquaredDistance
from .lemmas import fenchel_dual, root_inequality_bound, root_inequality_root
from .mirror_maps import Entropy, Euclidean, PNorm
from .norms import dual_exponent, dual_norm, half_square_gradient, lp_norm
from .strong_convexity import smoothness_ratio, strong_convexity_modulus, strong_convexity_ratio

__all__ = [
    "CONJUGATE_PAIRS",
    "BinaryEntropy",
    "CappedEntropy",
    "ConjugatePair",
    "ConvexFunction",
    "Entropy",
    "Euclidean",
    "LaguerreDiagram",
    "PNorm",
    "RelativeEntropy",
    "SquaredDistance",
    "Supremum",
    "biconjugate_grid",
    "conjugate_numeric",
    "conjugate_polyhedral",
    "dual_exponent",
    "dual_norm",
    "fenchel_dual",
    "fenchel_young_gap",
    "half_square_gradient",
    "inf_convolution_grid",
    "legendre_grid",
    "lp_norm",
    "root_inequality_bound",
    "root_inequality_root",
    "scaled_conjugate",
    "smoothness_ratio",
    "strong_convexity_modulus",
    "strong_convexity_ratio",
    "subgradient_slack",
]
