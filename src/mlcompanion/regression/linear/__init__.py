"""Least squares and its penalties, in closed form or by steps."""

from .basis import gaussian_basis, poly_basis, trig_basis
from .constrained import KernelLeastSquares, Ridge, SubspaceLeastSquares
from .least_squares import (
    SOLVERS,
    LeastSquares,
    generalized_inverse,
    hat_matrix,
    least_squares_gradient,
    minimum_norm_solution,
    normal_equations_solution,
    qr_solution,
    shortest_solution,
    weighted_least_squares,
)
from .ridge import (
    DesignSVD,
    check_design,
    check_penalties,
    generalized_ridge,
    ridge_dual,
    ridge_path,
    ridge_radius,
)
from .stochastic import KernelSGDRegressor, SGDRun, sgd_least_squares

__all__ = [
    "SOLVERS",
    "DesignSVD",
    "KernelLeastSquares",
    "KernelSGDRegressor",
    "LeastSquares",
    "Ridge",
    "SGDRun",
    "SubspaceLeastSquares",
    "check_design",
    "check_penalties",
    "gaussian_basis",
    "generalized_inverse",
    "generalized_ridge",
    "hat_matrix",
    "least_squares_gradient",
    "minimum_norm_solution",
    "normal_equations_solution",
    "poly_basis",
    "qr_solution",
    "ridge_dual",
    "ridge_path",
    "ridge_radius",
    "sgd_least_squares",
    "shortest_solution",
    "trig_basis",
    "weighted_least_squares",
]
