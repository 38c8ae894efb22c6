"""Gaussian processes: covariances, regression with its uncertainty, scores of predictions."""

from .covariances import Covariance, IntegratedBrownianMotion, Matern, SquaredExponential
from .regressor import GPRegressor, gp_log_likelihood
from .scores import msll, nlpd, smse

__all__ = [
    "Covariance",
    "GPRegressor",
    "IntegratedBrownianMotion",
    "Matern",
    "SquaredExponential",
    "gp_log_likelihood",
    "msll",
    "nlpd",
    "smse",
]
