"""Proximal steps, coordinates, splitting, and the gaps that certify them."""

from .admm import ADMMRun, admm, least_squares_step
from .coordinate_descent import CoordinateRun, coordinate_descent, lasso_gap
from .duality_gap import (
    RateBounds,
    conjugate_envelope,
    lambda_max,
    polish_support,
    rate_bounds,
    relative_duality_gap,
)
from .projected_least_squares import constrained_least_squares
from .proximal_gradient import (
    ProximalRun,
    SubgradientRun,
    fista,
    gradient_descent,
    ista,
    proximal_gradient,
    subgradient_descent,
)

__all__ = [
    "ADMMRun",
    "CoordinateRun",
    "ProximalRun",
    "RateBounds",
    "SubgradientRun",
    "admm",
    "conjugate_envelope",
    "constrained_least_squares",
    "coordinate_descent",
    "fista",
    "gradient_descent",
    "ista",
    "lambda_max",
    "lasso_gap",
    "least_squares_step",
    "polish_support",
    "proximal_gradient",
    "rate_bounds",
    "relative_duality_gap",
    "subgradient_descent",
]
