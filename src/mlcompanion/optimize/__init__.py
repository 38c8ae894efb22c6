"""Solvers for whole problems: each takes a smooth function and a penalty, or a loss."""

from .baselines.log_barrier import log_barrier
from .baselines.owlqn import owlqn, pseudo_gradient
from .baselines.reweighted_ridge import reweighted_ridge
from .baselines.sparsa import sparsa
from .dual.dal import dal
from .dual.dal_design import StandardizedOperator, counted
from .interior.interior_point import newton_direction, separable_pdip
from .irls import irls, irls_weights
from .proximal.admm import admm, least_squares_step
from .proximal.coordinate_descent import coordinate_descent, lasso_gap
from .proximal.duality_gap import (
    conjugate_envelope,
    lambda_max,
    polish_support,
    rate_bounds,
    relative_duality_gap,
)
from .proximal.proximal_gradient import (
    fista,
    gradient_descent,
    ista,
    proximal_gradient,
    subgradient_descent,
)
from .smooth import DataFit, Quadratic, largest_eigenvalue, largest_singular_value

__all__ = [
    "DataFit",
    "Quadratic",
    "StandardizedOperator",
    "admm",
    "conjugate_envelope",
    "coordinate_descent",
    "counted",
    "dal",
    "fista",
    "gradient_descent",
    "irls",
    "irls_weights",
    "ista",
    "lambda_max",
    "largest_eigenvalue",
    "largest_singular_value",
    "lasso_gap",
    "least_squares_step",
    "log_barrier",
    "newton_direction",
    "owlqn",
    "polish_support",
    "proximal_gradient",
    "pseudo_gradient",
    "rate_bounds",
    "relative_duality_gap",
    "reweighted_ridge",
    "separable_pdip",
    "sparsa",
    "subgradient_descent",
]
