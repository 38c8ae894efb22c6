"""Least squares and its kin: linear, kernel and hierarchical models of a real-valued function."""

from .backprop import (
    BackpropRegressor,
    BackpropRun,
    backprop_gradients,
    network_gradients,
    network_output,
    train_network,
)
from .basis import gaussian_basis, poly_basis, trig_basis
from .constrained import KernelLeastSquares, Ridge, SubspaceLeastSquares
from .cross_validation import (
    cross_validate_grid,
    cross_validate_path,
    fold_labels,
    gcv_path,
    loo_by_refitting,
    loo_error,
    loo_grid,
    loo_path,
    loo_residuals,
)
from .least_squares import (
    SOLVERS,
    LeastSquares,
    generalized_inverse,
    hat_matrix,
    least_squares_gradient,
    minimum_norm_solution,
    normal_equations_solution,
    qr_solution,
    weighted_least_squares,
)
from .ridge import DesignSVD, generalized_ridge, ridge_dual, ridge_path, ridge_radius
from .stochastic import KernelSGDRegressor, SGDRun, sgd_least_squares

__all__ = [
    "SOLVERS",
    "BackpropRegressor",
    "BackpropRun",
    "DesignSVD",
    "KernelLeastSquares",
    "KernelSGDRegressor",
    "LeastSquares",
    "Ridge",
    "SGDRun",
    "SubspaceLeastSquares",
    "backprop_gradients",
    "cross_validate_grid",
    "cross_validate_path",
    "fold_labels",
    "gaussian_basis",
    "gcv_path",
    "generalized_inverse",
    "generalized_ridge",
    "hat_matrix",
    "least_squares_gradient",
    "loo_by_refitting",
    "loo_error",
    "loo_grid",
    "loo_path",
    "loo_residuals",
    "minimum_norm_solution",
    "network_gradients",
    "network_output",
    "normal_equations_solution",
    "poly_basis",
    "qr_solution",
    "ridge_dual",
    "ridge_path",
    "ridge_radius",
    "sgd_least_squares",
    "train_network",
    "trig_basis",
    "weighted_least_squares",
]
