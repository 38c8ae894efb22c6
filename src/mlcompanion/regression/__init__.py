"""Least squares and its kin: linear, kernel and hierarchical models of a real-valued function."""

from .backprop import (
    BackpropRegressor,
    train_network,
)
from .basis import (
    gaussian_basis,
    poly_basis,
    trig_basis,
)
from .constrained import (
    KernelLeastSquares,
    Ridge,
    SubspaceLeastSquares,
)
from .cross_validation import (
    cross_validate_grid,
    gcv_path,
    loo_error,
    loo_path,
)
from .least_absolute import (
    LADRegressor,
    lad_program,
)
from .least_squares import (
    LeastSquares,
    generalized_inverse,
    hat_matrix,
    minimum_norm_solution,
    normal_equations_solution,
    qr_solution,
    weighted_least_squares,
)
from .multitask import (
    MultitaskRidge,
)
from .ridge import (
    DesignSVD,
    ridge_path,
)
from .robust import (
    HuberRegressor,
    SparseHuber,
    TukeyRegressor,
    irls_rescaled,
)
from .stochastic import (
    KernelSGDRegressor,
    sgd_least_squares,
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
