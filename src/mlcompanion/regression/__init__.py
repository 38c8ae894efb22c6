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
from .influence import (
    breakdown_curve,
    gaussian_efficiency,
    mad_scale,
    sensitivity_curve,
    threshold_of_efficiency,
)
from .least_absolute import LADRegressor, lad_program
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
from .robust import HuberRegressor, SparseHuber, TukeyRegressor, irls_rescaled
from .stochastic import KernelSGDRegressor, SGDRun, sgd_least_squares

__all__ = [
    "SOLVERS",
    "BackpropRegressor",
    "BackpropRun",
    "DesignSVD",
    "HuberRegressor",
    "KernelLeastSquares",
    "KernelSGDRegressor",
    "LADRegressor",
    "LeastSquares",
    "Ridge",
    "SGDRun",
    "SparseHuber",
    "SubspaceLeastSquares",
    "TukeyRegressor",
    "backprop_gradients",
    "breakdown_curve",
    "cross_validate_grid",
    "cross_validate_path",
    "fold_labels",
    "gaussian_basis",
    "gaussian_efficiency",
    "gcv_path",
    "generalized_inverse",
    "generalized_ridge",
    "hat_matrix",
    "irls_rescaled",
    "lad_program",
    "least_squares_gradient",
    "loo_by_refitting",
    "loo_error",
    "loo_grid",
    "loo_path",
    "loo_residuals",
    "mad_scale",
    "minimum_norm_solution",
    "network_gradients",
    "network_output",
    "normal_equations_solution",
    "poly_basis",
    "qr_solution",
    "ridge_dual",
    "ridge_path",
    "ridge_radius",
    "sensitivity_curve",
    "sgd_least_squares",
    "threshold_of_efficiency",
    "train_network",
    "trig_basis",
    "weighted_least_squares",
]
