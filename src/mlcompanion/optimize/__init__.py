"""Solvers for whole problems: each takes a smooth function and a penalty, or a loss."""

from .admm import ADMMRun, admm, least_squares_step
from .coordinate_descent import CoordinateRun, coordinate_descent, lasso_gap
from .interior_point import InteriorPoint, newton_direction, separable_pdip
from .irls import IRLSRun, irls, irls_weights
from .proximal import (
    ProximalRun,
    SubgradientRun,
    fista,
    gradient_descent,
    ista,
    proximal_gradient,
    subgradient_descent,
)
from .smooth import DataFit, Quadratic, largest_eigenvalue, largest_singular_value

__all__ = [
    "ADMMRun",
    "CoordinateRun",
    "DataFit",
    "IRLSRun",
    "InteriorPoint",
    "ProximalRun",
    "Quadratic",
    "SubgradientRun",
    "admm",
    "coordinate_descent",
    "fista",
    "gradient_descent",
    "irls",
    "irls_weights",
    "ista",
    "largest_eigenvalue",
    "largest_singular_value",
    "lasso_gap",
    "least_squares_step",
    "newton_direction",
    "proximal_gradient",
    "separable_pdip",
    "subgradient_descent",
]
