"""Functions with their conjugates and subgradients."""

from .legendre import (
    GridConjugate,
    biconjugate_grid,
    inf_convolution_grid,
    legendre_dense,
    legendre_grid,
    lower_hull,
)
from .pairs import (
    CONJUGATE_PAIRS,
    ConjugatePair,
    entropy_pair,
    half_square_pair,
    hinge_pair,
    label_ranking_pair,
    logistic_pair,
    max_of_hinge_pair,
    p_norm_pair,
)
from .subgradients import ConvexFunction, absolute, linear, maximum, smooth, subgradient_slack

__all__ = [
    "CONJUGATE_PAIRS",
    "ConjugatePair",
    "ConvexFunction",
    "GridConjugate",
    "absolute",
    "biconjugate_grid",
    "entropy_pair",
    "half_square_pair",
    "hinge_pair",
    "inf_convolution_grid",
    "label_ranking_pair",
    "legendre_dense",
    "legendre_grid",
    "linear",
    "logistic_pair",
    "lower_hull",
    "max_of_hinge_pair",
    "maximum",
    "p_norm_pair",
    "smooth",
    "subgradient_slack",
]
