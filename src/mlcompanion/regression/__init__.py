"""Least squares and its kin: linear, kernel and hierarchical models of a real-valued function."""

from .linear.basis import (
    gaussian_basis,
    poly_basis,
    trig_basis,
)
from .linear.constrained import (
    KernelLeastSquares,
    Ridge,
    SubspaceLeastSquares,
)
from .linear.least_squares import (
    LeastSquares,
    generalized_inverse,
    hat_matrix,
    minimum_norm_solution,
    normal_equations_solution,
    qr_solution,
    weighted_least_squares,
)
from .linear.ridge import (
    DesignSVD,
    ridge_path,
)
from .linear.stochastic import (
    KernelSGDRegressor,
    sgd_least_squares,
)
from .networks.backprop import (
    BackpropRegressor,
    train_network,
)
from .robust.least_absolute import (
    LADRegressor,
    lad_program,
)
from .robust.reweighting import (
    HuberRegressor,
    SparseHuber,
    TukeyRegressor,
    irls_rescaled,
)
from .selection.cross_validation import (
    cross_validate_grid,
    gcv_path,
    loo_error,
    loo_path,
)
from .tasks.multitask import (
    MultitaskRidge,
)

__all__ = [
    "BackpropRegressor",
    "DesignSVD",
    "HuberRegressor",
    "KernelLeastSquares",
    "KernelSGDRegressor",
    "LADRegressor",
    "LeastSquares",
    "MultitaskRidge",
    "Ridge",
    "SparseHuber",
    "SubspaceLeastSquares",
    "TukeyRegressor",
    "cross_validate_grid",
    "gaussian_basis",
    "gcv_path",
    "generalized_inverse",
    "hat_matrix",
    "irls_rescaled",
    "lad_program",
    "loo_error",
    "loo_path",
    "minimum_norm_solution",
    "normal_equations_solution",
    "poly_basis",
    "qr_solution",
    "ridge_path",
    "sgd_least_squares",
    "train_network",
    "trig_basis",
    "weighted_least_squares",
]
