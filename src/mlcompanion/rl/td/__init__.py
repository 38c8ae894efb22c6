"""Values of a policy from what was seen, linear in features of the states."""

from .batch import GLSTD, LSTD
from .covariance import (
    EstimatorLaw,
    asymptotic_law,
    optimal_weights,
    residual_weights,
    squared_errors,
)
from .features import faithful_process, laplacian_basis
from .online import OnlineTD, StepSchedule

__all__ = [
    "GLSTD",
    "LSTD",
    "EstimatorLaw",
    "OnlineTD",
    "StepSchedule",
    "asymptotic_law",
    "faithful_process",
    "laplacian_basis",
    "optimal_weights",
    "residual_weights",
    "squared_errors",
]
